#pragma once

#include <cstdint>
#include <span>

#include "session/fairness.h"
#include "session/preemption.h"
#include "session/sequence.h"
#include "session/sequence_cache.h"

namespace hearth {

/// Which sequences take part: refuses prompts that can never fit, and admits those that wait as soon as there
/// is room for them, with what is cached of their prompts. What it is given outlives it.
class Admission {
public:
    /// Sequences that take part at a time; the others wait.
    static constexpr size_t mostAdmitted = 16;

    /// `contextLength`: positions that one sequence may have.
    Admission(SequenceCache& cache, Sequences& sequences, Fairness& turns, Preemption& preemption,
              uint32_t contextLength)
        : m_cache(cache),
          m_sequences(sequences),
          m_turns(turns),
          m_preemption(preemption),
          m_contextLength(contextLength) {}

    /// Throws Error(BadInput | ContextFull) for a prompt that is empty or can never fit.
    void check(const PromptView& prompt) const;
    /// Admits those that wait, in the order of Fairness. A sequence whose beginning another one is about to
    /// compute waits for it; one for which there is no room preempts who has a lower priority.
    void admit();

private:
    bool fits(const Sequence& sequence) const;
    bool sharesPromptUnderWay(const Sequence& sequence) const;
    bool letIn(Sequence& sequence);

    SequenceCache& m_cache;
    Sequences& m_sequences;
    Fairness& m_turns;
    Preemption& m_preemption;
    uint32_t m_contextLength;
};

}  // namespace hearth
