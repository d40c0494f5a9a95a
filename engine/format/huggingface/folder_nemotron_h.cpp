// Nemotron-H (NVIDIA 2025): each layer is one mixer, and all of them have the same names.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "format/huggingface/folder_settings.h"
#include "format/huggingface/folder_tensor_table.h"
#include "hearth/error.h"

namespace hearth::format {

namespace {

using Json = nlohmann::json;

enum class LayerKind { StateSpace, Attention, Dense, Experts };

struct KindName {
    char letter;
    std::array<std::string_view, 2> names;
    LayerKind kind;
};

constexpr std::array kindNames = {
    KindName{'M', {"mamba", "linear_attention"}, LayerKind::StateSpace},
    KindName{'*', {"attention", "full_attention"}, LayerKind::Attention},
    KindName{'-', {"mlp", "mlp"}, LayerKind::Dense},
    KindName{'E', {"moe", "moe"}, LayerKind::Experts},
};

/// Kinds of the layers: a text with a letter for each, or a list of names.
std::vector<LayerKind> kindsOf(const Json& config) {
    std::vector<LayerKind> kinds;
    const auto add = [&](const auto& is) {
        const auto found = std::find_if(kindNames.begin(), kindNames.end(), is);
        if (found == kindNames.end())
            throw Error(ErrorCode::Unsupported, "it has layers of a kind that Hearth does not know");
        kinds.push_back(found->kind);
    };
    const Json* pattern = findSetting(config, "hybrid_override_pattern");
    if (pattern != nullptr && pattern->is_string()) {
        for (const char letter : pattern->get<std::string>())
            add([letter](const KindName& one) { return one.letter == letter; });
    }
    for (const char* key : {"layers_block_type", "layer_types"}) {
        const Json* list = findSetting(config, key);
        if (!kinds.empty() || list == nullptr || !list->is_array()) continue;
        for (const Json& name : *list)
            add([&name](const KindName& one) { return name == one.names[0] || name == one.names[1]; });
    }
    if (kinds.empty() || kinds.size() > mostLayers)
        throw Error(ErrorCode::BadFile,
                    "config.json does not say what its layers are (hybrid_override_pattern)");
    return kinds;
}

bool has(const std::vector<LayerKind>& kinds, LayerKind kind) {
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

void addExperts(const Json& config, MetadataTable& table) {
    const SettingsCopy copy(config, table);
    copy.count("n_routed_experts", "expert_count");
    copy.count("num_experts_per_tok", "expert_used_count");
    copy.count("moe_intermediate_size", "expert_feed_forward_length");
    copy.count("moe_shared_expert_intermediate_size", "expert_shared_feed_forward_length");
    copy.count("moe_latent_size", "moe_latent_size");
    copy.count("n_group", "expert_group_count");
    copy.count("topk_group", "expert_group_used_count");
    copy.flag("norm_topk_prob", "expert_weights_norm");
    copy.number("routed_scaling_factor", "expert_weights_scale");
    table.own("expert_gating_func", uint64_t{2});
}

}  // namespace

bool hasNemotronHExperts(const Json& config) {
    return has(kindsOf(config), LayerKind::Experts);
}

void addNemotronHConfig(const Json& config, MetadataTable& table) {
    const std::vector<LayerKind> kinds = kindsOf(config);
    if (has(kinds, LayerKind::Dense) && has(kinds, LayerKind::Experts))
        throw Error(ErrorCode::Unsupported, "some of its layers have experts and others have none");
    const SettingsCopy copy(config, table);
    const uint64_t kvHeads =
                       countOf(config, "num_key_value_heads", countOf(config, "num_attention_heads", 0)),
                   width = countOf(config, "intermediate_size", 0),
                   experts = countOf(config, "moe_intermediate_size", 0);
    GgufValue::Integers keys, widths;
    for (const LayerKind kind : kinds) {
        keys.push_back(kind == LayerKind::Attention ? static_cast<int64_t>(kvHeads) : 0);
        widths.push_back(static_cast<int64_t>(kind == LayerKind::Dense     ? width
                                              : kind == LayerKind::Experts ? experts
                                                                           : 0));
    }
    table.own("block_count", static_cast<uint64_t>(kinds.size()));
    table.own("attention.head_count_kv", keys);
    table.own("feed_forward_length", widths);
    copy.number("layer_norm_epsilon", "attention.layer_norm_rms_epsilon");
    copy.count("attention_head_dim", "attention.key_length");
    copy.count("attention_head_dim", "attention.value_length");
    copy.count("conv_kernel", "ssm.conv_kernel");
    copy.count("ssm_state_size", "ssm.state_size");
    copy.count("n_groups", "ssm.group_count");
    copy.count("mamba_num_heads", "ssm.time_step_rank");
    table.own("ssm.inner_size", countOf(config, "mamba_num_heads", 0) * countOf(config, "mamba_head_dim", 0));
    if (has(kinds, LayerKind::Experts)) addExperts(config, table);
}

std::string usualNemotronHName(const std::string& name) {
    std::string_view rest = name;
    if (!takePrefix(rest, "backbone.") && !takePrefix(rest, "model.")) return name;
    if (takePrefix(rest, "embeddings.")) return "model.embed_tokens." + std::string(rest);
    if (takePrefix(rest, "norm_f.")) return "model.norm." + std::string(rest);
    std::string_view layer = rest;
    if (!takePrefix(layer, "layers.")) return name;
    const auto number = takeNumber(layer, mostLayers);
    if (!number) return name;
    const std::string before = "model.layers." + std::to_string(*number) + ".";
    if (layer == "norm.weight") return before + "input_layernorm.weight";
    if (!takePrefix(layer, "mixer.")) return name;
    constexpr std::array attention{"q_proj.", "k_proj.", "v_proj.", "o_proj."};
    constexpr std::array stateSpace{"A_log",   "D",         "dt_bias", "conv1d.", "in_proj.",
                                    "dt_proj", "out_proj.", "x_proj.", "norm."};
    const auto begins = [layer](std::string_view prefix) { return layer.starts_with(prefix); };
    const char* part = std::any_of(attention.begin(), attention.end(), begins)     ? "self_attn."
                       : std::any_of(stateSpace.begin(), stateSpace.end(), begins) ? "mamba."
                                                                                   : "mlp.";
    return before + part + std::string(layer);
}

}  // namespace hearth::format
