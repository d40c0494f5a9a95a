#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "backend/cpu/kernels.h"
#include "backend/cpu/memory.h"
#include "backend/cpu/product.h"
#include "backend/cpu/thread_pool.h"

namespace hearth::cpu {

/// Products of the rows of prompts in tile registers, in bfloat16 with float32 sums, where the processor has
/// them. Where weights are floats and 16 bits of mantissa are enough, they and the activations are cut into
/// two halves of bfloat16 each, of which three products are added, the largest first: as near as 16 bits of
/// mantissa (Henry, Tang and Heinecke 2019). For one thread; all that it is made of outlives it.
class TileProducts {
public:
    TileProducts(const KernelTable& kernels, ThreadPool& pool) : m_kernels(kernels), m_pool(pool) {}

    /// Whether a product is one for this class.
    bool take(const Product& product) const noexcept;
    /// Whether such a product can read and write rows in bfloat16.
    bool takeRounded(const Product& product) const noexcept;
    /// Throws Error(OutOfMemory).
    void run(const Product& product);

private:
    /// How a product is cut: tasks of `strips` strips of each matrix, unpacked `depth` columns at a time.
    struct Plan {
        size_t strips = 0, depth = 0;
        size_t halves = 1;  ///< of weights and activations
        size_t tasks = 0;
        size_t sumRows = 0;
        size_t unpackedBytes = 0, sumBytes = 0;             ///< of a thread
        std::array<size_t, mostLinearParts> firstTask{};    ///< by part
        std::array<size_t, mostLinearParts> firstColumn{};  ///< of the output
    };
    /// Some strips of a product.
    struct Task {
        size_t part = 0, strip = 0, strips = 0;
        size_t column = 0;  ///< of the output, where the part begins
        size_t depth = 0;   ///< columns of the input unpacked at once
        size_t sumRows = 0;
        uint16_t* unpacked = nullptr;
        uint16_t* rest = nullptr;  ///< the lower halves, alike; nullptr: there are none
        float* sums = nullptr;
    };
    struct Out {
        RowsOut rows;
        const std::byte* bytes = nullptr;
        size_t strideBytes = 0, elementBytes = 0;
    };

    Plan planOf(const Product& product) const noexcept;
    void chooseStrips(const Product& product, Plan& plan) const noexcept;
    Task taskOf(const Product& product, const Plan& plan, size_t index) const noexcept;
    void roundRows(const Product& product, bool halves, const ThreadPool::Region& region);
    void runTask(const Product& product, const Task& task) const;
    void unpack(const Product& product, const Task& task, size_t column, size_t count) const;
    void multiply(const Product& product, const Task& task, size_t column, size_t count, size_t row,
                  size_t strip) const;
    static Out outOf(const Product& product, const Task& task, size_t row, size_t strip) noexcept;

    const KernelTable& m_kernels;
    ThreadPool& m_pool;
    Memory m_rounded;     ///< rows as bfloat16, where they are not already, and then their lower halves
    Memory m_normalized;  ///< a row by thread
    Memory m_scratch;     ///< by thread: unpacked strips and sums
};

}  // namespace hearth::cpu
