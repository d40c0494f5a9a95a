#include "session/memory_plan.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "hearth/error.h"
#include "hearth/host_resources.h"

namespace hearth {

namespace {

constexpr uint32_t defaultContext = 8192, longestContext = 1U << 24U;

}  // namespace

KvType kvTypeFromName(const std::string& name) {
    if (name == "f32") return KvType::F32;
    if (name == "f16") return KvType::F16;
    if (name == "q8_0") return KvType::Q8_0;
    if (name == "q4_0") return KvType::Q4_0;
    throw Error(ErrorCode::BadInput,
                "There is no cache type called \"" + name + "\"; choose f32, f16, q8_0 or q4_0.");
}

uint64_t kvBlockBytes(const KvLayerShape& layer, KvType type) {
    // 8 and 4 bits come in groups of 32 columns of one head, each with a scale of two bytes; the last may be
    // part empty.
    const auto vectorBytes = [type](uint64_t columns) -> uint64_t {
        const uint64_t groups = (columns + 31) / 32;
        switch (type) {
            case KvType::F32:
                break;
            case KvType::F16:
                return columns * 2;
            case KvType::Q8_0:
                return groups * 34;
            case KvType::Q4_0:
                return groups * 18;
        }
        return columns * 4;
    };
    return layer.kvHeads * (vectorBytes(layer.keyDim) + vectorBytes(layer.valueDim)) *
           KvStore::blockPositions;
}

uint64_t kvBytes(const ModelConfig& config, KvType type, const GroupBlocks& blocks) {
    uint64_t bytes = 0;
    for (const KvLayerShape& layer : ForwardPass::kvLayers(config))
        bytes += kvBlockBytes(layer, type) * blocks[layer.group];
    return bytes;
}

uint32_t windowBlocks(uint32_t window, uint32_t rows) noexcept {
    // The first row sees window - 1 positions before it; the first and the last block may be part full.
    const uint64_t positions = uint64_t{window} + rows - 1;
    return static_cast<uint32_t>((positions - 1) / KvStore::blockPositions + 2);
}

namespace {

/// Blocks by group for conversations that have `blocks` in layers that see everything.
GroupBlocks blocksByGroup(const ModelConfig& config, uint32_t blocks, uint32_t oneConversation) {
    std::vector<uint32_t> byGroup;
    const uint64_t conversations = (blocks + oneConversation - 1) / oneConversation;
    for (const uint32_t window : ForwardPass::kvWindows(config)) {
        uint64_t needed = blocks;
        // As below, one block more for a branch.
        if (window != 0)
            needed =
                windowBlocks(window, BatchLimits().rows) + 1 + 2 * conversations * windowBlocks(window, 1);
        byGroup.push_back(static_cast<uint32_t>(std::min<uint64_t>(blocks, needed)));
    }
    return GroupBlocks(std::move(byGroup));
}

uint64_t slotBytes(const ModelConfig& config) {
    uint64_t floats = 0;
    for (const uint64_t count : ForwardPass::stateFloats(config)) floats += count;
    return floats * sizeof(float);
}

}  // namespace

uint32_t stateSlotCount(const ModelConfig& config) {
    constexpr uint64_t budget = uint64_t{256} << 20U;
    const uint64_t bytes = slotBytes(config);
    return bytes == 0 ? 0 : static_cast<uint32_t>(std::clamp<uint64_t>(budget / bytes, 4, 32));
}

uint64_t stateBytes(const ModelConfig& config) {
    return slotBytes(config) * stateSlotCount(config);
}

void needRoomForStates(const ModelConfig& config, uint64_t freeBytes) {
    const uint64_t bytes = stateBytes(config);
    if (bytes <= freeBytes) return;
    throw Error(ErrorCode::OutOfMemory, "The recurrent layers of the model need " +
                                            std::to_string(bytes >> 20U) + " MiB for their states, and " +
                                            std::to_string(freeBytes >> 20U) +
                                            " MiB are free; close other programs or choose a smaller model.");
}

CachePlan planCache(const EngineOptions& options, const ModelConfig& config, uint64_t freeBytes) {
    CachePlan plan;
    plan.kvType = kvTypeFromName(options.kvType);
    if (options.contextLength < 0 || static_cast<uint32_t>(options.contextLength) > longestContext) {
        throw Error(ErrorCode::BadInput, "A context of " + std::to_string(options.contextLength) +
                                             " positions is out of range; choose 1 to " +
                                             std::to_string(longestContext) + ", or 0 for the model's own.");
    }
    plan.contextLength = options.contextLength != 0 ? static_cast<uint32_t>(options.contextLength)
                                                    : std::min(config.trainedContext, defaultContext);
    const uint32_t oneConversation =
        (plan.contextLength + KvStore::blockPositions - 1) / KvStore::blockPositions;
    // One block more than a conversation: a branch inside a block copies it while the old one is still held.
    const uint64_t least = oneConversation + 1;
    uint64_t most = uint64_t{1} << 26U, budget = options.cacheBytes;
    if (options.cacheBytes == 0) {
        most = uint64_t{4} * oneConversation;
        budget = freeBytes / 4;
    }
    // The largest number that the memory is enough for.
    uint64_t fits = least;
    for (uint64_t above = std::max(most, least) + 1; above - fits > 1;) {
        const auto middle = static_cast<uint32_t>((fits + above) / 2);
        const GroupBlocks blocks = blocksByGroup(config, middle, oneConversation);
        (kvBytes(config, plan.kvType, blocks) <= budget ? fits : above) = middle;
    }
    plan.blocks = blocksByGroup(config, static_cast<uint32_t>(fits), oneConversation);
    return plan;
}

MemoryPlan describePlan(const CachePlan& cache, const ModelConfig& config, Model::Sizes sizes) {
    MemoryPlan plan;
    plan.weightsBytes = sizes.weightsBytes;
    plan.scratchBytes = sizes.scratchBytes;
    plan.kvBytes = kvBytes(config, cache.kvType, cache.blocks) + stateBytes(config);
    plan.kvFixedBytes = stateBytes(config);
    for (const KvLayerShape& layer : ForwardPass::kvLayers(config)) {
        if (cache.blocks[layer.group] < cache.blocks[0])
            plan.kvFixedBytes += kvBlockBytes(layer, cache.kvType) * cache.blocks[layer.group];
    }
    plan.deviceTotalBytes = totalMemoryBytes();
    plan.deviceFreeBytes = availableMemoryBytes();
    plan.layers = plan.layersOnDevice = static_cast<int>(config.layerCount);
    return plan;
}

}  // namespace hearth
