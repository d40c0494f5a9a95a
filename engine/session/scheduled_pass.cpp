#include "session/scheduled_pass.h"

namespace hearth {

void ScheduledPass::add(Sequence& sequence, size_t rows) {
    const auto index = static_cast<uint32_t>(m_batch.sequences.size());
    m_batch.sequences.push_back(
        {.blockTables = sequence.tables, .stateSlot = sequence.stateSlot, .openBlock = sequence.openBlock});
    for (size_t i = 0; i < rows; ++i) {
        const size_t at = sequence.processed + i;
        m_batch.rows.push_back({.sequence = index,
                                .position = static_cast<int32_t>(at),
                                .token = sequence.tokens[at],
                                .wantLogits = at + 1 == sequence.tokens.size() && !sequence.rebuilds()});
    }
    for (const TokenId draft : sequence.drafts) {
        const int32_t position = m_batch.rows.back().position + 1;
        m_batch.rows.push_back({.sequence = index, .position = position, .token = draft, .wantLogits = true});
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
