#include "worker/cost_parts.h"

#include <algorithm>
#include <utility>

#include "model/cache_shapes.h"
#include "placement/memory_plan.h"
#include "worker/worker_errors.h"

namespace hearth::wire {

KvCostParts costPartsOf(const ModelConfig& config) {
    KvCostParts parts;
    for (const KvLayerShape& shape : kvLayers(config))
        parts.layers.push_back({shape.kvHeads, shape.keyDim, shape.valueDim, shape.group});
    parts.windows = kvWindows(config);
    parts.stateBytes = stateBytes(config);
    return parts;
}

KvCost costOf(KvCostParts parts) {
    constexpr uint32_t most = 1U << 20U;
    const bool sane = parts.layers.size() <= 10'000 && parts.windows.size() <= 10'000 &&
                      std::ranges::all_of(parts.layers, [&](const KvCost::Layer& layer) {
                          return layer.kvHeads <= most && layer.keyDim <= most && layer.valueDim <= most &&
                                 layer.group < std::max<size_t>(1, parts.windows.size());
                      });
    if (!sane) throw Error(errors::workerNonsense);
    return {std::move(parts.layers), std::move(parts.windows), parts.stateBytes};
}

}  // namespace hearth::wire
