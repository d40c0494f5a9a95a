#pragma once

#include <cstdint>

#include "backend/backend.h"
#include "backend/cuda/device.h"
#include "backend/cuda/weight_layout.h"

namespace hearth::cuda {

/// A matrix of each expert of a layer in host memory, packed as the GPU wants it, and slots on the GPU for
/// some of them. An expert is one run of bytes, so that it is one copy.
class OffloadedExperts {
public:
    /// Bytes of this many slots on the GPU.
    static uint64_t slotBytes(const WeightSource& source, uint32_t slots);

    /// Reads the source from front to back and packs it on `threads` threads (at least 1). Rethrows what
    /// reading throws; throws Error(OutOfMemory) when the host or the GPU has too little memory.
    OffloadedExperts(const WeightSource& source, uint32_t slots, unsigned threads);

    /// Of what lies in the slots: the expert's number of the view is that of a slot.
    WeightView view() const;
    int experts() const noexcept { return m_experts; }
    int slotCount() const noexcept { return m_slotCount; }
    uint64_t expertBytes() const noexcept { return m_layout.sizeBytes; }
    uint64_t deviceBytes() const noexcept { return m_pool.size(); }
    uint64_t hostBytes() const noexcept { return m_host.size(); }

    /// Starts to copy an expert into a slot.
    void copy(int expert, int slot, StreamHandle stream) const;

private:
    void pack(const WeightSource& source, unsigned threads);

    WeightLayout m_layout;  ///< of one expert
    int m_experts, m_slotCount;
    PinnedMemory m_host;
    DeviceMemory m_pool;
};

}  // namespace hearth::cuda
