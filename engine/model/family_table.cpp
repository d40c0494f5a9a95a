#include "model/family_table.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "model/metadata_reader.h"

namespace hearth {

namespace {

/// Gemma multiplies embeddings by sqrt(width).
void refineGemma(const MetadataReader&, ModelConfig& config) {
    config.embeddingScale = std::sqrt(static_cast<float>(config.embedding));
}

/// The 27B models of Gemma 2 and 3 scale scores by the width per head instead of the head's own.
void refineGemma2(const MetadataReader& meta, ModelConfig& config) {
    refineGemma(meta, config);
    if (config.layerCount == 46) {
        config.attentionScale = 1.0F / std::sqrt(static_cast<float>(config.embedding) /
                                                 static_cast<float>(config.layers[0].heads));
    }
}

void refineGemma3(const MetadataReader& meta, ModelConfig& config) {
    refineGemma(meta, config);
    if (config.layerCount == 62) {
        config.attentionScale = 1.0F / std::sqrt(static_cast<float>(config.embedding) /
                                                 static_cast<float>(config.layers[0].heads));
    }
}

/// SmolLM3 leaves out the rotation in every fourth layer (Yang et al. 2025, "NoPE").
void refineSmolLm3(const MetadataReader& meta, ModelConfig& config) {
    const uint32_t interval = meta.count("attention.no_rope_layer_interval", 1, 512, 4);
    for (uint32_t i = 0; i < config.layerCount; ++i) config.layers[i].rotates = (i + 1) % interval != 0;
}

/// Queries grow with the logarithm of the position beyond the trained context.
void refineMistral3(const MetadataReader& meta, ModelConfig& config) {
    config.temperatureBeta = meta.number("attention.temperature_scale", 0.0F);
    config.temperatureLength = config.rope.originalContext;
}

/// gpt-oss does not round YaRN's correction range, and its experts have their own activation.
void refineGptOss(const MetadataReader&, ModelConfig& config) {
    config.rope.wholeCorrectionDims = config.localRope.wholeCorrectionDims = false;
}

void refineGranite(const MetadataReader& meta, ModelConfig& config) {
    config.logitScale = 1.0F / meta.positive("logit_scale", 1.0F);
}

/// Command R: logits are multiplied, and only layers with a window rotate.
void refineCohere2(const MetadataReader& meta, ModelConfig& config) {
    config.logitScale = meta.number("logit_scale", 1.0F);
    for (LayerConfig& layer : config.layers) layer.rotates = layer.window != 0;
}

/// EXAONE 4 with windows: layers that see everything do not rotate.
void refineExaone4(const MetadataReader&, ModelConfig& config) {
    const bool windows =
        std::any_of(config.layers.begin(), config.layers.end(), [](const auto& l) { return l.window != 0; });
    for (LayerConfig& layer : config.layers) layer.rotates = !windows || layer.window != 0;
}

using enum RopePairing;

constexpr std::array families = {
    Family{.architecture = "cohere2",
           .title = "Command R7B",
           .pairing = Interleaved,
           .norm = NormKind::Layer,
           .normPlace = NormPlace::Parallel,
           .windowPeriod = 4,
           .refine = refineCohere2},
    Family{.architecture = "exaone4",
           .title = "EXAONE 4",
           .normPlace = NormPlace::After,
           .windowPeriod = 4,
           .queryKeyNorm = true,
           .refine = refineExaone4},
    Family{
        .architecture = "gemma", .title = "Gemma", .activation = Activation::GeluTanh, .refine = refineGemma},
    Family{.architecture = "gemma2",
           .title = "Gemma 2",
           .normPlace = NormPlace::BeforeAndAfter,
           .activation = Activation::GeluTanh,
           .windowPeriod = 2,
           .refine = refineGemma2},
    Family{.architecture = "gemma3",
           .title = "Gemma 3",
           .normPlace = NormPlace::BeforeAndAfter,
           .activation = Activation::GeluTanh,
           .windowPeriod = 6,
           .queryKeyNorm = true,
           .refine = refineGemma3},
    Family{.architecture = "glm4",
           .title = "GLM 4",
           .pairing = Interleaved,
           .normPlace = NormPlace::BeforeAndAfter},
    Family{.architecture = "gpt-oss",
           .title = "gpt-oss",
           .feedForwardNorm = "post_attention_norm",
           .activation = Activation::SwigluOai,
           .windowPeriod = 2,
           .biasOfQkv = true,
           .router = RouterKind::SoftmaxAfterTopK,
           .normalizeExpertWeights = false,
           .refine = refineGptOss},
    Family{.architecture = "granite", .title = "Granite 3", .pairing = Interleaved, .refine = refineGranite},
    Family{.architecture = "granitemoe",
           .title = "Granite 3 MoE",
           .pairing = Interleaved,
           .refine = refineGranite},
    Family{.architecture = "llama", .title = "Llama, Mistral, Mixtral, SmolLM2", .pairing = Interleaved},
    Family{.architecture = "mistral3",
           .title = "Ministral 3, Mistral Small",
           .pairing = Interleaved,
           .refine = refineMistral3},
    Family{.architecture = "olmo2", .title = "OLMo 2", .normPlace = NormPlace::After, .queryKeyNorm = true},
    Family{.architecture = "phi3", .title = "Phi 3 and 4"},
    Family{.architecture = "qwen2", .title = "Qwen 2 and 2.5", .biasOfQkv = true},
    Family{.architecture = "qwen2moe",
           .title = "Qwen 2 MoE",
           .biasOfQkv = true,
           .normalizeExpertWeights = false},
    Family{.architecture = "qwen3", .title = "Qwen 3", .queryKeyNorm = true},
    Family{.architecture = "qwen3moe", .title = "Qwen 3 MoE", .queryKeyNorm = true},
    Family{.architecture = "seed_oss",
           .title = "Seed-OSS",
           .feedForwardNorm = "post_attention_norm",
           .biasOfQkv = true},
    Family{.architecture = "smollm3", .title = "SmolLM 3", .pairing = Interleaved, .refine = refineSmolLm3},
};

}  // namespace

std::span<const Family> allFamilies() noexcept {
    return families;
}

const Family* findFamily(std::string_view architecture) noexcept {
    const auto found = std::find_if(families.begin(), families.end(), [&](const Family& family) {
        return family.architecture == architecture;
    });
    return found != families.end() ? &*found : nullptr;
}

}  // namespace hearth
