#include "cli/batch_answer.h"

#include <ctime>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "hearth/engine.h"

namespace hearth::cli {

namespace {

using AnswerJson = nlohmann::ordered_json;

std::string finishedLine(const AnswerJson& json) {
    return json.dump(-1, ' ', false, AnswerJson::error_handler_t::replace) + "\n";
}

AnswerJson answerTo(const BatchAddress& address, int status, AnswerJson body) {
    const std::string number = std::to_string(address.line);
    return {
        {"id", "batch_req_" + number},
        {"custom_id", address.customId},
        {"response", {{"status_code", status}, {"request_id", "req_" + number}, {"body", std::move(body)}}},
        {"error", nullptr}};
}

bool endedByItself(FinishReason reason) {
    return reason == FinishReason::EndOfText || reason == FinishReason::StopString;
}

AnswerJson usageOf(const GenerationMetrics& metrics) {
    return {{"prompt_tokens", metrics.promptTokens},
            {"completion_tokens", metrics.generatedTokens},
            {"total_tokens", metrics.promptTokens + metrics.generatedTokens},
            {"prompt_tokens_details", {{"cached_tokens", metrics.reusedTokens}}}};
}

/// The message that the parts of a reply make; calls of tools stay text unless `tools` were given.
AnswerJson messageOf(const std::vector<ReplySegment>& segments, bool tools, const std::string& number) {
    std::string content, reasoning;
    AnswerJson calls = AnswerJson::array();
    for (const ReplySegment& segment : segments) {
        if (segment.kind == SegmentKind::Reasoning) {
            reasoning += segment.text;
        } else if (segment.kind == SegmentKind::ToolCall && tools) {
            const std::string id = "call_" + number + "_" + std::to_string(calls.size());
            calls.push_back(
                {{"id", segment.call.id.empty() ? id : segment.call.id},
                 {"type", "function"},
                 {"function", {{"name", segment.call.name}, {"arguments", segment.call.argumentsJson}}}});
        } else {
            content += segment.text;
        }
    }
    AnswerJson message{{"role", "assistant"}, {"content", content}};
    if (!reasoning.empty()) message["reasoning_content"] = reasoning;
    if (!calls.empty()) message["tool_calls"] = std::move(calls);
    return message;
}

}  // namespace

BatchAnswer::BatchAnswer(const Engine& engine, BatchAddress address, const BatchRequest& request)
    : m_address(std::move(address)),
      m_model(engine.info().modelName),
      m_chat(request.chat),
      m_tools(request.tools),
      m_stream(ReplyStream::forRequest(engine, request.generation)) {
}

std::string BatchAnswer::lineOf(const GenerationResult& result) {
    const std::string number = std::to_string(m_address.line);
    std::string reason = endedByItself(result.reason) ? "stop" : "length";
    AnswerJson choice{{"index", 0}};
    if (m_stream) {
        std::vector<ReplySegment> segments;
        const auto append = [&](std::vector<ReplySegment> more) {
            for (ReplySegment& segment : more) segments.push_back(std::move(segment));
        };
        for (const GeneratedToken& token : result.tokens) append(m_stream->push(token.token));
        append(m_stream->finish());
        choice["message"] = messageOf(segments, m_tools, number);
        if (choice["message"].contains("tool_calls") && reason == "stop") reason = "tool_calls";
    } else {
        choice["text"] = result.text;
    }
    choice["logprobs"] = nullptr;
    choice["finish_reason"] = reason;
    const AnswerJson body{{"id", (m_chat ? "chatcmpl-" : "cmpl-") + number},
                          {"object", m_chat ? "chat.completion" : "text_completion"},
                          {"created", static_cast<int64_t>(std::time(nullptr))},
                          {"model", m_model},
                          {"choices", AnswerJson::array({std::move(choice)})},
                          {"usage", usageOf(result.metrics)}};
    return finishedLine(answerTo(m_address, 200, body));
}

std::string refusalLine(const BatchAddress& address, const BatchRefusal& refusal) {
    AnswerJson param;
    if (!refusal.field.empty()) param = refusal.field;
    const AnswerJson error{{"message", refusal.message},
                           {"type", "invalid_request_error"},
                           {"param", std::move(param)},
                           {"code", nullptr}};
    return finishedLine(answerTo(address, 400, {{"error", error}}));
}

std::string faultLine(const std::optional<std::string>& customId, uint64_t line, const BatchFault& fault) {
    AnswerJson id;
    if (customId) id = *customId;
    return finishedLine({{"custom_id", std::move(id)},
                         {"response", nullptr},
                         {"error", {{"code", fault.code}, {"message", fault.message}, {"line", line}}}});
}

}  // namespace hearth::cli
