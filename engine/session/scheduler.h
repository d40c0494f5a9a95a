#pragma once

#include <chrono>
#include <cstdint>
#include <list>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "backend/backend.h"
#include "model/model.h"
#include "session/sequence.h"
#include "session/sequence_cache.h"
#include "session/step_logits.h"
#include "speculation/drafter.h"

namespace hearth {

/// Runs any number of sequences together (continuous batching, Yu et al. 2022). A step is first a row for
/// each sequence that decodes, and then a part of a prompt.
///
/// A text does not depend on its company. Rows that decode go through the model in passes of at most
/// Backend::alikeRows() rows, in which each has the bits that it has alone, and a part of a prompt is a pass
/// of its own; where a backend's rows are alike in any number, they share passes. Where a processor takes
/// long over a part of a prompt, it pauses between two operations and lets those that decode make their
/// tokens.
///
/// Who goes first: Priority, then arrival. A sequence whose beginning another one is about to compute waits
/// for it, so that what they share is computed once. Sequences in the background decode only in steps in
/// which no other does, or every fourth; every fourth part of a prompt is that of the sequence that waited
/// longest. When blocks run out, the last one in this order gives way: what it has processed stays with the
/// cached prefixes for as long as there is room, it waits, and goes on by itself. What it lost is then
/// processed as it was before: its prompt in the same parts, its reply by passes that decode.
///
/// A sequence that decodes may bring drafts: rows for guessed tokens behind its own, which are drawn one
/// after the other for as long as the guesses are what is drawn, so that clients get the same logits in the
/// same order as without. One thread at a time; clients outlive their sequences and call nothing here from
/// what is called of them.
class Scheduler {
public:
    using SequenceOptions = hearth::SequenceOptions;

    /// `contextLength`: positions that one sequence may have. `blocks`: see SequenceCache.
    Scheduler(Model& model, KvType kvType, uint32_t contextLength, const GroupBlocks& blocks);

    /// How long a part of a prompt goes on between two rounds of decoding, at least; 0: it pauses wherever it
    /// can, for tests.
    void setLeastSlice(double seconds) noexcept { m_leastSlice = seconds; }
    /// A model that guesses for sequences that ask it; outlives them.
    void guessWith(DraftModel& draft) { m_draftModel = &draft; }
    /// Adds a sequence; 1 to contextLength tokens. Throws Error(BadInput) for prompts that can never fit. It
    /// may be admitted at once, see SequenceClient::started().
    void add(std::vector<TokenId> prompt, SequenceClient& client, SequenceOptions options);
    bool idle() const noexcept { return m_sequences.empty(); }
    /// Lets everybody go on by one token or a part of a prompt. A stop request ends the running pass before
    /// the next layer, without an error: nothing of the pass counts.
    void step(const std::stop_token& stop = {});
    /// Ends the sequences of a client, keeping what was computed.
    void remove(const SequenceClient& client);
    /// From the next step on.
    void setPriority(const SequenceClient& client, Priority priority);
    /// Whether the client's sequence takes part; else it waits.
    bool isAdmitted(const SequenceClient& client) const noexcept;

    /// How many tokens of a prompt are cached now.
    size_t cachedTokens(std::span<const TokenId> prompt) const { return m_cache.cachedTokens(prompt); }
    /// Forgets every cached prefix.
    void clearCache();
    /// Seconds of a pass that made one token, as far as there were any; else 0.
    double plainStepSeconds() const noexcept { return m_rowCosts.single(); }

    /// For savePrefixes() and loadPrefixes(), while no sequence runs.
    CachedPrefixes prefixes() { return m_cache.prefixes(); }
    const BlockPool& pool(size_t group = 0) const { return m_cache.pools()[group]; }
    /// The windows of the groups of the cache, see ForwardPass::kvWindows().
    const std::vector<uint32_t>& windows() const noexcept { return m_cache.windows(); }
    const PrefixTree& tree() const noexcept { return m_cache.tree(); }
    const KvStore& kv() const noexcept { return m_cache.kv(); }
    /// nullptr for models without recurrent layers.
    const StateStore* states() const noexcept { return m_cache.states(); }

    /// Sequences that take part at a time; the others wait.
    static constexpr size_t mostAdmitted = 16;

private:
    /// Rows that go through the model together.
    struct Pass {
        Batch batch;
        std::vector<Sequence*> members;  ///< in the order of their rows
        size_t logitRows = 0;
        bool decodes = true;  ///< no part of a prompt is in it
    };

    void admit();
    bool fits(const Sequence& sequence) const;
    bool sharesPromptUnderWay(const Sequence& sequence) const;
    bool letIn(Sequence& sequence);
    bool makePlaceFor(const Sequence& sequence);
    void suspend(Sequence& sequence);
    bool releaseDone();
    bool reserveRows(Sequence& sequence, size_t& rows);
    bool addRows(Sequence& sequence, size_t rows, Pass& pass);

    std::vector<Sequence*> decoding();
    bool decode(const std::stop_token& stop);
    size_t fillDecoding(std::span<Sequence* const> ready, Pass& pass, const std::stop_token& stop);
    Sequence* nextPrompt();
    size_t chunkRows(const Sequence& sequence, size_t most) const;
    void processPrompt(const std::stop_token& stop);
    void processTogether(const std::stop_token& stop);
    bool decodeMeanwhile(const std::stop_token& stop);

    void run(Pass& pass, ForwardPass& model, const std::stop_token& stop, const ForwardPass::Pause& pause);
    static std::vector<StepLogits::Row> answering(const Pass& pass);
    void deliver(Pass& pass, StepLogits& logits);
    void answerKept();
    void takeTokens(Sequence& sequence, StepLogits& logits, size_t row);
    void endStopped();
    void dropDone();

    void findDrafts(Sequence& sequence, DraftedStep step, const std::stop_token& stop);
    size_t askDraftModel(Sequence& sequence, DraftedStep step, const std::stop_token& stop);

    Model& m_model;
    uint32_t m_contextLength;
    SequenceCache m_cache;
    std::list<Sequence> m_sequences;
    const uint32_t m_chunkRows;   ///< rows of a prompt that one pass takes
    const uint32_t m_decodeRows;  ///< rows that decode together in one pass
    const bool m_sharesPasses;    ///< rows are alike in any number
    uint64_t m_arrivals = 0, m_steps = 0, m_chunks = 0, m_admissions = 0;
    bool m_pausing = false;                           ///< within a part of a prompt
    std::chrono::steady_clock::time_point m_decoded;  ///< when the last round of decoding ended
    double m_leastSlice = 0.025;
    double m_decodeSeconds = 0;  ///< that it took
    RowCosts m_rowCosts;
    DraftModel* m_draftModel = nullptr;
};

}  // namespace hearth
