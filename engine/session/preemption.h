#pragma once

#include <cstddef>

#include "session/sequence.h"
#include "session/sequence_cache.h"

namespace hearth {

/// Finds blocks for sequences that go on by preempting those that come last in order (Sequence::before). What
/// a preempted sequence has processed stays with the cached prefixes for as long as there is room; it waits
/// until Admission lets it in again, and resumes there. Sequences whose rows are in a pass keep their blocks.
/// The cache and the sequences outlive it.
class Preemption {
public:
    Preemption(SequenceCache& cache, Sequences& sequences) : m_cache(cache), m_sequences(sequences) {}

    /// Blocks for the next rows of a sequence and those of its drafts, which are given up first; so many rows
    /// or, where a window has no room for all, fewer. 0: the sequence was preempted itself, or the cache is
    /// full with it alone (SequenceClient::full(), outOfMemory()) and it is done.
    size_t reserve(Sequence& sequence, size_t rows);
    /// SequenceCache::move(), with blocks found as above. False: the sequence was preempted or is done.
    bool move(Sequence& sequence);
    /// Preempts the last sequence of a lower priority than one that waits. False: there is none.
    bool makePlaceFor(const Sequence& sequence);

private:
    Sequence* last() const;
    bool makeRoom(Sequence& sequence);
    bool isAlone(const Sequence& sequence) const;
    bool releaseDone();
    void preempt(Sequence& sequence);

    SequenceCache& m_cache;
    Sequences& m_sequences;
};

}  // namespace hearth
