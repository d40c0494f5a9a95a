#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "format/huggingface/folder_model.h"

namespace hearth::format {

/// The data of modules.json that is not settings.
struct SentenceModules {
    std::vector<std::filesystem::path> dense;  ///< folders of projections after the pooling, two at most
    /// Tokens whose logits after the text make its score (LogitScore): how much more likely the first is.
    std::optional<std::pair<uint64_t, uint64_t>> answers;
};

/// Adds the settings of a folder of sentence-transformers: the pooling of rows to an embedding (modules.json
/// and the folder of its Pooling), the texts before queries and passages (config_sentence_transformers.json),
/// and the maximum length of texts (sentence_bert_config.json). Does nothing for other folders. Throws
/// Error(BadFile | Unsupported) with a clause.
SentenceModules addSentenceSettings(const std::filesystem::path& folder, MetadataTable& table);

}  // namespace hearth::format
