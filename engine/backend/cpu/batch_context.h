#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "backend/backend.h"

namespace hearth::cpu {

/// The way rows are computed. Chosen by what the rows are, never by their number.
enum class Recipe {
    Reply,
    Prompt,  ///< made for many
    Answer,  ///< what is left of a prompt for its logits
};

/// Rows [first, first + count) of a batch.
struct RowRange {
    size_t first = 0, count = 0;
};

/// The running batch as the parts of the CPU backend see it: its rows, what they are, and which are left.
/// Changed by one thread, outside of regions; read by all threads in them.
class BatchContext {
public:
    /// Takes a copy, which lasts until the next one begins.
    void begin(const Batch& batch);
    /// Goes on with the rows that want logits alone, and packs theirs of these slices; see
    /// Backend::keepLogitRows.
    void keepLogitRows(std::span<const Slice> kept);

    std::span<const BatchRow> rows() const noexcept { return m_batch.rows; }
    /// The numbers of a set's rows, rising.
    std::span<const uint32_t> rowsOf(RowSet set) const noexcept {
        return set == RowSet::All ? m_allRows : m_logitRows;
    }
    const BatchSequence& sequence(size_t index) const noexcept { return m_batch.sequences[index]; }
    /// By sequence; those that have no rows left have a count of 0.
    std::span<const RowRange> rowsBySequence() const noexcept { return m_bySequence; }
    Recipe recipeOf(RowSet set) const noexcept;
    RowKind kind() const noexcept { return m_batch.kind; }
    /// True if the batch began as a single row of a reply.
    bool oneToken() const noexcept { return m_oneToken; }

    /// Attention in this batch has seen both sides: its rows become embeddings, which need not be as near to
    /// what float32 gives as logits are.
    void noteBothSides() noexcept { m_bothSides = true; }
    bool seesBothSides() const noexcept { return m_bothSides; }

    /// Attention has written to this buffer what no product has read yet.
    void noteAttended(const Buffer* buffer) noexcept { m_attended = buffer; }
    /// True if attention has written to this buffer and no product has read it yet. Clears the mark, because
    /// the next data written there is something else.
    bool takeAttended(const Buffer* buffer) noexcept;

private:
    void findSequences();

    Batch m_batch;
    std::vector<uint32_t> m_allRows, m_logitRows;
    std::vector<RowRange> m_bySequence;
    bool m_oneToken = false, m_bothSides = false;
    bool m_narrowed = false;  ///< only the rows that want logits are left
    const Buffer* m_attended = nullptr;
};

}  // namespace hearth::cpu
