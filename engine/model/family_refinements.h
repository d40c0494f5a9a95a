// Facts about some families that no field of a file gives: Family::refine. Part of family_table.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "format/gguf/weight_names.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "model/metadata_reader.h"
#include "model/model_config.h"
#include "model/rope_table.h"

namespace hearth {

/// Gemma multiplies embeddings by sqrt(width).
inline void refineGemma(const MetadataReader&, ModelConfig& config) {
    config.embeddingScale = std::sqrt(static_cast<float>(config.embedding));
}

/// The 27B models of Gemma 2 and 3 scale scores by the width per head instead of the head's own.
inline void refineGemma2(const MetadataReader& meta, ModelConfig& config) {
    refineGemma(meta, config);
    if (config.layerCount == 46) {
        config.attentionScale = 1.0F / std::sqrt(static_cast<float>(config.embedding) /
                                                 static_cast<float>(config.layers[0].heads));
    }
}

inline void refineGemma3(const MetadataReader& meta, ModelConfig& config) {
    refineGemma(meta, config);
    config.picturesSeeAhead = true;
    if (config.layerCount == 62) {
        config.attentionScale = 1.0F / std::sqrt(static_cast<float>(config.embedding) /
                                                 static_cast<float>(config.layers[0].heads));
    }
}

/// Files state the width of windows that reach to both sides as a whole; a layer sees half of it on each.
inline void refineBothSides(const MetadataReader&, ModelConfig& config) {
    for (LayerConfig& layer : config.layers)
        if (layer.window != 0) layer.window = layer.window / 2 + 1;
}

/// EmbeddingGemma (2025): Gemma 3 that reads to both sides.
inline void refineGemmaEmbedding(const MetadataReader& meta, ModelConfig& config) {
    refineGemma(meta, config);
    refineBothSides(meta, config);
}

/// SmolLM3 leaves out the rotation in every fourth layer (Yang et al. 2025, "NoPE"), or where folders say.
inline void refineSmolLm3(const MetadataReader& meta, ModelConfig& config) {
    const uint32_t interval = meta.count("attention.no_rope_layer_interval", 1, 512, 4);
    for (uint32_t i = 0; i < config.layerCount; ++i)
        config.layers[i].rotates =
            meta.flagOfLayer("rope.layer_pattern", i).value_or((i + 1) % interval != 0);
}

/// Queries grow with the logarithm of the position beyond the trained context.
inline void refineMistral3(const MetadataReader& meta, ModelConfig& config) {
    config.temperatureBeta = meta.number("attention.temperature_scale", 0.0F);
    config.temperatureLength = config.rope.originalContext;
}

/// Files of GGUF have no key for it and their readers round YaRN's correction range, but OpenAI's models,
/// known by how they are stretched, were trained with a range that is not rounded ("truncate" in their
/// config.json).
inline void refineGptOss(const MetadataReader& meta, ModelConfig& config) {
    const bool published = config.rope.factor == 32.0F && config.rope.originalContext == 4096;
    config.rope.wholeCorrectionDims = config.localRope.wholeCorrectionDims =
        meta.flag("rope.scaling.yarn_truncate", !published);
}

/// Granite 4 without rotation says so by this key.
inline void refineGranite(const MetadataReader& meta, ModelConfig& config) {
    config.logitScale = 1.0F / meta.positive("logit_scale", 1.0F);
    if (meta.flag("rope.scaling.finetuned", true)) return;
    for (LayerConfig& layer : config.layers) layer.rotates = false;
}

/// Granite with windows: the metadata says which layers rotate. Experts are as wide as the dense part.
inline void refineGraniteWindows(const MetadataReader& meta, ModelConfig& config) {
    refineGranite(meta, config);
    for (uint32_t i = 0; i < config.layerCount; ++i) {
        const auto own = meta.flagOfLayer("attention.rope_pattern", i);
        config.layers[i].rotates = own ? *own : meta.flagOfLayer("rope.layer_pattern", i).value_or(true);
    }
}

/// Files that do not say which layers have experts: those with a router.
inline void refineExpertsByTensors(const MetadataReader& meta, ModelConfig& config) {
    if (meta.has("leading_dense_block_count")) return;
    for (uint32_t i = 0; i < config.layers.size(); ++i)
        config.layers[i].experts =
            meta.file().findTensor(ggufWeightName({WeightRole::Router, static_cast<int32_t>(i)})) != nullptr;
}

/// AFMoE (Arcee 2025) multiplies embeddings by sqrt(width); only layers with a window rotate.
inline void refineAfmoe(const MetadataReader& meta, ModelConfig& config) {
    if (!meta.has("embedding_scale")) config.embeddingScale = std::sqrt(static_cast<float>(config.embedding));
    for (LayerConfig& layer : config.layers) layer.rotates = layer.window != 0;
}

/// MiMo V2 (Xiaomi 2025): what attention reads is multiplied by a number of the file.
inline void refineMimo2(const MetadataReader& meta, ModelConfig& config) {
    refineExpertsByTensors(meta, config);
    config.valueScale = meta.number("attention.value_scale", 1.0F);
}

/// Step 3.5: half of a head rotates in layers that see everything, which alone are stretched; experts of some
/// layers are limited.
inline void refineStep35(const MetadataReader& meta, ModelConfig& config) {
    config.rope.factors = config.rope.dims / 2;
    config.rope.dims /= 2;
    config.localRope.usesFactorTensor = false;
    for (uint32_t i = 0; i < config.layers.size(); ++i) {
        config.layers[i].expertLimit = meta.numberOfLayer("swiglu_clamp_exp", i, 0.0F);
        config.layers[i].sharedLimit = meta.numberOfLayer("swiglu_clamp_shexp", i, 0.0F);
    }
    refineExpertsByTensors(meta, config);
}

/// Apertus (2025): numbers of xIELU by layer as they were learned, before a softplus, which the converter
/// writes without the architecture's name.
inline void refineApertus(const MetadataReader& meta, ModelConfig& config) {
    const MetadataReader numbers(meta.file(), "xielu");
    if (!numbers.has("alpha_p") || !numbers.has("alpha_n")) {
        throw Error(ErrorCode::BadFile,
                    "The model file lacks the numbers of its activation; the file is damaged.");
    }
    const auto softplus = [](float x) { return x > 20.0F ? x : std::log1p(std::exp(x)); };
    for (uint32_t i = 0; i < config.layerCount; ++i) {
        XieluNumbers& xielu = config.layers[i].xielu;
        xielu.beta = numbers.numberOfLayer("beta", i, 0.5F);
        xielu.epsilon = numbers.numberOfLayer("eps", i, -1e-6F);
        xielu.positive = softplus(numbers.numberOfLayer("alpha_p", i, 0.0F));
        xielu.negative = xielu.beta + softplus(numbers.numberOfLayer("alpha_n", i, 0.0F));
    }
}

/// Llama 4: windows are chunks, layers that see everything do not rotate and have a temperature by position,
/// the others normalise queries and keys (which commutes with the rotation). Files of GGUF state none of
/// this; those of 128 experts are known to have no such norms.
inline void refineLlama4(const MetadataReader& meta, ModelConfig& config) {
    const bool windows =
        !meta.has("attention.sliding_window") || meta.count("attention.sliding_window", 0, 1U << 30U) != 0;
    const bool norms = meta.flag("attention.normalizes_heads", config.experts.count != 128);
    for (uint32_t i = 0; i < config.layers.size(); ++i) {
        LayerConfig& layer = config.layers[i];
        layer.chunked = layer.window != 0;
        layer.rotates = meta.flagOfLayer("rope.layer_pattern", i).value_or(!windows || (i + 1) % 4 != 0);
        layer.normalizesHeads = norms && layer.rotates;
    }
    config.temperatureBeta = windows ? meta.number("attention.temperature_scale", 0.1F) : 0.0F;
    config.temperatureLength = meta.count("attention.temperature_length", 1, 1U << 30U, 8192);
    config.temperatureOffset = 1;
    config.temperatureWithoutRotation = true;
    config.experts.weighsInputs = true;
    config.experts.sharedFeedForward = config.experts.feedForward;
}

/// Files of vision models (GLM-4.1V and later) have the rows of queries and keys in the order of halves.
inline void refineGlm4(const MetadataReader&, ModelConfig& config) {
    if (config.rope.sections.any()) config.rope.pairing = config.localRope.pairing = RopePairing::Halves;
}

/// Latent attention (DeepSeek-V2 2024, section 2.1): one compressed key for all heads, followed by the
/// rotated columns. YaRN's magnitude is in the scale of the scores, not in the rotation (the model's own
/// code, yarn_get_mscale); the file has a tenth of mscale_all_dim.
inline void readLatentAttention(const MetadataReader& meta, ModelConfig& config) {
    constexpr uint32_t widest = 1U << 16U;
    LatentConfig& latent = config.latent;
    latent.queryRank = meta.count("attention.q_lora_rank", 0, widest, 0);
    latent.kvRank = meta.count("attention.kv_lora_rank", 1, widest);
    latent.keyDim = meta.count("attention.key_length_mla", 1, widest);
    latent.valueDim = meta.count("attention.value_length_mla", 1, widest);
    latent.normEpsilon = meta.positive("attention.latent_norm_epsilon", config.normEpsilon);
    RopeConfig& rope = config.rope;
    rope.dims = meta.count("rope.dimension_count", 2, latent.keyDim);
    rope.firstDim = latent.kvRank;
    for (LayerConfig& layer : config.layers) {
        layer.mixer = MixerKind::LatentAttention;
        layer.kvHeads = 1;
        layer.keyDim = latent.kvRank + rope.dims;
        layer.valueDim = latent.kvRank;
    }
    config.attentionScale = 1.0F / std::sqrt(static_cast<float>(latent.keyDim));
    if (rope.scaling == RopeScaling::Yarn && rope.magnitudeAllDims != 0.0F) {
        const float magnitude = yarnMagnitude(rope.factor, rope.magnitudeAllDims / 0.1F);
        config.attentionScale *= magnitude * magnitude;
        rope.magnitudeAllDims = 1.0F;
    }
}

inline void refineDeepSeek2(const MetadataReader& meta, ModelConfig& config) {
    readLatentAttention(meta, config);
    // Files of GLM 4.7 Flash came without saying how they choose.
    const bool glm = (config.layerCount == 47 || config.layerCount == 48) && config.vocabSize == 154880;
    if (glm && !meta.has("expert_gating_func")) config.experts.router = RouterKind::Sigmoid;
    config.temperatureBeta = meta.number("attention.temperature_scale", 0.0F);
    config.temperatureLength = meta.count("attention.temperature_length", 1, 1U << 30U, 8192);
}

/// The last layers read the keys and values of the last layer of their kind before them.
inline void shareCaches(const MetadataReader& meta, ModelConfig& config, uint32_t otherwise = 0) {
    const uint32_t shared = meta.count("attention.shared_kv_layers", 0, config.layerCount, otherwise);
    const uint32_t own = config.layerCount - shared;
    for (uint32_t i = own; i < config.layerCount; ++i) {
        uint32_t source = own;
        while (source > 0 && config.layers[source - 1].localRope != config.layers[i].localRope) --source;
        if (source == 0) {
            throw Error(ErrorCode::BadFile,
                        "The model's layer " + std::to_string(i) +
                            " shares keys with a layer that is not there; the file is damaged.");
        }
        config.layers[i].cacheOf = static_cast<int32_t>(source - 1);
    }
}

/// Gemma 3n (2025): as Gemma 4, with alternating updates, low-rank branches, and sparse gates in the first
/// layers. Old files leave out how many layers share caches and how sparse gates are; it is then as
/// published.
inline void refineGemma3n(const MetadataReader& meta, ModelConfig& config) {
    refineGemma(meta, config);
    config.attentionScale = 1.0F;
    config.normalizesValues = true;
    constexpr uint32_t widest = 1U << 16U, ownCaches = 20;
    config.layerEmbedding = meta.count("embedding_length_per_layer_input", 1, widest, 256);
    config.streams = meta.count("altup.num_inputs", 2, 16, 4);
    config.activeStream = meta.count("altup.active_idx", 0, config.streams - 1, 0);
    const GgufTensor* lowRank = meta.file().findTensor(ggufWeightName({WeightRole::LowRankDown, 0}));
    if (lowRank == nullptr || lowRank->shape.size() < 2 || lowRank->shape[1] == 0 ||
        lowRank->shape[1] > widest) {
        throw Error(ErrorCode::BadFile,
                    "The model's low-rank branches are missing or impossible; the file is damaged.");
    }
    config.lowRank = static_cast<uint32_t>(lowRank->shape[1]);
    for (uint32_t i = 0; i < config.layerCount; ++i)
        config.layers[i].gateThreshold =
            std::max(0.0F, meta.numberOfLayer("activation_sparsity_scale", i, i < 10 ? 1.6448536F : 0.0F));
    shareCaches(meta, config, config.layerCount > ownCaches ? config.layerCount - ownCaches : 0);
}

/// Gemma 4: scores are not scaled (the norms of queries and keys do that), values are normalised, the last
/// layers share caches, and every layer adds an embedding of its own.
inline void refineGemma4(const MetadataReader& meta, ModelConfig& config) {
    refineGemma(meta, config);
    config.attentionScale = 1.0F;
    config.normalizesValues = true;
    config.localRope.usesFactorTensor = false;
    config.layerEmbedding = meta.count("embedding_length_per_layer_input", 0, 1U << 16U, 0);
    for (LayerConfig& layer : config.layers) {
        layer.denseBesideExperts = layer.experts;
        // Rows of a picture see each other both ways in layers with a window alone, and within it
        // (transformers, create_masks_for_vision_model).
        layer.units = layer.window != 0 ? UnitSight::Ahead : UnitSight::Causal;
    }
    // Files of llama.cpp do not say it; it goes by the widths of E2B and E4B, which are causal throughout.
    config.picturesSeeAhead =
        meta.flag("attention.pictures_see_ahead", config.embedding != 1536 && config.embedding != 2560);
    shareCaches(meta, config);
}

/// Command R: logits are multiplied, and only layers with a window rotate.
inline void refineCohere2(const MetadataReader& meta, ModelConfig& config) {
    config.logitScale = meta.number("logit_scale", 1.0F);
    for (LayerConfig& layer : config.layers) layer.rotates = layer.window != 0;
}

/// Command A with experts: as Command R, but leading dense layers rotate too; norms may be of either kind.
inline void refineCohere2Moe(const MetadataReader& meta, ModelConfig& config) {
    refineCohere2(meta, config);
    const uint32_t dense = meta.count("leading_dense_block_count", 0, config.layerCount, 0);
    for (uint32_t i = 0; i < dense; ++i) config.layers[i].rotates = true;
    config.experts.averagesShared = true;
    if (meta.has("attention.layer_norm_epsilon")) return;
    config.norm = NormKind::Rms;
    config.normEpsilon = meta.positive("attention.layer_norm_rms_epsilon", 1e-5F);
}

/// MiniCPM (2024): files may leave out scales, which are then those of the models of its paper.
inline void refineMiniCpm(const MetadataReader& meta, ModelConfig& config) {
    config.embeddingScale = meta.positive("embedding_scale", 12.0F);
    config.residualScale =
        meta.positive("residual_scale", 1.4F / std::sqrt(static_cast<float>(config.layerCount)));
    config.logitScale = 1.0F / meta.positive("logit_scale", static_cast<float>(config.embedding) / 256.0F);
}

inline void refineCommandR(const MetadataReader& meta, ModelConfig& config) {
    config.logitScale = meta.number("logit_scale", 1.0F);
}

/// Files of ERNIE 4.5 state the width of the shared experts by a formula that is right for some sizes only.
inline void refineErnieMoe(const MetadataReader& meta, ModelConfig& config) {
    config.experts.sharedFeedForward =
        meta.count("expert_shared_count", 0, 64, 0) * config.experts.feedForward;
}

/// Files may leave the width of Hunyuan's shared expert to that of the dense part.
inline void refineHunyuanMoe(const MetadataReader& meta, ModelConfig& config) {
    config.experts.sharedFeedForward =
        meta.count("expert_shared_feed_forward_length", 1, 1U << 20U, config.layers.front().feedForward);
}

/// Muse Glimmer: embeddings are normalised without a weight, only layers with a window rotate, and norms
/// after the branches hardly bound their divisor.
inline void refineMuseGlimmer(const MetadataReader& meta, ModelConfig& config) {
    config.logitScale = meta.number("logit_scale", 1.0F);
    config.normalizesEmbeddings = true;
    config.postNormEpsilon = 1e-8F;
    for (uint32_t i = 0; i < config.layerCount; ++i)
        config.layers[i].rotates =
            meta.flagOfLayer("rope.layer_pattern", i).value_or(config.layers[i].window != 0);
}

/// EXAONE 4 with windows: layers that see everything do not rotate.
inline void refineExaone4(const MetadataReader&, ModelConfig& config) {
    const bool windows =
        std::any_of(config.layers.begin(), config.layers.end(), [](const auto& l) { return l.window != 0; });
    for (LayerConfig& layer : config.layers) layer.rotates = !windows || layer.window != 0;
}

/// LFM2 (Liquid AI 2025): layers without key heads are short convolutions between two gates.
inline void refineLfm2(const MetadataReader& meta, ModelConfig& config) {
    config.convolutionTaps = meta.count("shortconv.l_cache", 2, 8);
    for (LayerConfig& layer : config.layers) {
        if (layer.kvHeads == 0) layer.mixer = MixerKind::ShortConvolution;
    }
}

/// LFM3 (2026): rotation is proportional where there is no window, so the factors are not those of windows.
inline void refineLfm3(const MetadataReader& meta, ModelConfig& config) {
    refineLfm2(meta, config);
    config.localRope.usesFactorTensor = false;
}

/// SmallThinker (2025): windows are of one width whatever the file says, and the first of four layers has
/// neither a window nor a rotation.
inline void refineSmallThinker(const MetadataReader& meta, ModelConfig& config) {
    const bool windows = meta.count("attention.sliding_window", 0, 1U << 30U, 0) != 0;
    for (uint32_t i = 0; i < config.layers.size(); ++i) {
        if (config.layers[i].window != 0) config.layers[i].window = 4096;
        config.layers[i].rotates = !windows || i % 4 != 0;
    }
    config.experts.routesLayerInput = true;
}

inline void readRecurrence(const MetadataReader& meta, ModelConfig& config) {
    constexpr uint32_t widest = 1U << 16U;
    RecurrenceConfig& recurrence = config.recurrence;
    config.convolutionTaps = meta.count("ssm.conv_kernel", 2, 8);
    recurrence.keyDim = meta.count("ssm.state_size", 1, widest);
    recurrence.heads = meta.count("ssm.time_step_rank", 1, widest);
    recurrence.keyHeads = meta.count("ssm.group_count", 1, recurrence.heads);
    const uint32_t width = meta.count("ssm.inner_size", 1, widest * 16);
    if (width % recurrence.heads != 0 || recurrence.heads % recurrence.keyHeads != 0) {
        throw Error(ErrorCode::BadFile,
                    "The numbers of the model's recurrent layers do not divide among "
                    "their heads; the file is damaged.");
    }
    recurrence.valueDim = width / recurrence.heads;
}

/// Qwen3-Next (2025) and Qwen 3.5: gated delta nets, with attention in every fourth layer.
inline void refineQwen3Next(const MetadataReader& meta, ModelConfig& config) {
    readRecurrence(meta, config);
    const uint32_t interval = meta.count("full_attention_interval", 1, 512, 4);
    for (uint32_t i = 0; i < config.layerCount; ++i) {
        const bool recurrent =
            meta.flagOfLayer("attention.recurrent_layers", i).value_or((i + 1) % interval != 0);
        if (recurrent) config.layers[i].mixer = MixerKind::DeltaNet;
    }
}

/// In files of Qwen 3.5 the heads that share a key are a group apart instead of side by side.
inline void refineQwen35(const MetadataReader& meta, ModelConfig& config) {
    refineQwen3Next(meta, config);
    config.recurrence.tiledHeads = true;
}

/// Granite 4: layers without key heads are Mamba-2.
inline void refineGraniteHybrid(const MetadataReader& meta, ModelConfig& config) {
    refineGranite(meta, config);
    readRecurrence(meta, config);
    for (LayerConfig& layer : config.layers) {
        if (layer.kvHeads == 0) layer.mixer = MixerKind::StateSpace;
        // Without experts the shared one is all there is, of its own width.
        if (config.experts.count == 0)
            layer.feedForward =
                meta.count("expert_shared_feed_forward_length", 0, 1U << 20U, layer.feedForward);
    }
}

/// Nemotron-H (2025): a layer is Mamba-2, attention or a feed-forward part. Files say which by its widths.
/// The layer for multi-token prediction is none of these; it is not used.
inline void refineNemotronH(const MetadataReader& meta, ModelConfig& config) {
    readRecurrence(meta, config);
    config.guesses = false;
    config.layers.resize(config.layerCount);
    config.experts.latent = meta.count("moe_latent_size", 0, 1U << 20U, 0);
    for (LayerConfig& layer : config.layers) {
        layer.hasFeedForward = layer.feedForward != 0;
        if (layer.hasFeedForward)
            layer.mixer = MixerKind::None;
        else if (layer.kvHeads == 0)
            layer.mixer = MixerKind::StateSpace;
    }
}

/// Falcon-H1 (2025): attention and Mamba-2 side by side in every layer.
inline void refineFalconH1(const MetadataReader& meta, ModelConfig& config) {
    readRecurrence(meta, config);
    for (LayerConfig& layer : config.layers) layer.mixer = MixerKind::AttentionAndStateSpace;
}

/// OLMo Hybrid (2026): delta nets that may turn what they know around, in layers with norms before the
/// branches.
inline void refineOlmoHybrid(const MetadataReader& meta, ModelConfig& config) {
    refineQwen3Next(meta, config);
    config.recurrence.normEpsilon = 1e-5F;
    if (meta.flag("ssm.negative_eigenvalues", true)) config.recurrence.strengthScale = 2.0F;
    for (LayerConfig& layer : config.layers) {
        layer.normsBefore = layer.mixer == MixerKind::DeltaNet;
        layer.rotates = meta.flag("attention.rotates", true);
    }
}

/// Kimi's delta nets in the layers without key heads, latent attention in the others. The layer for
/// multi-token prediction is not used.
inline void readKimiLayers(const MetadataReader& meta, ModelConfig& config) {
    constexpr uint32_t widest = 1U << 16U;
    config.guesses = false;
    config.layers.resize(config.layerCount);
    const std::vector<LayerConfig> stated = config.layers;
    readLatentAttention(meta, config);
    for (uint32_t i = 0; i < config.layerCount; ++i) {
        if (stated[i].kvHeads != 0) continue;
        config.layers[i] = stated[i];
        config.layers[i].mixer = MixerKind::KimiDelta;
    }
    RecurrenceConfig& recurrence = config.recurrence;
    config.convolutionTaps = meta.count("ssm.conv_kernel", 2, 8);
    recurrence.heads = recurrence.keyHeads = config.layers.front().heads;
    recurrence.keyDim = recurrence.valueDim = meta.count("kda.head_dim", 1, widest);
}

/// Kimi Linear (2025): nothing rotates, and the gates of its delta nets have the rank of a head.
inline void refineKimiLinear(const MetadataReader& meta, ModelConfig& config) {
    readKimiLayers(meta, config);
    config.recurrence.rank = config.recurrence.keyDim;
    for (LayerConfig& layer : config.layers) layer.rotates = false;
}

/// Ling 3 (2026): gates of full rank, of which one is bounded.
inline void refineBailingMoe3(const MetadataReader& meta, ModelConfig& config) {
    readKimiLayers(meta, config);
    for (const char* key : {"bailingmoe3.swiglu_clamp_exp", "bailingmoe3.swiglu_clamp_shexp"}) {
        const GgufValue::Floats* limits = meta.file().getFloats(key);
        if (limits != nullptr && std::any_of(limits->begin(), limits->end(), [](float l) { return l != 0; }))
            throw Error(
                ErrorCode::Unsupported,
                "The model's experts are limited in a way that Hearth does not know yet; choose another "
                "model.");
    }
    if (meta.flag("kda.safe_gate", true))
        config.recurrence.lowestLog = meta.number("kda.gate_lower_bound", -5.0F);
}

/// Mamba-2 (Dao and Gu 2024): nothing but state spaces.
inline void refineMamba2(const MetadataReader& meta, ModelConfig& config) {
    readRecurrence(meta, config);
    for (LayerConfig& layer : config.layers) {
        layer.mixer = MixerKind::StateSpace;
        layer.hasFeedForward = false;
    }
}

inline void readSelectiveScan(const MetadataReader& meta, ModelConfig& config) {
    constexpr uint32_t widest = 1U << 16U;
    RecurrenceConfig& recurrence = config.recurrence;
    config.convolutionTaps = meta.count("ssm.conv_kernel", 2, 8);
    recurrence.scans = true;
    recurrence.heads = recurrence.keyHeads = 1;
    recurrence.keyDim = meta.count("ssm.state_size", 2, widest);
    recurrence.valueDim = meta.count("ssm.inner_size", 2, widest * 16);
    recurrence.rank = meta.count("ssm.time_step_rank", 1, widest);
    recurrence.normsInputs = meta.flag("ssm.dt_b_c_rms", false);
}

/// Mamba (Gu and Dao 2023) and Falcon Mamba: nothing but selective scans.
inline void refineMamba(const MetadataReader& meta, ModelConfig& config) {
    readSelectiveScan(meta, config);
    for (LayerConfig& layer : config.layers) {
        layer.mixer = MixerKind::SelectiveScan;
        layer.hasFeedForward = false;
    }
}

/// Jamba (2024): selective scans where there are no key heads, and experts in the layers with a router.
inline void refineJamba(const MetadataReader& meta, ModelConfig& config) {
    readSelectiveScan(meta, config);
    for (uint32_t i = 0; i < config.layerCount; ++i) {
        LayerConfig& layer = config.layers[i];
        if (layer.kvHeads == 0) layer.mixer = MixerKind::SelectiveScan;
        const WeightId router{WeightRole::Router, static_cast<int32_t>(i)};
        layer.experts =
            config.experts.count != 0 && meta.file().findTensor(ggufWeightName(router)) != nullptr;
    }
}

}  // namespace hearth
