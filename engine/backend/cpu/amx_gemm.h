#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "backend/cpu/gemm.h"
#include "backend/cpu/kernels.h"
#include "backend/cpu/memory.h"
#include "backend/cpu/thread_pool.h"

namespace hearth::cpu {

/// GEMMs of the rows of prompts in tile registers, in bfloat16 with float32 sums, where the processor
/// has them. Where weights are floats and 16 bits of mantissa are enough, they and the activations are cut
/// into two halves of bfloat16 each, of which three products are added, the largest first: as near as 16 bits
/// of mantissa (Henry, Tang and Heinecke 2019). For one thread; all that it is made of outlives it.
class AmxGemm {
public:
    AmxGemm(const KernelTable& kernels, ThreadPool& pool) : m_kernels(kernels), m_pool(pool) {}

    /// True if this class computes the product.
    bool take(const Gemm& product) const noexcept;
    /// True if such a product can read and write rows in bfloat16.
    bool takeRounded(const Gemm& product) const noexcept;
    /// Throws Error(OutOfMemory).
    void run(const Gemm& product);

private:
    /// Partition of a product: tasks of `rowPanels` row panels of each matrix, unpacked `depth` columns at a
    /// time.
    struct Plan {
        size_t rowPanels = 0, depth = 0;
        size_t halves = 1;  ///< of weights and activations
        size_t tasks = 0;
        size_t sumRows = 0;
        size_t unpackedBytes = 0, sumBytes = 0;             ///< of a thread
        std::array<size_t, mostLinearParts> firstTask{};    ///< by part
        std::array<size_t, mostLinearParts> firstColumn{};  ///< of the output
    };
    /// Some row panels of a product.
    struct Task {
        size_t part = 0, rowPanel = 0, rowPanels = 0;
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

    Plan planOf(const Gemm& product) const noexcept;
    void chooseRowPanels(const Gemm& product, Plan& plan) const noexcept;
    Task taskOf(const Gemm& product, const Plan& plan, size_t index) const noexcept;
    void roundRows(const Gemm& product, bool halves, const ThreadPool::Region& region);
    void runTask(const Gemm& product, const Task& task) const;
    void unpack(const Gemm& product, const Task& task, size_t column, size_t count) const;
    void multiply(const Gemm& product, const Task& task, size_t column, size_t count, size_t row,
                  size_t rowPanel) const;
    static Out outOf(const Gemm& product, const Task& task, size_t row, size_t rowPanel) noexcept;

    const KernelTable& m_kernels;
    ThreadPool& m_pool;
    Memory m_rounded;     ///< rows as bfloat16, where they are not already, and then their lower halves
    Memory m_normalized;  ///< a row by thread
    Memory m_scratch;     ///< by thread: unpacked row panels and sums
};

}  // namespace hearth::cpu
