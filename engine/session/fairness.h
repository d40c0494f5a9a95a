#pragma once

#include <cstdint>
#include <vector>

#include "session/sequence.h"

namespace hearth {

/// Order of sequences that want the same: the first by Priority and arrival (Sequence::before), and from time
/// to time one that would always come last. Counts the turns; does not depend on cache or model.
class Fairness {
public:
    /// Those that would always come last have every n-th turn.
    static constexpr uint64_t turnOfOthers = 4;

    /// Adds a sequence after those that arrived before.
    void arrived(Sequence& sequence) noexcept;
    /// A round of decoding begins.
    void beginRound() noexcept { ++m_rounds; }
    /// Sequences that decode in this round, in order. Background ones do so only if no other does, or every
    /// fourth round.
    std::vector<Sequence*> decoding(Sequences& sequences) const;
    /// The sequence whose prompt is processed next: the first in order, every fourth time the one that waited
    /// longest; nullptr: none.
    Sequence* nextPrompt(Sequences& sequences) const;
    /// A part of its prompt is in a pass.
    void tookPrompt(Sequence& sequence) noexcept { sequence.lastChunk = ++m_chunks; }
    /// The first of those that wait to be admitted and are not passed over; nullptr: none.
    Sequence* firstWaiting(Sequences& sequences) const;
    /// The one of those that arrived first, every fourth time; otherwise nullptr.
    Sequence* oldestInItsTurn(Sequences& sequences) const;
    /// One of them was admitted.
    void admitted() noexcept { ++m_admissions; }

private:
    uint64_t m_arrivals = 0, m_rounds = 0, m_chunks = 0, m_admissions = 0;
};

}  // namespace hearth
