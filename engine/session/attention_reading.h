#pragma once

#include <cstddef>
#include <list>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "hearth/attention.h"
#include "session/sequence.h"

namespace hearth {

class Scheduler;

/// One answer to an AttentionQuestion: a sequence whose prompt is the tokens before the one in question, most
/// of which are usually cached, and that reads that token in a decode pass. One thread; exists as long as its
/// sequence.
class AttentionReading final : public SequenceClient {
public:
    /// The listener outlives it. `grids`: of the pictures, by the question's tokens. Throws Error(BadInput)
    /// for a question without tokens.
    AttentionReading(AttentionQuestion question, AttentionListener& listener,
                     std::vector<PictureGrid> grids = {});
    AttentionReading(const AttentionReading&) = delete;
    AttentionReading& operator=(const AttentionReading&) = delete;

    /// Arguments for the scheduler; they refer to this object.
    PromptTokens prompt() const;
    SequenceOptions options();
    bool hasLeft() const noexcept { return m_hasLeft; }
    /// Tells the listener, after it has left.
    void tell();
    void fail(const Error& error) { m_listener.failed(error); }
    /// Makes it leave at the next step.
    void cancel() noexcept { m_cancelled = true; }

    void started(size_t reused, size_t) override { m_reused = reused; }
    void promptProcessed(size_t, size_t) override {}
    std::optional<TokenId> next(std::span<const float> logits) override;
    void full() override;
    void outOfMemory() override;
    void failed(const Error& error) override;
    bool stopped() const override { return m_cancelled || m_question.stop.stop_requested(); }
    std::stop_token stopToken() const override { return m_question.stop; }
    void ended() override { m_hasLeft = true; }

private:
    /// True if the token is the whole prompt: no token precedes it.
    bool isAlone() const noexcept { return m_question.tokens.size() == 1; }

    AttentionQuestion m_question;
    AttentionListener& m_listener;
    std::vector<PictureGrid> m_grids;
    std::vector<LayerAttention> m_layers;
    size_t m_reused = 0;
    bool m_answered = false, m_done = false, m_hasLeft = false, m_cancelled = false;
    std::optional<Error> m_problem;
};

/// Those that an engine has, all of one scheduler, which outlives it or never steps again.
class AttentionReadings {
public:
    bool empty() const noexcept { return m_readings.empty(); }
    /// Adds its sequence to the scheduler. Throws as Scheduler::add() and AttentionReading do.
    /// `pictures`: as in SequenceOptions; `grids`: of the same, by the question's tokens.
    void add(AttentionQuestion question, AttentionListener& listener, Scheduler& scheduler,
             std::shared_ptr<PictureRows> pictures = nullptr, std::vector<PictureGrid> grids = {});
    /// Tells the listeners of those that have left.
    void tellEnded();
    /// Takes all out of the scheduler and tells their listeners.
    void failAll(const Error& error, Scheduler& scheduler);
    void cancelAll() noexcept;

private:
    std::list<AttentionReading> m_readings;
};

}  // namespace hearth
