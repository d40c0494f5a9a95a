#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "session/scheduled_pass.h"
#include "session/sequence.h"
#include "session/sequence_cache.h"
#include "session/step_drafts.h"
#include "session/step_logits.h"

namespace hearth {

/// Brings what passes computed to the sequences: how far prompts are, logits for the clients, the tokens that
/// these answer, and what is left in the cache for others. What it is given outlives it.
class OutputProcessor {
public:
    /// `contextLength`: positions that one sequence may have.
    OutputProcessor(SequenceCache& cache, StepDrafts& drafts, uint32_t contextLength, MoveLimits limits = {})
        : m_cache(cache), m_drafts(drafts), m_contextLength(contextLength), m_limits(std::move(limits)) {}

    /// After a pass; `logits` has the rows of ScheduledPass::answering().
    void deliver(const ScheduledPass& pass, StepLogits& logits);
    /// Gives kept logits to those whose prompt needs no row; from then on they decode.
    void answerKept(Sequences& sequences);

private:
    void advance(Sequence& sequence);
    void takeTokens(Sequence& sequence, StepLogits& logits, size_t row);
    bool takeToken(Sequence& sequence, std::optional<TokenId> token);
    bool slide(Sequence& sequence, TokenId next);

    SequenceCache& m_cache;
    StepDrafts& m_drafts;
    uint32_t m_contextLength;
    MoveLimits m_limits;
};

}  // namespace hearth
