#pragma once

#include <cstddef>

#include "backend/backend.h"
#include "backend/cpu/batch_context.h"
#include "backend/cpu/kernels.h"
#include "backend/cpu/memory.h"
#include "backend/cpu/thread_pool.h"

namespace hearth::cpu {

/// Layers that remember in a matrix a head: Backend::recur. For one thread; all that it is made of outlives
/// it.
class CpuRecurrence {
public:
    CpuRecurrence(const KernelTable& kernels, ThreadPool& pool, const BatchContext& batch)
        : m_kernels(kernels), m_pool(pool), m_batch(batch) {}

    /// Throws Error(Unsupported | OutOfMemory).
    void recur(const RecurrenceArgs& args);

private:
    struct Call;

    void openGates(const Call& call, const ThreadPool::Region& region) const;
    static void beginScan(const Call& call, RecurrenceRun& run, size_t firstRow, size_t column,
                          float* decays);
    void runTask(const Call& call, size_t task, float* tile) const;

    const KernelTable& m_kernels;
    ThreadPool& m_pool;
    const BatchContext& m_batch;
    Memory m_gates;  ///< (rows, heads, rates + 1): what a row keeps of a matrix, and how strongly it writes
    Memory m_tiles;  ///< by thread: some columns of a matrix, dense
};

}  // namespace hearth::cpu
