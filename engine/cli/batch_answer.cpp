#include "cli/batch_answer.h"

#include <algorithm>
#include <ctime>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

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

/// Calls as a message holds them; those without an id get one.
AnswerJson callsOf(const std::vector<ToolCallDelta>& calls, const std::string& number) {
    AnswerJson json = AnswerJson::array();
    for (const ToolCallDelta& call : calls) {
        const std::string id = "call_" + number + "_" + std::to_string(json.size());
        json.push_back({{"id", call.id.empty() ? id : call.id},
                        {"type", "function"},
                        {"function", {{"name", call.name}, {"arguments", call.arguments}}}});
    }
    return json;
}

}  // namespace

BatchAnswer::BatchAnswer(std::string model, BatchAddress address, const BatchRequest& request)
    : m_address(std::move(address)), m_model(std::move(model)), m_chat(request.chat), m_tools(request.tools) {
}

void BatchAnswer::add(const ReplyDelta& delta) {
    m_content += delta.text;
    m_reasoning += delta.reasoning;
    if (!delta.call) return;
    if (!m_tools) {  // nobody asked for calls: what the model wrote is text
        m_content += delta.call->written;
        return;
    }
    const auto begun = std::find_if(m_calls.begin(), m_calls.end(), [&](const ToolCallDelta& call) {
        return call.index == delta.call->index;
    });
    if (begun == m_calls.end()) {
        m_calls.push_back(*delta.call);
        return;
    }
    begun->id += delta.call->id;
    begun->arguments += delta.call->arguments;
}

std::string BatchAnswer::lineOf(const GenerationResult& result) {
    const std::string number = std::to_string(m_address.line);
    std::string reason = endedByItself(result.reason) ? "stop" : "length";
    AnswerJson choice{{"index", 0}};
    if (m_chat) {
        AnswerJson message{{"role", "assistant"}, {"content", m_content}};
        if (!m_reasoning.empty()) message["reasoning_content"] = m_reasoning;
        if (!m_calls.empty()) message["tool_calls"] = callsOf(m_calls, number);
        choice["message"] = std::move(message);
        if (!m_calls.empty() && reason == "stop") reason = "tool_calls";
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
