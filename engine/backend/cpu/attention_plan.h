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
    /// How many tasks in a row share the rows, this one the first of them; 0: not the first.
    uint32_t splits = 1;
    size_t splitFloats = 0;  ///< where its part of the sums begins in the memory for them
};

/// How the attention of a batch is cut into tasks for threads: never by how many there are, so that results
/// do not depend on it. Keeps its memory from call to call. For one thread; read by all in regions.
class AttentionPlan {
public:
    /// For the rows that are left of the batch; `queriesTogether` is how many queries of one key-value head
    /// (tokens times heads) are in a task of a prompt.
    void make(const AttentionArgs& args, const BatchContext& batch, size_t queriesTogether);

    /// By sequence and position: the longest come last.
    std::span<const AttentionTask> tasks() const noexcept { return m_tasks; }
    /// What the states of all tasks that share rows with others take together.
    size_t splitFloats() const noexcept { return m_splitFloats; }
    /// How much there is to do, in products of numbers.
    size_t work(const AttentionArgs& args) const noexcept;

private:
    /// Adds the tasks of some rows of a sequence that are worked out together, for the slots from the first
    /// to the last that any of them sees.
    void cut(const AttentionArgs& args, AttentionTask task, VisibleSlots seen);

    std::vector<AttentionTask> m_tasks;
    size_t m_splitFloats = 0;
};

}  // namespace hearth::cpu
