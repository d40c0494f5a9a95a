#pragma once

#include <vector>

#include "backend/cuda/device.h"

/// Small kernels whose accesses can be counted by hand (tst_meter.cpp). Each is one launch of one warp unless
/// it says otherwise; `data` has 4,096 floats.
namespace hearth::emulator::known {

struct Kernel {
    const char* name;
    void (*launch)(float* data, cuda::StreamHandle stream);
};
const std::vector<Kernel>& kernels();

}  // namespace hearth::emulator::known
