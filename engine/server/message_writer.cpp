#include "server/message_writer.h"

#include <chrono>
#include <nlohmann/json.hpp>
#include <utility>

#include "anthropic/message_stream.h"
#include "openai/reply_json.h"
#include "server/api_errors.h"
#include "server/event_writer.h"
#include "server/whole_reply.h"

namespace hearth::server {

namespace {

class StreamedMessage final : public ReplyWriter {
public:
    StreamedMessage(std::shared_ptr<http::Response> response, anthropic::MessageHead head,
                    const Tokenizer& tokenizer, ReplyHeard heard)
        : m_events(std::move(response)), m_stream(std::move(head), &tokenizer), m_heard(std::move(heard)) {}

    bool promptProgress(int, int, int total, int cached) override {
        using Clock = std::chrono::steady_clock;
        constexpr auto quiet = std::chrono::seconds(2);
        const auto now = Clock::now();
        if (m_events.hasBegun() && now - m_said < quiet) return true;
        m_said = now;
        return m_events.write(m_events.hasBegun() ? anthropic::MessageStream::ping()
                                                  : m_stream.begin(total, cached));
    }
    bool begin() override { return m_events.hasBegun() || m_events.write(m_stream.begin(0, 0)); }
    bool add(int, const ReplyDelta& delta) override { return m_events.write(m_stream.add(delta)); }
    bool hasEnough(int) const override { return m_stream.reply().hasEnough(); }
    void finish(int, const GenerationResult& result) override {
        m_heard(m_stream.reply().content(), result);
        (void)m_events.write(m_stream.finish(result));
        m_events.end();
    }
    void fail(const Error& error) override {
        const ApiProblem problem = problemOf(error);
        if (m_events.hasBegun())
            m_events.fail(anthropic::MessageStream::failed(anthropicBody(problem)));
        else
            m_events.refuse(problem.status, anthropicBody(problem));
    }

private:
    EventWriter m_events;
    anthropic::MessageStream m_stream;
    std::chrono::steady_clock::time_point m_said;
    ReplyHeard m_heard;
};

}  // namespace

std::unique_ptr<ReplyWriter> messageWriter(std::shared_ptr<http::Response> response,
                                           anthropic::MessageHead head, bool stream,
                                           const Tokenizer& tokenizer, ReplyHeard heard) {
    if (stream)
        return std::make_unique<StreamedMessage>(std::move(response), std::move(head), tokenizer,
                                                 std::move(heard));
    return std::make_unique<WholeReply<anthropic::MessageAnswer>>(
        std::move(response), anthropic::MessageAnswer(std::move(head), &tokenizer), anthropicBody, "messages",
        std::move(heard));
}

}  // namespace hearth::server
