#include "model/model_config.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "format/gguf/weight_names.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "hearth/readable_text.h"
#include "model/family_table.h"
#include "model/metadata_reader.h"
#include "model/model_errors.h"
#include "model/rope_table.h"

namespace hearth {

namespace {

constexpr uint32_t maxLayers = 512, maxHeads = 1024, maxWidth = 1U << 20U;

[[noreturn]] void refuse(const std::string& what) {
    throw Error(ErrorCode::BadFile, "The model file's numbers cannot be: " + what + "; the file is damaged.");
}

void readScaling(const MetadataReader& meta, RopeConfig& rope, uint32_t trainedContext) {
    const std::string kind = meta.text("rope.scaling.type", "linear");
    rope.factor = meta.number("rope.scaling.factor", meta.number("rope.scale_linear", 1.0F));
    if (rope.factor == 0) rope.factor = 1.0F;
    if (!(rope.factor > 0)) refuse("a rope scaling factor of " + std::to_string(rope.factor));
    if (kind == "none")
        rope.factor = 1.0F;
    else if (kind == "linear")
        rope.scaling = rope.factor == 1.0F ? RopeScaling::None : RopeScaling::Linear;
    else if (kind == "yarn")
        rope.scaling = RopeScaling::Yarn;
    else if (kind == "longrope")
        rope.scaling = RopeScaling::LongRope;
    else if (kind == "dynamic")
        rope.scaling = RopeScaling::Dynamic;
    else {
        throw Error(errors::unknownScaling, {readableText(kind)});
    }
    rope.originalContext = meta.count("rope.scaling.original_context_length", 1, 1U << 30U, trainedContext);
    rope.magnitudeFactor = meta.positive("rope.scaling.attn_factor", 1.0F);
    rope.betaFast = meta.positive("rope.scaling.yarn_beta_fast", 32.0F);
    rope.betaSlow = meta.positive("rope.scaling.yarn_beta_slow", 1.0F);
    rope.wholeCorrectionDims = meta.flag("rope.scaling.yarn_truncate", rope.wholeCorrectionDims);
    rope.magnitudeAllDims = meta.number("rope.scaling.yarn_log_multiplier", 0.0F);
    // config.json's "attention_factor": instead of what the factor alone would give.
    if (rope.scaling == RopeScaling::Yarn && meta.has("rope.scaling.yarn_attn_factor"))
        rope.magnitudeFactor *=
            meta.positive("rope.scaling.yarn_attn_factor", 1.0F) / yarnMagnitude(rope.factor, 1.0F);
}

/// A fourth section, which files have besides, is for nothing yet.
RopeSections readSections(const MetadataReader& meta, const Family& family) {
    const auto pairs = [&](uint32_t index) {
        return meta.perLayer("rope.dimension_sections", index, 0, maxWidth, 0);
    };
    return {
        .time = pairs(0), .height = pairs(1), .width = pairs(2), .interleaved = family.alternatesSections};
}

void readRope(const MetadataReader& meta, ModelConfig& config, uint32_t keyDim, uint32_t localKeyDim) {
    RopeConfig& rope = config.rope;
    rope.pairing = config.family->pairing;
    rope.sections = readSections(meta, *config.family);
    rope.dims = meta.count("rope.dimension_count", 2, maxWidth, keyDim);
    rope.base = meta.positive("rope.freq_base", 10000.0F);
    config.localRope =
        rope;  // windows are within the trained context, so their layers are never stretched...
    readScaling(meta, rope, config.trainedContext);
    if (config.family->stretchesWindows)
        config.localRope = rope;  // ...unless the family stretches all layers alike
    const float localBase = config.family->windowRopeBase;
    config.localRope.base = meta.positive("rope.freq_base_swa", localBase != 0 ? localBase : rope.base);
    config.localRope.dims =
        meta.count("rope.dimension_count_swa", 2, maxWidth, std::min(rope.dims, localKeyDim));
}

void readExperts(const MetadataReader& meta, ModelConfig& config) {
    ExpertsConfig& experts = config.experts;
    experts.count = meta.count("expert_count", 0, 1024, 0);
    if (experts.count == 0) return;
    experts.used = meta.count("expert_used_count", 1, experts.count);
    experts.feedForward = meta.count("expert_feed_forward_length", 1, maxWidth,
                                     meta.perLayer("feed_forward_length", 0, 0, maxWidth, 0));
    const uint32_t sharedCount = meta.count("expert_shared_count", 0, 64, 0);
    experts.sharedFeedForward =
        meta.count("expert_shared_feed_forward_length", 0, maxWidth, sharedCount * experts.feedForward);
    experts.groups = std::max(1U, meta.count("expert_group_count", 0, experts.count, 1));
    experts.usedGroups =
        std::max(1U, meta.count("expert_group_used_count", 0, experts.groups, experts.groups));
    if (experts.count % experts.groups != 0) refuse("experts that do not divide into their groups");
    experts.router = config.family->router;
    experts.normalizeWeights = meta.flag("expert_weights_norm", config.family->normalizeExpertWeights);
    experts.scale = meta.number("expert_weights_scale", 1.0F);
    if (experts.scale == 0) experts.scale = 1.0F;
    experts.activation = config.family->activation;
    switch (meta.count("expert_gating_func", 0, 3, 0)) {
        case 1:
            experts.router = RouterKind::Softmax;
            break;
        case 2:
            experts.router = RouterKind::Sigmoid;
            break;
        case 3:
            experts.router = RouterKind::SoftmaxAfterTopK;
            break;
        default:
            break;
    }
}

void readLayers(const MetadataReader& meta, ModelConfig& config) {
    const uint32_t window = meta.count("attention.sliding_window", 0, 1U << 30U, config.family->window);
    const uint32_t denseFirst = meta.count("leading_dense_block_count", 0, maxLayers, 0);
    const uint32_t expertsEvery = meta.count("interleave_moe_layer_step", 1, maxLayers, 1);
    const uint32_t period = meta.has("attention.sliding_window_pattern") &&
                                    !meta.flagOfLayer("attention.sliding_window_pattern", 0)
                                ? meta.count("attention.sliding_window_pattern", 0, maxLayers)
                                : config.family->windowPeriod;
    const uint32_t count = config.layerCount + (config.guesses ? 1 : 0);
    for (uint32_t i = 0; i < count; ++i) {
        LayerConfig layer;
        layer.heads = meta.perLayer("attention.head_count", i, 0, maxHeads, 0);
        layer.kvHeads = meta.perLayer("attention.head_count_kv", i, 0, maxHeads, layer.heads);
        bool local = window != 0;
        if (const auto flag = meta.flagOfLayer("attention.sliding_window_pattern", i)) {
            local = local && *flag;
        } else if (period > 1) {
            local = local && (config.family->fullLayerFirst ? i % period != 0 : i % period != period - 1);
        } else if (period == 1) {
            local = false;
        }
        layer.window = local ? window : 0;
        layer.localRope = local;
        // Without heads, which check() refuses where there is attention, nothing is divided.
        const uint32_t headDim = config.embedding / std::max(layer.heads, 1U);
        if (!meta.has("attention.key_length") && layer.heads != 0 &&
            headDim * layer.heads != config.embedding) {
            refuse(std::to_string(layer.heads) + " heads do not divide a width of " +
                   std::to_string(config.embedding));
        }
        layer.keyDim = meta.count("attention.key_length", 1, maxWidth, headDim);
        layer.valueDim = meta.count("attention.value_length", 1, maxWidth, headDim);
        if (local) {
            layer.keyDim = meta.count("attention.key_length_swa", 1, maxWidth, layer.keyDim);
            layer.valueDim = meta.count("attention.value_length_swa", 1, maxWidth, layer.valueDim);
        }
        layer.feedForward = meta.perLayer("feed_forward_length", i, 0, maxWidth, 0);
        layer.experts = config.experts.count != 0 && i >= denseFirst && (i + 1) % expertsEvery == 0;
        config.layers.push_back(layer);
    }
}

/// Rows of a table that some models have; 0 where there is none.
uint32_t rowsOfTable(const GgufFile& file, WeightRole role, uint32_t most) {
    const GgufTensor* table = file.findTensor(ggufWeightName({role}));
    if (table == nullptr) return 0;
    const uint64_t rows = table->shape.size() > 1 ? table->shape[1] : 1;
    if (rows == 0 || rows > most)
        refuse("a table \"" + table->name + "\" of " + std::to_string(rows) + " rows");
    return static_cast<uint32_t>(rows);
}

void readEmbeddingParts(const MetadataReader& meta, ModelConfig& config) {
    const GgufFile& file = meta.file();
    config.learnedPositions = rowsOfTable(file, WeightRole::PositionEmbedding, 1U << 24U);
    config.tokenTypes = rowsOfTable(file, WeightRole::TokenTypes, 1U << 16U);
    if (config.learnedPositions != 0)
        config.trainedContext = std::min(config.trainedContext, config.learnedPositions);
    constexpr std::array kinds{Pooling::None, Pooling::Mean, Pooling::First, Pooling::Last};
    constexpr uint32_t rank = kinds.size();
    uint32_t kind = meta.count("pooling_type", 0, rank, 0);
    config.ranks = kind == rank;
    if (config.ranks) kind = meta.count("classifier.pooling_type", 0, rank - 1, 0);
    config.pooling = kinds[kind];
    if (config.pooling != Pooling::None) return;
    if (!config.bidirectional())
        config.pooling = Pooling::Last;
    else
        config.pooling = config.ranks ? Pooling::First : Pooling::Mean;
}

/// Reads the steps after the pooling.
void readPooledSteps(const MetadataReader& meta, ModelConfig& config) {
    const GgufFile& file = meta.file();
    const auto add = [&](WeightRole role, Curve curve) {
        const uint32_t width = rowsOfTable(file, role, maxWidth);
        if (width == 0) return;
        const bool normalized =
            role == WeightRole::ClassifierDense && rowsOfTable(file, WeightRole::ClassifierNorm, 1) != 0;
        config.pooledSteps.push_back({role, width, curve, normalized});
    };
    if (!config.ranks) {
        add(WeightRole::PooledDense1, Curve::None);
        add(WeightRole::PooledDense2, Curve::None);
        return;
    }
    add(WeightRole::ClassifierDense, config.family->classifierCurve);
    add(WeightRole::ClassifierOutput, Curve::None);
    // One matrix alone is the last one, whatever it is called.
    if (config.pooledSteps.size() == 1) config.pooledSteps.front().curve = Curve::None;
    if (config.pooledWidth() > 2 || config.pooledSteps.empty()) throw Error(errors::noScore);
    const GgufValue::Strings* labels = file.getStrings(config.architecture + ".classifier.output_labels");
    if (labels != nullptr && config.pooledWidth() == 2 && labels->size() == 2 && (*labels)[1] == "yes")
        config.yesLabel = 1;
}

void check(const ModelConfig& config) {
    for (const LayerConfig& layer : config.layers) {
        if (layer.hasFeedForward &&
            (layer.experts ? config.experts.feedForward == 0 : layer.feedForward == 0))
            refuse("a feed-forward part of no width");
        if (!readsCache(layer.mixer)) continue;
        if (layer.heads == 0) refuse("no attention heads");
        if (layer.kvHeads == 0 || layer.heads % layer.kvHeads != 0) {
            refuse(std::to_string(layer.heads) + " query heads do not divide among " +
                   std::to_string(layer.kvHeads) + " key heads");
        }
        const RopeConfig& rope = layer.localRope ? config.localRope : config.rope;
        if (layer.rotates && (rope.dims % 2 != 0 || rope.firstDim + rope.dims > layer.keyDim)) {
            refuse(std::to_string(rope.dims) + " rotated columns in heads of " +
                   std::to_string(layer.keyDim));
        }
    }
}

/// True if the file has the layer for multi-token prediction; converters may leave it out.
bool hasMtpLayer(const GgufFile& file, uint32_t layer) {
    const WeightId id{WeightRole::MtpProjection, static_cast<int32_t>(layer)};
    return file.findTensor(ggufWeightName(id)) != nullptr;
}

/// True if it has the other layers.
bool hasFirstLayer(const GgufFile& file) {
    return file.findTensor(ggufWeightName({WeightRole::AttentionNorm, 0})) != nullptr;
}

}  // namespace

bool ModelConfig::bidirectional() const noexcept {
    return family->bidirectional;
}

bool ModelConfig::recurrent() const noexcept {
    return std::any_of(layers.begin(), layers.end(), [](const auto& l) { return carriesState(l.mixer); });
}

ModelConfig ModelConfig::fromGguf(const GgufFile& file) {
    const auto architecture = file.getString("general.architecture");
    if (!architecture) {
        throw Error(errors::noArchitecture);
    }
    ModelConfig config;
    config.family = findFamily(*architecture);
    if (config.family == nullptr) {
        throw Error(errors::unknownArchitecture, {readableText(*architecture)});
    }
    const MetadataReader meta(file, *architecture);
    config.architecture = *architecture;
    config.layerCount = meta.count("block_count", 1, maxLayers);
    // Layers that guess further tokens are stored behind the others. The first guesses the next one, and runs
    // again for those behind it.
    const uint32_t guessLayers = meta.count("nextn_predict_layers", 0, config.layerCount - 1, 0);
    config.layerCount -= guessLayers;
    config.guesses = guessLayers != 0 && hasMtpLayer(file, config.layerCount);
    if (config.guesses && !hasFirstLayer(file)) throw Error(errors::guessesAlone);
    config.guessesFromStateFirst = config.guesses && meta.flag("nextn_state_first", false);
    config.embedding = meta.count("embedding_length", 1, maxWidth);
    config.trainedContext = meta.count("context_length", 1, 1U << 30U);
    const GgufTensor* table = file.findTensor(ggufWeightName({WeightRole::TokenEmbedding}));
    if (table == nullptr || table->shape.size() != 2 || table->shape[1] == 0 ||
        table->shape[1] > (1U << 24U)) {
        throw Error(errors::noEmbeddings);
    }
    config.vocabSize = static_cast<uint32_t>(table->shape[1]);
    config.normEpsilon = meta.positive("attention.layer_norm_epsilon", 1e-5F);
    // Files of Nemotron-H have that of layer norms alone, and mean this one.
    if (config.family->norm != NormKind::Layer)
        config.normEpsilon = meta.positive("attention.layer_norm_rms_epsilon", config.normEpsilon);
    config.norm = config.family->norm;
    config.projectionLimit = meta.number("attention.clamp_kqv", 0.0F);
    config.embeddingScale = meta.number("embedding_scale", 1.0F);
    // Families that scale whatever goes into the layers say so in their metadata (Granite); where the scale
    // is one of the table, as Gemma's, which no file states, given rows go in as they are.
    config.givenScale = config.embeddingScale;
    config.residualScale = meta.number("residual_scale", 1.0F);
    config.attentionScale = meta.number("attention.scale", 0.0F);
    config.attentionSoftCap = meta.number("attn_logit_softcapping", 0.0F);
    config.logitSoftCap = meta.number("final_logit_softcapping", 0.0F);
    readEmbeddingParts(meta, config);
    readPooledSteps(meta, config);
    readExperts(meta, config);
    readLayers(meta, config);
    const auto local =
        std::find_if(config.layers.begin(), config.layers.end(), [](const auto& l) { return l.localRope; });
    const auto global =
        std::find_if(config.layers.begin(), config.layers.end(), [](const auto& l) { return !l.localRope; });
    const LayerConfig& wide = global != config.layers.end() ? *global : config.layers.front();
    readRope(meta, config, wide.keyDim, local != config.layers.end() ? local->keyDim : wide.keyDim);
    config.layerEmbeddingRows =
        std::min(config.vocabSize, rowsOfTable(file, WeightRole::LayerEmbeddings, 1U << 24U));
    if (config.family->refine != nullptr) config.family->refine(meta, config);
    check(config);
    return config;
}

}  // namespace hearth
