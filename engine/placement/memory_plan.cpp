#include "placement/memory_plan.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>
#include "placement/placement_errors.h"

#include "hearth/error.h"
#include "hearth/host_resources.h"
#include "model/cache_shapes.h"

namespace hearth {

namespace {

constexpr uint32_t modestContext = 8192, longestContext = 1U << 24U;
constexpr uint64_t mostBlocks = uint64_t{1} << 26U;

}  // namespace

uint64_t kvBytes(const ModelConfig& config, KvTypes types, const GroupBlocks& blocks) {
    uint64_t bytes = 0;
    for (const KvLayerShape& layer : kvLayers(config)) bytes += kvLayerBytes(layer, types, blocks);
    return bytes;
}

namespace {

uint64_t slotBytes(const ModelConfig& config) {
    uint64_t floats = 0;
    for (const uint64_t count : stateFloats(config)) floats += count;
    return floats * sizeof(float);
}

}  // namespace

uint32_t draftStateCount(const ModelConfig& config) {
    constexpr uint64_t budget = uint64_t{128} << 20U;
    const uint64_t bytes = slotBytes(config);
    return bytes == 0 ? 0
                      : static_cast<uint32_t>(std::clamp<uint64_t>(budget / bytes, 2, Backend::fewRows - 1));
}

uint32_t stateSlotCount(const ModelConfig& config) {
    constexpr uint64_t budget = uint64_t{256} << 20U;
    const uint64_t bytes = slotBytes(config);
    if (bytes == 0) return 0;
    return static_cast<uint32_t>(std::clamp<uint64_t>(budget / bytes, 4, 32)) + draftStateCount(config);
}

uint64_t stateBytes(const ModelConfig& config) {
    return slotBytes(config) * stateSlotCount(config);
}

void needRoomForStates(const ModelConfig& config, uint64_t freeBytes) {
    const uint64_t bytes = stateBytes(config);
    if (bytes <= freeBytes) return;
    throw Error(errors::noRoomForStates, {bytes >> 20U, freeBytes >> 20U});
}

namespace {

/// The context where none is asked for.
uint32_t ownContext(const EngineOptions& options, const ModelConfig& config, const KvCost& cost,
                    uint64_t freeBytes) {
    const uint32_t modest = std::min(config.trainedContext, modestContext);
    const bool rotatesByContext =
        config.rope.scaling == RopeScaling::LongRope || config.rope.scaling == RopeScaling::Dynamic;
    if (rotatesByContext) return modest;
    const uint32_t longest = std::min(config.trainedContext, longestContext);
    const uint64_t budget = options.cacheBytes != 0 ? options.cacheBytes : freeBytes / KvCost::shareOfFree;
    return std::max(modest, cost.fittingContext(longest, options.kvType, budget));
}

}  // namespace

CachePlan planCache(const EngineOptions& options, const ModelConfig& config, uint64_t freeBytes,
                    uint32_t passRows) {
    CachePlan plan;
    plan.kvType = options.kvType;
    if (options.contextLength < 0 || static_cast<uint32_t>(options.contextLength) > longestContext) {
        throw Error(ErrorCode::BadInput, "A context of " + std::to_string(options.contextLength) +
                                             " positions is out of range; choose 1 to " +
                                             std::to_string(longestContext) + ", or 0 for the model's own.");
    }
    const KvCost cost = kvCost(config, passRows);
    plan.contextLength = options.contextLength != 0 ? static_cast<uint32_t>(options.contextLength)
                                                    : ownContext(options, config, cost, freeBytes);
    if (config.learnedPositions != 0)
        plan.contextLength = std::min(plan.contextLength, config.learnedPositions);
    plan.blocks = GroupBlocks(
        options.cacheBytes == 0
            ? cost.reservedBlocks(plan.contextLength, options.kvType, freeBytes)
            : cost.fittingBlocks(plan.contextLength, options.kvType, options.cacheBytes, mostBlocks));
    return plan;
}

KvCost kvCost(const ModelConfig& config, uint32_t passRows) {
    std::vector<KvCost::Layer> layers;
    for (const KvLayerShape& shape : kvLayers(config))
        layers.push_back({shape.kvHeads, shape.keyDim, shape.valueDim, shape.group});
    return {std::move(layers), kvWindows(config), stateBytes(config), passRows};
}

ContextTraining contextTraining(const ModelConfig& config) {
    ContextTraining training;
    training.length = static_cast<int>(config.trainedContext);
    // The layers that see everything are those that a long context is for.
    const RopeConfig& rope = config.rope;
    switch (rope.scaling) {
        case RopeScaling::None:
            break;
        case RopeScaling::Linear:
            training.scaling = ContextScaling::Linear;
            break;
        case RopeScaling::Yarn:
            training.scaling = ContextScaling::Yarn;
            break;
        case RopeScaling::LongRope:
            training.scaling = ContextScaling::LongRope;
            break;
        case RopeScaling::Dynamic:
            training.scaling = ContextScaling::Dynamic;
            break;
    }
    if (training.scaling != ContextScaling::None)
        training.unscaledLength = static_cast<int>(rope.originalContext);
    return training;
}

MemoryPlan describePlan(const CachePlan& cache, const ModelConfig& config, Model::Sizes sizes) {
    MemoryPlan plan;
    plan.weightsBytes = sizes.weightsBytes;
    plan.scratchBytes = sizes.scratchBytes;
    plan.kvBytes = kvBytes(config, cache.kvType, cache.blocks) + stateBytes(config);
    plan.kvCommittedBytes = stateBytes(config);
    plan.kv = kvCost(config);
    plan.contextLength = static_cast<int>(cache.contextLength);
    plan.kvConversationBytes = plan.kv.conversationBytes(plan.contextLength, cache.kvType);
    plan.training = contextTraining(config);
    plan.deviceTotalBytes = totalMemoryBytes();
    plan.deviceFreeBytes = availableMemoryBytes();
    plan.layers = plan.layersOnDevice = static_cast<int>(config.layerCount);
    return plan;
}

}  // namespace hearth
