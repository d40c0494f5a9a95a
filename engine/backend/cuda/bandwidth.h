#pragma once

#include "backend/cuda/device.h"

namespace hearth::cuda {

/// Bytes a second, the best of a few passes. Copying counts every byte once.
struct Bandwidth {
    double read = 0, copy = 0;        ///< within the device's memory
    double toDevice = 0, toHost = 0;  ///< over the bus, from and to pinned memory
};

/// Measures the current device with two buffers of so many bytes (a multiple of 4,096; large against its
/// caches).
Bandwidth measureBandwidth(size_t bytes);

/// Reads every byte of `data` once; `sink` (4 bytes) keeps the compiler honest.
void launchReadAll(const void* data, size_t bytes, uint32_t* sink, int multiprocessors, StreamHandle stream);

}  // namespace hearth::cuda
