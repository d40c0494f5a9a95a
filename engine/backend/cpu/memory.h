#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "backend/backend.h"

namespace hearth::cpu {

/// The next multiple of `step`, or `value` if it is one; `step` is not zero.
constexpr size_t roundUp(size_t value, size_t step) noexcept {
    return (value + step - 1) / step * step;
}

/// Zeroed memory, aligned to 64 bytes; from 512 KiB on to huge pages, which the system is asked for.
class Memory {
public:
    Memory() = default;
    /// Throws Error(OutOfMemory) that says how much was asked for.
    explicit Memory(size_t bytes);
    Memory(Memory&& other) noexcept;
    Memory& operator=(Memory&& other) noexcept;
    ~Memory();

    std::byte* data() const noexcept { return m_data; }
    template <class T>
    T* as() const noexcept {
        return reinterpret_cast<T*>(m_data);
    }
    size_t size() const noexcept { return m_size; }
    /// Gives what lies behind the first `kept` bytes back to the system, where it was mapped; it is zero when
    /// it is touched again.
    void discard(size_t kept) noexcept;
    /// Grows to at least so many bytes; what was in it is lost then.
    void reserve(size_t bytes);

private:
    void* m_start = nullptr;
    std::byte* m_data = nullptr;
    size_t m_size = 0;
    size_t m_mapped = 0;  ///< bytes from m_start on when mapped, 0 when allocated
};

/// Hands out pieces of large chunks, so that many small matrices share huge pages. A chunk goes when the last
/// piece of it does. For one thread.
class Arena {
public:
    struct Piece {
        std::shared_ptr<Memory> chunk;
        std::byte* data = nullptr;
    };
    /// Zeroed, aligned to 64 bytes.
    Piece take(size_t bytes);

private:
    std::shared_ptr<Memory> m_chunk;
    size_t m_used = 0;
};

struct CpuBuffer final : Buffer {
    /// Zero. Kernels may read whole vectors from a row's last column on. Throws Error(OutOfMemory).
    CpuBuffer(uint64_t rowCount, uint64_t columnCount)
        : memory((rowCount * columnCount + 16) * sizeof(float)) {
        rows = rowCount;
        columns = columnCount;
    }

    Memory memory;
    /// Some columns of the running batch as bfloat16 where the product that made them left them so; the
    /// floats of these columns are older then. roundedColumns 0: none.
    Memory rounded;
    uint64_t roundedFirst = 0, roundedColumns = 0, roundedRows = 0;
};

/// Rows of one slice of a buffer of this backend.
inline float* rowOf(const Slice& slice, uint64_t row) noexcept {
    return static_cast<CpuBuffer&>(*slice.buffer).memory.as<float>() + row * slice.buffer->columns +
           slice.firstColumn;
}

}  // namespace hearth::cpu
