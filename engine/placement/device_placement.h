#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "backend/backend.h"
#include "hearth/engine.h"
#include "model/model.h"

namespace hearth {

/// How a model's memory is spread, in bytes: what each layer takes on a device with its share of the cache,
/// and what is needed whenever any layer is there.
struct LayerSizes {
    std::vector<uint64_t> layers;
    uint64_t others = 0;  ///< head, embeddings, activations
};

/// The most layers, from the last one back, that fit into `freeBytes` with a reserve for the driver and for
/// scratch memory.
uint32_t layersThatFit(const LayerSizes& sizes, uint64_t freeBytes) noexcept;

/// Sizes for a device's backend with a cache of so many blocks.
LayerSizes layerSizes(const GgufFile& file, const Backend& device, uint32_t contextLength, KvTypes kvType,
                      const GroupBlocks& kvBlocks);

/// Whether the file has a head of its own, so that the embeddings may stay on the host.
bool hasOwnHead(const GgufFile& file);

}  // namespace hearth
