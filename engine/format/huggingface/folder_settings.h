#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>

#include "format/huggingface/folder_model.h"

/// Settings of a config.json, checked, and the groups of settings that are converted separately.
namespace hearth::format {

/// A value of the configuration; nullptr for what is missing or null.
const nlohmann::json* findSetting(const nlohmann::json& config, const char* key);
/// Throws Error(BadFile) that names the key if the value is present and not a number.
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

/// Adds the settings of the rotation of positions.
void addRope(const nlohmann::json& config, HeadColumns columns, MetadataTable& table,
             std::vector<ExtraTensor>& extras);
/// Number of columns of a head of `headDim` that are rotated, in layers without a window.
uint64_t rotatedColumns(const nlohmann::json& config, uint64_t headDim);
/// Adds the layers with a sliding window, and its width.
void addWindows(const nlohmann::json& config, MetadataTable& table);
/// True for architectures with latent attention in every layer.
constexpr bool isLatent(std::string_view architecture) noexcept {
    return architecture == "deepseek2" || architecture == "mistral4";
}
/// Adds the ranks and heads of latent attention.
void addLatentSizes(const nlohmann::json& config, MetadataTable& table);
/// Adds the settings of Kimi Linear and Ling 3. Throws Error(BadFile | Unsupported).
void addKimiConfig(const nlohmann::json& config, MetadataTable& table);
/// Adds the settings of latent attention (DeepSeek V2, V3) and of the experts that come with it.
void addLatentConfig(const nlohmann::json& config, MetadataTable& table);
/// Mamba's numbers with those that models with attention have. Heads are none of theirs.
nlohmann::json usualMambaConfig(nlohmann::json config);
/// Adds the settings of Mamba, Mamba-2 and Jamba. Throws Error(BadFile).
void addMambaConfig(const nlohmann::json& config, MetadataTable& table);
/// True if layers of a Nemotron-H are mixtures of experts. Throws the same errors.
bool hasNemotronHExperts(const nlohmann::json& config);
/// Adds the settings of Nemotron-H, whose layers differ. Throws Error(BadFile | Unsupported).
void addNemotronHConfig(const nlohmann::json& config, MetadataTable& table);
/// The numbers of Gemma 4 that differ by layer.
HeadColumns addGemma4Config(const nlohmann::json& config, MetadataTable& table);
/// GPT-2's numbers under the names that all later models have. Throws Error(Unsupported) for what would
/// change the computation.
nlohmann::json usualGpt2Config(nlohmann::json config);

}  // namespace hearth::format
