#pragma once

#include "backend/backend.h"
#include "backend/cpu/batch_context.h"
#include "backend/cpu/kernels.h"
#include "backend/cpu/rope_tables.h"
#include "backend/cpu/thread_pool.h"

namespace hearth::cpu {

/// Rotation and the writes into the cache, Backend::writeKv, and reading it back. For one thread; all that it
/// is made of outlives it.
class KvWriter {
public:
    KvWriter(const KernelTable& kernels, ThreadPool& pool, const BatchContext& batch)
        : m_kernels(kernels), m_pool(pool), m_batch(batch), m_ropeTables(pool, batch) {}

    /// The batch has other rows now.
    void beginRows() noexcept { m_ropeTables.clear(); }
    /// Throws Error(Unsupported).
    void write(const KvWriteArgs& args);
    /// Backend::rotateKeys.
    void rotateKeys(const RotateKeysArgs& args) const;
    /// Backend::readKeys.
    void readKeys(const ReadKeysArgs& args) const;

private:
    struct HeadNorm;
    struct Call;

    void writeRow(const Call& call, size_t row) const;
    static void continueBlocks(const Call& call, const ThreadPool::Region& region);
    void closeBlocks(const Call& call, const ThreadPool::Region& region) const;
    void scaleQuery(const KvWriteArgs& args, float* query, int32_t time) const noexcept;
    void rotate(const Call& call, size_t row, float* head) const;

    const KernelTable& m_kernels;
    ThreadPool& m_pool;
    const BatchContext& m_batch;
    RopeTables m_ropeTables;
};

}  // namespace hearth::cpu
