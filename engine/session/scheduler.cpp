#include "session/scheduler.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <utility>

#include "hearth/error.h"
#include "model/cache_shapes.h"
#include "session/cache_limit.h"
#include "session/session_errors.h"

namespace hearth {

namespace {

/// Requests to stop from either of two.
class EitherStop {
public:
    EitherStop(const std::stop_token& a, const std::stop_token& b)
        : m_a(a, [this] { m_source.request_stop(); }), m_b(b, [this] { m_source.request_stop(); }) {}
    std::stop_token token() const { return m_source.get_token(); }

private:
    std::stop_source m_source;
    std::stop_callback<std::function<void()>> m_a, m_b;
};

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
      m_moveLimits{.canMove = canMoveKeys(model.config(), model.backend()),
                   .windows = m_cache.windows(),
                   .positions = std::min<size_t>(contextLength, size_t{m_cache.pools()[0].capacity() - 1} *
                                                                    SequenceCache::blockPositions)},
      m_preemption(m_cache, m_sequences),
      m_admission(m_cache, m_sequences, m_turns, m_preemption, contextLength),
      m_chunks(model),
      m_drafts(contextLength),
      m_delivery(m_cache, m_drafts, contextLength, m_moveLimits),
      m_sharesPasses(model.backend().alikeRows() >= model.limits().rows) {
    if (!model.config().guesses) return;
    m_own.emplace(model, m_cache.kv());
    m_drafts.draftWith(*m_own);
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
    m_ownAsked = m_ownAsked || sequence.options.askItself;
    m_sequences.push_back(std::move(sequence));
    m_admission.admit();
}

void Scheduler::step(const std::stop_token& stop) {
    m_turns.beginRound();
    endStopped();
    m_admission.admit();
    moveStages();
    m_delivery.answerKept(m_sequences);
    if (m_sharesPasses) {
        processTogether(stop);
    } else {
        (void)decode(Beside::Nothing, stop);
        if (!stop.stop_requested()) processPrompt(stop);
    }
    dropDone();
}

/// A token for each sequence that decodes; false when none does.
bool Scheduler::decode(Beside beside, const std::stop_token& stop) {
    const std::vector<Sequence*> ready = m_turns.decoding(m_sequences);
    if (ready.empty()) return false;
    const auto start = PromptPauses::Clock::now();
    for (std::span<Sequence* const> left = ready; !left.empty() && !stop.stop_requested();) {
        ScheduledPass pass(RowKind::Decode);
        left = left.subspan(fillDecoding(left, pass, stop));
        run(pass, m_model.decodePass(), stop, {}, beside);
    }
    m_pauses.decoded(start, PromptPauses::Clock::now());
    return true;
}

/// Puts as many of them into a pass as fit, each with its drafts; how many.
size_t Scheduler::fillDecoding(std::span<Sequence* const> ready, ScheduledPass& pass,
                               const std::stop_token& stop) {
    const bool prompts = std::any_of(m_sequences.begin(), m_sequences.end(),
                                     [](const Sequence& sequence) { return sequence.processesPrompt(); });
    const size_t fewRows = std::min<size_t>(Backend::fewRows, m_chunks.decodeRows());
    size_t taken = 0;
    auto tokens = static_cast<double>(ready.size());
    for (Sequence* sequence : ready) {
        if (pass.rows() >= m_chunks.decodeRows()) break;
        ++taken;
        // Those before may have preempted it, or it begins from the start after a pass that was stopped.
        if (!sequence->decodes() || !m_cache.prepareState(*sequence) || !sequence->decodes()) continue;
        sequence->drafts.clear();
        sequence->draftCost = 0;
        const size_t rows = pass.rows() + ready.size() - taken + 1;
        if (!prompts) {
            DraftedStep drafted{.rows = rows, .tokens = tokens};
            drafted.most = std::min(fewRows - std::min(fewRows, rows), m_cache.mostDrafts(*sequence));
            // The model's own guesses are written behind the sequence before anybody knows how many there
            // are.
            const size_t places = m_drafts.placesToGuess(*sequence, drafted.most);
            if (places == 0 || m_cache.reserve(*sequence, sequence->processed + 1 + places))
                m_drafts.find(*sequence, drafted, stop);
            if (places != 0) m_cache.dropRejected(*sequence);
        }
        if (m_preemption.reserve(*sequence, 1) != 0) {
            m_cache.takeRowStates(*sequence);
            pass.add(*sequence, 1);
        }
        tokens += StepDrafts::expected(*sequence);
    }
    return taken;
}

/// Called between the operations of a part of a prompt: whether others made tokens meanwhile.
bool Scheduler::decodeMeanwhile(const std::stop_token& stop) {
    if (!m_pauses.due(PromptPauses::Clock::now())) return false;
    m_turns.beginRound();
    endStopped();
    moveStages();
    return decode(Beside::Prompt, stop);
}

/// Adds the next chunk of a prompt to a pass, of at most this many rows, or a unit. False: it must wait, or
/// is done.
bool Scheduler::addChunk(Sequence& sequence, size_t most, ScheduledPass& pass, const std::stop_token& stop) {
    const size_t wanted = m_chunks.next(sequence, most, m_model.limits().rows - pass.rows());
    if (wanted == 0) return false;
    // If there are too few blocks for the whole chunk, the part that fits divides no span either.
    const size_t got = m_preemption.reserve(sequence, wanted);
    const size_t rows = got < wanted ? ChunkedPrefill::wholeUnits(sequence, got, got) : got;
    if (rows == 0 && got != 0) {
        sequence.client->full();
        sequence.done = true;
    }
    if (rows == 0 || !preparePictures(sequence, rows, stop)) return false;
    pass.add(sequence, rows);
    m_turns.tookPrompt(sequence);
    return true;
}

/// Sees to it that what stands in the next rows of a sequence in place of embeddings is there. False: it must
/// wait, or is done.
bool Scheduler::preparePictures(Sequence& sequence, size_t rows, const std::stop_token& stop) {
    if (sequence.options.pictures == nullptr || sequence.tokens.spans.empty()) return true;
    const EitherStop either(stop, sequence.client->stopToken());
    try {
        const bool isReady =
            sequence.given.prepare(PromptView(sequence.tokens).subspan(sequence.processed, rows),
                                   *sequence.options.pictures, either.token());
        if (!isReady) sequence.client->readingPicture(sequence.options.pictures->done());
        return isReady;
    } catch (const Error& error) {
        if (error.code() != ErrorCode::Cancelled) {
            sequence.client->failed(error);
            sequence.done = true;
        }
        return false;
    }
}

/// A part of one prompt.
void Scheduler::processPrompt(const std::stop_token& stop) {
    Sequence* sequence = m_turns.nextPrompt(m_sequences);
    if (sequence == nullptr) return;
    // After a pass that was stopped it may begin from the start.
    if (!m_cache.prepareState(*sequence)) return;
    const bool lostReply = sequence->processed >= sequence->promptTokens;
    ScheduledPass pass(lostReply ? RowKind::Decode : RowKind::Prefill);
    if (!addChunk(*sequence, m_chunks.mostRows(), pass, stop)) return;
    const EitherStop either(stop, sequence->client->stopToken());
    if (lostReply) {
        run(pass, m_model.decodePass(), either.token(), {}, Beside::Nothing);
        return;
    }
    run(
        pass, m_model.pass(), either.token(), [&] { return decodeMeanwhile(stop); }, Beside::Nothing);
}

/// Everybody in one pass, where rows are alike in any number.
void Scheduler::processTogether(const std::stop_token& stop) {
    ScheduledPass pass(RowKind::Prefill);
    const std::vector<Sequence*> ready = m_turns.decoding(m_sequences);
    (void)fillDecoding(ready, pass, stop);
    const bool waits = !addPrompts(pass, stop);
    run(pass, m_model.pass(), stop, {}, Beside::Nothing);
    if (!waits || stop.stop_requested()) return;
    // A unit that takes nearly a whole pass would wait for as long as others make tokens.
    ScheduledPass alone(RowKind::Prefill);
    (void)addPrompts(alone, stop);
    run(alone, m_model.pass(), stop, {}, Beside::Nothing);
}

/// Fills the room that a pass has left with chunks of prompts. False: the first of them begins with a unit
/// that is longer.
bool Scheduler::addPrompts(ScheduledPass& pass, const std::stop_token& stop) {
    const BatchLimits& limits = m_model.limits();
    const size_t before = pass.rows();
    size_t left = std::min<size_t>(m_chunks.mostRows(), limits.rows - pass.rows());
    while (left > 0 && pass.logitRows() < limits.logitRows) {
        Sequence* sequence = m_turns.nextPrompt(m_sequences);
        if (sequence == nullptr || !m_cache.prepareState(*sequence)) break;
        if (m_chunks.next(*sequence, left, limits.rows - pass.rows()) == 0) return pass.rows() != before;
        if (!addChunk(*sequence, left, pass, stop)) break;
        left -= std::min(left, sequence->rowsInPass);
    }
    return true;
}

void Scheduler::run(ScheduledPass& pass, ForwardPass& model, const std::stop_token& stop,
                    const ForwardPass::Pause& pause, Beside beside) {
    if (pass.members().empty()) return;
    const auto start = PromptPauses::Clock::now();
    for (Sequence* sequence : pass.members()) sequence->stateValid = sequence->openValid = false;
    try {
        for (const WatchedRow& watch : pass.watched()) model.watch(watch);
        model.compute(pass.batch(), m_cache.kv(), m_cache.states(), stop, pause);
        const std::vector<StepLogits::Row> rows = pass.answering();
        StepLogits logits(model, m_model.config().vocabSize, rows);
        if (pass.onlyDecodes() && beside == Beside::Nothing) {
            const std::chrono::duration<double> took = PromptPauses::Clock::now() - start;
            m_drafts.noteCost(rows.size(), took.count());
        }
        followWithGuesses(pass, model);
        m_delivery.deliver(pass, logits);
    } catch (const Error& error) {
        for (Sequence* sequence : pass.members()) m_cache.settleRowStates(*sequence, sequence->drafts.size());
        pass.abandon();
        if (error.code() != ErrorCode::Cancelled) throw;
    }
}

/// Fills the cache of the layer that guesses, before what was processed is shared.
void Scheduler::followWithGuesses(const ScheduledPass& pass, ForwardPass& model) {
    if (!m_own || !m_ownAsked) return;
    std::vector<MtpSequence*> sequences;
    for (Sequence* sequence : pass.members()) {
        if (!sequence->ownSequence) sequence->ownSequence = std::make_unique<MtpSequence>(*m_own);
        sequences.push_back(sequence->ownSequence.get());
    }
    followPass(*m_own, model, pass.batch(), sequences);
}

/// Takes sequences that have come to the end of a stage to the next one.
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

/// Lets go of those that have come to their end. Not within a part of a prompt.
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
    return hearth::limitCache(m_cache.prefixes(), bytes, [this](size_t group) {
        return m_cache.blocksOf(group, m_moveLimits.positions + 1, m_model.limits().rows);
    });
}

void Scheduler::clearCache() {
    m_cache.clear();
    m_drafts.clearCache();
}

}  // namespace hearth
