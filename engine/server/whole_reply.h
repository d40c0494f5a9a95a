#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "http/response.h"
#include "openai/reply_json.h"
#include "server/api_errors.h"
#include "server/reply_writer.h"

namespace hearth::server {

/// Answers with one reply as one body when it has ended. Answer has add(delta), reply() and json(result),
/// such as openai::ResponseAnswer.
template <typename Answer>
class WholeReply final : public ReplyWriter {
public:
    using Body = std::string (*)(const ApiProblem& problem);
    using Ended = std::function<void(const openai::Json& answer)>;

    /// `problemBody`: how the API says what went wrong. `promptField`: where it has the prompt. `ended`:
    /// hears the answer before it is sent.
    WholeReply(std::shared_ptr<http::Response> response, Answer answer, Body problemBody,
               const char* promptField, ReplyHeard heard, Ended ended = {})
        : m_response(std::move(response)),
          m_answer(std::move(answer)),
          m_problemBody(problemBody),
          m_promptField(promptField),
          m_heard(std::move(heard)),
          m_ended(std::move(ended)) {}

    bool add(int, const ReplyDelta& delta) override {
        m_answer.add(delta);
        return !m_response->gone();
    }
    bool hasEnough(int) const override { return m_answer.reply().hasEnough(); }
    void finish(int, const GenerationResult& result) override {
        m_heard(m_answer.reply().content(), result);
        const openai::Json json = m_answer.json(result);
        if (m_ended) m_ended(json);
        m_response->send(200, "application/json", openai::dumped(json));
    }
    void fail(const Error& error) override {
        const ApiProblem problem = problemOf(error, m_promptField);
        m_response->send(problem.status, "application/json", m_problemBody(problem));
    }

private:
    std::shared_ptr<http::Response> m_response;
    Answer m_answer;
    Body m_problemBody;
    const char* m_promptField;
    ReplyHeard m_heard;
    Ended m_ended;
};

}  // namespace hearth::server
