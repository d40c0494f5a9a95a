#pragma once

#include <cstddef>
#include <cstdint>

#include "model/model.h"
#include "session/sequence.h"

namespace hearth {

/// Cuts prompts into the chunks that passes take. A chunk that is lost is processed again from the same
/// place, and a reply that is lost goes through passes that decode, so that neither changes a bit. Where
/// states of recurrent layers are kept, chunks end where one is wanted: at multiples of 512 positions, and at
/// the last block border, from where the same prompt can be answered again. A unit, a span whose rows see
/// each other both ways, is not divided: it may take all rows that a pass has.
class ChunkedPrefill {
public:
    explicit ChunkedPrefill(const Model& model);
    /// For models with other limits. `decodeRows`: of a pass that decodes.
    ChunkedPrefill(uint32_t rows, uint32_t decodeRows, bool recurrent)
        : m_rows(rows), m_decodeRows(decodeRows), m_recurrent(recurrent) {}

    /// Rows of a prompt that one pass takes, at most.
    uint32_t mostRows() const noexcept { return m_rows; }
    /// Maximum number of rows that decode together in one pass: within it, output is batch-invariant, see
    /// Backend::alikeRows().
    uint32_t decodeRows() const noexcept { return m_decodeRows; }
    /// Number of rows of a sequence that processes its prompt for a pass that has `room` for rows: `most` at
    /// most, or a unit. 0: it begins with a unit that is longer than the room.
    size_t next(const Sequence& sequence, size_t most, size_t room) const;
    /// At most `rows`, or more but at most `most` where they begin with a unit: the rows of a pass that
    /// divides none. 0: the unit that they begin with is longer.
    static size_t wholeUnits(const Sequence& sequence, size_t rows, size_t most);
    /// Called when the chunk of a sequence that was in a pass is processed: keeps the chunk's start.
    static void keepStart(Sequence& sequence);
    /// True if a state is wanted after the processed part of a prompt.
    static bool endsWhereStateIsKept(const Sequence& sequence) noexcept;

private:
    uint32_t m_rows, m_decodeRows;
    bool m_recurrent;
};

}  // namespace hearth
