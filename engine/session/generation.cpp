#include "session/generation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sampling/probability.h"

namespace hearth {

namespace {
double milliseconds(Generation::Clock::duration duration) {
    return std::chrono::duration<double, std::milli>(duration).count();
}
}  // namespace

Generation::Generation(const Tokenizer& tokenizer, const GenerationRequest& request, int32_t vocabSize,
                       ReplyStream reply, GenerationListener& listener, std::stop_token stop,
                       Clock::time_point start)
    : m_tokenizer(tokenizer),
      m_request(request),
      m_listener(listener),
      m_stop(std::move(stop)),
      m_start(start),
      m_prefillStart(start),
      m_lastToken(start),
      m_sampler(request.sampling, std::min(vocabSize, tokenizer.vocabSize())),
      m_reply(std::move(reply)) {
    m_result.seed = m_sampler.seed();
}

double Generation::sinceStartMs() const {
    return milliseconds(Clock::now() - m_start);
}

void Generation::setPrompt(const std::vector<TokenId>& prompt, std::vector<ContextShift> cuts) {
    m_result.cuts = std::move(cuts);
    m_result.promptTokens = prompt;
    m_result.metrics.promptTokens = static_cast<int>(prompt.size());
    for (const TokenId token : prompt) m_sampler.accept(token);
}

void Generation::started(size_t reused, size_t fromDisk) {
    m_reused = m_processed = reused;
    GenerationMetrics& metrics = m_result.metrics;
    metrics.reusedTokens = static_cast<int>(reused);
    metrics.reusedFromDisk = static_cast<int>(fromDisk);
    metrics.processedTokens = metrics.promptTokens - metrics.reusedTokens;
    m_prefillStart = Clock::now();
    m_listener.prefillProgress(metrics.reusedTokens, metrics.promptTokens, metrics.reusedTokens, 0);
}

void Generation::promptProcessed(size_t done, size_t total) {
    const double elapsedMs = milliseconds(Clock::now() - m_prefillStart);
    m_processed = done;
    GenerationMetrics& metrics = m_result.metrics;
    metrics.prefillMs = elapsedMs;
    metrics.prefillTokensPerS = elapsedMs > 0 ? 1000.0 * static_cast<double>(done - m_reused) / elapsedMs : 0;
    m_listener.prefillProgress(static_cast<int>(done), static_cast<int>(total), metrics.reusedTokens,
                               metrics.prefillTokensPerS);
}

void Generation::readingPicture(double done) {
    m_listener.readingPicture(done, milliseconds(Clock::now() - m_prefillStart) / 1000);
}

/// Ends the reply and returns true if only the prompt was to be processed.
bool Generation::onlyPrompt() {
    if (m_request.sampling.maxTokens != 0) return false;
    m_result.reason = FinishReason::MaxTokens;
    m_ended = true;
    return true;
}

std::optional<BestLogitsQuery> Generation::query(size_t columns, std::span<const TokenId> ahead) const {
    if (m_guide && (!m_guide->isFree() || !ahead.empty())) return std::nullopt;
    auto query = m_sampler.query(m_request.candidates, ahead);
    if (query && query->columns > columns) return std::nullopt;
    return query;
}

std::optional<TokenId> Generation::nextFromBest(const BestLogits& best) {
    if (onlyPrompt()) return std::nullopt;
    GeneratedToken generated;
    generated.token = m_sampler.sample(best);
    const auto chosen = std::find_if(best.best.begin(), best.best.end(), [&](const BestLogits::Entry& entry) {
        return entry.token == generated.token;
    });
    generated.probability =
        static_cast<float>(std::exp(double{chosen->plain} - best.plainLargest) / best.plainTotal);
    if (m_request.candidates > 0) generated.candidates = m_sampler.distribution(best, m_request.candidates);
    return add(std::move(generated));
}

std::optional<TokenId> Generation::next(std::span<const float> logits) {
    if (onlyPrompt()) return std::nullopt;
    try {
        return choose(logits);
    } catch (const Error& error) {
        // An error in this reply's grammar does not affect the others in the pass.
        fail(error);
        return std::nullopt;
    }
}

std::optional<TokenId> Generation::choose(std::span<const float> logits) {
    // Some files pad the embeddings beyond the vocabulary: those rows have no text.
    logits = logits.first(std::min(logits.size(), static_cast<size_t>(m_tokenizer.vocabSize())));
    const auto mask = m_guide ? m_guide->mask() : nullptr;
    const auto allowed = mask ? std::span<const uint64_t>(mask->bits) : std::span<const uint64_t>();
    GeneratedToken generated;
    if (certain().empty()) {
        generated.token = m_sampler.sample(logits, allowed);
    } else {
        ++m_certainTokens;
        ++m_result.metrics.certainTokens;
        generated.token = certain().front();
    }
    generated.probability = tokenProbability(logits, generated.token);
    if (m_request.candidates > 0)
        generated.candidates = m_sampler.distribution(logits, m_request.candidates, allowed);
    return add(std::move(generated));
}

std::optional<TokenId> Generation::add(GeneratedToken generated) {
    m_sampler.accept(generated.token);
    if (m_guide) m_guide->accept(generated.token);
    const auto now = Clock::now();
    GenerationMetrics& metrics = m_result.metrics;
    if (metrics.generatedTokens == 0)
        metrics.timeToFirstTokenMs = milliseconds(now - m_start);
    else
        metrics.interTokenMs.push_back(static_cast<float>(milliseconds(now - m_lastToken)));
    m_lastToken = now;
    ++metrics.generatedTokens;

    const TokenId token = generated.token;
    m_result.tokens.push_back(std::move(generated));
    const bool last = !m_request.ignoreEndOfText && m_tokenizer.isEndOfGeneration(token);
    send(last ? std::vector<ReplyDelta>() : m_reply.push(token), &m_result.tokens.back());
    if (last)
        m_result.reason = FinishReason::EndOfText;
    else if (m_reply.stopped())
        m_result.reason = FinishReason::StopString;
    else if (m_request.sampling.maxTokens >= 0 && metrics.generatedTokens >= m_request.sampling.maxTokens) {
        m_result.reason = FinishReason::MaxTokens;
    } else {
        return token;
    }
    m_ended = true;
    return std::nullopt;
}

void Generation::repeat(std::vector<GeneratedToken> tokens, FinishReason reason) {
    started(m_result.promptTokens.size(), 0);
    GenerationMetrics& metrics = m_result.metrics;
    metrics.keptReply = true;
    for (GeneratedToken& token : tokens)
        if (stopped() || !add(std::move(token))) break;
    // The time between these tokens is not that of a model.
    metrics.interTokenMs.clear();
    if (!m_ended && !stopped()) {
        m_result.reason = reason;
        m_ended = true;
    }
    m_left = true;
}

void Generation::send(std::vector<ReplyDelta> deltas, const GeneratedToken* token) {
    if (token != nullptr) {
        if (deltas.empty()) deltas.emplace_back();
        deltas.front().tokens.push_back(*token);
    }
    for (const ReplyDelta& delta : deltas) {
        m_result.text += delta.shown;
        m_listener.replied(delta);
    }
}

void Generation::draftsChecked(DraftSource source, size_t drafted, size_t accepted) {
    GenerationMetrics& metrics = m_result.metrics;
    // Tokens that were certain came as drafts too, and are none.
    if (std::exchange(m_certainTokens, 0) == 0) {
        metrics.draftedTokens += static_cast<int>(drafted);
        metrics.acceptedTokens += static_cast<int>(accepted);
        if (source == DraftSource::Model) {
            metrics.modelDraftedTokens += static_cast<int>(drafted);
            metrics.modelAcceptedTokens += static_cast<int>(accepted);
        }
    }
    // The first of them waited for the pass, the others came with it.
    std::vector<float>& each = metrics.interTokenMs;
    const std::span<float> together = std::span(each).last(std::min(each.size(), accepted + 1));
    float sum = 0;
    for (const float ms : together) sum += ms;
    for (float& ms : together) ms = sum / static_cast<float>(together.size());
}

RequestStatus Generation::status(bool admitted) const noexcept {
    const GenerationMetrics& metrics = m_result.metrics;
    if (metrics.generatedTokens > 0)
        return {admitted ? RequestPhase::Replying : RequestPhase::Waiting, metrics.generatedTokens,
                m_request.sampling.maxTokens};
    return {admitted ? RequestPhase::Prompt : RequestPhase::Waiting, static_cast<int>(m_processed),
            metrics.promptTokens};
}

void Generation::full() {
    m_result.reason = FinishReason::ContextFull;
    m_ended = true;
}

GenerationResult Generation::finish(bool cancelled) {
    if (cancelled && !m_ended) m_result.reason = FinishReason::Cancelled;
    // Its tokens were told before.
    const bool isComplete = m_result.reason == FinishReason::EndOfText;
    if (!m_result.tokens.empty())
        send(m_reply.finish(isComplete ? ReplyEnd::Complete : ReplyEnd::Cut), nullptr);
    GenerationMetrics& metrics = m_result.metrics;
    metrics.totalMs = sinceStartMs();
    if (metrics.generatedTokens > 1) {
        metrics.decodeMs = metrics.totalMs - metrics.timeToFirstTokenMs;
        double sum = 0;
        for (const float ms : metrics.interTokenMs) sum += ms;
        metrics.decodeTokensPerS =
            sum > 0 ? 1000.0 * static_cast<double>(metrics.interTokenMs.size()) / sum : 0;
    }
    return std::move(m_result);
}

}  // namespace hearth
