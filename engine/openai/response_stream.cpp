#include "openai/response_stream.h"

#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "openai/reply_json.h"

namespace hearth::openai {

namespace {

/// As events have "logprobs": without "bytes".
Json eventLogprobs(Json logprobs) {
    for (Json& entry : logprobs) {
        entry.erase("bytes");
        for (Json& one : entry["top_logprobs"]) one.erase("bytes");
    }
    return logprobs;
}

}  // namespace

ResponseStream::ResponseStream(ResponseHead head, const Tokenizer* tokenizer)
    : m_head(std::move(head)),
      m_tokenizer(tokenizer),
      m_reply(m_head.tools, m_head.parallelCalls),
      m_parts(m_head.id) {
}

std::string ResponseStream::event(const char* type, Json fields) {
    Json json{{"type", type}, {"sequence_number", m_next++}};
    json.update(fields);
    return std::string("event: ") + type + "\ndata: " + dumped(json) + "\n\n";
}

/// One of the last part.
std::string ResponseStream::partEvent(const char* type, Json fields) {
    const size_t index = m_parts.parts().size() - 1;
    Json json{{"item_id", itemIdOf(m_head, m_parts.parts().back(), index)}, {"output_index", index}};
    json.update(fields);
    return event(type, std::move(json));
}

std::string ResponseStream::begin() {
    const Json response = begunResponse(m_head);
    std::string events = event("response.created", {{"response", response}});
    return events + event("response.in_progress", {{"response", response}});
}

std::string ResponseStream::beginPart() {
    const ReplyPart& part = m_parts.parts().back();
    const size_t index = m_parts.parts().size() - 1;
    std::string events =
        event("response.output_item.added",
              {{"output_index", index}, {"item", itemOf(m_head, part, index, "in_progress", m_tokenizer)}});
    if (part.kind == PartKind::Call) return events;
    const Json empty = part.kind == PartKind::Reasoning ? Json{{"type", "reasoning_text"}, {"text", ""}}
                                                        : Json{{"type", "output_text"},
                                                               {"text", ""},
                                                               {"annotations", Json::array()},
                                                               {"logprobs", Json::array()}};
    return events + partEvent("response.content_part.added", {{"content_index", 0}, {"part", empty}});
}

std::string ResponseStream::addToPart(const std::string& added, size_t tokensBefore) {
    const ReplyPart& part = m_parts.parts().back();
    switch (part.kind) {
        case PartKind::Reasoning:
            return partEvent("response.reasoning_text.delta", {{"content_index", 0}, {"delta", added}});
        case PartKind::Call:
            return added.empty() ? std::string()
                                 : partEvent("response.function_call_arguments.delta", {{"delta", added}});
        case PartKind::Text:
            break;
    }
    const auto tokens = std::span(part.tokens).subspan(tokensBefore);
    return partEvent("response.output_text.delta",
                     {{"content_index", 0},
                      {"delta", added},
                      {"logprobs", eventLogprobs(partLogprobs(m_head, tokens, m_tokenizer))}});
}

std::string ResponseStream::endPart(const std::string& status) {
    if (m_parts.parts().empty()) return {};
    const ReplyPart& part = m_parts.parts().back();
    const size_t index = m_parts.parts().size() - 1;
    const Json item = itemOf(m_head, part, index, status, m_tokenizer);
    std::string events;
    if (part.kind == PartKind::Call) {
        events = partEvent("response.function_call_arguments.done", {{"arguments", part.text}});
    } else {
        Json done{{"content_index", 0}, {"text", part.text}};
        if (part.kind == PartKind::Text)
            done["logprobs"] = eventLogprobs(item.at("content").at(0).at("logprobs"));
        events = partEvent(
            part.kind == PartKind::Text ? "response.output_text.done" : "response.reasoning_text.done",
            std::move(done));
        events += partEvent("response.content_part.done",
                            {{"content_index", 0}, {"part", item.at("content").at(0)}});
    }
    return events + event("response.output_item.done", {{"output_index", index}, {"item", item}});
}

std::string ResponseStream::add(const ReplyDelta& delta) {
    const ReplyDelta said = m_reply.add(delta);
    const ReplyParts::Change change = m_parts.changeOf(said);
    const bool began = change == ReplyParts::Change::Began;
    std::string events;
    if (began) events = endPart("completed");
    const size_t tokensBefore = began || m_parts.parts().empty() ? 0 : m_parts.parts().back().tokens.size();
    (void)m_parts.add(said);
    if (change == ReplyParts::Change::None) return {};
    if (began) events += beginPart();
    return events + addToPart(addedText(said), tokensBefore);
}

std::string ResponseStream::finish(const Json& response) {
    const bool whole = response.at("status") == "completed";
    std::string events = endPart(whole ? "completed" : "incomplete");
    return events + event(whole ? "response.completed" : "response.incomplete", {{"response", response}});
}

std::string ResponseStream::failed(const std::string& problem) {
    return event("response.failed", {{"response", failedResponse(m_head, problem)}});
}

}  // namespace hearth::openai
