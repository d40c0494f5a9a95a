#include "openai/completion_answer.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "openai/reply_json.h"

namespace hearth::openai {

CompletionAnswer::CompletionAnswer(AnswerHead head, const CompletionRequest& request,
                                   const Tokenizer* tokenizer)
    : m_head(std::move(head)),
      m_request(request),
      m_tokenizer(tokenizer),
      m_replies(static_cast<size_t>(request.choices), GatheredReply(request.tools, request.parallelCalls)),
      m_results(static_cast<size_t>(request.choices)),
      m_prompts(static_cast<size_t>(request.choices)),
      m_open(request.choices) {
}

void CompletionAnswer::finish(int choice, GenerationResult result) {
    m_results[static_cast<size_t>(choice)] = std::move(result);
    --m_open;
}

Json CompletionAnswer::messageOf(size_t choice) const {
    const GatheredReply& reply = m_replies[choice];
    Json message{{"role", "assistant"}, {"content", reply.content()}, {"refusal", nullptr}};
    if (!reply.reasoning().empty()) message["reasoning_content"] = reply.reasoning();
    if (reply.calls().empty()) return message;
    if (reply.content().empty()) message["content"] = nullptr;
    Json& calls = message["tool_calls"] = Json::array();
    for (const ToolCallDelta& call : reply.calls())
        calls.push_back(callOf(call, m_head.id, static_cast<int>(choice)));
    if (m_request.answersOldCalls) message["function_call"] = calls.front().at("function");
    return message;
}

Json CompletionAnswer::choiceOf(size_t choice) const {
    const GatheredReply& reply = m_replies[choice];
    const GenerationResult& result = m_results[choice];
    Json json{{"index", choice}};
    const bool probabilities = m_request.logprobs && m_tokenizer != nullptr;
    if (m_request.kind == Completion::Chat) {
        json["message"] = messageOf(choice);
        json["logprobs"] =
            probabilities ? chatLogprobs(*m_tokenizer, reply.tokens(), m_request.topLogprobs) : Json();
    } else {
        const std::string echo = echoOf(m_request, m_tokenizer, static_cast<int>(choice));
        json["text"] = echo + result.text;
        json["logprobs"] = nullptr;
        if (probabilities) {
            json["logprobs"] = echoLogprobs(*m_tokenizer, m_prompts[choice], m_request.topLogprobs, echo);
            appendLogprobs(json["logprobs"],
                           textLogprobs(*m_tokenizer, reply.tokens(), m_request.topLogprobs, echo.size()));
        }
    }
    json["finish_reason"] = finishReasonOf(result.reason, !reply.calls().empty(), m_request.answersOldCalls);
    return json;
}

Json CompletionAnswer::json() const {
    Json choices = Json::array();
    for (size_t i = 0; i < m_replies.size(); ++i) choices.push_back(choiceOf(i));
    std::vector<GenerationMetrics> metrics;
    for (const GenerationResult& result : m_results) metrics.push_back(result.metrics);
    Json json{{"id", m_head.id},
              {"object", m_request.kind == Completion::Chat ? "chat.completion" : "text_completion"},
              {"created", m_head.created},
              {"model", m_head.model},
              {"choices", std::move(choices)},
              {"usage", usageOf(metrics, static_cast<size_t>(m_request.choicesOfPrompt))}};
    if (m_head.route) json["route"] = routeJson(*m_head.route);
    return json;
}

}  // namespace hearth::openai
