#pragma once

#include <filesystem>

#include "format/huggingface/folder_model.h"

namespace hearth::format {

/// What a folder of sentence-transformers says besides: how rows become an embedding (modules.json and the
/// folder of its Pooling), what stands in front of queries and passages (config_sentence_transformers.json),
/// and how long texts may be (sentence_bert_config.json). Nothing for other folders. Throws
/// Error(BadFile | Unsupported) with a clause.
void addSentenceSettings(const std::filesystem::path& folder, MetadataTable& table);

}  // namespace hearth::format
