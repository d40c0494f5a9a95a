#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "hearth/routing.h"
#include "server/reply_writer.h"

namespace hearth::server {

/// Holds back what the small model says until its first tokens decide whether it answers: then everything is
/// told to a writer, or nothing ever is. Of several replies to one request the first decides. Of the
/// first no more than RoutingRule::firstTokens is held, of the others what comes meanwhile. For one thread.
class HeldWriter final : public ReplyWriter {
public:
    /// Makes what the small model's replies are told to, when it is known that there are any.
    using MakeWriter = std::function<std::unique_ptr<ReplyWriter>(const RouteOutcome& outcome)>;
    /// The large model is to answer. `made`: what the small one did in vain.
    struct Dropped {
        int tokens = 0;
        double ms = 0;
    };
    using Escalate = std::function<void(const RouteOutcome& outcome, const Dropped& made)>;

    HeldWriter(const RoutingRule& rule, int choices, MakeWriter makeWriter, Escalate escalate);

    bool promptProgress(int choice, int done, int total, int cached) override;
    bool begin() override { return m_writer ? m_writer->begin() : true; }
    bool add(int choice, const ReplyDelta& delta) override;
    bool hasEnough(int choice) const override;
    void finish(int choice, const GenerationResult& result) override;
    void fail(const Error& error) override;

private:
    /// What is held of a reply.
    struct Held {
        int done = -1, total = 0, cached = 0;  ///< of the prompt
        std::vector<ReplyDelta> deltas;
        std::optional<GenerationResult> result;
    };
    RouteOutcome outcomeOf(RouteTarget target, RouteReason reason) const;
    void decide(FirstTokens::Verdict verdict);
    bool release();

    FirstTokens m_first;
    std::vector<Held> m_held;
    MakeWriter m_makeWriter;
    Escalate m_escalate;
    std::unique_ptr<ReplyWriter> m_writer;  ///< as soon as the small model answers
    bool m_escalates = false;
    size_t m_ended = 0;  ///< replies
    Dropped m_dropped;
};

}  // namespace hearth::server
