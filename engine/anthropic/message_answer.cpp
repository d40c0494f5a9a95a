#include "anthropic/message_answer.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "openai/reply_json.h"

namespace hearth::anthropic {

MessageHead headOf(std::string id, std::string model, const MessageRequest& request) {
    return {.id = std::move(id),
            .model = std::move(model),
            .tools = request.tools,
            .parallelCalls = request.parallelCalls,
            .marksCache = request.marksCache,
            .stopSequences = request.generation.sampling.stop};
}

Json usageOf(const MessageHead& head, int promptTokens, int cachedTokens, int outputTokens) {
    const int computed = promptTokens - cachedTokens;
    return {{"input_tokens", head.marksCache ? 0 : computed},
            {"cache_creation_input_tokens", head.marksCache ? computed : 0},
            {"cache_read_input_tokens", cachedTokens},
            {"output_tokens", outputTokens}};
}

Json usageOf(const MessageHead& head, const GenerationMetrics& metrics) {
    Json usage = usageOf(head, metrics.promptTokens, metrics.reusedTokens, metrics.generatedTokens);
    if (metrics.keptReply) usage["cached_reply"] = true;
    return usage;
}

const char* stopReasonOf(const GenerationResult& result, bool hasCalls) {
    switch (result.reason) {
        case FinishReason::StopString:
            return "stop_sequence";
        case FinishReason::MaxTokens:
            return "max_tokens";
        case FinishReason::ContextFull:
            return "model_context_window_exceeded";
        case FinishReason::EndOfText:
        case FinishReason::Cancelled:
            break;
    }
    return hasCalls ? "tool_use" : "end_turn";
}

Json stopSequenceOf(const MessageHead& head, const GenerationResult& result, const Tokenizer* tokenizer) {
    if (result.reason != FinishReason::StopString || head.stopSequences.empty()) return nullptr;
    if (head.stopSequences.size() == 1 || tokenizer == nullptr) return head.stopSequences.front();
    std::string text;
    for (const GeneratedToken& token : result.tokens) text += tokenizer->pieceBytes(token.token, true);
    // The first to come ended it.
    const std::string* first = &head.stopSequences.front();
    for (const std::string& stop : head.stopSequences)
        if (text.find(stop) < text.find(*first)) first = &stop;
    return *first;
}

Json begunMessage(const MessageHead& head, int promptTokens, int cachedTokens) {
    Json json{{"id", head.id},
              {"type", "message"},
              {"role", "assistant"},
              {"model", head.model},
              {"content", Json::array()},
              {"stop_reason", nullptr},
              {"stop_sequence", nullptr},
              {"usage", usageOf(head, promptTokens, cachedTokens, 0)}};
    if (head.route) json["route"] = openai::routeJson(*head.route);
    return json;
}

MessageAnswer::MessageAnswer(MessageHead head, const Tokenizer* tokenizer)
    : m_head(std::move(head)),
      m_tokenizer(tokenizer),
      m_reply(m_head.tools, m_head.parallelCalls),
      m_parts(m_head.id) {
}

Json MessageAnswer::json(const GenerationResult& result) const {
    const GenerationMetrics& metrics = result.metrics;
    Json json = begunMessage(m_head, metrics.promptTokens, metrics.reusedTokens);
    for (const openai::ReplyPart& part : m_parts.parts()) json["content"].push_back(blockJson(part));
    json["stop_reason"] = stopReasonOf(result, m_parts.hasCalls());
    json["stop_sequence"] = stopSequenceOf(m_head, result, m_tokenizer);
    json["usage"] = usageOf(m_head, metrics);
    return json;
}

}  // namespace hearth::anthropic
