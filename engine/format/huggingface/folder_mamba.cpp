// Mamba, Falcon Mamba, Mamba-2 and Jamba: state spaces without attention, or with a little of it.
#include "format/huggingface/folder_settings.h"
#include "hearth/error.h"

namespace hearth::format {

namespace {

using Json = nlohmann::json;

/// Rank of the rates, which may be left to the width ("auto").
uint64_t rateRank(const Json& config, const char* key, uint64_t width) {
    const Json* rank = findSetting(config, key);
    const bool automatic = rank == nullptr || *rank == "auto";
    return automatic ? (width + 15) / 16 : countOf(config, key, 0);
}

void addJamba(const Json& config, MetadataTable& table) {
    const SettingsCopy copy(config, table);
    const uint64_t width = countOf(config, "hidden_size", 0),
                   layers = countOf(config, "num_hidden_layers", 0),
                   period = countOf(config, "attn_layer_period", 8),
                   offset = countOf(config, "attn_layer_offset", 4);
    const auto kvHeads = static_cast<int64_t>(countOf(config, "num_key_value_heads", 8));
    if (period == 0) throw Error(ErrorCode::BadFile, "config.json's \"attn_layer_period\" cannot be");
    GgufValue::Integers keys;
    for (uint64_t i = 0; i < layers; ++i) keys.push_back(i % period == offset ? kvHeads : 0);
    table.own("attention.head_count_kv", keys);
    copy.count("mamba_d_conv", "ssm.conv_kernel");
    copy.count("mamba_d_state", "ssm.state_size");
    table.own("ssm.inner_size", countOf(config, "mamba_expand", 2) * width);
    table.own("ssm.time_step_rank", rateRank(config, "mamba_dt_rank", width));
}

}  // namespace

Json usualMambaConfig(Json config) {
    config["num_attention_heads"] = 1;
    if (!config.contains("max_position_embeddings")) config["max_position_embeddings"] = uint64_t{1} << 20U;
    return config;
}

void addMambaConfig(const Json& config, MetadataTable& table) {
    if (table.architecture() == "jamba") return addJamba(config, table);
    const SettingsCopy copy(config, table);
    const uint64_t width = countOf(config, "hidden_size", 0), expand = countOf(config, "expand", 2);
    copy.count("conv_kernel", "ssm.conv_kernel");
    copy.count("state_size", "ssm.state_size");
    copy.number("layer_norm_epsilon", "attention.layer_norm_rms_epsilon");
    table.own("feed_forward_length", uint64_t{0});
    if (table.architecture() == "mamba2") {
        copy.count("n_groups", "ssm.group_count");
        copy.count("num_heads", "ssm.time_step_rank");
        table.own("ssm.inner_size", countOf(config, "num_heads", 0) * countOf(config, "head_dim", 64));
        return;
    }
    table.own("ssm.inner_size", countOf(config, "intermediate_size", expand * width));
    table.own("ssm.time_step_rank", rateRank(config, "time_step_rank", width));
    table.own("ssm.dt_b_c_rms", config.value("model_type", "") == "falcon_mamba");
}

}  // namespace hearth::format
