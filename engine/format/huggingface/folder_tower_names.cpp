#include "format/huggingface/folder_tower_names.h"

#include <algorithm>
#include <array>

#include "format/huggingface/folder_tensor_table.h"

namespace hearth::format {

namespace {

constexpr std::array visionKinds{
    VisionKind{"gemma3", "gemma3"},
    VisionKind{"gemma4", "gemma4v", true},
    VisionKind{"glm46v", "glm4v"},
    VisionKind{"glm4v", "glm4v"},
    VisionKind{"glm4v_moe", "glm4v"},
    VisionKind{"idefics3", "idefics3"},
    VisionKind{"internvl", "internvl"},
    VisionKind{"internvl_chat", "internvl"},
    VisionKind{"kimi_vl", "kimivl"},
    VisionKind{"lfm2_vl", "lfm2", true},
    VisionKind{"llava", "mlp"},
    VisionKind{"llava_next", "mlp"},
    VisionKind{"mistral3", "pixtral", false, true},
    VisionKind{"pixtral", "pixtral", false, true},
    VisionKind{"qwen2_5_vl", "qwen2.5vl_merger"},
    VisionKind{"qwen2_vl", "qwen2vl_merger"},
    VisionKind{"qwen3_5", "qwen3vl_merger"},
    VisionKind{"qwen3_5_moe", "qwen3vl_merger"},
    VisionKind{"qwen3_vl", "qwen3vl_merger"},
    VisionKind{"qwen3_vl_moe", "qwen3vl_merger"},
    VisionKind{"smolvlm", "idefics3"},
};

/// Name of a tensor in a folder and in an mmproj file.
struct TensorName {
    std::string_view from, to;
};

/// The tensors of a projector, with their endings.
struct ProjectorName {
    std::string_view projector, from, to;
};
constexpr std::array projectorNames{
    ProjectorName{"gemma3", "multi_modal_projector.mm_input_projection_weight", "mm.input_projection.weight"},
    ProjectorName{"gemma3", "multi_modal_projector.mm_soft_emb_norm.weight", "mm.soft_emb_norm.weight"},
    ProjectorName{"gemma4v", "embed_vision.embedding_projection.weight", "mm.input_projection.weight"},
    ProjectorName{"idefics3", "connector.modality_projection.proj.weight", "mm.model.fc.weight"},
    ProjectorName{"internvl", "multi_modal_projector.layer_norm.weight", "mm.model.mlp.0.weight"},
    ProjectorName{"internvl", "multi_modal_projector.layer_norm.bias", "mm.model.mlp.0.bias"},
    ProjectorName{"internvl", "multi_modal_projector.linear_1.weight", "mm.model.mlp.1.weight"},
    ProjectorName{"internvl", "multi_modal_projector.linear_1.bias", "mm.model.mlp.1.bias"},
    ProjectorName{"internvl", "multi_modal_projector.linear_2.weight", "mm.model.mlp.3.weight"},
    ProjectorName{"internvl", "multi_modal_projector.linear_2.bias", "mm.model.mlp.3.bias"},
    // As the original repository has them.
    ProjectorName{"internvl", "mlp1.0.weight", "mm.model.mlp.0.weight"},
    ProjectorName{"internvl", "mlp1.0.bias", "mm.model.mlp.0.bias"},
    ProjectorName{"internvl", "mlp1.1.weight", "mm.model.mlp.1.weight"},
    ProjectorName{"internvl", "mlp1.1.bias", "mm.model.mlp.1.bias"},
    ProjectorName{"internvl", "mlp1.3.weight", "mm.model.mlp.3.weight"},
    ProjectorName{"internvl", "mlp1.3.bias", "mm.model.mlp.3.bias"},
    ProjectorName{"kimivl", "multi_modal_projector.pre_norm.weight", "mm.input_norm.weight"},
    ProjectorName{"kimivl", "multi_modal_projector.pre_norm.bias", "mm.input_norm.bias"},
    ProjectorName{"kimivl", "multi_modal_projector.linear_1.weight", "mm.1.weight"},
    ProjectorName{"kimivl", "multi_modal_projector.linear_1.bias", "mm.1.bias"},
    ProjectorName{"kimivl", "multi_modal_projector.linear_2.weight", "mm.2.weight"},
    ProjectorName{"kimivl", "multi_modal_projector.linear_2.bias", "mm.2.bias"},
    ProjectorName{"lfm2", "multi_modal_projector.layer_norm.weight", "mm.input_norm.weight"},
    ProjectorName{"lfm2", "multi_modal_projector.layer_norm.bias", "mm.input_norm.bias"},
    ProjectorName{"lfm2", "multi_modal_projector.linear_1.weight", "mm.1.weight"},
    ProjectorName{"lfm2", "multi_modal_projector.linear_1.bias", "mm.1.bias"},
    ProjectorName{"lfm2", "multi_modal_projector.linear_2.weight", "mm.2.weight"},
    ProjectorName{"lfm2", "multi_modal_projector.linear_2.bias", "mm.2.bias"},
    ProjectorName{"mlp", "image_newline", "model.image_newline"},
    ProjectorName{"mlp", "multi_modal_projector.linear_1.weight", "mm.0.weight"},
    ProjectorName{"mlp", "multi_modal_projector.linear_1.bias", "mm.0.bias"},
    ProjectorName{"mlp", "multi_modal_projector.linear_2.weight", "mm.2.weight"},
    ProjectorName{"mlp", "multi_modal_projector.linear_2.bias", "mm.2.bias"},
    ProjectorName{"pixtral", "multi_modal_projector.norm.weight", "mm.input_norm.weight"},
    ProjectorName{"pixtral", "multi_modal_projector.patch_merger.merging_layer.weight",
                  "mm.patch_merger.weight"},
    ProjectorName{"pixtral", "multi_modal_projector.linear_1.weight", "mm.1.weight"},
    ProjectorName{"pixtral", "multi_modal_projector.linear_1.bias", "mm.1.bias"},
    ProjectorName{"pixtral", "multi_modal_projector.linear_2.weight", "mm.2.weight"},
    ProjectorName{"pixtral", "multi_modal_projector.linear_2.bias", "mm.2.bias"},
};

std::string_view projectorName(std::string_view projector, std::string_view name) {
    for (const ProjectorName& one : projectorNames)
        if (one.projector == projector && one.from == name) return one.to;
    return {};
}

/// Names of SigLIP, of CLIP, Pixtral and Gemma 4, and of InternVL's tower, without the part in front of them;
/// those of a layer without layer.
constexpr std::array towerNames{
    TensorName{"embeddings.patch_embedding", "v.patch_embd"},
    TensorName{"embeddings.patch_embeddings.projection", "v.patch_embd"},
    TensorName{"pre_layrnorm", "v.pre_ln"},
    TensorName{"ln_pre", "v.pre_ln"},
    TensorName{"patch_conv", "v.patch_embd"},
    TensorName{"patch_embedder.input_proj", "v.patch_embd"},
    TensorName{"post_layernorm", "v.post_ln"},
};
constexpr std::array towerLayerNames{
    TensorName{"layer_norm1", "ln1"},
    TensorName{"layer_norm2", "ln2"},
    TensorName{"layernorm_before", "ln1"},
    TensorName{"layernorm_after", "ln2"},
    TensorName{"self_attn.q_proj", "attn_q"},
    TensorName{"self_attn.k_proj", "attn_k"},
    TensorName{"self_attn.v_proj", "attn_v"},
    TensorName{"self_attn.out_proj", "attn_out"},
    TensorName{"attention.q_proj", "attn_q"},
    TensorName{"attention.k_proj", "attn_k"},
    TensorName{"attention.v_proj", "attn_v"},
    TensorName{"attention.projection_layer", "attn_out"},
    TensorName{"mlp.fc1", "ffn_up"},
    TensorName{"mlp.fc2", "ffn_down"},
    // Pixtral's.
    TensorName{"attention_norm", "ln1"},
    TensorName{"ffn_norm", "ln2"},
    TensorName{"attention.o_proj", "attn_out"},
    TensorName{"feed_forward.gate_proj", "ffn_gate"},
    TensorName{"feed_forward.up_proj", "ffn_up"},
    TensorName{"feed_forward.down_proj", "ffn_down"},
    // Gemma 4's.
    TensorName{"input_layernorm", "ln1"},
    TensorName{"post_attention_layernorm", "attn_post_norm"},
    TensorName{"pre_feedforward_layernorm", "ln2"},
    TensorName{"post_feedforward_layernorm", "ffn_post_norm"},
    TensorName{"self_attn.q_norm", "attn_q_norm"},
    TensorName{"self_attn.k_norm", "attn_k_norm"},
    TensorName{"self_attn.q_proj.linear", "attn_q"},
    TensorName{"self_attn.k_proj.linear", "attn_k"},
    TensorName{"self_attn.v_proj.linear", "attn_v"},
    TensorName{"self_attn.o_proj.linear", "attn_out"},
    TensorName{"mlp.gate_proj.linear", "ffn_gate"},
    TensorName{"mlp.up_proj.linear", "ffn_up"},
    TensorName{"mlp.down_proj.linear", "ffn_down"},
    // The limits of Gemma 4's, which stand beside "linear".
    TensorName{"self_attn.o_proj", "attn_out"},
    TensorName{"mlp.gate_proj", "ffn_gate"},
    TensorName{"mlp.up_proj", "ffn_up"},
    TensorName{"mlp.down_proj", "ffn_down"},
    // InternVL's, in the original repository.
    TensorName{"norm1", "ln1"},
    TensorName{"norm2", "ln2"},
    TensorName{"attn.qkv", "attn_qkv"},
    TensorName{"attn.proj", "attn_out"},
};

/// Those of Kimi-VL, in whose names "vision_tower." is in front.
constexpr std::array kimiTowerNames{
    TensorName{"patch_embed.proj", "v.patch_embd"},
    TensorName{"patch_embed.pos_emb", "v.position_embd"},
    TensorName{"encoder.final_layernorm", "v.post_ln"},
};
constexpr std::array kimiLayerNames{
    TensorName{"norm0", "ln1"},   TensorName{"norm1", "ln2"},      TensorName{"wqkv", "attn_qkv"},
    TensorName{"wo", "attn_out"}, TensorName{"mlp.fc0", "ffn_up"}, TensorName{"mlp.fc1", "ffn_down"},
};

/// Those of Qwen's towers and of GLM's, in whose names "visual." is in front.
constexpr std::array qwenTowerNames{
    TensorName{"embeddings.position_embedding", "v.position_embd"},
    TensorName{"post_conv_layernorm", "v.norm_embd"},
    TensorName{"post_layernorm", "v.post_ln"},
    TensorName{"downsample", "mm.patch_merger"},
    TensorName{"merger.proj", "mm.model.fc"},
    TensorName{"merger.post_projection_norm", "mm.post_norm"},
    TensorName{"merger.gate_proj", "mm.gate"},
    TensorName{"merger.up_proj", "mm.up"},
    TensorName{"merger.down_proj", "mm.down"},
    TensorName{"pos_embed", "v.position_embd"},
    TensorName{"merger.ln_q", "v.post_ln"},
    TensorName{"merger.norm", "v.post_ln"},
    TensorName{"merger.mlp.0", "mm.0"},
    TensorName{"merger.mlp.2", "mm.2"},
    TensorName{"merger.linear_fc1", "mm.0"},
    TensorName{"merger.linear_fc2", "mm.2"},
};
constexpr std::array qwenLayerNames{
    TensorName{"norm1", "ln1"},
    TensorName{"norm2", "ln2"},
    TensorName{"attn.qkv", "attn_qkv"},
    TensorName{"attn.proj", "attn_out"},
    TensorName{"mlp.gate_proj", "ffn_gate"},
    TensorName{"mlp.up_proj", "ffn_up"},
    TensorName{"mlp.down_proj", "ffn_down"},
    TensorName{"mlp.linear_fc1", "ffn_up"},
    TensorName{"mlp.linear_fc2", "ffn_down"},
    TensorName{"mlp.fc1", "ffn_up"},
    TensorName{"mlp.fc2", "ffn_down"},
};
constexpr std::array qwenDeepNames{
    TensorName{"norm", "norm"},
    TensorName{"linear_fc1", "fc1"},
    TensorName{"linear_fc2", "fc2"},
};

template <size_t Count>
std::string_view renamedTensor(const std::array<TensorName, Count>& names, std::string_view name) {
    for (const TensorName& one : names)
        if (!one.from.empty() && one.from == name) return one.to;
    return {};
}

/// With its ending, ".weight" or ".bias".
template <size_t Count>
std::string renamedWithEnding(const std::array<TensorName, Count>& names, std::string_view name) {
    const size_t dot = name.rfind('.');
    if (dot == std::string_view::npos) return {};
    const std::string_view stem = renamedTensor(names, name.substr(0, dot));
    return stem.empty() ? std::string() : std::string(stem) + std::string(name.substr(dot));
}

/// A name without "visual."; `deepLayers`: the layers that have a merger of their own.
std::string qwenTensorName(std::string_view name, const std::vector<uint64_t>& deepLayers) {
    if (const std::string block = takeBlock(name, "blocks."); !block.empty()) {
        const std::string own = renamedWithEnding(qwenLayerNames, name);
        return own.empty() ? own : "v." + block + own;
    }
    if (takePrefix(name, "deepstack_merger_list.")) {
        const auto index = takeNumber(name, deepLayers.size());
        const std::string own = index ? renamedWithEnding(qwenDeepNames, name) : std::string();
        return own.empty() ? own : "v.deepstack." + std::to_string(deepLayers[*index]) + "." + own;
    }
    if (name == "patch_embed.proj.bias") return "v.patch_embd.bias";
    return renamedWithEnding(qwenTowerNames, name);
}

std::string kimiTensorName(std::string_view name) {
    if (!takePrefix(name, "vision_tower.")) return {};
    const std::string block = takeBlock(name, "encoder.blocks.");
    if (block.empty()) return renamedWithEnding(kimiTowerNames, name);
    const std::string own = renamedWithEnding(kimiLayerNames, name);
    return own.empty() ? own : "v." + block + own;
}

/// Empty for tensors that are not of the vision encoder.
std::string towerTensorName(std::string_view name) {
    bool inTower = takePrefix(name, "vision_tower.");
    inTower = takePrefix(name, "vision_model.") || inTower;
    if (!inTower) return {};
    for (const std::string_view prefix : {"encoder.layers.", "encoder.layer.", "transformer.layers."}) {
        const std::string block = takeBlock(name, prefix);
        if (block.empty()) continue;
        if (name == "lambda_1" || name == "ls1") return "v." + block + "ls1.weight";
        if (name == "lambda_2" || name == "ls2") return "v." + block + "ls2.weight";
        const std::string own = renamedWithEnding(towerLayerNames, name);
        return own.empty() ? own : "v." + block + own;
    }
    if (name == "embeddings.position_embedding.weight" || name == "embeddings.position_embeddings" ||
        name == "embeddings.position_embedding")
        return "v.position_embd.weight";
    if (name == "patch_embedder.position_embedding_table") return "v.position_embd.weight";
    if (name == "std_bias" || name == "std_scale") return "v." + std::string(name);
    if (name == "embeddings.cls_token" || name == "embeddings.class_embedding") return "v.class_embd";
    return renamedWithEnding(towerNames, name);
}

}  // namespace

const VisionKind* findVisionKind(std::string_view modelType) noexcept {
    const auto found = std::find_if(visionKinds.begin(), visionKinds.end(),
                                    [&](const VisionKind& kind) { return kind.modelType == modelType; });
    return found != visionKinds.end() ? &*found : nullptr;
}

std::string visionTensorName(const VisionKind& kind, std::string_view name,
                             const std::vector<uint64_t>& deepLayers) {
    if (const std::string_view own = projectorName(kind.projector, name); !own.empty())
        return std::string(own);
    if (takePrefix(name, "visual.")) return qwenTensorName(name, deepLayers);
    return kind.projector == "kimivl" ? kimiTensorName(name) : towerTensorName(name);
}

}  // namespace hearth::format
