#pragma once

#include <cstddef>

#include "backend/cuda/kernel_arguments.h"

namespace hearth::cuda {

/// The keys of one head in a block, as kv_access.h reads them on the device, of bytes that were copied to the
/// host: `out` has 32 rows of keyDim floats, `stride` floats apart. `type`: that of the bytes, which for open
/// blocks is F16.
void unpackKeys(const KvLayerView& layer, KvCode type, const std::byte* head, float* out, size_t stride);

}  // namespace hearth::cuda
