#include "format/huggingface/folder_guesses.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "format/huggingface/folder_settings.h"
#include "format/huggingface/folder_tensor_table.h"

namespace hearth::format {

namespace {

using Json = nlohmann::json;

struct Spelling {
    std::string_view theirs, usual;
};

/// Qwen3-Next and 3.5: what belongs to no layer of theirs.
constexpr std::array qwenNames = {
    Spelling{"mtp.fc.weight", "eh_proj.weight"},
    Spelling{"mtp.pre_fc_norm_embedding.weight", "enorm.weight"},
    Spelling{"mtp.pre_fc_norm_hidden.weight", "hnorm.weight"},
    Spelling{"mtp.norm.weight", "shared_head.norm.weight"},
};
constexpr std::array mimoNames = {
    Spelling{"input_proj.weight", "eh_proj.weight"},
    Spelling{"token_layernorm.weight", "enorm.weight"},
    Spelling{"hidden_layernorm.weight", "hnorm.weight"},
    Spelling{"final_layernorm.weight", "shared_head.norm.weight"},
};

std::string modelType(const Json& config) {
    const Json* type = findSetting(config, "model_type");
    return type != nullptr && type->is_string() ? type->get<std::string>() : std::string();
}

}  // namespace

uint64_t mtpLayersOf(const Json& config) {
    const std::string type = modelType(config);
    if (type.starts_with("qwen3_5")) return countOf(config, "mtp_num_hidden_layers", 0);
    if (type == "qwen3_next") return countOf(config, "num_nextn_predict_layers", 1);
    const std::array counting{"deepseek_v3", "kimi_k2", "glm4_moe", "glm4_moe_lite", "mimo"};
    const bool counts = std::find(counting.begin(), counting.end(), type) != counting.end();
    return counts ? countOf(config, "num_nextn_predict_layers", 0) : 0;
}

void addMtpConfig(const Json& config, MetadataTable& table) {
    const uint64_t layers = mtpLayersOf(config);
    if (layers == 0) return;
    table.own("block_count", countOf(config, "num_hidden_layers", 0) + layers);
    table.own("nextn_predict_layers", layers);
    if (modelType(config) == "mimo") table.own("nextn_state_first", true);
}

std::string usualGuessName(const Json& config, const std::string& name) {
    const std::string layer = "model.layers." + std::to_string(countOf(config, "num_hidden_layers", 0)) + ".";
    for (const Spelling& one : qwenNames)
        if (name == one.theirs) return layer + std::string(one.usual);
    std::string_view rest = name;
    // Those behind the first are not used.
    if (takePrefix(rest, "mtp.layers.0.")) return layer + std::string(rest);
    if (!takePrefix(rest, "model.mtp_layers.0.")) return name;
    for (const Spelling& one : mimoNames)
        if (rest == one.theirs) return layer + std::string(one.usual);
    return layer + std::string(rest);
}

}  // namespace hearth::format
