#pragma once

#include <cstdint>
#include <string_view>

namespace hearth {

/// Steps of loading a model, in this order; some are skipped.
enum class LoadStep : uint8_t {
    File,        ///< the file's tables
    Vocabulary,  ///< the tokenizer and the chat template
    DraftModel,
    Weights,
    Vision,     ///< the vision encoder
    Room,       ///< the memory for the cache
    KeptCache,  ///< prefixes of earlier starts
    Ready,
};

/// Progress of loading.
struct LoadStatus {
    LoadStep step = LoadStep::File;
    double fraction = 0;  ///< of all steps
    uint64_t doneBytes = 0, totalBytes = 0;
};

/// In English.
constexpr std::string_view loadStepText(LoadStep step) noexcept {
    switch (step) {
        case LoadStep::File:
            return "Reading the file";
        case LoadStep::Vocabulary:
            return "Reading the vocabulary";
        case LoadStep::DraftModel:
            return "Loading the draft model";
        case LoadStep::Weights:
            return "Loading weights";
        case LoadStep::Vision:
            return "Loading the vision encoder";
        case LoadStep::Room:
            return "Making room for conversations";
        case LoadStep::KeptCache:
            return "Reading the kept cache";
        case LoadStep::Ready:
            return "Ready";
    }
    return "";
}

}  // namespace hearth
