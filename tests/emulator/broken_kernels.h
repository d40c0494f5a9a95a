#pragma once

#include <string>
#include <vector>

#include "backend/cuda/device.h"

/// Kernels with one mistake each, and the same kernels without it. The line that must be named carries
/// "fault: NAME"; a race has two ends, and which of them comes second is a matter of order.
namespace hearth::emulator::broken {

struct Case {
    const char* name;
    const char* kind;  ///< of the Fault, one of these words; empty: the kernel is sound
    void (*launch)(float* data, cuda::StreamHandle stream);
};

/// Every kernel gets 4,096 floats, of which the first 1,024 are initialised, and zeros as its last 64 bytes.
const std::vector<Case>& cases();

}  // namespace hearth::emulator::broken
