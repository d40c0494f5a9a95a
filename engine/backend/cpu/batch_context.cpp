#include "backend/cpu/batch_context.h"

#include <algorithm>

#include "backend/cpu/memory.h"
#include "backend/cpu/rounded_rows.h"

namespace hearth::cpu {

void BatchContext::begin(const Batch& batch) {
    m_batch = batch;
    m_allRows.clear();
    m_logitRows.clear();
    for (uint32_t i = 0; i < batch.rows.size(); ++i) {
        m_allRows.push_back(i);
        if (batch.rows[i].wantLogits) m_logitRows.push_back(i);
    }
    findSequences();
    m_oneToken = batch.kind == RowKind::Decode && batch.rows.size() == 1;
    m_narrowed = false;
    m_attended = nullptr;  // of a batch that was stopped
    m_bothSides = false;
}

void BatchContext::keepLogitRows(std::span<const Slice> kept) {
    for (const Slice& slice : kept) {
        settle(slice);
        for (size_t i = 0; i < m_logitRows.size(); ++i)
            if (i != m_logitRows[i])
                std::copy_n(rowOf(slice, m_logitRows[i]), slice.columns, rowOf(slice, i));
    }
    std::erase_if(m_batch.rows, [](const BatchRow& row) { return !row.wantLogits; });
    m_allRows.resize(m_batch.rows.size());
    m_logitRows = m_allRows;
    findSequences();
    m_narrowed = true;
}

Recipe BatchContext::recipeOf(RowSet set) const noexcept {
    if (m_batch.kind == RowKind::Decode) return Recipe::Reply;
    // Texts that are scored want the logits of many rows.
    const bool answers = (m_narrowed || set == RowSet::LogitRows) && m_logitRows.size() <= Backend::fewRows;
    return answers ? Recipe::Answer : Recipe::Prompt;
}

bool BatchContext::takeAttended(const Buffer* buffer) noexcept {
    if (buffer != m_attended) return false;
    m_attended = nullptr;
    return true;
}

void BatchContext::findSequences() {
    m_bySequence.assign(m_batch.sequences.size(), {});
    for (size_t row = 0; row < m_batch.rows.size(); ++row) {
        RowRange& range = m_bySequence[m_batch.rows[row].sequence];
        if (range.count++ == 0) range.first = row;
    }
}

}  // namespace hearth::cpu
