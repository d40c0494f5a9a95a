#include "session/scheduled_pass.h"

#include <algorithm>

namespace hearth {

namespace {

/// Tells the rows of a pass, the first of which is the one given, of the units of their sequence. What the
/// tokens have of a unit is in the pass as a whole, but for a unit that they end within: rows of it that were
/// processed before are causal for those that follow.
void markUnits(const Sequence& sequence, std::span<BatchRow> rows) {
    const PromptView part = PromptView(sequence.tokens).subspan(sequence.processed, rows.size());
    for (size_t i = 0; i < part.spanCount(); ++i) {
        const TokenSpan unit = part.span(i);
        if (!unit.bothWays) continue;
        const auto begin = static_cast<size_t>(std::max<int64_t>(unit.first, 0));
        const auto end = std::min(static_cast<size_t>(unit.end()), rows.size());
        for (size_t row = begin; row < end; ++row) {
            rows[row].unitBefore = static_cast<uint32_t>(row - begin);
            rows[row].unitBehind = static_cast<uint32_t>(end - 1 - row);
        }
    }
}

/// Tells the rows of a pass, as above, what is given for them.
void giveRows(const Sequence& sequence, std::span<BatchRow> rows) {
    if (sequence.given.size() == 0) return;
    const PromptView part = PromptView(sequence.tokens).subspan(sequence.processed, rows.size());
    for (size_t i = 0; i < part.spanCount(); ++i) {
        const TokenSpan span = part.span(i);
        const auto begin = static_cast<size_t>(std::max<int64_t>(span.first, 0));
        const auto end = std::min(static_cast<size_t>(span.end()), rows.size());
        for (size_t row = begin; row < end; ++row)
            rows[row].given =
                sequence.given.row(span, static_cast<size_t>(static_cast<int64_t>(row) - span.first));
    }
}

}  // namespace

void ScheduledPass::add(Sequence& sequence, size_t rows) {
    const auto index = static_cast<uint32_t>(m_batch.sequences.size());
    m_batch.sequences.push_back({.blockTables = sequence.tables,
                                 .stateSlot = sequence.stateSlot,
                                 .residualBlock = sequence.residualBlock});
    const PromptView tokens(sequence.tokens);
    for (size_t i = 0; i < rows; ++i) {
        const size_t at = sequence.processed + i;
        m_batch.rows.push_back({.sequence = index,
                                .slot = static_cast<int32_t>(at),
                                .token = sequence.tokens[at],
                                .wantLogits = at + 1 == sequence.tokens.size() && !sequence.rebuilds(),
                                .offset = tokens.offsetAt(at)});
    }
    if (tokens.hasSpans()) {
        markUnits(sequence, std::span(m_batch.rows).last(rows));
        giveRows(sequence, std::span(m_batch.rows).last(rows));
    }
    for (const TokenId draft : sequence.drafts) {
        const int32_t slot = m_batch.rows.back().slot + 1;
        m_batch.rows.push_back({.sequence = index,
                                .slot = slot,
                                .token = draft,
                                .wantLogits = true,
                                .offset = tokens.offsetAt(static_cast<size_t>(slot))});
    }
    for (size_t i = 0; i + 1 < sequence.rowStates.size(); ++i)
        m_batch.rows[m_batch.rows.size() - sequence.rowStates.size() + i].keptState = sequence.rowStates[i];
    if (m_batch.rows.back().wantLogits) m_logitRows += 1 + sequence.drafts.size();
    const SequenceOptions::Look& look = sequence.options.look;
    if (look.layers != nullptr && m_batch.rows.back().wantLogits &&
        sequence.tokens.size() == sequence.promptTokens + look.answers)
        m_watched.push_back({.row = m_batch.rows.size() - 1, .layers = look.layers});
    m_onlyDecodes = m_onlyDecodes && sequence.decodes();
    sequence.rowsInPass = rows;
    m_members.push_back(&sequence);
}

std::vector<StepLogits::Row> ScheduledPass::answering() const {
    std::vector<StepLogits::Row> rows;
    for (Sequence* sequence : m_members) {
        if (sequence->rowsInPass != sequence->waiting() || sequence->rebuilds()) continue;
        for (size_t i = 0; i <= sequence->drafts.size(); ++i)
            rows.push_back({sequence->client, std::span(sequence->drafts).first(i)});
    }
    return rows;
}

void ScheduledPass::abandon() noexcept {
    for (Sequence* sequence : m_members) {
        sequence->rowsInPass = 0;
        sequence->drafts.clear();
    }
}

}  // namespace hearth
