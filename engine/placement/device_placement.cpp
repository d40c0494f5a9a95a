#include "placement/device_placement.h"

#include <algorithm>

#include "hearth/gguf.h"
#include "model/weight_table.h"
#include "placement/memory_plan.h"

namespace hearth {

namespace {

/// What a device needs besides what is planned: partial results, recorded steps, the driver's own.
constexpr uint64_t reserveBytes = uint64_t{384} << 20U;

}  // namespace

uint32_t layersThatFit(const LayerSizes& sizes, uint64_t freeBytes) noexcept {
    uint64_t needed = sizes.others + reserveBytes;
    uint32_t count = 0;
    for (auto layer = sizes.layers.rbegin(); layer != sizes.layers.rend(); ++layer, ++count) {
        needed += *layer;
        if (needed > freeBytes) break;
    }
    return count;
}

LayerSizes layerSizes(const GgufFile& file, const Backend& device, uint32_t contextLength, KvTypes kvType,
                      const GroupBlocks& kvBlocks) {
    const ModelConfig config = ModelConfig::fromGguf(file);
    LayerSizes sizes;
    sizes.layers = Model::layerBytes(file, device, contextLength);
    sizes.others =
        sizes.layers.back() + ForwardPass::scratchBytes(config, BatchLimits().rows, BatchLimits().logitRows);
    sizes.layers.pop_back();
    const std::vector<KvLayerShape> caches = ForwardPass::kvLayers(config);
    for (size_t i = 0; i < sizes.layers.size(); ++i)
        sizes.layers[i] += kvLayerBytes(caches[i], kvType, kvBlocks);
    return sizes;
}

bool hasOwnHead(const GgufFile& file) {
    return WeightTable(file).has({WeightRole::Output});
}

}  // namespace hearth
