#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "format/huggingface/folder_tensor_table.h"

/// Folders of models that make embeddings: BERT and its relatives.
namespace hearth::format {

/// Whether a model of this architecture has no head and tensors of BERT's names.
bool isEncoder(std::string_view architecture) noexcept;
/// What a tensor is called in GGUF; empty for those that are not used.
std::string encoderTensorName(std::string_view name);
/// Tensors that do not go over as they are; false: it is none of these.
bool addEncoderTensor(const nlohmann::json& config, const SafeTensor& tensor, TensorTable& table);
/// What encoders alone have. Throws Error(Unsupported) with a clause for what would change numbers unseen.
void addEncoderConfig(const nlohmann::json& config, MetadataTable& table);

}  // namespace hearth::format
