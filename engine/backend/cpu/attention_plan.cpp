#include "backend/cpu/attention_plan.h"

#include <algorithm>

namespace hearth::cpu {

namespace {

/// Rows of replies are split along the positions, always at the same positions.
constexpr uint32_t blocksInSplit = 8;

/// Number of rows that are in the block of the first row.
uint32_t rowsInBlock(std::span<const BatchRow> rows) noexcept {
    constexpr auto block = static_cast<int32_t>(PagedKvCache::blockPositions);
    uint32_t count = 1;
    while (count < rows.size() && rows[count].slot / block == rows[0].slot / block) ++count;
    return count;
}

}  // namespace

VisibleSlots visibleSlots(const AttentionArgs& args, const BatchRow& row, int32_t end) noexcept {
    const auto window = static_cast<int32_t>(args.window);
    VisibleSlots seen{0, args.bidirectional ? end : row.slot};
    if (window != 0) {
        seen.first = args.firstVisible(row.slot);
        seen.last = std::min(seen.last, row.slot + window - 1);
    }
    if (args.units == UnitSight::Whole)
        seen.first = std::min(seen.first, row.slot - static_cast<int32_t>(row.unitBefore));
    if (args.units != UnitSight::Causal)
        seen.last = std::max(seen.last, row.slot + static_cast<int32_t>(row.unitBehind));
    return seen;
}

void AttentionPlan::make(const AttentionArgs& args, const BatchContext& batch, size_t queriesTogether) {
    const uint32_t grouped = args.heads / args.store->layers[args.layer].kvHeads;
    // Rows of replies are worked out as if each was alone.
    const bool many = batch.recipeOf(RowSet::All) == Recipe::Prompt;
    const uint32_t atOnce = many ? std::max(1U, static_cast<uint32_t>(queriesTogether) / grouped) : 1;
    const bool opensBlocks = args.store->types.keepsResidualBlocks();
    m_tasks.clear();
    m_splitFloats = 0;
    const auto rows = batch.rows();
    for (uint32_t first = 0; first < rows.size();) {
        uint32_t end = first + 1;
        while (end < rows.size() && rows[end].sequence == rows[first].sequence) ++end;
        for (uint32_t taken = 0; first < end; first += taken) {
            taken = std::min(atOnce, end - first);
            // Rows of different blocks read different keys.
            if (opensBlocks) taken = rowsInBlock(rows.subspan(first, taken));
            AttentionTask task;
            task.sequence = rows[first].sequence;
            task.firstRow = first;
            task.rows = taken;
            task.many = many;
            const int32_t lastOfSequence = rows[end - 1].slot;
            cut(args, task,
                {visibleSlots(args, rows[first], lastOfSequence).first,
                 visibleSlots(args, rows[first + task.rows - 1], lastOfSequence).last});
        }
    }
}

void AttentionPlan::cut(const AttentionArgs& args, AttentionTask task, VisibleSlots seen) {
    const uint32_t kvHeads = args.store->layers[args.layer].kvHeads;
    const size_t stateFloats =
        size_t{task.rows} * (args.heads / kvHeads) * (2 + args.out.columns / args.heads);
    const auto firstBlock = static_cast<uint32_t>(seen.first) / PagedKvCache::blockPositions;
    const auto endBlock = static_cast<uint32_t>(seen.last) / PagedKvCache::blockPositions + 1;
    const uint32_t step = task.many ? endBlock : blocksInSplit;
    const uint32_t splits = (endBlock + step - 1) / step - firstBlock / step;
    for (task.kvHead = 0; task.kvHead < kvHeads; ++task.kvHead) {
        task.splits = splits;
        for (uint32_t begin = firstBlock / step * step; begin < endBlock; begin += step) {
            task.firstBlock = std::max(begin, firstBlock);
            task.endBlock = std::min(begin + step, endBlock);
            task.splitFloats = m_splitFloats;
            if (splits > 1) m_splitFloats += stateFloats;
            m_tasks.push_back(task);
            task.splits = 0;
        }
    }
}

size_t AttentionPlan::work(const AttentionArgs& args) const noexcept {
    const KvLayerShape& shape = args.store->layers[args.layer];
    size_t blocks = 0;
    for (const AttentionTask& task : m_tasks) blocks += size_t{task.rows} * (task.endBlock - task.firstBlock);
    return blocks * (args.heads / shape.kvHeads) * PagedKvCache::blockPositions *
           (shape.keyDim + args.out.columns / args.heads);
}

}  // namespace hearth::cpu
