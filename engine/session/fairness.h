#pragma once

#include <cstdint>
#include <vector>

#include "session/sequence.h"

namespace hearth {

/// Whose turn it is among sequences that want the same: the first by Priority and arrival (Sequence::before),
/// and now and then one that would always come last. Counts the turns and knows neither cache nor model.
class Fairness {
public:
    /// How often those who would always come last have their turn.
    static constexpr uint64_t turnOfOthers = 4;

    /// Puts a sequence that comes behind those that came before.
    void arrived(Sequence& sequence) noexcept;
    /// A round of decoding begins.
    void beginRound() noexcept { ++m_rounds; }
    /// Those that decode in this round, in order. Background ones do only where no other does, or every
    /// fourth round.
    std::vector<Sequence*> decoding(Sequences& sequences) const;
    /// Whose prompt goes on: the first in order, every fourth time who waited longest; nullptr: nobody's.
    Sequence* nextPrompt(Sequences& sequences) const;
    /// A part of its prompt is in a pass.
    void tookPrompt(Sequence& sequence) noexcept { sequence.lastChunk = ++m_chunks; }
    /// The first of those that wait to be admitted and are not passed over; nullptr: there is none.
    Sequence* firstWaiting(Sequences& sequences) const;
    /// Of the same the one that came first, every fourth time; else nullptr.
    Sequence* oldestInItsTurn(Sequences& sequences) const;
    /// One of them was admitted.
    void admitted() noexcept { ++m_admissions; }

private:
    uint64_t m_arrivals = 0, m_rounds = 0, m_chunks = 0, m_admissions = 0;
};

}  // namespace hearth
