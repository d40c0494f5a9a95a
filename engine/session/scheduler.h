#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "backend/backend.h"
#include "cache/block_pool.h"
#include "cache/prefix_tree.h"
#include "cache/state_slots.h"
#include "model/model.h"
#include "sampling/best_logits.h"
#include "session/draft_model.h"
#include "session/drafter.h"
#include "session/kept_logits.h"
#include "session/prefix_file.h"
#include "session/step_logits.h"

namespace hearth {

/// Who wants tokens from the scheduler: gets logits, answers with the token to go on with.
class SequenceClient {
public:
    virtual ~SequenceClient() = default;
    /// After each part of the prompt.
    virtual void promptProcessed(size_t done, size_t total) = 0;
    /// Logits of shape (vocabulary) after everything so far. The next token, or nullopt to end the sequence.
    virtual std::optional<TokenId> next(std::span<const float> logits) = 0;
    /// What is enough for next() of a row of so many logits, where a device can pick it out; nullopt: all.
    /// `ahead`: tokens that next() will have answered by then, if their drafts are right.
    virtual std::optional<LogitsWish> wish(size_t, std::span<const TokenId>) const { return std::nullopt; }
    /// Whether `best`, which is what wish() asked for, suffices after all.
    virtual bool isEnough(const BestLogits&) const { return false; }
    /// As next(), from that.
    virtual std::optional<TokenId> nextFromBest(const BestLogits&) { return std::nullopt; }
    /// After a step that checked drafts, of which so many were what next() answered: these answers and the
    /// one behind them came together.
    virtual void draftsChecked(size_t drafted, size_t accepted) { (void)drafted, (void)accepted; }
    /// The context or the cache has no room for another token; the sequence ends.
    virtual void full() = 0;
    /// Read before every step: ends the sequence.
    virtual bool stopped() const = 0;
};

/// Runs any number of sequences, a forward pass a step: one row for each that decodes, and prompts in chunks
/// in the rows that are left (continuous batching, Yu et al. 2022). A sequence that decodes may bring drafts:
/// rows for guessed tokens behind its own, which are drawn one after the other for as long as the guesses are
/// what is drawn, so that clients get the same logits in the same order as without. Keeps the blocks of
/// finished sequences in the prefix tree. One thread at a time; clients outlive their sequences.
class Scheduler {
public:
    /// `contextLength`: positions that one sequence may have. `blocks`: size of the cache, in the groups of
    /// Model::kvWindows(). Groups with a window need blocks only for it, a chunk of rows and what is kept.
    Scheduler(Model& model, KvType kvType, uint32_t contextLength, const GroupBlocks& blocks);

    struct SequenceOptions {
        bool reuse = true;  ///< look for a cached prefix, and leave the blocks behind for others
        bool recomputeEachToken =
            false;  ///< measure what the cache is worth: process everything again for each token
        /// Drafts by prompt lookup, as many as are worth it. Not for recurrent models, whose states cannot be
        /// cut back, and not while recomputing.
        bool speculate = false;
        /// Drafts of the model given to guessWith(), where prompt lookup has none or is not asked for.
        bool askDraftModel = false;
        std::optional<size_t> draftsEachStep =
            std::nullopt;  ///< instead: as many as can be found, up to this
    };
    /// A model that guesses for sequences that ask it; outlives them.
    void guessWith(DraftModel& draft) { m_draftModel = &draft; }
    /// Adds a sequence; 1 to contextLength tokens. Returns how many of them are cached: all but one at most,
    /// or all where the logits behind them are kept as well.
    size_t add(std::vector<TokenId> prompt, SequenceClient& client, SequenceOptions options);
    bool idle() const noexcept { return m_sequences.empty(); }
    /// One forward pass. A stop request ends it before the next layer, without an error: nothing of the step
    /// counts.
    void step(const std::stop_token& stop = {});
    /// Ends the sequences of a client, keeping what was computed.
    void remove(const SequenceClient& client);

