#include "session/fairness.h"

#include <algorithm>

namespace hearth {

namespace {

bool waits(const Sequence& sequence) {
    return !sequence.admitted && !sequence.done && !sequence.passedOver;
}

}  // namespace

void Fairness::arrived(Sequence& sequence) noexcept {
    sequence.arrival = ++m_arrivals;
    sequence.lastChunk = m_chunks;
}

std::vector<Sequence*> Fairness::decoding(Sequences& sequences) const {
    std::vector<Sequence*> ready;
    for (Sequence& sequence : sequences)
        if (sequence.decodes() && sequence.rowsInPass == 0) ready.push_back(&sequence);
    std::sort(ready.begin(), ready.end(), [](const Sequence* a, const Sequence* b) { return a->before(*b); });
    const bool onlyForeground = !ready.empty() && ready.front()->options.priority != Priority::Background &&
                                m_rounds % turnOfOthers != 0;
    if (onlyForeground)
        std::erase_if(ready, [](const Sequence* s) { return s->options.priority == Priority::Background; });
    return ready;
}

Sequence* Fairness::nextPrompt(Sequences& sequences) const {
    const bool longest = m_chunks % turnOfOthers == turnOfOthers - 1;
    Sequence* next = nullptr;
    for (Sequence& sequence : sequences) {
        if (!sequence.processesPrompt() || sequence.rowsInPass != 0) continue;
        const bool better = next == nullptr || (longest && sequence.lastChunk != next->lastChunk
                                                    ? sequence.lastChunk < next->lastChunk
                                                    : sequence.before(*next));
        if (better) next = &sequence;
    }
    return next;
}

Sequence* Fairness::firstWaiting(Sequences& sequences) const {
    Sequence* first = nullptr;
    for (Sequence& sequence : sequences)
        if (waits(sequence) && (first == nullptr || sequence.before(*first))) first = &sequence;
    return first;
}

Sequence* Fairness::oldestInItsTurn(Sequences& sequences) const {
    if (m_admissions % turnOfOthers != turnOfOthers - 1) return nullptr;
    Sequence* oldest = nullptr;
    for (Sequence& sequence : sequences)
        if (waits(sequence) && (oldest == nullptr || sequence.arrival < oldest->arrival)) oldest = &sequence;
    return oldest;
}

}  // namespace hearth
