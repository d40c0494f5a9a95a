#pragma once

#include <cstdint>
#include <memory>

#include "backend/backend.h"
#include "hearth/kv_type.h"
#include "model/model.h"
#include "placement/gpu_plan.h"

namespace hearth {

/// Sizes for a device's backend with a cache of this number of blocks.
LayerSizes layerSizes(const GgufFile& file, const Backend& device, uint32_t contextLength, KvTypes kvType,
                      const GroupBlocks& kvBlocks);

/// True if the file has a separate head, so that the embeddings may stay on the host.
bool hasOwnHead(const GgufFile& file);

}  // namespace hearth
