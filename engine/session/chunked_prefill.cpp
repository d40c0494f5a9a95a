#include "session/chunked_prefill.h"

#include <algorithm>

namespace hearth {

namespace {

constexpr uint32_t blockPositions = PagedKvCache::blockPositions;
/// Long prompts leave a state behind every so many positions: another prompt may share only their beginning.
constexpr size_t checkpointPositions = 512;

size_t lastBlockBorder(const Sequence& sequence) {
    return (sequence.promptTokens - 1) / blockPositions * blockPositions;
}

/// Rows from what is processed up to where a state is wanted next.
size_t rowsToState(const Sequence& sequence) {
    const size_t next = std::min(lastBlockBorder(sequence),
                                 (sequence.processed / checkpointPositions + 1) * checkpointPositions);
    return sequence.processed < next ? next - sequence.processed : SIZE_MAX;
}

/// As many as fit on a GPU, on a processor fewer the more a row takes, since a person watches the progress.
/// Passes that have room for more than usual have it for pictures that are read as a whole.
uint32_t chunkRowsOf(const Model& model) {
    constexpr uint64_t most = 512, least = 128, quickBytes = 600ULL << 20U;
    uint64_t rows = std::min<uint64_t>(model.limits().rows, most);
    if (!model.backend().info().wideBatches) {
        const uint64_t slower = most * quickBytes / std::max(quickBytes, model.decodeBytes());
        rows = std::min(rows, std::max(least, slower / blockPositions * blockPositions));
    }
    return static_cast<uint32_t>(rows);
}

}  // namespace

ChunkedPrefill::ChunkedPrefill(const Model& model)
    : m_rows(chunkRowsOf(model)),
      m_decodeRows(std::min({model.backend().alikeRows(), model.limits().rows, model.limits().logitRows})),
      m_recurrent(model.config().recurrent()) {
}

size_t ChunkedPrefill::next(const Sequence& sequence, size_t most, size_t room) const {
    if (sequence.processed >= sequence.promptTokens)
        return std::min<size_t>({most, m_decodeRows, sequence.waiting() - (sequence.rebuilds() ? 0 : 1)});
    size_t rows = std::min(most, sequence.promptTokens - sequence.processed);
    // The chunks that it had before.
    for (const size_t start : sequence.chunkStarts)
        if (start > sequence.processed) rows = std::min(rows, start - sequence.processed);
    if (m_recurrent && sequence.options.reuse) rows = std::min(rows, rowsToState(sequence));
    return wholeUnits(sequence, rows, std::max(most, room));
}

size_t ChunkedPrefill::wholeUnits(const Sequence& sequence, size_t rows, size_t most) {
    const auto unit = PromptView(sequence.tokens).unitDividedAt(sequence.processed + rows);
    // The sequence may end within a unit.
    if (!unit || sequence.processed + rows >= sequence.tokens.size()) return rows;
    const auto at = static_cast<int64_t>(sequence.processed);
    if (unit->first > at) return static_cast<size_t>(unit->first - at);
    const auto end = std::min<size_t>(static_cast<size_t>(unit->end()), sequence.tokens.size());
    const size_t whole = end - sequence.processed;
    return whole <= most ? whole : 0;
}

void ChunkedPrefill::keepStart(Sequence& sequence) {
    if (sequence.processed >= sequence.promptTokens) return;
    std::vector<size_t>& starts = sequence.chunkStarts;
    const auto at = std::lower_bound(starts.begin(), starts.end(), sequence.processed);
    if (at == starts.end() || *at != sequence.processed) starts.insert(at, sequence.processed);
}

bool ChunkedPrefill::endsWhereStateIsKept(const Sequence& sequence) noexcept {
    return sequence.processed == lastBlockBorder(sequence) || sequence.processed % checkpointPositions == 0;
}

}  // namespace hearth
