#include <string>

#include "format/huggingface/folder_settings.h"
#include "hearth/error.h"

namespace hearth::format {

using Json = nlohmann::json;

/// A number of the layers that see everything: under its own name in the published folders, or by layer.
static uint64_t globalCount(const Json& config, const char* published, const char* byLayer,
                            uint64_t otherwise) {
    if (findSetting(config, published) != nullptr) return countOf(config, published, otherwise);
    const Json *layers = findSetting(config, "per_layer_config"), *types = findSetting(config, "layer_types");
    if (layers == nullptr || !layers->is_object() || types == nullptr || !types->is_array()) return otherwise;
    for (size_t i = 0; i < types->size(); ++i) {
        const auto layer = layers->find(std::to_string(i));
        if ((*types)[i] == "full_attention" && layer != layers->end() && layer->is_object())
            return countOf(*layer, byLayer, otherwise);
    }
    return countOf(config, byLayer, otherwise);  // of all layers alike
}

HeadColumns addGemma4Config(const Json& config, MetadataTable& table) {
    const Json* types = findSetting(config, "layer_types");
    if (types == nullptr || !types->is_array())
        throw Error(ErrorCode::BadFile, "config.json does not say which layers have a window (layer_types)");
    const uint64_t heads = countOf(config, "num_attention_heads", 0),
                   keyHeads = countOf(config, "num_key_value_heads", heads),
                   localDim = countOf(config, "head_dim", 256),
                   globalDim = globalCount(config, "global_head_dim", "head_dim", 512);
    table.own("attention.key_length", globalDim);
    table.own("attention.value_length", globalDim);
    table.own("attention.key_length_swa", localDim);
    table.own("attention.value_length_swa", localDim);
    // Layers that take their keys for values too have a number of heads of their own.
    const bool ownHeads = config.value("attention_k_eq_v", Json()) == true ||
                          findSetting(config, "num_global_key_value_heads") == nullptr;
    const uint64_t globalHeads =
        ownHeads ? globalCount(config, "num_global_key_value_heads", "num_key_value_heads", keyHeads)
                 : keyHeads;
    const uint64_t shared = countOf(config, "num_kv_shared_layers", 0),
                   width = countOf(config, "intermediate_size", 0);
    const bool wide = config.value("use_double_wide_mlp", Json()) == true;
    GgufValue::Integers keyHeadsOf, widthOf;
    for (size_t i = 0; i < types->size(); ++i) {
        keyHeadsOf.push_back(static_cast<int64_t>((*types)[i] == "full_attention" ? globalHeads : keyHeads));
        const bool shares = i + shared >= types->size();
        widthOf.push_back(static_cast<int64_t>(wide && shares ? 2 * width : width));
    }
    table.own("attention.head_count_kv", keyHeadsOf);
    table.own("feed_forward_length", widthOf);
    table.own("attention.shared_kv_layers", shared);
    table.own("embedding_length_per_layer_input", countOf(config, "hidden_size_per_layer_input", 0));
    if (config.value("enable_moe_block", Json()) != true) return {globalDim, localDim};
    const SettingsCopy copy(config, table);
    copy.count("num_experts", "expert_count");
    copy.count("top_k_experts", "expert_used_count");
    copy.count("moe_intermediate_size", "expert_feed_forward_length");
    return {globalDim, localDim};
}

}  // namespace hearth::format
