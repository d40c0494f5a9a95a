#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>

#include "format/huggingface/folder_model.h"

/// What a config.json says, checked, and the parts of it that make a subject of their own.
namespace hearth::format {

/// A value of the configuration; nullptr for what is missing or null.
const nlohmann::json* findSetting(const nlohmann::json& config, const char* key);
/// Throws Error(BadFile) that names the key when it is there and no number.
double numberOf(const nlohmann::json& config, const char* key, double otherwise);
/// A count from 0 to 2^40.
uint64_t countOf(const nlohmann::json& config, const char* key, uint64_t otherwise);

/// Holds every count of config.json that memory depends on against the most that Hearth reads. Throws
/// Error(BadFile) that names the key.
void checkFolderSizes(const nlohmann::json& config);

/// Copies what is there to keys of the architecture.
class SettingsCopy {
public:
    SettingsCopy(const nlohmann::json& config, MetadataTable& table) : m_config(config), m_table(table) {}

    void count(const char* from, const char* to) const;
    void number(const char* from, const char* to) const;
    void flag(const char* from, const char* to) const;

private:
    const nlohmann::json& m_config;
    MetadataTable& m_table;
};

/// Columns of a head: in layers that see everything, and in those with a window.
struct HeadColumns {
    uint64_t full = 0, windowed = 0;
};

/// How positions are rotated.
void addRope(const nlohmann::json& config, HeadColumns columns, MetadataTable& table,
             std::vector<ExtraTensor>& extras);
/// Columns of a head of so many that are rotated, in layers without a window.
uint64_t rotatedColumns(const nlohmann::json& config, uint64_t headDim);
/// Which layers see a window alone, and how wide it is.
void addWindows(const nlohmann::json& config, MetadataTable& table);
/// The numbers of latent attention (DeepSeek V2, V3) and of the experts that come with it.
void addLatentConfig(const nlohmann::json& config, MetadataTable& table);
/// The numbers of Gemma 4 that differ by layer.
HeadColumns addGemma4Config(const nlohmann::json& config, MetadataTable& table);
/// GPT-2's numbers under the names that all later models have. Throws Error(Unsupported) for what would
/// change the computation.
nlohmann::json usualGpt2Config(nlohmann::json config);

}  // namespace hearth::format
