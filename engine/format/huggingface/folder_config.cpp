#include <algorithm>
#include <cmath>
#include <numbers>

#include "format/huggingface/folder_guesses.h"
#include "format/huggingface/folder_settings.h"
#include "hearth/error.h"

namespace hearth::format {

namespace {

using Json = nlohmann::json;

/// Which layers are of a kind, as a row of ones and zeros.
GgufValue::Integers layersOfKinds(const Json& config, std::initializer_list<const char*> kinds, int64_t yes) {
    GgufValue::Integers layers;
    const Json* types = findSetting(config, "layer_types");
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
    const SettingsCopy reader(config, table);
    const auto kvHeads = static_cast<int64_t>(countOf(config, "num_key_value_heads", 1));
    if (findSetting(config, "linear_num_value_heads") != nullptr) {
        reader.count("linear_conv_kernel_dim", "ssm.conv_kernel");
        reader.count("linear_key_head_dim", "ssm.state_size");
        reader.count("linear_num_key_heads", "ssm.group_count");
        reader.count("linear_num_value_heads", "ssm.time_step_rank");
        table.own("ssm.inner_size", countOf(config, "linear_num_value_heads", 0) *
                                        countOf(config, "linear_value_head_dim", 128));
        if (findSetting(config, "layer_types") != nullptr)
            table.own("attention.recurrent_layers", layersOfKinds(config, {"linear_attention"}, 1));
        reader.count("full_attention_interval", "full_attention_interval");
    }
    if (findSetting(config, "mamba_n_heads") != nullptr) {
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
    if (findSetting(config, "conv_L_cache") != nullptr) {
        reader.count("conv_L_cache", "shortconv.l_cache");
        reader.number("norm_eps", "attention.layer_norm_rms_epsilon");
        table.own("attention.head_count_kv",
                  layersOfKinds(config, {"full_attention", "sliding_attention"}, kvHeads));
        reader.count("num_dense_layers", "leading_dense_block_count");
        uint64_t width = countOf(config, "block_ff_dim", countOf(config, "intermediate_size", 0));
        if (config.value("block_auto_adjust_ff_dim", Json()) == true) {
            const double wanted =
                static_cast<double>(2 * width / 3) * numberOf(config, "block_ffn_dim_multiplier", 1.0);
            if (!(wanted >= 0 && wanted <= 1U << 20U))
                throw Error(ErrorCode::BadFile, "config.json's \"block_ffn_dim_multiplier\" cannot be");
            width = static_cast<uint64_t>(wanted);
            const uint64_t multiple = std::max<uint64_t>(countOf(config, "block_multiple_of", 256), 1);
            width = (width + multiple - 1) / multiple * multiple;
        }
        table.own("feed_forward_length", width);
        if (countOf(config, "num_experts", 0) != 0) table.own("expert_gating_func", uint64_t{2});
    }
}

/// Which layers have experts, where config.json lists them: only those behind the first dense ones can.
void addDenseLayers(const Json& config, MetadataTable& table) {
    const Json* types = findSetting(config, "mlp_layer_types");
    if (types == nullptr || !types->is_array()) return;
    const auto first =
        std::find_if(types->begin(), types->end(), [](const Json& type) { return type != "dense"; });
    if (std::find(first, types->end(), "dense") != types->end())
        throw Error(ErrorCode::Unsupported, "it has dense layers behind ones with experts (mlp_layer_types)");
    table.own("leading_dense_block_count", static_cast<uint64_t>(first - types->begin()));
}

/// Experts as DeepSeek's descendants and ERNIE spell them.
void addExpertsBesideShared(const Json& config, MetadataTable& table) {
    const SettingsCopy reader(config, table);
    reader.count("n_routed_experts", "expert_count");
    reader.count("moe_num_experts", "expert_count");
    reader.count("num_experts_per_tok", "expert_used_count");
    reader.count("moe_k", "expert_used_count");
    reader.count("moe_intermediate_size", "expert_feed_forward_length");
    for (const char* shared : {"n_shared_experts", "num_shared_experts", "moe_num_shared_experts"})
        reader.count(shared, "expert_shared_count");
    for (const char* dense : {"first_k_dense_replace", "moe_layer_start_index"})
        reader.count(dense, "leading_dense_block_count");
    reader.count("moe_layer_interval", "interleave_moe_layer_step");
    reader.count("n_group", "expert_group_count");
    reader.count("topk_group", "expert_group_used_count");
    reader.flag("norm_topk_prob", "expert_weights_norm");
    reader.number("routed_scaling_factor", "expert_weights_scale");
    const auto last = config.value("moe_layer_end_index", Json(-1));
    const bool toTheEnd = !last.is_number_integer() || last.get<int64_t>() < 0 ||
                          last.get<uint64_t>() + 1 >= countOf(config, "num_hidden_layers", 0);
    if (!toTheEnd)
        throw Error(ErrorCode::Unsupported, "its last layers have no experts (moe_layer_end_index)");
}

/// The bases of the layers' rotations; 0: a layer does not rotate.
void addLayersWithoutRotation(const Json& config, MetadataTable& table) {
    const Json* bases = findSetting(config, "layer_rope_theta");
    if (bases == nullptr || !bases->is_array()) return;
    GgufValue::Integers rotates;
    double base = 0;
    for (const Json& one : *bases) {
        const double own = one.is_number() ? one.get<double>() : 0.0;
        rotates.push_back(own != 0 ? 1 : 0);
        if (own == 0) continue;
        if (base != 0 && own != base)
            throw Error(ErrorCode::Unsupported, "its layers rotate by more than one base (layer_rope_theta)");
        base = own;
    }
    table.own("rope.layer_pattern", rotates);
    if (base != 0) table.own("rope.freq_base", base);
}

/// Muse Glimmer: what queries are multiplied by after their norm becomes the norm's weight.
void addMuseGlimmer(const Json& config, MetadataTable& table, std::vector<ExtraTensor>& extras) {
    const SettingsCopy reader(config, table);
    reader.number("output_multiplier", "logit_scale");
    const uint64_t dim = countOf(config, "head_dim", 128);
    const auto factor = static_cast<float>(numberOf(config, "qk_scale_factor", 1.0));
    for (uint64_t i = 0; i < countOf(config, "num_hidden_layers", 0); ++i) {
        const std::string layer = "blk." + std::to_string(i);
        extras.push_back({layer + ".attn_q_norm.weight", {factor}, dim});
        extras.push_back({layer + ".attn_k_norm.weight", {1.0F}, dim});
    }
    addLayersWithoutRotation(config, table);
}

/// Hunyuan's lists with a number for each layer, all alike in what is published.
void addHunyuanExperts(const Json& config, MetadataTable& table) {
    const auto number = [&](const char* key, uint64_t otherwise) {
        const Json* found = findSetting(config, key);
        if (found == nullptr) return otherwise;
        const Json list = found->is_array() ? *found : Json::array({*found});
        if (list.empty() || std::any_of(list.begin(), list.end(), [&](const Json& n) {
                return !n.is_number_unsigned() || n != list.front();
            }))
            throw Error(ErrorCode::Unsupported, std::string("its layers differ in their ") + key);
        return list.front().get<uint64_t>();
    };
    const uint64_t width = countOf(config, "intermediate_size", 0),
                   expert = number("moe_intermediate_size", width);
    table.own("expert_used_count", number("moe_topk", 1));
    table.own("expert_feed_forward_length", expert);
    table.own("expert_shared_feed_forward_length", expert * number("num_shared_expert", 1));
}

/// AFMoE: experts, and embeddings that are scaled if the configuration says so.
void addAfmoe(const Json& config, MetadataTable& table) {
    addExpertsBesideShared(config, table);
    const SettingsCopy reader(config, table);
    reader.number("route_scale", "expert_weights_scale");
    reader.count("num_dense_layers", "leading_dense_block_count");
    const bool scales = config.value("mup_enabled", Json()) == true;
    table.own("embedding_scale", scales ? std::sqrt(numberOf(config, "hidden_size", 0)) : 1.0);
}

/// Command A with experts, which are as wide as the configuration's only width.
void addCohere2Moe(const Json& config, MetadataTable& table) {
    const SettingsCopy reader(config, table);
    const uint64_t width = countOf(config, "intermediate_size", 0);
    table.own("expert_feed_forward_length", width);
    table.own("expert_shared_feed_forward_length", width * countOf(config, "num_shared_experts", 0));
    const bool sigmoid = config.value("expert_selection_fn", Json("softmax")) == "sigmoid";
    table.own("expert_gating_func", sigmoid ? uint64_t{2} : uint64_t{1});
}

/// Granite with windows: a base of 0 stands for a layer that does not rotate.
void addGraniteWindows(const Json& config, MetadataTable& table) {
    addLayersWithoutRotation(config, table);
    const Json* types = findSetting(config, "layer_types");
    if (types == nullptr || !types->is_array())
        table.own("attention.sliding_window", countOf(config, "sliding_window", 128));
}

/// Integers of a list with one for each layer; empty if there is none.
GgufValue::Integers integersByLayer(const Json& config, const char* key) {
    GgufValue::Integers integers;
    const Json* found = findSetting(config, key);
    if (found == nullptr || !found->is_array()) return integers;
    for (const Json& one : *found) {
        if (!one.is_number_integer())
            throw Error(ErrorCode::BadFile, std::string("config.json's \"") + key + "\" is not integers");
        integers.push_back(one.get<int64_t>());
    }
    return integers;
}

/// Laguna: layers have numbers of heads of their own.
void addLaguna(const Json& config, MetadataTable& table) {
    const SettingsCopy reader(config, table);
    if (numberOf(config, "moe_router_logit_softcapping", 0.0) != 0)
        throw Error(ErrorCode::Unsupported,
                    "it caps the scores of its router, which Hearth does not know yet");
    auto heads = integersByLayer(config, "num_attention_heads_per_layer");
    if (!heads.empty()) table.own("attention.head_count", std::move(heads));
    reader.number("moe_routed_scaling_factor", "expert_weights_scale");
}

/// MiMo V2: layers with a window have other key heads. Published configurations differ from those that
/// transformers writes.
void addMimo2(const Json& config, MetadataTable& table) {
    const SettingsCopy reader(config, table);
    GgufValue::Integers pattern = integersByLayer(config, "hybrid_layer_pattern");
    if (const Json* types = findSetting(config, "layer_types"); types != nullptr && types->is_array()) {
        pattern.clear();
        for (const Json& type : *types) pattern.push_back(type == "sliding_attention" ? 1 : 0);
    }
    const uint64_t keyHeads = countOf(config, "num_key_value_heads", 1);
    const uint64_t windowed = countOf(config, "swa_num_key_value_heads", 2 * keyHeads);
    GgufValue::Integers heads;
    for (const int64_t local : pattern)
        heads.push_back(static_cast<int64_t>(local != 0 ? windowed : keyHeads));
    const uint64_t window = findSetting(config, "sliding_window_size") != nullptr
                                ? countOf(config, "sliding_window_size", 0) + 1
                                : countOf(config, "sliding_window", 0);
    table.own("attention.sliding_window", window);
    if (!pattern.empty()) {
        table.own("attention.head_count_kv", std::move(heads));
        table.own("attention.sliding_window_pattern", std::move(pattern));
    }
    table.own("attention.value_length", countOf(config, "v_head_dim", 128));
    reader.number("attention_value_scale", "attention.value_scale");
    reader.number("layernorm_epsilon", "attention.layer_norm_rms_epsilon");
    if (findSetting(config, "swa_rope_theta") != nullptr)
        table.own("rope.freq_base_swa", numberOf(config, "swa_rope_theta", 10000.0));
    const auto sparse = integersByLayer(config, "moe_layer_freq");
    const auto first = std::find_if(sparse.begin(), sparse.end(), [](int64_t one) { return one != 0; });
    if (!sparse.empty())
        table.own("leading_dense_block_count", static_cast<uint64_t>(first - sparse.begin()));
    addExpertsBesideShared(config, table);
}

/// Llama 4: chunks in place of windows, and two widths of the feed-forward part.
void addLlama4(const Json& config, MetadataTable& table) {
    const SettingsCopy reader(config, table);
    reader.count("intermediate_size_mlp", "feed_forward_length");
    reader.count("intermediate_size", "expert_feed_forward_length");
    reader.count("attention_chunk_size", "attention.sliding_window");
    reader.count("interleave_moe_layer_step", "interleave_moe_layer_step");
    reader.flag("use_qk_norm", "attention.normalizes_heads");
    reader.count("floor_scale", "attention.temperature_length");
    const Json* tunes = findSetting(config, "attn_temperature_tuning");
    const bool tempered = tunes == nullptr || (*tunes != false && *tunes != 0);
    table.own("attention.temperature_scale", tempered ? numberOf(config, "attn_scale", 0.1) : 0.0);
    const Json* types = findSetting(config, "layer_types");
    if (types == nullptr || !types->is_array()) return;
    GgufValue::Integers pattern;
    for (const Json& type : *types) pattern.push_back(type == "chunked_attention" ? 1 : 0);
    table.own("attention.sliding_window_pattern", pattern);
}

/// Standard deviations above the mean that a share of normally distributed values is below, by halving.
double normalQuantile(double share) {
    double low = -9, high = 9;
    for (int step = 0; step < 80; ++step) {
        const double middle = (low + high) / 2;
        (std::erfc(-middle / std::numbers::sqrt2) / 2 < share ? low : high) = middle;
    }
    return low;
}

/// Gemma 3n: what differs by layer, and the streams.
void addGemma3n(const Json& config, MetadataTable& table) {
    const SettingsCopy reader(config, table);
    reader.count("altup_num_inputs", "altup.num_inputs");
    reader.count("altup_active_idx", "altup.active_idx");
    reader.count("num_kv_shared_layers", "attention.shared_kv_layers");
    reader.count("hidden_size_per_layer_input", "embedding_length_per_layer_input");
    if (config.value("altup_correct_scale", Json()) == false)
        throw Error(ErrorCode::Unsupported, "it does not scale corrected outputs (altup_correct_scale)");
    const auto perLayer = [&](const char* key, const auto& add) {
        const Json* found = findSetting(config, key);
        if (found == nullptr || !found->is_array()) return;
        for (const Json& one : *found) {
            if (!one.is_number())
                throw Error(ErrorCode::BadFile, std::string("config.json's \"") + key + "\" is not numbers");
            add(one);
        }
    };
    GgufValue::Integers widths;
    perLayer("intermediate_size", [&](const Json& one) { widths.push_back(one.get<int64_t>()); });
    if (!widths.empty()) table.own("feed_forward_length", widths);
    GgufValue::Floats thresholds;
    perLayer("activation_sparsity_pattern", [&](const Json& one) {
        const auto share = one.get<double>();
        thresholds.push_back(share > 0 ? static_cast<float>(normalQuantile(share)) : 0.0F);
    });
    if (thresholds.empty()) thresholds.assign(countOf(config, "num_hidden_layers", 0), 0.0F);
    table.own("activation_sparsity_scale", thresholds);
}

/// Adds the numbers that some families name differently from all others.
void addFamilyNumbers(const Json& config, MetadataTable& table, std::vector<ExtraTensor>& extras) {
    const std::string& name = table.architecture();
    const SettingsCopy reader(config, table);
    if (name == "glm4moe" || name == "dots1" || name == "ernie4_5-moe" || name == "exaone-moe")
        addExpertsBesideShared(config, table);
    if (name == "afmoe") addAfmoe(config, table);
    if (name == "granite_swa") addGraniteWindows(config, table);
    if (name == "cohere2moe") addCohere2Moe(config, table);
    if (name == "olmo") {
        table.own("attention.layer_norm_epsilon", 1e-5);
        reader.number("clip_qkv", "attention.clamp_kqv");
    }
    if (name == "hy_v3") {
        addExpertsBesideShared(config, table);
        reader.number("router_scaling_factor", "expert_weights_scale");
    }
    if (name == "muse-glimmer") addMuseGlimmer(config, table, extras);
    if (name == "hunyuan-moe") addHunyuanExperts(config, table);
    if (name == "minimax-m2") reader.count("rotary_dim", "rope.dimension_count");
    if (name == "starcoder2") reader.number("norm_epsilon", "attention.layer_norm_epsilon");
    if (name == "olmo_hybrid") {
        reader.flag("linear_allow_neg_eigval", "ssm.negative_eigenvalues");
        const Json* rope = findSetting(config, "rope_parameters");
        table.own("attention.rotates", rope != nullptr && findSetting(*rope, "rope_theta") != nullptr);
    }
    if (name == "nemotron") reader.number("norm_eps", "attention.layer_norm_epsilon");
}

}  // namespace

void addWindows(const Json& config, MetadataTable& table) {
    const Json* types = findSetting(config, "layer_types");
    if (types != nullptr && types->is_array()) {
        GgufValue::Integers pattern;
        for (const Json& type : *types) pattern.push_back(type == "sliding_attention" ? 1 : 0);
        table.own("attention.sliding_window_pattern", pattern);
    }
    table.own("attention.sliding_window", countOf(config, "sliding_window", 0));
}

void addConfig(const Json& config, MetadataTable& table, std::vector<ExtraTensor>& extras) {
    checkFolderSizes(config);
    const SettingsCopy reader(config, table);
    const uint64_t width = countOf(config, "hidden_size", 0),
                   heads = countOf(config, "num_attention_heads", 0);
    if (width == 0 || heads == 0) throw Error(ErrorCode::BadFile, "config.json says no width or no heads");
    const uint64_t headDim = countOf(config, "head_dim", width / heads);
    HeadColumns columns{headDim, headDim};
    // First what differs by family: the first value of a key stays.
    addDenseLayers(config, table);
    if (isLatent(table.architecture())) {
        addLatentConfig(config, table);
        columns.full = columns.windowed = countOf(config, "qk_rope_head_dim", 64);
    } else if (table.architecture() == "mamba" || table.architecture() == "mamba2" ||
               table.architecture() == "jamba") {
        addMambaConfig(config, table);
    } else if (table.architecture() == "kimi-linear" || table.architecture() == "bailingmoe3") {
        addKimiConfig(config, table);
        columns.full = columns.windowed = countOf(config, "qk_rope_head_dim", 64);
    } else if (table.architecture().starts_with("nemotron_h")) {
        addNemotronHConfig(config, table);
    } else if (table.architecture() == "gemma4") {
        columns = addGemma4Config(config, table);
        // As far as it is not what a file without the key means.
        const bool sees = config.value("use_bidirectional_attention", Json()) == "vision";
        if (sees == (width == 1536 || width == 2560)) table.own("attention.pictures_see_ahead", sees);
    }
    if (table.architecture() == "laguna") addLaguna(config, table);
    if (table.architecture() == "mimo2") addMimo2(config, table);
    if (table.architecture() == "gemma3n") addGemma3n(config, table);
    if (table.architecture() == "cohere2moe")
        reader.count("prefix_dense_intermediate_size", "feed_forward_length");
    if (table.architecture() == "llama4") addLlama4(config, table);
    addRecurrence(config, table);
    addMtpConfig(config, table);
    table.own("block_count", countOf(config, "num_hidden_layers", 0));
    table.own("context_length", countOf(config, "max_position_embeddings", 2048));
    table.own("embedding_length", width);
    table.own("attention.head_count", heads);
    table.own("attention.head_count_kv", countOf(config, "num_key_value_heads", heads));
    table.own("attention.key_length", headDim);
    table.own("attention.value_length", headDim);
    if (const Json* hidden = findSetting(config, "intermediate_size");
        hidden == nullptr || !hidden->is_array())
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
    if (const Json* rotates = findSetting(config, "no_rope_layers");
        rotates != nullptr && rotates->is_array()) {
        GgufValue::Integers layers;  // for all its name, 1 stands for a layer that rotates
        for (const Json& layer : *rotates) layers.push_back(layer == 1 ? 1 : 0);
        table.own("rope.layer_pattern", layers);
    }
    if (findSetting(config, "query_pre_attn_scalar") != nullptr)
        table.own("attention.scale", 1.0 / std::sqrt(numberOf(config, "query_pre_attn_scalar", 1)));
    addFamilyNumbers(config, table, extras);
    const uint64_t experts = countOf(config, "num_local_experts", countOf(config, "num_experts", 0));
    if (experts != 0) {
        table.own("expert_count", experts);
        reader.count("num_experts_per_tok", "expert_used_count");
        if (findSetting(config, "moe_topk") == nullptr)  // Hunyuan has lists
            reader.count("moe_intermediate_size", "expert_feed_forward_length");
        reader.count("shared_expert_intermediate_size", "expert_shared_feed_forward_length");
        reader.count("shared_intermediate_size", "expert_shared_feed_forward_length");
        reader.flag("norm_topk_prob", "expert_weights_norm");
        reader.number("routed_scaling_factor", "expert_weights_scale");
    }
    addRope(config, columns, table, extras);
    if (config.value("use_sliding_window", true) && findSetting(config, "sliding_window") != nullptr)
        addWindows(config, table);
}

}  // namespace hearth::format
