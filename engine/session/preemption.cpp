#include "session/preemption.h"

#include <algorithm>

namespace hearth {

size_t Preemption::reserve(Sequence& sequence, size_t rows) {
    while (!m_cache.memory().reserve(sequence, sequence.processed + rows + sequence.drafts.size())) {
        if (!sequence.drafts.empty()) {
            sequence.drafts.clear();
            continue;
        }
        if (makeRoom(sequence)) continue;
        if (!sequence.admitted) return 0;
        if (m_cache.memory().groups() == 1 || rows == 1) {
            m_cache.memory().isShortOfMemory() ? sequence.client->outOfMemory() : sequence.client->full();
            sequence.done = true;
            return 0;
        }
        rows = (rows + 1) / 2;
    }
    return rows;
}

/// Takes blocks from others. False: nobody has any to give, or the sequence was preempted itself.
bool Preemption::makeRoom(Sequence& sequence) {
    if (releaseDone()) return true;
    if (Sequence* other = last(); other != nullptr && other != &sequence) {
        preempt(*other);
        return true;
    }
    if (!isAlone(sequence)) preempt(sequence);
    return false;
}

bool Preemption::move(Sequence& sequence) {
    while (!m_cache.memory().hasSpareBlocks()) {
        if (makeRoom(sequence)) continue;
        if (!sequence.admitted) return false;
        m_cache.memory().isShortOfMemory() ? sequence.client->outOfMemory() : sequence.client->full();
        sequence.done = true;
        return false;
    }
    if (m_cache.move(sequence)) return true;
    // Others share the blocks that it left.
    preempt(sequence);
    return false;
}

bool Preemption::makePlaceFor(const Sequence& sequence) {
    Sequence* other = last();
    // A later sequence is not preempted for one that waits: the two would take turns.
    if (other == nullptr || other->options.priority <= sequence.options.priority) return false;
    preempt(*other);
    return true;
}

/// The last in order of the sequences that can release their blocks.
Sequence* Preemption::last() const {
    Sequence* last = nullptr;
    for (Sequence& other : m_sequences) {
        if (!other.admitted || other.done || other.rowsInPass != 0) continue;
        if (last == nullptr || last->before(other)) last = &other;
    }
    return last;
}

bool Preemption::isAlone(const Sequence& sequence) const {
    return std::none_of(m_sequences.begin(), m_sequences.end(), [&](const Sequence& other) {
        // One that was stopped within a pass gives its blocks back when that ends.
        return &other != &sequence && other.admitted && (!other.done || other.rowsInPass != 0);
    });
}

/// Takes their blocks from those that have come to their end within a step. False: they have none.
bool Preemption::releaseDone() {
    bool released = false;
    for (Sequence& sequence : m_sequences) {
        if (!sequence.done || !sequence.admitted || sequence.rowsInPass != 0) continue;
        m_cache.leave(sequence);
        sequence.admitted = false;
        released = true;
    }
    return released;
}

void Preemption::preempt(Sequence& sequence) {
    m_cache.leave(sequence);
    sequence.admitted = false;
    sequence.drafts.clear();
    sequence.draftSequence.reset();
}

}  // namespace hearth
