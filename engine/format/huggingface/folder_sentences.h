#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "format/huggingface/folder_model.h"

namespace hearth::format {

/// What of modules.json is not settings.
struct SentenceModules {
    std::vector<std::filesystem::path> dense;  ///< folders of projections behind the pooling, two at most
    /// Tokens whose logits behind the text make its score (LogitScore): how much more likely the first is.
    std::optional<std::pair<uint64_t, uint64_t>> answers;
};

/// What a folder of sentence-transformers says besides: how rows become an embedding (modules.json and the
/// folder of its Pooling), what stands in front of queries and passages (config_sentence_transformers.json),
/// and how long texts may be (sentence_bert_config.json). Nothing for other folders. Throws
/// Error(BadFile | Unsupported) with a clause.
SentenceModules addSentenceSettings(const std::filesystem::path& folder, MetadataTable& table);

}  // namespace hearth::format
