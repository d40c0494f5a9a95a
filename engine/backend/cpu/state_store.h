#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "backend/backend.h"
#include "backend/cpu/memory.h"

namespace hearth::cpu {

/// The states of recurrent layers: by layer, memory of shape (slots, floatsPerLayer). For one thread at a
/// time, but different slots and floats may be written by different threads.
struct CpuStateStore final : StateStore {
    std::vector<Memory> layers;

    /// All zero. Throws Error(OutOfMemory).
    CpuStateStore(std::vector<uint64_t> floats, uint32_t slots);

    /// A slot's floats of one layer.
    float* state(uint32_t layer, int32_t slot) const noexcept {
        return layers[layer].as<float>() + static_cast<size_t>(slot) * floatsPerLayer[layer];
    }

    void copy(int32_t from, int32_t to) noexcept override;
    void reset(int32_t slot) noexcept override;
    void save(int32_t slot, std::span<std::byte> out) const noexcept override;
    void load(int32_t slot, std::span<const std::byte> in) noexcept override;
};

}  // namespace hearth::cpu
