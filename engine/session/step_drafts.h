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

/// The drafts that sequences bring to a step: finds them in the text or asks a model, decides how
/// many to check by what rows cost, and learns from what came of them.
class StepDrafts {
public:
    /// `contextLength`: positions that one sequence may have.
    explicit StepDrafts(uint32_t contextLength) : m_contextLength(contextLength) {}

    /// A model that guesses for sequences that ask it; outlives this.
    void draftWith(DraftModel& draft) noexcept { m_model = &draft; }
    /// The model itself guesses for sequences that ask it; outlives this.
    void draftWith(MtpDrafter& own) noexcept { m_own = &own; }
    /// Drafts for which the sequence's cache must have room before find(), of at most so many.
    size_t placesToGuess(const Sequence& sequence, size_t most) const noexcept;
    /// Gives a sequence that decodes its drafts (Sequence::drafts), in a step that would be so without them.
    void find(Sequence& sequence, DraftedStep step, const std::stop_token& stop);
    /// How many of the drafts that it was given are probably right.
    static double expected(const Sequence& sequence);
    /// So many of the drafts that a sequence brought were right.
    void settle(const Sequence& sequence, size_t accepted);
    /// A pass of so many rows, none of a prompt, took so long.
    void noteCost(size_t rows, double seconds) { m_rowCosts.note(rows, seconds); }
    /// Seconds of a pass that made one token, as far as there were any; else 0.
    double plainStepSeconds() const noexcept { return m_rowCosts.single(); }
    /// Forgets the draft model's cached prefixes.
    void clearCache();

private:
    /// Who guesses for a sequence.
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
