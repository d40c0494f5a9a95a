#include <array>

#include "format/huggingface/folder_settings.h"
#include "hearth/error.h"

namespace hearth::format {

namespace {

struct LargestCount {
    const char* key;
    uint64_t most;
};

// Limits of values that are read from config.json before any tensor. The engine later checks all of them
// against the shapes of the tensors. Until then these limits, several times those of any published model,
// prevent a wrong number from deciding how much memory is allocated. The first ones are those of
// engine/model/model_config.cpp.
constexpr uint64_t mostFolderLayers = 512, mostFolderHeads = 1024, widestFolder = uint64_t{1} << 20U,
                   widestHead = uint64_t{1} << 16U, longestFolderContext = uint64_t{1} << 30U;

constexpr std::array largestCounts = {
    LargestCount{"attn_layer_period", mostFolderLayers},
    LargestCount{"attn_layer_offset", mostFolderLayers},
    LargestCount{"n_layer", mostFolderLayers},
    LargestCount{"n_head", mostFolderHeads},
    LargestCount{"n_embd", widestFolder / 4},
    LargestCount{"n_inner", widestFolder},
    LargestCount{"n_positions", longestFolderContext},
    LargestCount{"num_hidden_layers", mostFolderLayers},
    LargestCount{"num_nextn_predict_layers", mostFolderLayers},
    LargestCount{"mtp_num_hidden_layers", mostFolderLayers},
    LargestCount{"num_kv_shared_layers", mostFolderLayers},
    LargestCount{"first_k_dense_replace", mostFolderLayers},
    LargestCount{"num_dense_layers", mostFolderLayers},
    LargestCount{"full_attention_interval", mostFolderLayers},
    LargestCount{"num_attention_heads", mostFolderHeads},
    LargestCount{"num_key_value_heads", mostFolderHeads},
    LargestCount{"num_global_key_value_heads", mostFolderHeads},
    LargestCount{"linear_num_key_heads", mostFolderHeads},
    LargestCount{"linear_num_value_heads", mostFolderHeads},
    LargestCount{"mamba_n_heads", mostFolderHeads},
    LargestCount{"mamba_num_heads", mostFolderHeads},
    LargestCount{"mamba_n_groups", mostFolderHeads},
    LargestCount{"n_groups", mostFolderHeads},
    LargestCount{"num_experts", mostFolderHeads},
    LargestCount{"num_local_experts", mostFolderHeads},
    LargestCount{"n_routed_experts", mostFolderHeads},
    LargestCount{"moe_num_experts", mostFolderHeads},
    LargestCount{"hidden_size", widestFolder},
    LargestCount{"hidden_size_per_layer_input", widestFolder},
    LargestCount{"intermediate_size", widestFolder},
    LargestCount{"intermediate_size_mlp", widestFolder},
    LargestCount{"moe_intermediate_size", widestFolder},
    LargestCount{"moe_latent_size", widestFolder},
    LargestCount{"moe_shared_expert_intermediate_size", widestFolder},
    LargestCount{"shared_intermediate_size", widestFolder},
    LargestCount{"shared_expert_intermediate_size", widestFolder},
    LargestCount{"block_ff_dim", widestFolder},
    LargestCount{"block_multiple_of", widestFolder},
    LargestCount{"head_dim", widestHead},
    LargestCount{"global_head_dim", widestHead},
    LargestCount{"qk_nope_head_dim", widestHead},
    LargestCount{"qk_rope_head_dim", widestHead},
    LargestCount{"v_head_dim", widestHead},
    LargestCount{"q_lora_rank", widestHead},
    LargestCount{"kv_lora_rank", widestHead},
    LargestCount{"linear_key_head_dim", widestHead},
    LargestCount{"linear_value_head_dim", widestHead},
    LargestCount{"mamba_d_state", widestHead},
    LargestCount{"mamba_d_conv", widestHead},
    LargestCount{"mamba_d_head", widestHead},
    LargestCount{"mamba_head_dim", widestHead},
    LargestCount{"ssm_state_size", widestHead},
    LargestCount{"conv_kernel", widestHead},
    LargestCount{"state_size", widestHead},
    LargestCount{"num_heads", mostFolderHeads},
    LargestCount{"expand", widestHead},
    LargestCount{"time_step_rank", widestHead},
    LargestCount{"mamba_expand", widestHead},
    LargestCount{"linear_conv_kernel_dim", widestHead},
    LargestCount{"short_conv_kernel_size", widestHead},
    LargestCount{"linear_head_dim", widestHead},
    LargestCount{"conv_L_cache", widestHead},
    LargestCount{"rotary_dim", widestHead},
    LargestCount{"max_position_embeddings", longestFolderContext},
    LargestCount{"original_max_position_embeddings", longestFolderContext},
    LargestCount{"sliding_window", longestFolderContext},
    LargestCount{"attention_chunk_size", longestFolderContext},
    LargestCount{"vocab_size", uint64_t{1} << 24U},
};

}  // namespace

void checkFolderSizes(const nlohmann::json& config) {
    for (const LargestCount& largest : largestCounts) {
        // A value that is not a number is refused where it is read.
        const nlohmann::json* value = findSetting(config, largest.key);
        if (value == nullptr || !value->is_number()) continue;
        if (value->get<double>() <= static_cast<double>(largest.most)) continue;
        throw Error(ErrorCode::BadFile, std::string("config.json's \"") + largest.key + "\" is " +
                                            value->dump() + ", and Hearth supports at most " +
                                            std::to_string(largest.most));
    }
}

}  // namespace hearth::format
