#include "format/gguf/tower_names.h"

#include <algorithm>
#include <array>

namespace hearth {

namespace {

/// Names of llama.cpp's converter, without layer and ending.
std::string_view stemOf(TowerRole role) {
    switch (role) {
        case TowerRole::PatchEmbedding:
        case TowerRole::SecondPatchEmbedding:
            return "v.patch_embd";
        case TowerRole::ClassEmbedding:
            return "v.class_embd";
        case TowerRole::Positions:
            return "v.position_embd";
        case TowerRole::InputNorm:
            return "v.pre_ln";
        case TowerRole::OutputNorm:
            return "v.post_ln";
        case TowerRole::AttentionNorm:
            return "ln1";
        case TowerRole::QueryKeyValue:
            return "attn_qkv";
        case TowerRole::Query:
            return "attn_q";
        case TowerRole::Key:
            return "attn_k";
        case TowerRole::Value:
            return "attn_v";
        case TowerRole::AttentionOutput:
            return "attn_out";
        case TowerRole::QueryNorm:
            return "attn_q_norm";
        case TowerRole::KeyNorm:
            return "attn_k_norm";
        case TowerRole::AttentionPostNorm:
            return "attn_post_norm";
        case TowerRole::FeedForwardPostNorm:
            return "ffn_post_norm";
        case TowerRole::StandardBias:
            return "v.std_bias";
        case TowerRole::StandardScale:
            return "v.std_scale";
        case TowerRole::AttentionScale:
            return "ls1";
        case TowerRole::FeedForwardNorm:
            return "ln2";
        case TowerRole::FeedForwardGate:
            return "ffn_gate";
        case TowerRole::FeedForwardUp:
            return "ffn_up";
        case TowerRole::FeedForwardDown:
            return "ffn_down";
        case TowerRole::FeedForwardScale:
            return "ls2";
        case TowerRole::DeepNorm:
            return "norm";
        case TowerRole::DeepIn:
            return "fc1";
        case TowerRole::DeepOut:
            return "fc2";
        case TowerRole::LineEnd:
            return "model.image_newline";
        default:
            break;
    }
    return {};
}

/// Names that differ by family, of the projector's weights above all.
struct OwnName {
    std::string_view projector;
    TowerRole role;
    std::string_view stem;
};
constexpr std::array ownNames{
    OwnName{"gemma3", TowerRole::ProjectorNorm, "mm.soft_emb_norm"},
    OwnName{"gemma3", TowerRole::ProjectorIn, "mm.input_projection"},
    OwnName{"gemma4v", TowerRole::ProjectorIn, "mm.input_projection"},
    OwnName{"glm4v", TowerRole::InputNorm, "v.norm_embd"},
    OwnName{"glm4v", TowerRole::ProjectorMerge, "mm.patch_merger"},
    OwnName{"glm4v", TowerRole::ProjectorIn, "mm.model.fc"},
    OwnName{"glm4v", TowerRole::ProjectorPostNorm, "mm.post_norm"},
    OwnName{"glm4v", TowerRole::ProjectorGate, "mm.gate"},
    OwnName{"glm4v", TowerRole::ProjectorUp, "mm.up"},
    OwnName{"glm4v", TowerRole::ProjectorOut, "mm.down"},
    OwnName{"idefics3", TowerRole::ProjectorIn, "mm.model.fc"},
    OwnName{"internvl", TowerRole::ProjectorNorm, "mm.model.mlp.0"},
    OwnName{"internvl", TowerRole::ProjectorIn, "mm.model.mlp.1"},
    OwnName{"internvl", TowerRole::ProjectorOut, "mm.model.mlp.3"},
    OwnName{"kimivl", TowerRole::PatchNorm, "mm.input_norm"},
    OwnName{"kimivl", TowerRole::ProjectorIn, "mm.1"},
    OwnName{"kimivl", TowerRole::ProjectorOut, "mm.2"},
    OwnName{"lfm2", TowerRole::ProjectorNorm, "mm.input_norm"},
    OwnName{"lfm2", TowerRole::ProjectorIn, "mm.1"},
    OwnName{"lfm2", TowerRole::ProjectorOut, "mm.2"},
    OwnName{"mlp", TowerRole::ProjectorIn, "mm.0"},
    OwnName{"mlp", TowerRole::ProjectorOut, "mm.2"},
    OwnName{"pixtral", TowerRole::PatchNorm, "mm.input_norm"},
    OwnName{"pixtral", TowerRole::ProjectorMerge, "mm.patch_merger"},
    OwnName{"pixtral", TowerRole::ProjectorIn, "mm.1"},
    OwnName{"pixtral", TowerRole::ProjectorOut, "mm.2"},
    OwnName{"qwen2vl_merger", TowerRole::ProjectorIn, "mm.0"},
    OwnName{"qwen2vl_merger", TowerRole::ProjectorOut, "mm.2"},
    OwnName{"qwen2.5vl_merger", TowerRole::ProjectorIn, "mm.0"},
    OwnName{"qwen2.5vl_merger", TowerRole::ProjectorOut, "mm.2"},
    OwnName{"qwen3vl_merger", TowerRole::ProjectorIn, "mm.0"},
    OwnName{"qwen3vl_merger", TowerRole::ProjectorOut, "mm.2"},
};

std::string_view ownStem(std::string_view projector, TowerRole role) {
    const auto found = std::find_if(ownNames.begin(), ownNames.end(), [&](const OwnName& one) {
        return one.projector == projector && one.role == role;
    });
    return found == ownNames.end() ? stemOf(role) : found->stem;
}

}  // namespace

std::string towerWeightName(std::string_view projector, const TowerWeightId& id) {
    const bool isProjector = id.role >= TowerRole::PatchNorm;
    std::string name(ownStem(projector, id.role));
    if (name.empty()) return name;
    const bool isDeep = id.role >= TowerRole::DeepNorm && !isProjector;
    if (id.layer != TowerWeightId::noLayer)
        name = (isDeep ? "v.deepstack." : "v.blk.") + std::to_string(id.layer) + "." + name;
    // Vectors by themselves.
    const bool isPlain = id.role == TowerRole::ClassEmbedding || id.role == TowerRole::StandardBias ||
                         id.role == TowerRole::StandardScale || id.role == TowerRole::LineEnd;
    if (isPlain) return name;
    if (id.role == TowerRole::SecondPatchEmbedding) return name + ".weight.1";
    return name + (id.bias ? ".bias" : ".weight");
}

}  // namespace hearth
