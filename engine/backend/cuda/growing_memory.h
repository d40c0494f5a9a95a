#pragma once

#include <cstddef>
#include <vector>

#include "backend/cuda/device.h"

namespace hearth::cuda {

/// Device memory whose address stays while it grows from nothing to a size that is known from the beginning.
/// All of it is taken at once if the device cannot do that, or if it would not pay.
class GrowingMemory {
public:
    GrowingMemory() = default;
    /// Throws Error(OutOfMemory) where all is taken at once.
    explicit GrowingMemory(size_t most);
    GrowingMemory(GrowingMemory&& other) noexcept { swap(other); }
    GrowingMemory& operator=(GrowingMemory&& other) noexcept {
        swap(other);
        return *this;
    }
    ~GrowingMemory();

    std::byte* data() const noexcept { return m_data; }
    /// With all that it may have, and what it has; rounded up to whole steps of the device.
    size_t size() const noexcept { return m_size; }
    size_t taken() const noexcept { return m_taken; }
    /// Bytes that growTo() would additionally take.
    size_t missing(size_t bytes) const noexcept;
    /// Takes at least the first `bytes`, at most what the constructor was told; less than there is changes
    /// nothing. False: the device has too little, and nothing has changed.
    bool growTo(size_t bytes);
    /// Returns memory that calls of growTo() took and that the first `bytes` do not need.
    void shrinkTo(size_t bytes) noexcept;

private:
    void swap(GrowingMemory& other) noexcept;

    DeviceMemory m_whole;  ///< where all is taken at once
    std::byte* m_data = nullptr;
    size_t m_size = 0, m_taken = 0, m_step = 0;
    std::vector<size_t> m_pieces;  ///< sizes of what was taken, in order
};

}  // namespace hearth::cuda
