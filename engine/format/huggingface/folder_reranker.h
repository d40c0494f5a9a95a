#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <utility>

#include "format/huggingface/folder_sentences.h"
#include "format/huggingface/folder_tensor_table.h"

/// Chat models that were trained to score pairs of texts: they read both and say "yes" or "no" (Qwen3
/// Reranker, Zhang et al. 2025). Of their head two rows are enough.
namespace hearth::format {

/// The tokens of the two answers; nullopt for all other models. Qwen's own folders do not say what they are
/// for but by their name.
std::optional<std::pair<uint64_t, uint64_t>> rerankerAnswers(const std::filesystem::path& folder,
                                                             const nlohmann::json& config,
                                                             const SentenceModules& modules,
                                                             const GgufTables& tables);
void addRerankerConfig(MetadataTable& table);
/// The tensor with a row for each token; nullopt where there is none.
std::optional<SafeTensor> rerankerHead(const nlohmann::json& config, std::span<const SafeTensor> tensors);
/// Throws Error(BadFile) with a clause for tokens that the head does not have.
void addRerankerTensor(std::pair<uint64_t, uint64_t> answers, const SafeTensor& head, TensorSources sources,
                       FolderModel& model);

}  // namespace hearth::format
