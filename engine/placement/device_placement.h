#pragma once

#include <cstdint>
#include <memory>

#include "backend/backend.h"
#include "hearth/kv_type.h"
#include "model/model.h"
#include "placement/gpu_plan.h"

namespace hearth {

/// Sizes for a device's backend with a cache of so many blocks.
LayerSizes layerSizes(const GgufFile& file, const Backend& device, uint32_t contextLength, KvTypes kvType,
                      const GroupBlocks& kvBlocks);

/// Whether the file has a head of its own, so that the embeddings may stay on the host.
bool hasOwnHead(const GgufFile& file);

}  // namespace hearth
