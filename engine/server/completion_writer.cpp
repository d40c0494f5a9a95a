#include "server/completion_writer.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "openai/completion_stream.h"
#include "openai/prompt_logprobs.h"
#include "openai/reply_json.h"
#include "server/api_errors.h"
#include "server/event_writer.h"

namespace hearth::server {

namespace {

const char* promptFieldOf(openai::Completion kind) {
    return kind == openai::Completion::Chat ? "messages" : "prompt";
}

/// Reads the prompts of replies that are told with their probabilities, each once.
class EchoedPrompts {
public:
    explicit EchoedPrompts(const openai::CompletionRequest& request)
        : m_isTold(request.echo && request.logprobs),
          m_alternatives(request.topLogprobs),
          m_ofPrompt(request.choicesOfPrompt) {}

    /// nullptr: they are not told.
    const std::vector<GeneratedToken>* of(Engine& engine, const GenerationRequest& request, int choice) {
        if (!m_isTold) return nullptr;
        if (choice % m_ofPrompt == 0) m_last = openai::promptLogprobs(engine, request, m_alternatives);
        return &m_last;
    }

private:
    const bool m_isTold;
    const int m_alternatives, m_ofPrompt;
    std::vector<GeneratedToken> m_last;
};

class WholeCompletion final : public ReplyWriter {
public:
    WholeCompletion(std::shared_ptr<http::Response> response, openai::AnswerHead head,
                    const openai::CompletionRequest& request, const Tokenizer& tokenizer, ReplyHeard heard)
        : m_response(std::move(response)),
          m_answer(std::move(head), request, &tokenizer),
          m_prompts(request),
          m_promptField(promptFieldOf(request.kind)),
          m_heard(std::move(heard)) {}

    void prepare(Engine& engine, const GenerationRequest& request, int choice) override {
        if (const auto* tokens = m_prompts.of(engine, request, choice)) m_answer.setPrompt(choice, *tokens);
    }
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
    EchoedPrompts m_prompts;
    const char* m_promptField;
    ReplyHeard m_heard;
};

class StreamedCompletion final : public ReplyWriter {
public:
    StreamedCompletion(std::shared_ptr<http::Response> response, openai::AnswerHead head,
                       const openai::CompletionRequest& request, const Tokenizer& tokenizer, ReplyHeard heard)
        : m_events(std::move(response)),
          m_stream(std::move(head), request, &tokenizer),
          m_prompts(request),
          m_open(request.choices),
          m_promptField(promptFieldOf(request.kind)),
          m_heard(std::move(heard)) {}

    void prepare(Engine& engine, const GenerationRequest& request, int choice) override {
        if (const auto* tokens = m_prompts.of(engine, request, choice)) m_stream.setPrompt(choice, *tokens);
    }
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
    EchoedPrompts m_prompts;
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
