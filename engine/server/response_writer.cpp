#include "server/response_writer.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "openai/reply_json.h"
#include "openai/response_stream.h"
#include "server/api_errors.h"
#include "server/event_writer.h"
#include "server/whole_reply.h"

namespace hearth::server {

namespace {

constexpr const char* promptField = "input";

class StreamedResponse final : public ReplyWriter {
public:
    StreamedResponse(std::shared_ptr<http::Response> response, openai::ResponseHead head,
                     const Tokenizer& tokenizer, ReplyHeard heard, ResponseEnded ended)
        : m_events(std::move(response)),
          m_stream(std::move(head), &tokenizer),
          m_heard(std::move(heard)),
          m_ended(std::move(ended)) {}

    /// Requests are refused before this; from here on, the client knows that its request is in progress.
    bool promptProgress(int, int, int, int) override { return begin(); }
    bool begin() override { return m_events.hasBegun() || m_events.write(m_stream.begin()); }
    bool add(int, const ReplyDelta& delta) override { return m_events.write(m_stream.add(delta)); }
    bool hasEnough(int) const override { return m_stream.reply().hasEnough(); }
    void finish(int, const GenerationResult& result) override {
        m_heard(m_stream.reply().content(), result);
        const openai::Json json = m_stream.json(result);
        m_ended(json);
        (void)m_events.write(m_stream.finish(json));
        m_events.end();
    }
    void fail(const Error& error) override {
        const ApiProblem problem = problemOf(error, promptField);
        if (m_events.hasBegun())
            m_events.fail(m_stream.failed(problem.message));
        else
            m_events.refuse(problem.status, openAiBody(problem));
    }

private:
    EventWriter m_events;
    openai::ResponseStream m_stream;
    ReplyHeard m_heard;
    ResponseEnded m_ended;
};

}  // namespace

std::unique_ptr<ReplyWriter> responseWriter(std::shared_ptr<http::Response> response,
                                            openai::ResponseHead head, bool stream,
                                            const Tokenizer& tokenizer, ReplyHeard heard,
                                            ResponseEnded ended) {
    if (stream)
        return std::make_unique<StreamedResponse>(std::move(response), std::move(head), tokenizer,
                                                  std::move(heard), std::move(ended));
    return std::make_unique<WholeReply<openai::ResponseAnswer>>(
        std::move(response), openai::ResponseAnswer(std::move(head), &tokenizer), openAiBody, promptField,
        std::move(heard), std::move(ended));
}

}  // namespace hearth::server
