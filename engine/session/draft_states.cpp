#include "session/draft_states.h"

#include <algorithm>
#include <utility>

namespace hearth {

DraftStates::DraftStates(SequenceMemory& memory, uint32_t count) : m_memory(memory) {
    for (uint32_t i = count; i > 0; --i) m_free.push_back(memory.stateSlots().take());
}

size_t DraftStates::most(const Sequence& sequence) const noexcept {
    const size_t most = m_memory.states() != nullptr ? m_free.size() : sequence.tokens.size();
    if (!m_memory.keepsResidualBlocks()) return most;
    return std::min(most, blockPositions - 1 - sequence.processed % blockPositions);
}

void DraftStates::take(Sequence& sequence) {
    if (m_memory.states() == nullptr || sequence.drafts.empty()) return;
    const auto first = m_free.end() - static_cast<ptrdiff_t>(sequence.drafts.size());
    sequence.rowStates.assign(first, m_free.end());
    m_free.erase(first, m_free.end());
    sequence.rowStates.push_back(sequence.stateSlot);
}

void DraftStates::settle(Sequence& sequence, size_t accepted) {
    std::vector<int32_t>& states = sequence.rowStates;
    if (states.empty()) return;
    states.pop_back();
    // If all were accepted, the sequence already has its state, or has left it in the cache for others.
    if (accepted < states.size()) std::swap(sequence.stateSlot, states[accepted]);
    m_free.insert(m_free.end(), states.begin(), states.end());
    states.clear();
}

}  // namespace hearth
