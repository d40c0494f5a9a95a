#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>

#include "session/sequence.h"
#include "speculation/draft_model.h"
#include "speculation/drafter.h"
#include "speculation/mtp_drafter.h"

namespace hearth {

/// The drafts that sequences bring to a step. Finds them in the text or with a model, decides how many to
/// check from the cost of rows, and learns from their acceptance.
class StepDrafts {
public:
    /// `contextLength`: positions that one sequence may have.
    explicit StepDrafts(uint32_t contextLength) : m_contextLength(contextLength) {}

    /// Sets a model that drafts for sequences that use it; outlives this.
    void draftWith(DraftModel& draft) noexcept { m_model = &draft; }
    /// The model itself drafts for sequences that use it; outlives this.
    void draftWith(MtpDrafter& own) noexcept { m_own = &own; }
    /// Number of drafts, at most `most`, for which the sequence's cache must have room before find().
    size_t placesToGuess(const Sequence& sequence, size_t most) const noexcept;
    /// Gives a decoding sequence its drafts (Sequence::drafts); `step` describes the step without them.
    void find(Sequence& sequence, DraftedStep step, const std::stop_token& stop);
    /// Expected number of the sequence's drafts that are accepted.
    static double expected(const Sequence& sequence);
    /// Reports how many of a sequence's drafts were accepted.
    void settle(const Sequence& sequence, size_t accepted);
    /// Reports the duration of a pass of this many rows, none of them of a prompt.
    void noteCost(size_t rows, double seconds) { m_rowCosts.note(rows, seconds); }
    /// Seconds of a pass that made one token, if there were any; otherwise 0.
    double plainStepSeconds() const noexcept { return m_rowCosts.single(); }
    /// Forgets the draft model's cached prefixes.
    void clearCache();

private:
    /// Drafter of a sequence.
    struct Asked {
        TokenDrafter& drafter;
        AcceptancePolicy& worth;
        double guessSeconds;
    };
    std::optional<Asked> asked(Sequence& sequence);
    AcceptancePolicy* worthOf(const SequenceOptions& options) const noexcept;
    size_t askModel(Sequence& sequence, DraftedStep step, const std::stop_token& stop);
    size_t worthChecking(Sequence& sequence, AcceptancePolicy& worth, const DraftedStep& step);

    uint32_t m_contextLength;
    RowCosts m_rowCosts;
    DraftModel* m_model = nullptr;
    MtpDrafter* m_own = nullptr;
};

}  // namespace hearth
