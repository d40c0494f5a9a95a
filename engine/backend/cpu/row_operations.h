#pragma once

#include "backend/backend.h"
#include "backend/cpu/batch_context.h"
#include "backend/cpu/kernels.h"
#include "backend/cpu/memory.h"
#include "backend/cpu/thread_pool.h"

namespace hearth::cpu {

/// The operations in which each row of the running batch is by itself and meets no matrix: Backend's of the
/// same names. For one thread; all that it is made of outlives it.
class RowOperations {
public:
    RowOperations(const KernelTable& kernels, ThreadPool& pool, const BatchContext& batch)
        : m_kernels(kernels), m_pool(pool), m_batch(batch) {}

    void embed(const Weight& table, float scale, const Slice& out);
    void place(const PlaceRowsArgs& args);
    /// Throws Error(Unsupported | OutOfMemory).
    void norm(const NormArgs& args);
    void multiply(const MultiplyArgs& args);

private:
    void multiplyRuns(const MultiplyArgs& args);

    const KernelTable& m_kernels;
    ThreadPool& m_pool;
    const BatchContext& m_batch;
    Memory m_normalized;  ///< a row by thread
};

}  // namespace hearth::cpu
