// Kimi Linear (2025) and Ling 3 (2026): Kimi's delta nets, with latent attention in some layers.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "format/huggingface/folder_settings.h"
#include "format/huggingface/folder_tensor_table.h"
#include "hearth/error.h"

namespace hearth::format {

namespace {

using Json = nlohmann::json;

/// True for layers with latent attention: those that layer_types names so; else those in Kimi's list
/// of them, which numbers layers from 1; else the last of each group of layers.
bool attends(const Json& config, uint64_t layer) {
    if (const Json* types = findSetting(config, "layer_types"); types != nullptr && types->is_array()) {
        if (layer >= types->size())
            throw Error(ErrorCode::BadFile, "config.json names fewer layers than there are (layer_types)");
        return (*types)[layer] == "full_attention";
    }
    if (const Json* linear = findSetting(config, "linear_attn_config")) {
        const Json* listed = findSetting(*linear, "full_attn_layers");
        return listed != nullptr && listed->is_array() &&
               std::find(listed->begin(), listed->end(), layer + 1) != listed->end();
    }
    const uint64_t group = countOf(config, "layer_group_size", 0);
    if (group == 0)
        throw Error(ErrorCode::BadFile, "config.json does not say which layers are recurrent (layer_types)");
    return (layer + 1) % group == 0;
}

/// The first of these numbers that there is; 0: none.
uint64_t firstCount(const Json& config, std::initializer_list<const char*> keys) {
    for (const char* key : keys)
        if (findSetting(config, key) != nullptr) return countOf(config, key, 0);
    return 0;
}

void addKimiExperts(const Json& config, MetadataTable& table) {
    const SettingsCopy copy(config, table);
    const uint64_t experts = countOf(config, "num_experts", 0);
    if (experts == 0) return;
    table.own("expert_count", experts);
    table.own("expert_used_count", firstCount(config, {"num_experts_per_token", "num_experts_per_tok"}));
    copy.count("moe_intermediate_size", "expert_feed_forward_length");
    copy.count("moe_shared_expert_intermediate_size", "expert_shared_feed_forward_length");
    copy.count("num_shared_experts", "expert_shared_count");
    copy.count("first_k_dense_replace", "leading_dense_block_count");
    copy.flag("moe_renormalize", "expert_weights_norm");
    copy.flag("norm_topk_prob", "expert_weights_norm");
    copy.number("routed_scaling_factor", "expert_weights_scale");
    table.own("expert_group_count",
              std::max<uint64_t>(firstCount(config, {"num_expert_group", "n_group"}), 1));
    copy.count("topk_group", "expert_group_used_count");
    table.own("expert_gating_func", uint64_t{2});
    for (const char* key : {"expert_swiglu_limit_list", "share_expert_swiglu_limit_list"}) {
        const Json* limits = findSetting(config, key);
        if (limits == nullptr || !limits->is_array()) continue;
        if (std::any_of(limits->begin(), limits->end(),
                        [](const Json& l) { return l.is_number() && l != 0; }))
            throw Error(
                ErrorCode::Unsupported,
                std::string("its experts are limited in a way that Hearth does not know (") + key + ")");
    }
}

}  // namespace

void addKimiConfig(const Json& config, MetadataTable& table) {
    const uint64_t heads = countOf(config, "num_attention_heads", 0);
    const Json* listed = findSetting(config, "linear_attn_config");
    const Json& linear = listed != nullptr && listed->is_object() ? *listed : config;
    if (firstCount(linear, {"num_heads", "linear_num_heads", "num_attention_heads"}) != heads)
        throw Error(ErrorCode::Unsupported, "its delta nets have other heads than its attention");
    GgufValue::Integers keys;
    for (uint64_t i = 0; i < countOf(config, "num_hidden_layers", 0); ++i)
        keys.push_back(attends(config, i) ? 1 : 0);
    table.own("attention.head_count_kv", keys);
    addLatentSizes(config, table);
    table.own("ssm.conv_kernel", firstCount(linear, {"short_conv_kernel_size", "linear_conv_kernel_dim"}));
    table.own("kda.head_dim", firstCount(linear, {"linear_head_dim", "head_dim"}));
    const SettingsCopy copy(config, table);
    copy.flag("kda_safe_gate", "kda.safe_gate");
    copy.number("kda_lower_bound", "kda.gate_lower_bound");
    copy.count("model_max_length", "context_length");
    addKimiExperts(config, table);
}

std::string usualKimiName(std::string name) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> renamings{{
        {".word_embeddings.", ".embed_tokens."},
        {".attention.dense.", ".self_attn.o_proj."},
        {".attention.", ".self_attn."},
        {".forget_gate.", "."},
        {".block_sparse_moe.", ".mlp."},
        {".gate.expert_bias", ".gate.e_score_correction_bias"},
    }};
    for (const auto& [from, to] : renamings)
        if (const size_t at = name.find(from); at != std::string::npos) name.replace(at, from.size(), to);
    return name;
}

bool addKimiTensor(const Json& config, const std::string& layer, std::string_view name,
                   const SafeTensor& tensor, const TensorSources& sources, TensorTable& table) {
    const bool full = attends(config, std::stoull(layer.substr(4)));
    if (full && addLatentTensor(config, layer, name, tensor, sources, table)) return true;
    if (!takePrefix(name, "self_attn.")) return false;
    if (name == "A_log") {
        std::vector<float> decays = valuesOf(tensor, sources);
        for (float& value : decays) value = -std::exp(value);
        table.addValues(layer + "ssm_a", std::move(decays));
        return true;
    }
    if (name == "dt_bias" || name == "o_norm.weight") {
        table.addValues(layer + (name == "dt_bias" ? "ssm_dt.bias" : "ssm_norm.weight"),
                        valuesOf(tensor, sources));
        return true;
    }
    constexpr std::array<std::pair<std::string_view, std::string_view>, 7> matrices{{
        {"b_proj.weight", "ssm_beta.weight"},
        {"f_a_proj.weight", "ssm_f_a.weight"},
        {"f_proj.weight", "ssm_f_a.weight"},
        {"f_b_proj.weight", "ssm_f_b.weight"},
        {"g_a_proj.weight", "ssm_g_a.weight"},
        {"g_b_proj.weight", "ssm_g_b.weight"},
        {"g_proj.weight", "ssm_g_a.weight"},
    }};
    for (const auto& [from, to] : matrices) {
        if (name != from) continue;
        if (tensor.shape.size() != 2 || tensor.shape[0] == 0)
            throw Error(ErrorCode::BadFile, "a tensor of its delta nets is not a matrix");
        const bool gatesHeads = full && name == "g_proj.weight";
        table.addRows(layer + (gatesHeads ? "attn_gate.weight" : std::string(to)),
                      {.pieces = {{tensor, 0}}, .rowsEach = tensor.shape[0]}, tensor.shape[1]);
        return true;
    }
    return false;
}

}  // namespace hearth::format
