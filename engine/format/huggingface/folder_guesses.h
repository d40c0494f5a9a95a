#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "format/huggingface/folder_model.h"

/// Layers after the others that predict further tokens (multi-token prediction).
namespace hearth::format {

/// Number of layers of the kinds that Hearth runs: those of DeepSeek V3, GLM 4.5, Qwen3-Next and 3.5, MiMo.
uint64_t mtpLayersOf(const nlohmann::json& config);
/// Adds their number and their special settings. Does nothing if there are none.
void addMtpConfig(const nlohmann::json& config, MetadataTable& table);
/// The name that a tensor of such a layer has in DeepSeek V3 and GLM, where these layers are numbered after
/// the others: "model.layers.61.eh_proj.weight". Other names are returned unchanged.
std::string usualGuessName(const nlohmann::json& config, const std::string& name);

}  // namespace hearth::format
