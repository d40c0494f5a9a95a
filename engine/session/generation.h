#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "chat/reply_stream.h"
#include "grammar/reply_guide.h"
#include "hearth/context_shift.h"
#include "hearth/error.h"
#include "hearth/finish_reason.h"
#include "hearth/generation_listener.h"
#include "hearth/generation_request.h"
#include "hearth/generation_result.h"
#include "hearth/reply_delta.h"
#include "hearth/tokenizer.h"
#include "sampling/token_chooser.h"
#include "session/scheduler.h"
#include "session/session_errors.h"

namespace hearth {

/// One reply in progress: chooses tokens, reports their text, detects its end and keeps the figures.
class Generation final : public SequenceClient {
public:
    using Clock = std::chrono::steady_clock;

    /// `reply` reads the tokens, `start` is when the reply was asked for. What is referred to outlives the
    /// generation.
    Generation(const Tokenizer& tokenizer, const GenerationRequest& request, int32_t vocabSize,
               ReplyStream reply, GenerationListener& listener, std::stop_token stop,
               Clock::time_point start);

    /// Sets the prompt as passed to the scheduler, and its context shifts; to be called before that.
    void setPrompt(const std::vector<TokenId>& prompt, std::vector<ContextShift> cuts = {});
    /// Keeps the reply to a grammar; before the first token.
    void setGuide(grammar::ReplyGuide guide) { m_guide = std::move(guide); }
    void started(size_t reused, size_t fromDisk) override;
    void promptProcessed(size_t done, size_t total) override;
    void readingPicture(double done) override;
    std::optional<TokenId> next(std::span<const float> logits) override;
    std::optional<BestLogitsQuery> query(size_t columns, std::span<const TokenId> ahead) const override;
    std::span<const TokenId> certain() const override {
        return m_guide ? m_guide->forced() : std::span<const TokenId>();
    }
    bool isEnough(const BestLogits& best) const override {
        return m_sampler.isEnough(best, m_request.candidates);
    }
    std::optional<TokenId> nextFromBest(const BestLogits& best) override;
    void draftsChecked(DraftSource source, size_t drafted, size_t accepted) override;
    void moved(size_t tokens) override { m_result.metrics.movedTokens += static_cast<int>(tokens); }
    void cut(const ContextShift& cut) override { m_result.cuts.push_back(cut); }
    void full() override;
    void outOfMemory() override { fail(Error(errors::noMemoryForReplies)); }
    void failed(const Error& error) override { fail(error); }
    bool stopped() const override { return m_stop.stop_requested(); }
    std::stop_token stopToken() const override { return m_stop; }
    void ended() override { m_left = true; }

    /// True if it has left the scheduler: the result is available.
    bool hasLeft() const noexcept { return m_left; }
    /// Reason why this reply ended without a result while others continue: no memory for more of it, a
    /// picture that cannot be read, a grammar that can be parsed in too many ways. nullopt: none.
    const std::optional<Error>& problem() const noexcept { return m_problem; }
    RequestStatus status(bool admitted) const noexcept;

    /// Repeats an earlier reply to an identical request, instead of one that the scheduler makes.
    void repeat(std::vector<GeneratedToken> tokens, FinishReason reason);

    /// Returns the result; to be called once, at the end. `cancelled`: it did not end by itself.
    GenerationResult finish(bool cancelled);
    GenerationMetrics& metrics() noexcept { return m_result.metrics; }

private:
    bool onlyPrompt();
    void fail(const Error& error) {
        m_problem = error;
        m_ended = true;
    }
    std::optional<TokenId> choose(std::span<const float> logits);
    std::optional<TokenId> add(GeneratedToken generated);
    /// Tells the deltas, the first of them with the token that they came with, if there was one.
    void send(std::vector<ReplyDelta> deltas, const GeneratedToken* token);
    double sinceStartMs() const;

    const Tokenizer& m_tokenizer;
    const GenerationRequest& m_request;
    GenerationListener& m_listener;
    std::stop_token m_stop;
    Clock::time_point m_start, m_prefillStart, m_lastToken;
    TokenChooser m_sampler;
    ReplyStream m_reply;
    std::optional<grammar::ReplyGuide> m_guide;  ///< none: any text
    int m_certainTokens = 0;                     ///< since drafts were last checked
    GenerationResult m_result;
    size_t m_reused = 0;
    size_t m_processed = 0;  ///< of the prompt
    bool m_ended = false, m_left = false;
    std::optional<Error> m_problem;
};

}  // namespace hearth
