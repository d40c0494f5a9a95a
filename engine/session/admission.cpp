#include "session/admission.h"

#include <algorithm>
#include <string>
#include <utility>

#include "hearth/error.h"
#include "session/session_errors.h"

namespace hearth {

void Admission::check(const PromptView& prompt) const {
    if (prompt.empty()) throw Error(errors::emptyPrompt);
    if (prompt.size() > m_contextLength) throw Error(errors::contextFull, {prompt.size(), m_contextLength});
    if (!m_cache.memory().couldHold(prompt.size(), 1)) {
        throw Error(errors::cacheTooSmall, {prompt.size()});
    }
}

bool Admission::fits(const Sequence& sequence) const {
    size_t admitted = 0;
    for (const Sequence& other : m_sequences) admitted += other.admitted ? 1 : 0;
    return admitted == 0 || (admitted < mostAdmitted && m_cache.hasRoomFor(sequence, m_sequences));
}

/// True if another sequence is about to compute more of this one's beginning than is cached.
bool Admission::sharesPromptUnderWay(const Sequence& sequence) const {
    constexpr uint32_t blockPositions = SequenceCache::blockPositions;
    if (!sequence.options.reuse) return false;
    size_t common = 0;
    for (const Sequence& other : m_sequences) {
        if (!other.options.reuse || !other.processesPrompt() || other.tokens.size() != other.promptTokens)
            continue;
        if (other.origin != sequence.origin || other.rebuilds()) continue;
        const size_t most = std::min(other.promptTokens, sequence.tokens.size() - 1);
        common = std::max(common, commonLength(other.first(most), sequence.tokens));
    }
    // A block or so is computed twice sooner than it is waited for.
    return common >= 2 * blockPositions &&
           common / blockPositions * blockPositions >
               m_cache.cachedTokens(sequence.tokens, sequence.origin) + blockPositions;
}

void Admission::admit() {
    for (Sequence& sequence : m_sequences) sequence.passedOver = false;
    for (;;) {
        Sequence* next = m_turns.firstWaiting(m_sequences);
        if (next == nullptr) return;
        if (Sequence* oldest = m_turns.oldestInItsTurn(m_sequences); oldest != nullptr && fits(*oldest))
            next = oldest;
        if (sharesPromptUnderWay(*next)) {
            next->passedOver = true;
        } else if (fits(*next)) {
            if (!letIn(*next)) return;
        } else if (!m_preemption.makePlaceFor(*next)) {
            return;
        }
    }
}

/// False: it found no state, and waits on.
bool Admission::letIn(Sequence& sequence) {
    sequence.tables.assign(m_cache.memory().groups(), {});
    if (sequence.options.reuse)
        m_cache.reusePrefix(sequence);
    else if (!sequence.stages.empty())
        sequence.enter(0);
    if (!m_cache.prepareState(sequence)) {
        m_cache.leave(sequence);
        return false;
    }
    m_turns.admitted();
    sequence.admitted = true;
    if (std::exchange(sequence.begun, true)) return true;
    const ShiftStage* last = sequence.rebuilds() ? &sequence.stages.back() : nullptr;
    const size_t prompt = last != nullptr ? last->promptTokens : sequence.tokens.size();
    sequence.client->started(prompt - std::min(prompt, sequence.rowsToCome()), sequence.fromDisk);
    return true;
}

}  // namespace hearth
