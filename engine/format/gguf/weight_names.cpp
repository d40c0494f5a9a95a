#include "format/gguf/weight_names.h"

#include <array>

#include "hearth/error.h"

namespace hearth {

namespace {

struct RoleName {
    WeightRole role;
    const char* stem;
};

/// The names of llama.cpp's converter without layer and ending.
constexpr std::array roleNames{
    RoleName{WeightRole::TokenEmbedding, "token_embd"},
    RoleName{WeightRole::EmbeddingNorm, "token_embd_norm"},
    RoleName{WeightRole::PositionEmbedding, "position_embd"},
    RoleName{WeightRole::TokenTypes, "token_types"},
    RoleName{WeightRole::OutputNorm, "output_norm"},
    RoleName{WeightRole::Output, "output"},
    RoleName{WeightRole::ClassifierDense, "cls"},
    RoleName{WeightRole::ClassifierNorm, "cls.norm"},
    RoleName{WeightRole::ClassifierOutput, "cls.output"},
    RoleName{WeightRole::PooledDense1, "dense_2"},
    RoleName{WeightRole::PooledDense2, "dense_3"},
    RoleName{WeightRole::LayerEmbeddings, "per_layer_token_embd"},
    RoleName{WeightRole::LayerEmbeddingProjection, "per_layer_model_proj"},
    RoleName{WeightRole::LayerEmbeddingNorm, "per_layer_proj_norm"},
    RoleName{WeightRole::RotaryFactors, "rope_freqs"},
    RoleName{WeightRole::RotaryFactorsShort, "rope_factors_short"},
    RoleName{WeightRole::RotaryFactorsLong, "rope_factors_long"},
    RoleName{WeightRole::AttentionNorm, "attn_norm"},
    RoleName{WeightRole::AttentionPostNorm, "post_attention_norm"},
    RoleName{WeightRole::FeedForwardNorm, "ffn_norm"},
    RoleName{WeightRole::BareFeedForwardNorm, "ffn_norm"},
    RoleName{WeightRole::FeedForwardPostNorm, "post_ffw_norm"},
    RoleName{WeightRole::AttentionSumNorm, "attn_output_norm"},
    RoleName{WeightRole::FeedForwardSumNorm, "layer_output_norm"},
    RoleName{WeightRole::QueryKeyValue, "attn_qkv"},
    RoleName{WeightRole::Query, "attn_q"},
    RoleName{WeightRole::Key, "attn_k"},
    RoleName{WeightRole::Value, "attn_v"},
    RoleName{WeightRole::AttentionOutput, "attn_output"},
    RoleName{WeightRole::AttentionGate, "attn_gate"},
    RoleName{WeightRole::AttentionSinks, "attn_sinks"},
    RoleName{WeightRole::QueryNorm, "attn_q_norm"},
    RoleName{WeightRole::KeyNorm, "attn_k_norm"},
    RoleName{WeightRole::QueryDown, "attn_q_a"},
    RoleName{WeightRole::QueryDownNorm, "attn_q_a_norm"},
    RoleName{WeightRole::QueryUp, "attn_q_b"},
    RoleName{WeightRole::KeyValueDown, "attn_kv_a_mqa"},
    RoleName{WeightRole::KeyValueDownNorm, "attn_kv_a_norm"},
    RoleName{WeightRole::KeyAbsorbed, "attn_k_b"},
    RoleName{WeightRole::ValueAbsorbed, "attn_v_b"},
    RoleName{WeightRole::ConvolutionIn, "shortconv.in_proj"},
    RoleName{WeightRole::ConvolutionTaps, "shortconv.conv"},
    RoleName{WeightRole::ConvolutionOut, "shortconv.out_proj"},
    RoleName{WeightRole::StateIn, "ssm_in"},
    RoleName{WeightRole::StateTaps, "ssm_conv1d"},
    RoleName{WeightRole::StateTapsQuery, "ssm_conv1d_q"},
    RoleName{WeightRole::StateTapsKey, "ssm_conv1d_k"},
    RoleName{WeightRole::StateTapsValue, "ssm_conv1d_v"},
    RoleName{WeightRole::ForgetGateDown, "ssm_f_a"},
    RoleName{WeightRole::ForgetGateUp, "ssm_f_b"},
    RoleName{WeightRole::StateGateDown, "ssm_g_a"},
    RoleName{WeightRole::StateGateUp, "ssm_g_b"},
    RoleName{WeightRole::StateRate, "ssm_alpha"},
    RoleName{WeightRole::StateRateBias, "ssm_dt"},
    RoleName{WeightRole::ScanInputs, "ssm_x"},
    RoleName{WeightRole::ScanRateNorm, "ssm_dt_norm"},
    RoleName{WeightRole::ScanKeyNorm, "ssm_b_norm"},
    RoleName{WeightRole::ScanQueryNorm, "ssm_c_norm"},
    RoleName{WeightRole::StateStrength, "ssm_beta"},
    RoleName{WeightRole::StateStrengthAndRate, "ssm_ba"},
    RoleName{WeightRole::StateDecay, "ssm_a"},
    RoleName{WeightRole::StateSkip, "ssm_d"},
    RoleName{WeightRole::StateNorm, "ssm_norm"},
    RoleName{WeightRole::StateOut, "ssm_out"},
    RoleName{WeightRole::FeedForwardGate, "ffn_gate"},
    RoleName{WeightRole::FeedForwardUp, "ffn_up"},
    RoleName{WeightRole::FeedForwardDown, "ffn_down"},
    RoleName{WeightRole::Router, "ffn_gate_inp"},
    RoleName{WeightRole::ExpertSelection, "exp_probs_b"},
    RoleName{WeightRole::ExpertGateUp, "ffn_gate_up_exps"},
    RoleName{WeightRole::ExpertGate, "ffn_gate_exps"},
    RoleName{WeightRole::ExpertUp, "ffn_up_exps"},
    RoleName{WeightRole::ExpertDown, "ffn_down_exps"},
    RoleName{WeightRole::ExpertsDown, "ffn_latent_down"},
    RoleName{WeightRole::ExpertsUp, "ffn_latent_up"},
    RoleName{WeightRole::SharedExpertGate, "ffn_gate_shexp"},
    RoleName{WeightRole::SharedExpertUp, "ffn_up_shexp"},
    RoleName{WeightRole::SharedExpertDown, "ffn_down_shexp"},
    RoleName{WeightRole::SharedExpertRouter, "ffn_gate_inp_shexp"},
    RoleName{WeightRole::DensePostNorm, "post_ffw_norm_1"},
    RoleName{WeightRole::ExpertsNorm, "pre_ffw_norm_2"},
    RoleName{WeightRole::ExpertsPostNorm, "post_ffw_norm_2"},
    RoleName{WeightRole::LayerGate, "inp_gate"},
    RoleName{WeightRole::LayerUp, "proj"},
    RoleName{WeightRole::LayerPostNorm, "post_norm"},
    RoleName{WeightRole::LayerOutputScale, "layer_output_scale"},
    RoleName{WeightRole::StreamProjections, "altup_proj"},
    RoleName{WeightRole::StreamUnprojections, "altup_unembd_proj"},
    RoleName{WeightRole::StreamRouter, "altup_router"},
    RoleName{WeightRole::StreamRouterNorm, "altup_router_norm"},
    RoleName{WeightRole::StreamPredict, "altup_predict_coef"},
    RoleName{WeightRole::StreamCorrect, "altup_correct_coef"},
    RoleName{WeightRole::StreamScale, "altup_correct_scale"},
    RoleName{WeightRole::LowRankDown, "laurel_l"},
    RoleName{WeightRole::LowRankUp, "laurel_r"},
    RoleName{WeightRole::LowRankNorm, "laurel_post_norm"},
    RoleName{WeightRole::MtpProjection, "nextn.eh_proj"},
    RoleName{WeightRole::MtpEmbeddingNorm, "nextn.enorm"},
    RoleName{WeightRole::MtpStateNorm, "nextn.hnorm"},
    RoleName{WeightRole::MtpOutputNorm, "nextn.shared_head_norm"},
};

const char* endingOf(const WeightId& id) noexcept {
    // These were named without the endings of others.
    if (id.role == WeightRole::StateDecay || id.role == WeightRole::StateSkip) return "";
    if (id.role == WeightRole::BareFeedForwardNorm && id.part == WeightPart::Weight) return "";
    switch (id.part) {
        case WeightPart::Weight:
            break;
        case WeightPart::Bias:
            return ".bias";
        case WeightPart::Scale:
            return ".scale";
    }
    return ".weight";
}

}  // namespace

std::string ggufWeightName(const WeightId& id) {
    for (const RoleName& one : roleNames) {
        if (one.role != id.role) continue;
        const std::string layer =
            id.layer == WeightId::noLayer ? std::string() : "blk." + std::to_string(id.layer) + ".";
        return layer + one.stem + endingOf(id);
    }
    throw Error(ErrorCode::BadInput, "No file has a weight of this role.");
}

/// Files of Hunyuan 3 have the biases of choosing without an ending.
std::string otherGgufWeightName(const WeightId& id) {
    if (id.role != WeightRole::ExpertSelection) return {};
    const std::string name = ggufWeightName(id);
    return name.substr(0, name.rfind('.'));
}

}  // namespace hearth
