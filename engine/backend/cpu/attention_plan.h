#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "backend/backend.h"
#include "backend/cpu/batch_context.h"

namespace hearth::cpu {

/// Positions that a row attends to, both included.
struct VisiblePositions {
    int32_t first = 0, last = 0;
};
/// What a row sees of its sequence, the last row of which in this batch lies at `end`.
VisiblePositions visiblePositions(const AttentionArgs& args, int32_t position, int32_t end) noexcept;

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
    /// Adds the tasks of some rows of a sequence that are worked out together, for the positions from the
    /// first to the last that any of them sees.
    void cut(const AttentionArgs& args, AttentionTask task, VisiblePositions seen);

    std::vector<AttentionTask> m_tasks;
    size_t m_splitFloats = 0;
};

}  // namespace hearth::cpu
