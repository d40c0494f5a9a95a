#include "placement/shard_choice.h"

#include <algorithm>

#include "model/layer_weights.h"
#include "model/weight_table.h"

namespace hearth {

namespace {

/// Rows of gate and up in one matrix of experts: where up begins, the kernels of GPUs want a whole strip.
constexpr uint64_t joinedExpertRows = 32;

bool headsDivide(const LayerConfig& layer, size_t parts) {
    return layer.mixer == MixerKind::Attention && layer.heads % parts == 0 && layer.kvHeads % parts == 0;
}

/// Norms of single heads are the same for all; one over all heads would have to know what the others have.
bool isNormOfAllHeads(const WeightSource& source, const ModelConfig& config) {
    const WeightId& id = source.id;
    return (id.role == WeightRole::QueryNorm || id.role == WeightRole::KeyNorm) &&
           source.columns != config.layers[static_cast<size_t>(id.layer)].keyDim;
}

}  // namespace

std::optional<ShardPlan> shardPlan(const GgufFile& file, const ModelConfig& config, size_t parts) {
    if (config.bidirectional() || config.recurrent()) return std::nullopt;
    ShardPlan plan;
    plan.parts = parts;
    for (const LayerConfig& layer : config.layers) {
        if (!headsDivide(layer, parts)) return std::nullopt;
        const uint64_t keys = uint64_t{layer.kvHeads} * layer.keyDim,
                       values = uint64_t{layer.kvHeads} * layer.valueDim;
        const uint64_t inner = config.experts.feedForward;
        plan.layers.push_back({.queryKeyValue = {uint64_t{layer.heads} * layer.keyDim, keys, values},
                               .gateUp = {inner, inner}});
    }
    const WeightTable table(file);
    plan.cutsHead = table.has({WeightRole::Output}) && config.vocabSize % parts == 0;
    ModelWeights weights;
    constexpr uint32_t anyContext = 512;
    for (const WeightRequest& request : requestWeights(table, config, anyContext, weights)) {
        const WeightSource& source = request.source;
        const bool joined =
            source.id.role == WeightRole::ExpertGateUp && source.id.part == WeightPart::Weight;
        if (!dividesInto(source, plan.cutOf(source.id), parts) || isNormOfAllHeads(source, config) ||
            (joined && config.experts.feedForward / parts % joinedExpertRows != 0))
            return std::nullopt;
    }
    return plan;
}

}  // namespace hearth
