#include "placement/device_placement.h"

#include "hearth/gguf.h"
#include "model/cache_shapes.h"
#include "model/weight_table.h"
#include "placement/memory_plan.h"

namespace hearth {

LayerSizes layerSizes(const GgufFile& file, const Backend& device, uint32_t contextLength, KvTypes kvType,
                      const GroupBlocks& kvBlocks) {
    const ModelConfig config = ModelConfig::fromGguf(file);
    LayerSizes sizes;
    sizes.layers = Model::layerBytes(file, device, contextLength);
    sizes.scratch = ForwardPass::scratchBytes(config, BatchLimits().rows, BatchLimits().logitRows);
    sizes.others = sizes.layers.back() + sizes.scratch;
    sizes.layers.pop_back();
    const std::vector<KvLayerShape> caches = kvLayers(config);
    // The cache of a layer that guesses lies where that layer does, which is with the head.
    for (size_t i = 0; i < caches.size(); ++i)
        (i < sizes.layers.size() ? sizes.layers[i] : sizes.others) +=
            kvLayerBytes(caches[i], kvType, kvBlocks);
    return sizes;
}

bool hasOwnHead(const GgufFile& file) {
    return WeightTable(file).has({WeightRole::Output});
}

}  // namespace hearth
