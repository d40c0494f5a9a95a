#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "format/huggingface/folder_tensor_table.h"

/// Folders of models that make embeddings or score pairs of texts: BERT and its relatives.
namespace hearth::format {

/// True if a model of this architecture has tensors with the names of BERT or one of its relatives.
bool isEncoder(std::string_view architecture) noexcept;
/// True if config.json says that the model has a classifier, which scores pairs of texts or sorts them.
bool hasClassifier(const nlohmann::json& config);
/// Adds the settings of a classifier. Throws Error(Unsupported) with a clause.
void addClassifier(const nlohmann::json& config, MetadataTable& table);
/// Name of a tensor in GGUF; empty for tensors that are not used.
std::string encoderTensorName(const nlohmann::json& config, std::string_view name);
/// Adds a tensor that is not copied unchanged; false: it is not one of these.
bool addEncoderTensor(const nlohmann::json& config, const SafeTensor& tensor, TensorTable& table);
/// The configuration with BERT's names for settings that its relatives call otherwise.
nlohmann::json encoderConfig(nlohmann::json config);
/// Adds the settings that only encoders have. Throws Error(Unsupported) with a clause for a setting that
/// would silently change numbers.
void addEncoderConfig(const nlohmann::json& config, MetadataTable& table);

}  // namespace hearth::format
