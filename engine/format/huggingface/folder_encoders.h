#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "format/huggingface/folder_tensor_table.h"

/// Folders of models that make embeddings or score pairs of texts: BERT and its relatives.
namespace hearth::format {

/// Whether a model of this architecture has tensors of the names of BERT or one of its relatives.
bool isEncoder(std::string_view architecture) noexcept;
/// Whether config.json says that the model has a classifier, which scores pairs of texts or sorts them.
bool hasClassifier(const nlohmann::json& config);
/// What is said of a classifier. Throws Error(Unsupported) with a clause.
void addClassifier(const nlohmann::json& config, MetadataTable& table);
/// What a tensor is called in GGUF; empty for those that are not used.
std::string encoderTensorName(const nlohmann::json& config, std::string_view name);
/// Tensors that do not go over as they are; false: it is none of these.
bool addEncoderTensor(const nlohmann::json& config, const SafeTensor& tensor, TensorTable& table);
/// The configuration with the names that BERT has for what its relatives call otherwise.
nlohmann::json encoderConfig(nlohmann::json config);
/// What encoders alone have. Throws Error(Unsupported) with a clause for what would change numbers unseen.
void addEncoderConfig(const nlohmann::json& config, MetadataTable& table);

}  // namespace hearth::format
