#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>

#include "model/model.h"
#include "session/chunked_prefill.h"
#include "session/fairness.h"
#include "session/output_processor.h"
#include "session/preemption.h"
#include "session/prompt_pauses.h"
#include "session/scheduled_pass.h"
#include "session/sequence.h"
#include "session/sequence_cache.h"
#include "session/step_drafts.h"
#include "speculation/mtp_drafter.h"

namespace hearth {

/// Puts the rows of a step into passes and runs these, see Scheduler. What it is given outlives it.
class StepPasses {
public:
    /// `beginRound`: called before other sequences make tokens within a part of a prompt.
    StepPasses(Model& model, SequenceCache& cache, Sequences& sequences, Fairness& turns,
               Preemption& preemption, StepDrafts& drafts, OutputProcessor& delivery,
               std::function<void()> beginRound);

    /// Advances every sequence by one token or a part of a prompt; a stop request as in Scheduler::step().
    void run(const std::stop_token& stop);
    /// See PromptPauses::setLeastSlice().
    void setLeastSlice(double seconds) noexcept { m_pauses.setLeastSlice(seconds); }
    /// Fills the cache of the layer that guesses from now on, for all sequences, because one uses it.
    void followAll() noexcept { m_ownAsked = true; }

private:
    /// Work concurrent with a pass: a prompt that pauses for it makes it longer, so that its time does not
    /// measure the cost of its rows.
    enum class Beside : uint8_t { Nothing, Prompt };

    /// Makes a token for each sequence that decodes; false when none does.
    bool decode(Beside beside, const std::stop_token& stop);
    /// Puts as many of them into a pass as fit, each with its drafts; returns how many.
    size_t fillDecoding(std::span<Sequence* const> ready, ScheduledPass& pass, const std::stop_token& stop);
    /// Adds the next chunk of a prompt to a pass, of at most this many rows, or a unit. False: it must wait,
    /// or is done.
    bool addChunk(Sequence& sequence, size_t most, ScheduledPass& pass, const std::stop_token& stop);
    /// Sees to it that what is in the next rows of a sequence in place of embeddings is there. False: it must
    /// wait, or is done.
    static bool preparePictures(Sequence& sequence, size_t rows, const std::stop_token& stop);
    /// Processes a part of one prompt.
    void processPrompt(const std::stop_token& stop);
    /// Processes all sequences in one pass, where rows are alike in any number.
    void processTogether(const std::stop_token& stop);
    /// Fills the room that a pass has left with chunks of prompts. False: the first of them begins with a
    /// unit that is longer.
    bool addPrompts(ScheduledPass& pass, const std::stop_token& stop);
    /// Called between the operations of a part of a prompt. True if others made tokens meanwhile.
    bool decodeMeanwhile(const std::stop_token& stop);
    void compute(ScheduledPass& pass, ForwardPass& model, const std::stop_token& stop,
                 const ForwardPass::Pause& pause, Beside beside);
    /// Fills the cache of the layer that guesses, before what was processed is shared.
    void followWithGuesses(const ScheduledPass& pass, ForwardPass& model);

    Model& m_model;
    SequenceCache& m_cache;
    Sequences& m_sequences;
    Fairness& m_turns;
    Preemption& m_preemption;
    StepDrafts& m_drafts;
    OutputProcessor& m_delivery;
    std::function<void()> m_beginRound;
    ChunkedPrefill m_chunks;
    PromptPauses m_pauses;
    std::optional<MtpDrafter> m_own;  ///< of models with multi-token prediction
    bool m_ownAsked = false;          ///< by some sequence: from then on the cache is filled for all
    const bool m_sharesPasses;        ///< rows are alike in any number
};

}  // namespace hearth
