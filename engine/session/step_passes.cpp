#include "session/step_passes.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "hearth/error.h"

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

}  // namespace

StepPasses::StepPasses(Model& model, SequenceCache& cache, Sequences& sequences, Fairness& turns,
                       Preemption& preemption, StepDrafts& drafts, OutputProcessor& delivery,
                       std::function<void()> beginRound)
    : m_model(model),
      m_cache(cache),
      m_sequences(sequences),
      m_turns(turns),
      m_preemption(preemption),
      m_drafts(drafts),
      m_delivery(delivery),
      m_beginRound(std::move(beginRound)),
      m_chunks(model),
      m_sharesPasses(model.backend().alikeRows() >= model.limits().rows) {
    if (!model.config().guesses) return;
    m_own.emplace(model, m_cache.memory().kv());
    m_drafts.draftWith(*m_own);
}

void StepPasses::run(const std::stop_token& stop) {
    if (m_sharesPasses) {
        processTogether(stop);
    } else {
        (void)decode(Beside::Nothing, stop);
        if (!stop.stop_requested()) processPrompt(stop);
    }
}

bool StepPasses::decode(Beside beside, const std::stop_token& stop) {
    const std::vector<Sequence*> ready = m_turns.decoding(m_sequences);
    if (ready.empty()) return false;
    const auto start = PromptPauses::Clock::now();
    for (std::span<Sequence* const> left = ready; !left.empty() && !stop.stop_requested();) {
        ScheduledPass pass(RowKind::Decode);
        left = left.subspan(fillDecoding(left, pass, stop));
        compute(pass, m_model.decodePass(), stop, {}, beside);
    }
    m_pauses.decoded(start, PromptPauses::Clock::now());
    return true;
}

size_t StepPasses::fillDecoding(std::span<Sequence* const> ready, ScheduledPass& pass,
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
            if (places == 0 || m_cache.memory().reserve(*sequence, sequence->processed + 1 + places))
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

bool StepPasses::addChunk(Sequence& sequence, size_t most, ScheduledPass& pass, const std::stop_token& stop) {
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

bool StepPasses::preparePictures(Sequence& sequence, size_t rows, const std::stop_token& stop) {
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

void StepPasses::processPrompt(const std::stop_token& stop) {
    Sequence* sequence = m_turns.nextPrompt(m_sequences);
    if (sequence == nullptr) return;
    // After a pass that was stopped it may begin from the start.
    if (!m_cache.prepareState(*sequence)) return;
    const bool lostReply = sequence->processed >= sequence->promptTokens;
    ScheduledPass pass(lostReply ? RowKind::Decode : RowKind::Prefill);
    if (!addChunk(*sequence, m_chunks.mostRows(), pass, stop)) return;
    const EitherStop either(stop, sequence->client->stopToken());
    if (lostReply) {
        compute(pass, m_model.decodePass(), either.token(), {}, Beside::Nothing);
        return;
    }
    compute(
        pass, m_model.pass(), either.token(), [&] { return decodeMeanwhile(stop); }, Beside::Nothing);
}

void StepPasses::processTogether(const std::stop_token& stop) {
    ScheduledPass pass(RowKind::Prefill);
    const std::vector<Sequence*> ready = m_turns.decoding(m_sequences);
    (void)fillDecoding(ready, pass, stop);
    const bool waits = !addPrompts(pass, stop);
    compute(pass, m_model.pass(), stop, {}, Beside::Nothing);
    if (!waits || stop.stop_requested()) return;
    // A unit that takes nearly a whole pass would wait for as long as others make tokens.
    ScheduledPass alone(RowKind::Prefill);
    (void)addPrompts(alone, stop);
    compute(alone, m_model.pass(), stop, {}, Beside::Nothing);
}

bool StepPasses::addPrompts(ScheduledPass& pass, const std::stop_token& stop) {
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

bool StepPasses::decodeMeanwhile(const std::stop_token& stop) {
    if (!m_pauses.due(PromptPauses::Clock::now())) return false;
    m_beginRound();
    return decode(Beside::Prompt, stop);
}

void StepPasses::compute(ScheduledPass& pass, ForwardPass& model, const std::stop_token& stop,
                         const ForwardPass::Pause& pause, Beside beside) {
    if (pass.members().empty()) return;
    const auto start = PromptPauses::Clock::now();
    for (Sequence* sequence : pass.members()) sequence->stateValid = sequence->openValid = false;
    try {
        for (const WatchedRow& watch : pass.watched()) model.watch(watch);
        model.compute(pass.batch(), m_cache.memory().kv(), m_cache.memory().states(), stop, pause);
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

void StepPasses::followWithGuesses(const ScheduledPass& pass, ForwardPass& model) {
    if (!m_own || !m_ownAsked) return;
    std::vector<MtpSequence*> sequences;
    for (Sequence* sequence : pass.members()) {
        if (!sequence->ownSequence) sequence->ownSequence = std::make_unique<MtpSequence>(*m_own);
        sequences.push_back(sequence->ownSequence.get());
    }
    followPass(*m_own, model, pass.batch(), sequences);
}

}  // namespace hearth
