#include "openai/completion_stream.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "openai/reply_json.h"

namespace hearth::openai {

std::string eventOf(const Json& json) {
    return "data: " + dumped(json) + "\n\n";
}

CompletionStream::CompletionStream(AnswerHead head, const CompletionRequest& request,
                                   const Tokenizer* tokenizer)
    : m_head(std::move(head)),
      m_request(request),
      m_tokenizer(tokenizer),
      m_replies(static_cast<size_t>(request.choices), GatheredReply(request.tools, request.parallelCalls)),
      m_prompts(static_cast<size_t>(request.choices)),
      m_begunCalls(static_cast<size_t>(request.choices)),
      m_waiting(static_cast<size_t>(request.choices)),
      m_offsets(static_cast<size_t>(request.choices)),
      m_metrics(static_cast<size_t>(request.choices)),
      m_open(request.choices) {
}

std::string CompletionStream::event(Json choice) {
    Json json{{"id", m_head.id},
              {"object", m_request.kind == Completion::Chat ? "chat.completion.chunk" : "text_completion"},
              {"created", m_head.created},
              {"model", m_head.model},
              {"choices", Json::array({std::move(choice)})}};
    if (m_request.streamsUsage) json["usage"] = nullptr;
    if (m_head.route && !std::exchange(m_routeTold, true)) json["route"] = routeJson(*m_head.route);
    return eventOf(json);
}

std::string CompletionStream::begin() {
    std::string events;
    for (int i = 0; i < m_request.choices; ++i) {
        if (m_request.kind == Completion::Chat) {
            events += event({{"index", i},
                             {"delta", {{"role", "assistant"}, {"content", ""}}},
                             {"logprobs", nullptr},
                             {"finish_reason", nullptr}});
        } else if (m_request.echo) {
            events += echoEvent(i);
        }
    }
    return events;
}

std::string CompletionStream::echoEvent(int choice) {
    const auto index = static_cast<size_t>(choice);
    const std::string echo = echoOf(m_request, m_tokenizer, choice);
    if (m_prompts[index].empty()) return textEvent(choice, echo, {});
    m_offsets[index] += echo.size();
    return event({{"index", choice},
                  {"text", echo},
                  {"logprobs", echoLogprobs(*m_tokenizer, m_prompts[index], m_request.topLogprobs, echo)},
                  {"finish_reason", nullptr}});
}

std::string CompletionStream::textEvent(int choice, const std::string& text,
                                        const std::vector<GeneratedToken>& tokens) {
    Json probabilities;
    size_t& offset = m_offsets[static_cast<size_t>(choice)];
    if (m_request.logprobs && m_tokenizer != nullptr)
        probabilities = textLogprobs(*m_tokenizer, tokens, m_request.topLogprobs, offset);
    offset += text.size();
    return event({{"index", choice},
                  {"text", text},
                  {"logprobs", std::move(probabilities)},
                  {"finish_reason", nullptr}});
}

/// The first part of a call says whose it is, the others add to its arguments.
Json CompletionStream::callDelta(int choice, const ToolCallDelta& call) {
    int& begun = m_begunCalls[static_cast<size_t>(choice)];
    if (call.index < begun) return {{"index", call.index}, {"function", {{"arguments", call.arguments}}}};
    begun = call.index + 1;
    Json json = callOf(call, m_head.id, choice);
    json["index"] = call.index;
    return json;
}

std::string CompletionStream::chatEvent(int choice, const ReplyDelta& delta) {
    Json json = Json::object();
    if (!delta.text.empty()) json["content"] = delta.text;
    if (!delta.reasoning.empty()) json["reasoning_content"] = delta.reasoning;
    if (delta.call) {
        json["tool_calls"] = Json::array({callDelta(choice, *delta.call)});
        if (m_request.answersOldCalls) json["function_call"] = json["tool_calls"][0].at("function");
    }
    std::vector<GeneratedToken>& waiting = m_waiting[static_cast<size_t>(choice)];
    Json probabilities;
    if (m_request.logprobs && m_tokenizer != nullptr)
        probabilities = chatLogprobs(*m_tokenizer, std::exchange(waiting, {}), m_request.topLogprobs);
    return event({{"index", choice},
                  {"delta", std::move(json)},
                  {"logprobs", std::move(probabilities)},
                  {"finish_reason", nullptr}});
}

std::string CompletionStream::add(int choice, const ReplyDelta& delta) {
    const ReplyDelta said = m_replies[static_cast<size_t>(choice)].add(delta);
    std::vector<GeneratedToken>& waiting = m_waiting[static_cast<size_t>(choice)];
    if (m_request.logprobs) waiting.insert(waiting.end(), said.tokens.begin(), said.tokens.end());
    if (m_request.kind == Completion::Chat) {
        if (said.text.empty() && said.reasoning.empty() && !said.call) return {};
        return chatEvent(choice, said);
    }
    if (said.shown.empty()) return {};
    return textEvent(choice, said.shown, std::exchange(waiting, {}));
}

std::string CompletionStream::finish(int choice, const GenerationResult& result) {
    const auto index = static_cast<size_t>(choice);
    m_metrics[index] = result.metrics;
    const std::string reason =
        finishReasonOf(result.reason, !m_replies[index].calls().empty(), m_request.answersOldCalls);
    std::string events;
    if (m_request.kind == Completion::Chat) {
        Json probabilities;
        if (m_request.logprobs && m_tokenizer != nullptr)
            probabilities =
                chatLogprobs(*m_tokenizer, std::exchange(m_waiting[index], {}), m_request.topLogprobs);
        events = event({{"index", choice},
                        {"delta", Json::object()},
                        {"logprobs", std::move(probabilities)},
                        {"finish_reason", reason}});
    } else {
        events = event({{"index", choice}, {"text", ""}, {"logprobs", nullptr}, {"finish_reason", reason}});
    }
    if (--m_open > 0) return events;
    if (m_request.streamsUsage) {
        Json last{
            {"id", m_head.id},
            {"object", m_request.kind == Completion::Chat ? "chat.completion.chunk" : "text_completion"},
            {"created", m_head.created},
            {"model", m_head.model},
            {"choices", Json::array()},
            {"usage", usageOf(m_metrics, static_cast<size_t>(m_request.choicesOfPrompt))}};
        events += eventOf(last);
    }
    return events + "data: [DONE]\n\n";
}

std::string CompletionStream::failed(const std::string& body) {
    return "data: " + body + "\n\ndata: [DONE]\n\n";
}

}  // namespace hearth::openai
