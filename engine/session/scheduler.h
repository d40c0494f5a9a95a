#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "model/model.h"
#include "session/admission.h"
#include "session/fairness.h"
#include "session/output_processor.h"
#include "session/preemption.h"
#include "session/sequence.h"
#include "session/sequence_cache.h"
#include "session/step_drafts.h"
#include "session/step_passes.h"

namespace hearth {

/// Runs any number of sequences together (continuous batching, Yu et al. 2022). A step is first a row for
/// each sequence that decodes, and then a part of a prompt.
///
/// Output is batch-invariant. Rows that decode go through the model in passes of at most Backend::alikeRows()
/// rows, in which each has the same bits as alone, and a part of a prompt is a pass of its own. If a backend
/// is batch-invariant for any number of rows, they share passes. If a CPU takes long over a part of a prompt,
/// it pauses between two operations and lets decoding sequences make their tokens.
///
/// Order: Priority, then arrival. A sequence whose beginning another one is about to compute waits for it, so
/// that the common part is computed once. Background sequences decode only in steps in which no other does,
/// or in every fourth; every fourth part of a prompt is that of the sequence that waited longest (Fairness,
/// Admission). When blocks run out, the last sequence in this order is preempted: its processed tokens stay
/// in the prefix cache as long as there is room, it waits, and resumes by itself (Preemption). Tokens that it
/// lost are then processed as before: its prompt in the same parts, its reply by decode passes
/// (ChunkedPrefill).
///
/// A sequence with context shifts goes through stages (ShiftStage). Its keys and values still depend on the
/// dropped tokens, so they are moved, not computed again. If they are lost, the previous stage is computed
/// first, by rows without logits, and moved as it was the first time.
///
/// A sequence that decodes may bring drafts: rows for drafted tokens after its own. Tokens are drawn one
/// after the other as long as the drafts are accepted, so clients get the same logits in the same order as
/// without drafts (StepPasses, StepDrafts, OutputProcessor). One thread at a time; clients outlive their
/// sequences and must not call the scheduler from its callbacks.
class Scheduler {
public:
    using SequenceOptions = hearth::SequenceOptions;

    /// `contextLength`: positions that one sequence may have. `blocks`: see SequenceCache.
    Scheduler(Model& model, KvTypes kvType, uint32_t contextLength, const GroupBlocks& blocks);
    Scheduler(const Scheduler&) = delete;
    Scheduler& operator=(const Scheduler&) = delete;

    /// Minimum time of prefill between two rounds of decoding, in seconds; 0: it pauses wherever it can, for
    /// tests.
    void setLeastSlice(double seconds) noexcept { m_passes.setLeastSlice(seconds); }
    /// Sets a model that drafts for sequences that use it; outlives them.
    void draftWith(DraftModel& draft) { m_drafts.draftWith(draft); }
    /// Adds a sequence; 1 to contextLength tokens. Throws as Admission::check() does. It may be admitted
    /// at once, see SequenceClient::started().
    void add(PromptTokens prompt, SequenceClient& client, SequenceOptions options);
    bool idle() const noexcept { return m_sequences.empty(); }
    /// Advances every sequence by one token or a part of a prompt. A stop request ends the running pass
    /// before the next layer, without an error: the pass has no effect.
    void step(const std::stop_token& stop = {});
    /// Ends the sequences of a client and keeps the computed tokens cached.
    void remove(const SequenceClient& client);
    /// Takes effect with the next step.
    void setPriority(const SequenceClient& client, Priority priority);
    /// True if the client's sequence is admitted; otherwise it waits.
    bool isAdmitted(const SequenceClient& client) const noexcept;

    /// Number of tokens of a prompt that are cached in memory now.
    size_t cachedTokens(const PromptView& prompt) const { return m_cache.cachedTokens(prompt); }
    /// The same for the part of a conversation that context shifts leave: tokens that need no row.
    size_t cachedTokens(const PromptView& conversation, std::span<const ContextShift> cuts) const;
    /// The same for tokens that are only on disk.
    size_t diskTokens(const PromptView& conversation, std::span<const ContextShift> cuts = {}) const;
    /// Maximum positions of a sequence that may shift: one block of the cache less than there are.
    size_t slideLength() const noexcept { return m_moveLimits.positions; }
    /// Forgets every cached prefix.
    void clearCache();
    /// See limitCache() in cache_limit.h; one sequence always has room.
    uint64_t limitCache(uint64_t bytes);
    /// Seconds of a pass that made one token, if there were any; otherwise 0.
    double plainStepSeconds() const noexcept { return m_drafts.plainStepSeconds(); }

    /// See SequenceCache::keepOn(); before any sequence.
    void keepOn(BlockStore& store) { m_cache.keepOn(store); }
    void keepNoMore() noexcept { m_cache.keepNoMore(); }
    /// nullptr: no disk cache.
    DiskCache* disk() noexcept { return m_cache.disk(); }
    /// See SequenceCache::prefetch().
    bool prefetch(const PromptView& prompt, size_t mostBlocks) {
        return m_cache.prefetch(prompt, {}, mostBlocks);
    }
    /// Cached prefixes, while no sequence runs.
    CachedPrefixes prefixes() { return m_cache.memory().prefixes(); }
    /// See CacheAdmin::use().
    PrefixUse memoryUse(const std::vector<std::string>& tenants) { return m_cache.memoryUse(tenants); }
    const BlockPool& pool(size_t group = 0) const { return m_cache.memory().pools()[group]; }
    /// The windows of the groups of the cache, see kvWindows().
    const std::vector<uint32_t>& windows() const noexcept { return m_cache.memory().windows(); }
    const PrefixCache& tree() const noexcept { return m_cache.memory().tree(); }
    const PagedKvCache& kv() const noexcept { return m_cache.memory().kv(); }
    /// nullptr for models without recurrent layers.
    const StateStore* states() const noexcept { return m_cache.memory().states(); }

    /// Maximum number of sequences that run at a time; the others wait.
    static constexpr size_t mostAdmitted = Admission::mostAdmitted;

private:
    /// Before others make tokens within a part of a prompt.
    void beginRound();
    /// Takes sequences that have come to the end of a stage to the next one.
    void moveStages();
    void endStopped();
    /// Removes those that have come to their end. Not within a part of a prompt.
    void dropDone();

    Model& m_model;
    SequenceCache m_cache;
    MoveLimits m_moveLimits;
    Sequences m_sequences;
    Fairness m_turns;
    Preemption m_preemption;
    Admission m_admission;
    StepDrafts m_drafts;
    OutputProcessor m_delivery;
    StepPasses m_passes;
};

}  // namespace hearth
