#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "backend/backend.h"
#include "backend/cuda/device.h"
#include "backend/cuda/step_recorder.h"

namespace hearth::cuda {

/// The states of recurrent layers on the device.
struct DeviceStateStore final : StateStore {
    /// All zero. Throws Error(OutOfMemory).
    DeviceStateStore(StepRecorder& owner, std::vector<uint64_t> floats, uint32_t slots);
    ~DeviceStateStore() override { recorder.settle(); }

    void copy(int32_t from, int32_t to) override;
    void reset(int32_t slot) override;
    void save(int32_t slot, std::span<std::byte> out) const override;
    void load(int32_t slot, std::span<const std::byte> in) override;

    StepRecorder& recorder;
    std::vector<DeviceMemory> data;  ///< by layer: (slots, floats)
};

}  // namespace hearth::cuda