    /// How many tokens of a prompt are cached now.
    size_t cachedTokens(std::span<const TokenId> prompt) const;
    /// Forgets every cached prefix.
    void clearCache() {
        m_tree.clear();
        m_slots.clear();
        m_keptLogits.clear();
        if (m_draftModel != nullptr) m_draftModel->clearCache();
    }
    /// Seconds of a step that made one token, as far as there were any; else 0.
    double plainStepSeconds() const noexcept { return m_rowCosts.single(); }

    /// For savePrefixes() and loadPrefixes(), while no sequence runs.
    CachedPrefixes prefixes() {
        return {m_model.backend(), *m_kv,   m_pools,      m_tree,
                m_states.get(),    m_slots, m_keptLogits, m_model.config().vocabSize};
    }

    const BlockPool& pool(size_t group = 0) const { return m_pools[group]; }
    /// The windows of the groups of the cache, see ForwardPass::kvWindows().
    const std::vector<uint32_t>& windows() const noexcept { return m_windows; }
    const PrefixTree& tree() const noexcept { return m_tree; }
    const KvStore& kv() const noexcept { return *m_kv; }
    /// nullptr for models without recurrent layers.
    const StateStore* states() const noexcept { return m_states.get(); }

private:
    struct Sequence {
        SequenceClient* client = nullptr;
        SequenceOptions options;
        std::vector<TokenId> tokens;  ///< processed ones, then those to process
        size_t processed = 0, promptTokens = 0;
        KeptLogits::Logits answer;  ///< behind the prompt, all of which is cached; nullptr: to be processed
        std::vector<std::vector<int32_t>> tables;  ///< blocks by group; -1 before a window
        int32_t stateSlot = -1;                    ///< recurrent models only
        /// The state is the one after the processed tokens; a step that was stopped leaves it undefined.
        bool stateValid = false;
        size_t rowsInStep = 0;
        std::optional<Drafter> drafter;
        std::unique_ptr<DraftSequence> draftSequence;
        std::vector<TokenId> drafts;  ///< that this step checks, behind the last token
        double draftCost = 0;         ///< of those of a model, in tokens; see DraftWorth::settle()
        bool done = false;
    };
    bool reserve(Sequence& sequence, size_t positions);
    void reusePrefix(Sequence& sequence);
    void answerKept();
    bool reuseBlocks(Sequence& sequence, size_t tokens);
    void releaseBlocks(Sequence& sequence);
    int32_t takeBlock(size_t group);
    void leaveWindows(Sequence& sequence);
    void remember(const Sequence& sequence, size_t tokens);
    bool prepareState(Sequence& sequence);
    void keepState(Sequence& sequence);
    size_t rowsToCheckpoint(const Sequence& sequence, size_t rows) const;
    void addRows(Sequence& sequence, size_t rows, Batch& batch);
    void collect(Batch& batch, const std::stop_token& stop);
    std::vector<StepLogits::Row> answering() const;
    void deliver(StepLogits& logits);
    void findDrafts(Sequence& sequence, DraftedStep step, const std::stop_token& stop);
    size_t askDraftModel(Sequence& sequence, DraftedStep step, const std::stop_token& stop);
    void takeTokens(Sequence& sequence, StepLogits& logits, size_t row);
    void dropRejected(Sequence& sequence);
    void finish(Sequence& sequence);

    Model& m_model;
    uint32_t m_contextLength;
    std::unique_ptr<KvStore> m_kv;
    std::vector<uint32_t> m_windows;
    std::vector<BlockPool> m_pools;  ///< by group
    PrefixTree m_tree;
    std::unique_ptr<StateStore> m_states;
    StateSlots m_slots;
    KeptLogits m_keptLogits;
    std::list<Sequence> m_sequences;
    const uint32_t m_chunkRows;  ///< rows of a prompt that one step takes
    RowCosts m_rowCosts;
    DraftModel* m_draftModel = nullptr;
};

}  // namespace hearth
