#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "backend/backend.h"
#include "model/forward_pass.h"
#include "session/sequence.h"
#include "session/step_logits.h"

namespace hearth {

/// Rows that go through the model together, and whose they are. The sequences outlive it.
class ScheduledPass {
public:
    explicit ScheduledPass(RowKind kind) { m_batch.kind = kind; }

    /// Adds the next `rows` waiting rows of a sequence, and its drafts after the last of them; it has blocks
    /// for all.
    void add(Sequence& sequence, size_t rows);

    const Batch& batch() const noexcept { return m_batch; }
    /// Rows whose attention is wanted.
    const std::vector<WatchedRow>& watched() const noexcept { return m_watched; }
    size_t rows() const noexcept { return m_batch.rows.size(); }
    size_t logitRows() const noexcept { return m_logitRows; }
    /// True if it contains no part of a prompt.
    bool onlyDecodes() const noexcept { return m_onlyDecodes; }
    /// In the order of their rows.
    std::span<Sequence* const> members() const noexcept { return m_members; }
    /// Sequences that get a row of logits, in the order of the rows.
    std::vector<StepLogits::Row> answering() const;
    /// Called when the pass was stopped: its rows wait as before, its drafts are dropped.
    void abandon() noexcept;

private:
    Batch m_batch;
    std::vector<WatchedRow> m_watched;
    std::vector<Sequence*> m_members;
    size_t m_logitRows = 0;
    bool m_onlyDecodes = true;
};

}  // namespace hearth
