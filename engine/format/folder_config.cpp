#include <algorithm>
#include <cmath>
#include <numbers>

#include "format/folder_model.h"
#include "hearth/error.h"

namespace hearth::format {

namespace {

using Json = nlohmann::json;

/// A number of the configuration; nullptr for what is missing or null.
const Json* find(const Json& config, const char* key) {
    const auto found = config.find(key);
    return found != config.end() && !found->is_null() ? &*found : nullptr;
}

double numberOf(const Json& config, const char* key, double otherwise) {
    const Json* value = find(config, key);
    if (value == nullptr) return otherwise;
    if (!value->is_number())
        throw Error(ErrorCode::BadFile, std::string("config.json's \"") + key + "\" is no number");
    return value->get<double>();
}

/// A count from 0 to 2^40.
uint64_t countOf(const Json& config, const char* key, uint64_t otherwise) {
    const double value = numberOf(config, key, static_cast<double>(otherwise));
    if (!(value >= 0 && value <= 1099511627776.0 && value == std::floor(value)))
        throw Error(ErrorCode::BadFile, std::string("config.json's \"") + key + "\" is no count");
    return static_cast<uint64_t>(value);
}

class ConfigReader {
public:
    ConfigReader(const Json& config, MetadataTable& table) : m_config(config), m_table(table) {}

