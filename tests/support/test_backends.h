#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"
#ifdef HEARTH_EMULATED
#include "backend/cuda/cuda_backend.h"
#include "emulator/device_emulated.h"
#include "emulator/machine.h"
#endif

namespace hearth::test {

/// Names of the backends that a test can run models on: "cuda", which is the emulator, where CMake's
/// hearth_test_on_emulator() has linked it.
inline std::vector<const char*> testBackends() {
    return {
        "reference",
        "cpu",
#ifdef HEARTH_EMULATED
        "cuda",
#endif
    };
}

/// The backend of that name, with two threads; "cuda" is an emulated card.
inline std::unique_ptr<Backend> testBackend(std::string_view name) {
    if (name == "cpu") return std::make_unique<CpuBackend>(CpuOptions{.threads = 2});
#ifdef HEARTH_EMULATED
    if (name == "cuda") {
        emulator::configureDevice({});
        emulator::g_machine.configure({});
        return std::make_unique<cuda::CudaBackend>();
    }
#endif
    return std::make_unique<ReferenceBackend>(2);
}

}  // namespace hearth::test
