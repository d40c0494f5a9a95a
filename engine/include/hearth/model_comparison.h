#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string_view>

#include "hearth/processor_share.h"

namespace hearth {

/// Divergence of a model's predictions from those of a reference model.
struct ModelComparison {
    size_t tokens = 0;        ///< of the text that was scored
    double meanKl = 0;        ///< Kullback-Leibler divergence (1951) a token, in nats
    double largestKl = 0;     ///< of one token
    double sameTopToken = 0;  ///< share of positions with the same most probable token, 0 to 1
    double perplexityBefore = 0, perplexityAfter = 0;
};

/// A short text with samples of everything that people ask models for.
std::string_view comparisonText() noexcept;

struct ComparisonOptions {
    std::string_view text = comparisonText();
    size_t tokens = 512;                  ///< of the text at most
    int threads = 0;                      ///< as EngineOptions::threads
    ProcessorShare* processor = nullptr;  ///< asked within passes; nullptr: nothing else computes
    std::string backend = "auto";         ///< as EngineOptions::backend
    std::FILE* scratch = nullptr;         ///< empty file for the logits; nullptr: a temporary one
};

/// Scores one text with both models, one after the other; the first one tokenises it. Its logits are stored
/// in a temporary file (tokens * vocabulary * 4 bytes), so that only one model is in memory. `progress`
/// receives a share from 0 to 1 on the calling thread. Throws Error(BadInput | Io | Cancelled) and the errors
/// of Engine::load; BadInput for texts of fewer than two tokens and models of different vocabularies.
ModelComparison compareModels(const std::filesystem::path& before, const std::filesystem::path& after,
                              const ComparisonOptions& options = {},
                              const std::function<void(double)>& progress = {},
                              const std::stop_token& stop = {});

}  // namespace hearth
