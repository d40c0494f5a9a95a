#include "server/completion_writer.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "openai/completion_stream.h"
#include "openai/reply_json.h"
#include "server/api_errors.h"
#include "server/event_writer.h"

namespace hearth::server {

namespace {

const char* promptFieldOf(openai::Completion kind) {
    return kind == openai::Completion::Chat ? "messages" : "prompt";
}

class WholeCompletion final : public ReplyWriter {
public:
    WholeCompletion(std::shared_ptr<http::Response> response, openai::AnswerHead head,
                    const openai::CompletionRequest& request, const Tokenizer& tokenizer, ReplyHeard heard)
        : m_response(std::move(response)),
          m_answer(std::move(head), request, &tokenizer),
          m_promptField(promptFieldOf(request.kind)),
          m_heard(std::move(heard)) {}

    bool add(int choice, const ReplyDelta& delta) override {
        m_answer.add(choice, delta);
        return !m_response->gone();
    }
    bool hasEnough(int choice) const override { return m_answer.reply(choice).hasEnough(); }
    void finish(int choice, const GenerationResult& result) override {
        m_heard(m_answer.reply(choice).content(), result);
        m_answer.finish(choice, result);
        if (m_answer.isComplete()) m_response->send(200, "application/json", openai::dumped(m_answer.json()));
    }
    void fail(const Error& error) override {
        const ApiProblem problem = problemOf(error, m_promptField);
        m_response->send(problem.status, "application/json", openAiBody(problem));
    }

private:
    std::shared_ptr<http::Response> m_response;
    openai::CompletionAnswer m_answer;
    const char* m_promptField;
    ReplyHeard m_heard;
};

class StreamedCompletion final : public ReplyWriter {
public:
    StreamedCompletion(std::shared_ptr<http::Response> response, openai::AnswerHead head,
                       const openai::CompletionRequest& request, const Tokenizer& tokenizer, ReplyHeard heard)
        : m_events(std::move(response)),
          m_stream(std::move(head), request, &tokenizer),
          m_open(request.choices),
          m_promptField(promptFieldOf(request.kind)),
          m_heard(std::move(heard)) {}

    bool begin() override { return m_events.write(m_stream.begin()); }
    bool add(int choice, const ReplyDelta& delta) override {
        return m_events.write(m_stream.add(choice, delta));
    }
    bool hasEnough(int choice) const override { return m_stream.reply(choice).hasEnough(); }
    void finish(int choice, const GenerationResult& result) override {
        m_heard(m_stream.reply(choice).content(), result);
        (void)m_events.write(m_stream.finish(choice, result));
        if (--m_open == 0) m_events.end();
    }
    void fail(const Error& error) override {
        const ApiProblem problem = problemOf(error, m_promptField);
        if (m_events.hasBegun())
            m_events.fail(openai::CompletionStream::failed(openAiBody(problem)));
        else
            m_events.refuse(problem.status, openAiBody(problem));
    }

private:
    EventWriter m_events;
    openai::CompletionStream m_stream;
    int m_open;
    const char* m_promptField;
    ReplyHeard m_heard;
};

}  // namespace

std::unique_ptr<ReplyWriter> completionWriter(std::shared_ptr<http::Response> response,
                                              openai::AnswerHead head,
                                              const openai::CompletionRequest& request,
                                              const Tokenizer& tokenizer, ReplyHeard heard) {
    if (request.stream)
        return std::make_unique<StreamedCompletion>(std::move(response), std::move(head), request, tokenizer,
                                                    std::move(heard));
    return std::make_unique<WholeCompletion>(std::move(response), std::move(head), request, tokenizer,
                                             std::move(heard));
}

}  // namespace hearth::server
