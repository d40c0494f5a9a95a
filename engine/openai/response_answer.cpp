#include "openai/response_answer.h"

#include <ctime>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "openai/reply_json.h"

namespace hearth::openai {

namespace {

const char* itemPrefix(PartKind kind) {
    switch (kind) {
        case PartKind::Reasoning:
            return "rs_";
        case PartKind::Call:
            return "fc_";
        case PartKind::Text:
            break;
    }
    return "msg_";
}

Json responseUsage(const ReplyParts& reply, const GenerationMetrics& metrics) {
    size_t reasoning = 0;
    for (const ReplyPart& part : reply.parts())
        if (part.kind == PartKind::Reasoning) reasoning += part.tokens.size();
    Json usage{{"input_tokens", metrics.promptTokens},
               {"input_tokens_details",
                {{"cached_tokens", metrics.reusedTokens},
                 {"cache_write_tokens", metrics.promptTokens - metrics.reusedTokens}}},
               {"output_tokens", metrics.generatedTokens},
               {"output_tokens_details", {{"reasoning_tokens", reasoning}}},
               {"total_tokens", metrics.promptTokens + metrics.generatedTokens}};
    if (metrics.keptReply) usage["cached_reply"] = true;
    return usage;
}

}  // namespace

ResponseHead responseHead(std::string id, std::string model, int64_t created,
                          const ResponseRequest& request) {
    return {.id = std::move(id),
            .model = std::move(model),
            .created = created,
            .tools = request.tools,
            .parallelCalls = request.parallelCalls,
            .logprobs = request.logprobs,
            .topLogprobs = request.topLogprobs,
            .echo = request.echo};
}

Json begunResponse(const ResponseHead& head) {
    Json json{{"id", head.id},
              {"object", "response"},
              {"created_at", head.created},
              {"status", "in_progress"},
              {"background", false},
              {"error", nullptr},
              {"incomplete_details", nullptr},
              {"model", head.model},
              {"output", Json::array()}};
    json.update(head.echo);
    json["usage"] = nullptr;
    if (head.route) json["route"] = routeJson(*head.route);
    return json;
}

Json failedResponse(const ResponseHead& head, const std::string& problem) {
    Json json = begunResponse(head);
    json["status"] = "failed";
    json["error"] = {{"code", "server_error"}, {"message", problem}};
    return json;
}

std::string itemIdOf(const ResponseHead& head, const ReplyPart& part, size_t index) {
    const size_t at = head.id.find('_');
    return itemPrefix(part.kind) + head.id.substr(at == std::string::npos ? 0 : at + 1) + "_" +
           std::to_string(index);
}

Json partLogprobs(const ResponseHead& head, std::span<const GeneratedToken> tokens,
                  const Tokenizer* tokenizer) {
    if (!head.logprobs || tokenizer == nullptr) return Json::array();
    return chatLogprobs(*tokenizer, tokens, head.topLogprobs).at("content");
}

Json itemOf(const ResponseHead& head, const ReplyPart& part, size_t index, const std::string& status,
            const Tokenizer* tokenizer) {
    const bool begun = status == "in_progress";
    Json item{{"id", itemIdOf(head, part, index)}, {"type", "message"}, {"status", status}};
    switch (part.kind) {
        case PartKind::Reasoning:
            item["type"] = "reasoning";
            item["summary"] = Json::array();
            item["content"] = Json::array();
            if (!begun) item["content"].push_back({{"type", "reasoning_text"}, {"text", part.text}});
            return item;
        case PartKind::Call:
            item["type"] = "function_call";
            item["call_id"] = part.id;
            item["name"] = part.name;
            item["arguments"] = begun ? std::string() : part.text;
            return item;
        case PartKind::Text:
            break;
    }
    item["role"] = "assistant";
    item["content"] = Json::array();
    if (!begun)
        item["content"].push_back({{"type", "output_text"},
                                   {"text", part.text},
                                   {"annotations", Json::array()},
                                   {"logprobs", partLogprobs(head, part.tokens, tokenizer)}});
    return item;
}

Json endedResponse(const ResponseHead& head, const ReplyParts& reply, const GenerationResult& result,
                   const Tokenizer* tokenizer) {
    const bool whole = result.reason == FinishReason::EndOfText || result.reason == FinishReason::StopString;
    Json json = begunResponse(head);
    json["status"] = whole ? "completed" : "incomplete";
    json["completed_at"] = whole ? Json(std::time(nullptr)) : Json();
    if (!whole) json["incomplete_details"] = {{"reason", "max_output_tokens"}};
    const size_t count = reply.parts().size();
    for (size_t i = 0; i < count; ++i)
        json["output"].push_back(itemOf(head, reply.parts()[i], i,
                                        whole || i + 1 < count ? "completed" : "incomplete", tokenizer));
    json["usage"] = responseUsage(reply, result.metrics);
    return json;
}

ResponseAnswer::ResponseAnswer(ResponseHead head, const Tokenizer* tokenizer)
    : m_head(std::move(head)),
      m_tokenizer(tokenizer),
      m_reply(m_head.tools, m_head.parallelCalls),
      m_parts(m_head.id) {
}

}  // namespace hearth::openai
