#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "backend/backend.h"
#include "backend/cpu/attention_plan.h"
#include "backend/cpu/batch_context.h"
#include "backend/cpu/kernels.h"
#include "backend/cpu/memory.h"
#include "backend/cpu/thread_pool.h"

namespace hearth::cpu {

/// Attention over block tables: Backend::attention. What it does to some queries of one key-value head over
/// some positions is a state: the largest score of each, the sum of exponentials, and the sums of values
/// (AttentionRun), of shape (rows), (rows), (rows, valueDim). For one thread; all that it is made of outlives
/// it.
class CpuAttention {
public:
    CpuAttention(const KernelTable& kernels, ThreadPool& pool, BatchContext& batch);

    /// Rounds queries and probabilities from now on, where that is faster. That is less than block types of
    /// weights cost anyway, but more than people who keep float weights expect: they get float32.
    void roundActivations() noexcept { m_rounds = true; }
    /// Throws Error(Unsupported | OutOfMemory).
    void attend(const AttentionArgs& args);

private:
    struct Call;
    /// A task's rows and blocks as a kernel gets them; one per thread.
    struct alignas(64) TaskRows {
        std::vector<const float*> queries;
        std::vector<int32_t> first, last;
        std::vector<const std::byte*> keys, values;
        /// From this one on keys are float16 whatever the store's type; none: endBlock.
        uint32_t residualBlock = 0;
    };

    void attendTask(const Call& call, const AttentionTask& task, float* state, float* scratch,
                    TaskRows& rows) const;
    void gather(const Call& call, const AttentionTask& task, TaskRows& rows) const;
    void attendExpanded(const Call& call, AttentionRun run, float* scratch, TaskRows& rows) const;
    void attendStored(const Call& call, const AttentionRun& run, const TaskRows& rows) const;
    void expandBlock(const Call& call, size_t block, std::byte* to, TaskRows& rows) const;
    void mergePart(float* state, const float* part, size_t rows, size_t valueDim) const;
    void finishTask(const Call& call, const AttentionTask& task, const float* state) const;
    void mergeSplits(const Call& call, const AttentionTask& task, const float* states) const;

    const KernelTable& m_kernels;
    ThreadPool& m_pool;
    BatchContext& m_batch;
    bool m_rounds = false;
    AttentionPlan m_plan;
    Memory m_splits;   ///< states of tasks that share rows
    Memory m_scratch;  ///< by thread
    std::vector<TaskRows> m_taskRows;
};

}  // namespace hearth::cpu
