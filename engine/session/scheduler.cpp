#include "session/scheduler.h"

#include <algorithm>
#include <utility>

#include "hearth/error.h"
#include "model/cache_shapes.h"
#include "session/cache_limit.h"
#include "session/session_errors.h"

namespace hearth {

namespace {

/// Refuses units that no pass can take as a whole.
void checkUnits(const std::vector<ShiftStage>& stages, size_t mostRows) {
    for (const ShiftStage& stage : stages)
        for (const TokenSpan& span : stage.tokens.spans)
            if (span.bothWays && span.rows > mostRows)
                throw Error(errors::spanTooLong, {span.rows, mostRows});
}

}  // namespace

Scheduler::Scheduler(Model& model, KvTypes kvType, uint32_t contextLength, const GroupBlocks& blocks)
    : m_model(model),
      m_cache(model, kvType, blocks),
      m_moveLimits{
          .canMove = canMoveKeys(model.config(), model.backend()),
          .windows = m_cache.memory().windows(),
          .positions = std::min<size_t>(contextLength, size_t{m_cache.memory().pools()[0].capacity() - 1} *
                                                           SequenceCache::blockPositions)},
      m_preemption(m_cache, m_sequences),
      m_admission(m_cache, m_sequences, m_turns, m_preemption, contextLength),
      m_drafts(contextLength),
      m_delivery(m_cache, m_drafts, contextLength, m_moveLimits),
      m_passes(model, m_cache, m_sequences, m_turns, m_preemption, m_drafts, m_delivery,
               [this] { beginRound(); }) {
}

void Scheduler::beginRound() {
    m_turns.beginRound();
    endStopped();
    moveStages();
}

void Scheduler::add(PromptTokens prompt, SequenceClient& client, SequenceOptions options) {
    std::vector<ShiftStage> stages = shiftStages(prompt, options.cuts, m_moveLimits);
    m_admission.check(stages.back().tokens);
    checkUnits(stages, m_model.limits().rows);
    Sequence sequence;
    sequence.client = &client;
    sequence.options = std::move(options);
    // Rows of a unit that is not there as a whole are others than those of the unit.
    if (PromptView(prompt).unitDividedAt(prompt.size())) sequence.options.reuse = false;
    m_turns.arrived(sequence);
    if (sequence.options.places) sequence.mostPositions = m_moveLimits.positions;
    if (stages.size() == 1) {
        sequence.tokens = std::move(stages.front().tokens);
        sequence.promptTokens = sequence.tokens.size();
    } else {
        sequence.stages = std::move(stages);
        sequence.stage = sequence.stages.size() - 1;
        sequence.enter(sequence.stage);
    }
    if (sequence.options.askItself) m_passes.followAll();
    m_sequences.push_back(std::move(sequence));
    m_admission.admit();
}

void Scheduler::step(const std::stop_token& stop) {
    m_turns.beginRound();
    endStopped();
    m_admission.admit();
    moveStages();
    m_delivery.answerKept(m_sequences);
    m_passes.run(stop);
    dropDone();
}

void Scheduler::moveStages() {
    for (Sequence& sequence : m_sequences) {
        while (sequence.movesNext() && sequence.rowsInPass == 0 && m_preemption.move(sequence)) {
            const ShiftStage& stage = sequence.stages[sequence.stage];
            if (!sequence.rebuilds()) sequence.client->moved(stage.moved - stage.keep);
        }
    }
}

size_t Scheduler::cachedTokens(const PromptView& conversation, std::span<const ContextShift> cuts) const {
    const std::vector<ShiftStage> stages = shiftStages(conversation, cuts, m_moveLimits);
    const size_t prompt = stages.back().tokens.size();
    size_t rows = 0;
    for (size_t i = stages.size(); i-- > 0;) {
        const ShiftStage& stage = stages[i];
        const size_t cached = m_cache.cachedTokens(stage.tokens, stage.origin);
        if (cached >= stage.moved) return prompt - std::min(prompt, rows + stage.tokens.size() - cached);
        rows += stage.tokens.size() - stage.moved;
    }
    return 0;
}

size_t Scheduler::diskTokens(const PromptView& conversation, std::span<const ContextShift> cuts) const {
    const ShiftStage stage = std::move(shiftStages(conversation, cuts, m_moveLimits).back());
    const size_t inMemory = m_cache.cachedTokens(stage.tokens, stage.origin);
    const size_t all = inMemory + m_cache.diskTokens(stage.tokens, stage.origin);
    if (all < stage.moved) return 0;
    return all - std::min(all, cachedTokens(conversation, cuts));
}

void Scheduler::endStopped() {
    for (Sequence& sequence : m_sequences) sequence.done = sequence.done || sequence.client->stopped();
}

void Scheduler::dropDone() {
    for (auto it = m_sequences.begin(); it != m_sequences.end();) {
        if (!it->done) {
            ++it;
            continue;
        }
        m_cache.leave(*it);
        SequenceClient* client = it->client;
        it = m_sequences.erase(it);
        client->ended();
    }
}

void Scheduler::remove(const SequenceClient& client) {
    for (Sequence& sequence : m_sequences) sequence.done = sequence.done || sequence.client == &client;
    dropDone();
}

void Scheduler::setPriority(const SequenceClient& client, Priority priority) {
    for (Sequence& sequence : m_sequences)
        if (sequence.client == &client) sequence.options.priority = priority;
}

bool Scheduler::isAdmitted(const SequenceClient& client) const noexcept {
    return std::any_of(m_sequences.begin(), m_sequences.end(), [&](const Sequence& sequence) {
        return sequence.client == &client && sequence.admitted;
    });
}

uint64_t Scheduler::limitCache(uint64_t bytes) {
    return hearth::limitCache(m_cache.memory().prefixes(), bytes, [this](size_t group) {
        return m_cache.memory().blocksOf(group, m_moveLimits.positions + 1, m_model.limits().rows);
    });
}

void Scheduler::clearCache() {
    m_cache.clear();
    m_drafts.clearCache();
}

}  // namespace hearth
