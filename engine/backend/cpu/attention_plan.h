#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "backend/backend.h"
#include "backend/cpu/batch_context.h"

namespace hearth::cpu {

/// Slots that a row attends to, both included. Those of the rows of a sequence rise from row to row, in that
/// neither of the two becomes less.
struct VisibleSlots {
    int32_t first = 0, last = 0;
};
/// Slots of its sequence that a row sees; the last row of the sequence in this batch has the slot `end`.
VisibleSlots visibleSlots(const AttentionArgs& args, const BatchRow& row, int32_t end) noexcept;

/// Rows [firstRow, firstRow + rows) of one sequence, the heads of one key-value head, blocks [firstBlock,
/// endBlock).
struct AttentionTask {
    uint32_t sequence = 0;
    uint32_t firstRow = 0, rows = 0;
    bool many = false;  ///< the sequence has many rows in this batch, however few are in this task
    uint32_t kvHead = 0;
    uint32_t firstBlock = 0, endBlock = 0;
    /// Number of consecutive tasks that share the rows, if this is the first of them; otherwise 0.
    uint32_t splits = 1;
    size_t splitFloats = 0;  ///< where its part of the sums begins in the memory for them
};

/// Partition of the attention of a batch into tasks for threads. It never depends on the number of threads,
/// so results do not either. Keeps its memory between calls. For one thread; read by all in regions.
class AttentionPlan {
public:
    /// For the rows that are left of the batch; `queriesTogether` is how many queries of one key-value head
    /// (tokens times heads) are in a task of a prompt.
    void make(const AttentionArgs& args, const BatchContext& batch, size_t queriesTogether);

    /// By sequence and position: the longest come last.
    std::span<const AttentionTask> tasks() const noexcept { return m_tasks; }
    /// Floats that the states of all tasks with shared rows take together.
    size_t splitFloats() const noexcept { return m_splitFloats; }
    /// Amount of work, in multiplications of numbers.
    size_t work(const AttentionArgs& args) const noexcept;

private:
    /// Adds the tasks of some rows of a sequence that are computed together, for the slots from the first to
    /// the last that any of them sees.
    void cut(const AttentionArgs& args, AttentionTask task, VisibleSlots seen);

    std::vector<AttentionTask> m_tasks;
    size_t m_splitFloats = 0;
};

}  // namespace hearth::cpu