    /// Copies a number when it is there.
    void count(const char* from, const char* to) const {
        if (find(m_config, from) != nullptr) m_table.own(to, countOf(m_config, from, 0));
    }
    void number(const char* from, const char* to) const {
        if (find(m_config, from) != nullptr) m_table.own(to, numberOf(m_config, from, 0));
    }
    void flag(const char* from, const char* to) const {
        if (const Json* value = find(m_config, from); value != nullptr && value->is_boolean())
            m_table.own(to, value->get<bool>());
    }

private:
    const Json& m_config;
    MetadataTable& m_table;
};

/// The settings of the rotation in one object, whichever way they are spelled.
Json ropeOf(const Json& config, const char* layerType) {
    Json rope = Json::object();
    if (const Json* parameters = find(config, "rope_parameters"); parameters != nullptr) {
        rope = parameters->contains(layerType) ? (*parameters)[layerType] : *parameters;
    } else if (const Json* scaling = find(config, "rope_scaling"); scaling != nullptr) {
        rope = *scaling;
    }
    if (!rope.is_object()) throw Error(ErrorCode::BadFile, "config.json's rotation settings are no object");
    if (!rope.contains("rope_theta")) rope["rope_theta"] = numberOf(config, "rope_theta", 10000.0);
    if (!rope.contains("rope_type")) rope["rope_type"] = rope.value("type", "default");
    return rope;
}

/// Llama 3's stretching (Dubey et al. 2024): slow pairs are divided by the factor, fast ones stay, with a
/// ramp between them.
std::vector<float> llama3Factors(const Json& rope, uint64_t dims) {
    const double base = numberOf(rope, "rope_theta", 10000.0), factor = numberOf(rope, "factor", 8.0),
                 low = numberOf(rope, "low_freq_factor", 1.0), high = numberOf(rope, "high_freq_factor", 4.0),
                 length = numberOf(rope, "original_max_position_embeddings", 8192.0);
    std::vector<float> factors;
    for (uint64_t i = 0; i < dims; i += 2) {
        const double wave =
            2 * std::numbers::pi * std::pow(base, static_cast<double>(i) / static_cast<double>(dims));
        if (wave < length / high) {
            factors.push_back(1.0F);
        } else if (wave > length / low) {
            factors.push_back(static_cast<float>(factor));
        } else {
            const double smooth = (length / wave - low) / (high - low);
            factors.push_back(static_cast<float>(1.0 / ((1 - smooth) / factor + smooth)));
        }
    }
    return factors;
}

std::vector<float> floatsOf(const Json& rope, const char* key) {
    std::vector<float> values;
    const Json* list = find(rope, key);
    if (list == nullptr || !list->is_array())
        throw Error(ErrorCode::BadFile, std::string("config.json lacks the rotation's ") + key);
    for (const Json& value : *list) values.push_back(value.is_number() ? value.get<float>() : 0.0F);
    return values;
}

void addRope(const Json& config, uint64_t headDim, MetadataTable& table, std::vector<ExtraTensor>& extras) {
    const Json rope = ropeOf(config, "full_attention");
    table.own("rope.freq_base", numberOf(rope, "rope_theta", 10000.0));
    const double partial =
        numberOf(rope, "partial_rotary_factor", numberOf(config, "partial_rotary_factor", 1.0));
    const auto dims = static_cast<uint64_t>(static_cast<double>(headDim) * partial);
    table.own("rope.dimension_count", dims);
    const double trained = numberOf(config, "max_position_embeddings", 2048);
    const double original = numberOf(rope, "original_max_position_embeddings",
                                     numberOf(config, "original_max_position_embeddings", trained));
    const std::string kind = rope["rope_type"].is_string() ? rope["rope_type"].get<std::string>() : "";
    const double factor = numberOf(rope, "factor", 1.0);
    const auto magnitude = [&](double scale) {
        return factor <= 1 ? 1.0 : 0.1 * scale * std::log(factor) + 1;
    };
    if (kind == "linear" || kind == "dynamic" || kind == "yarn") {
        table.own("rope.scaling.type", kind);
        table.own("rope.scaling.factor", factor);
        if (kind != "linear")
            table.own("rope.scaling.original_context_length", static_cast<uint64_t>(original));
    }
    if (kind == "yarn") {
        const ConfigReader reader(rope, table);
        reader.number("llama_4_scaling_beta", "attention.temperature_scale");
        reader.number("beta_fast", "rope.scaling.yarn_beta_fast");
        reader.number("beta_slow", "rope.scaling.yarn_beta_slow");
        double wanted = magnitude(1.0);
        if (find(rope, "mscale") != nullptr && find(rope, "mscale_all_dim") != nullptr)
            wanted = magnitude(numberOf(rope, "mscale", 1)) / magnitude(numberOf(rope, "mscale_all_dim", 1));
        wanted = numberOf(rope, "attention_factor", wanted);
        if (wanted != magnitude(1.0)) table.own("rope.scaling.attn_factor", wanted / magnitude(1.0));
    } else if (kind == "llama3") {
        extras.push_back({"rope_freqs.weight", llama3Factors(rope, dims)});
    } else if (kind == "longrope") {
        table.own("rope.scaling.type", kind);
        table.own("rope.scaling.original_context_length", static_cast<uint64_t>(original));
        const double stretch = trained / original;
        const double usual = stretch <= 1 ? 1.0 : std::sqrt(1 + std::log(stretch) / std::log(original));
        table.own("rope.scaling.attn_factor", numberOf(rope, "attention_factor", usual));
        extras.push_back({"rope_factors_long.weight", floatsOf(rope, "long_factor")});
        extras.push_back({"rope_factors_short.weight", floatsOf(rope, "short_factor")});
    } else if (kind != "default" && kind != "linear" && kind != "dynamic") {
        throw Error(ErrorCode::Unsupported,
                    "it stretches its positions by \"" + kind + "\", which Hearth does not know yet");
    }
    const Json local = ropeOf(config, "sliding_attention");
    if (find(config, "rope_local_base_freq") != nullptr)
        table.own("rope.freq_base_swa", numberOf(config, "rope_local_base_freq", 10000.0));
    else if (local["rope_theta"] != rope["rope_theta"])
        table.own("rope.freq_base_swa", numberOf(local, "rope_theta", 10000.0));
}

void addWindows(const Json& config, MetadataTable& table) {
    const bool used = config.value("use_sliding_window", true);
    if (!used || find(config, "sliding_window") == nullptr) return;
    const Json* types = find(config, "layer_types");
    if (types != nullptr && types->is_array()) {
        GgufValue::Integers pattern;
        for (const Json& type : *types) pattern.push_back(type == "sliding_attention" ? 1 : 0);
        table.own("attention.sliding_window_pattern", pattern);
    }
    table.own("attention.sliding_window", countOf(config, "sliding_window", 0));
}

/// Which layers are of a kind, as a row of ones and zeros.
GgufValue::Integers layersOfKinds(const Json& config, std::initializer_list<const char*> kinds, int64_t yes) {
    GgufValue::Integers layers;
    const Json* types = find(config, "layer_types");
    if (types == nullptr || !types->is_array())
        throw Error(ErrorCode::BadFile, "config.json does not say which layers are recurrent (layer_types)");
    for (const Json& type : *types) {
        const bool is =
            std::any_of(kinds.begin(), kinds.end(), [&](const char* kind) { return type == kind; });
        layers.push_back(is ? yes : 0);
    }
    return layers;
}

void addRecurrence(const Json& config, MetadataTable& table) {
    const ConfigReader reader(config, table);
    const auto kvHeads = static_cast<int64_t>(countOf(config, "num_key_value_heads", 1));
    if (find(config, "linear_num_value_heads") != nullptr) {
        reader.count("linear_conv_kernel_dim", "ssm.conv_kernel");
        reader.count("linear_key_head_dim", "ssm.state_size");
        reader.count("linear_num_key_heads", "ssm.group_count");
        reader.count("linear_num_value_heads", "ssm.time_step_rank");
        table.own("ssm.inner_size", countOf(config, "linear_num_value_heads", 0) *
                                        countOf(config, "linear_value_head_dim", 128));
        if (find(config, "layer_types") != nullptr)
            table.own("attention.recurrent_layers", layersOfKinds(config, {"linear_attention"}, 1));
        reader.count("full_attention_interval", "full_attention_interval");
    }
    if (find(config, "mamba_n_heads") != nullptr) {
        reader.count("mamba_d_conv", "ssm.conv_kernel");
        reader.count("mamba_d_state", "ssm.state_size");
        reader.count("mamba_n_groups", "ssm.group_count");
        reader.count("mamba_n_heads", "ssm.time_step_rank");
        table.own("ssm.inner_size", countOf(config, "mamba_expand", 2) * countOf(config, "hidden_size", 0));
        table.own("attention.head_count_kv", layersOfKinds(config, {"attention", "full_attention"}, kvHeads));
        table.own("rope.scaling.finetuned", config.value("position_embedding_type", Json()) == "rope");
        if (countOf(config, "num_local_experts", 0) == 0)
            reader.count("shared_intermediate_size", "feed_forward_length");
    }
    if (find(config, "conv_L_cache") != nullptr) {
        reader.count("conv_L_cache", "shortconv.l_cache");
        reader.number("norm_eps", "attention.layer_norm_rms_epsilon");
        table.own("attention.head_count_kv", layersOfKinds(config, {"full_attention"}, kvHeads));
        reader.count("num_dense_layers", "leading_dense_block_count");
        uint64_t width = countOf(config, "block_ff_dim", countOf(config, "intermediate_size", 0));
        if (config.value("block_auto_adjust_ff_dim", Json()) == true) {
            width = static_cast<uint64_t>(static_cast<double>(2 * width / 3) *
                                          numberOf(config, "block_ffn_dim_multiplier", 1.0));
            const uint64_t multiple = std::max<uint64_t>(countOf(config, "block_multiple_of", 256), 1);
            width = (width + multiple - 1) / multiple * multiple;
        }
        table.own("feed_forward_length", width);
        if (countOf(config, "num_experts", 0) != 0) table.own("expert_gating_func", uint64_t{2});
    }
}

}  // namespace

void addConfig(const Json& config, MetadataTable& table, std::vector<ExtraTensor>& extras) {
    const ConfigReader reader(config, table);
    const uint64_t width = countOf(config, "hidden_size", 0),
                   heads = countOf(config, "num_attention_heads", 0);
    if (width == 0 || heads == 0) throw Error(ErrorCode::BadFile, "config.json says no width or no heads");
    const uint64_t headDim = countOf(config, "head_dim", width / heads);
    addRecurrence(config, table);  // first: its numbers by layer stay
    table.own("block_count", countOf(config, "num_hidden_layers", 0));
    table.own("context_length", countOf(config, "max_position_embeddings", 2048));
    table.own("embedding_length", width);
    table.own("attention.head_count", heads);
    table.own("attention.head_count_kv", countOf(config, "num_key_value_heads", heads));
    table.own("attention.key_length", headDim);
    table.own("attention.value_length", headDim);
    reader.count("intermediate_size", "feed_forward_length");
    reader.number("rms_norm_eps", "attention.layer_norm_rms_epsilon");
    reader.number("layer_norm_eps", "attention.layer_norm_epsilon");
    reader.number("attn_logit_softcapping", "attn_logit_softcapping");
    reader.number("final_logit_softcapping", "final_logit_softcapping");
    reader.number("embedding_multiplier", "embedding_scale");
    reader.number("residual_multiplier", "residual_scale");
    reader.number("attention_multiplier", "attention.scale");
    reader.number("logits_scaling", "logit_scale");
    reader.number("logit_scale", "logit_scale");
    reader.count("no_rope_layer_interval", "attention.no_rope_layer_interval");
    if (find(config, "query_pre_attn_scalar") != nullptr)
        table.own("attention.scale", 1.0 / std::sqrt(numberOf(config, "query_pre_attn_scalar", 1)));
    const uint64_t experts = countOf(config, "num_local_experts", countOf(config, "num_experts", 0));
    if (experts != 0) {
        table.own("expert_count", experts);
        reader.count("num_experts_per_tok", "expert_used_count");
        reader.count("moe_intermediate_size", "expert_feed_forward_length");
        reader.count("shared_expert_intermediate_size", "expert_shared_feed_forward_length");
        reader.count("shared_intermediate_size", "expert_shared_feed_forward_length");
        reader.flag("norm_topk_prob", "expert_weights_norm");
    }
    addRope(config, headDim, table, extras);
    addWindows(config, table);
}

}  // namespace hearth::format
