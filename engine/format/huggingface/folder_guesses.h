#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "format/huggingface/folder_model.h"

/// Layers behind the others that guess further tokens (multi-token prediction).
namespace hearth::format {

/// How many there are of the kinds that Hearth runs: those of DeepSeek V3, GLM 4.5, Qwen3-Next and 3.5, MiMo.
uint64_t mtpLayersOf(const nlohmann::json& config);
/// Their number, and what is special about them. Does nothing where there are none.
void addMtpConfig(const nlohmann::json& config, MetadataTable& table);
/// The name that a tensor of such a layer has in DeepSeek V3 and GLM, whose layers are counted on behind the
/// others: "model.layers.61.eh_proj.weight". Other names stay as they are.
std::string usualGuessName(const nlohmann::json& config, const std::string& name);

}  // namespace hearth::format
