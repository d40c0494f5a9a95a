#include "chat/prompt_builder.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "chat/reply_tokens.h"
#include "hearth/bounded_json.h"
#include "hearth/error.h"
#include "hearth/reply_text.h"
#include "hearth/template_context.h"

namespace hearth {

namespace {

using Json = nlohmann::ordered_json;

std::string entryOf(const Tokenizer& tokenizer, TokenId token) {
    return token >= 0 ? std::string(tokenizer.entry(token)) : std::string();
}

/// Throws Error(BadInput) for calls that are no list.
Json toolCallsOf(const ChatMessage& message) {
    Json calls = parseOrderedJson(message.toolCalls);
    if (!calls.is_array())
        throw Error(ErrorCode::BadInput, "The tool calls of a message are not a JSON list.");
    return calls;
}

/// The messages with the system message at the head of the first user message.
std::vector<ChatMessage> withoutSystem(std::vector<ChatMessage> messages) {
    if (messages.size() < 2 || messages[0].role != "system" || messages[1].role != "user") return messages;
    messages[1].content = messages[0].content + "\n\n" + messages[1].content;
    messages.erase(messages.begin());
    return messages;
}

}  // namespace

PromptPieces PromptBuilder::renderMessages(const GenerationRequest& request,
                                           const std::vector<ChatMessage>& messages,
                                           const std::stop_token& stop) const {
    Json context = Json::object();
    Json& list = context["messages"] = Json::array();
    for (const ChatMessage& message : messages) {
        Json entry{{"role", message.role}, {"content", message.content}};
        if (!message.reasoning.empty()) {
            entry["reasoning_content"] = message.reasoning;
            entry["thinking"] = message.reasoning;  // gpt-oss
        }
        if (!message.toolCalls.empty()) entry["tool_calls"] = toolCallsOf(message);
        if (!message.toolCallId.empty()) entry["tool_call_id"] = message.toolCallId;
        if (!message.name.empty()) entry["name"] = message.name;
        list.push_back(std::move(entry));
    }
    context["add_generation_prompt"] = true;
    context["bos_token"] = entryOf(m_tokenizer, m_tokenizer.special().bos);
    context["eos_token"] = entryOf(m_tokenizer, m_tokenizer.special().eos);
    if (!request.templateVariables.empty()) {
        const Json extra = parseOrderedJson(request.templateVariables);
        if (!extra.is_object()) {
            throw Error(ErrorCode::BadInput,
                        "The template variables are not a JSON object; write them like {\"name\": value}.");
        }
        context.update(parseTemplateContext(request.templateVariables));
    }
    return m_template.render(context, stop);
}

std::vector<ChatMessage> PromptBuilder::withReasoningApart(std::vector<ChatMessage> messages) const {
    const ReplyFormat format = replyFormatOf(m_template.source(), {});
    if (!format.harmony && format.thinkOpen.empty()) return messages;
    for (ChatMessage& message : messages) {
        if (message.role != "assistant" || !message.reasoning.empty()) continue;
        if (auto parts = splitReplyText(message.content)) {
            message.reasoning = std::move(parts->reasoning);
            message.content = std::move(parts->content);
        }
    }
    return messages;
}

const PromptPiece* startedReply(const GenerationRequest& request, const PromptPieces& prompt) noexcept {
    const bool started =
        request.continueLast && !request.messages.empty() && !request.messages.back().content.empty();
    return started && !prompt.empty() ? &prompt.back() : nullptr;
}

PromptPieces PromptBuilder::render(const GenerationRequest& request, const std::stop_token& stop) const {
    if (request.rawText) return {{.text = *request.rawText, .trusted = true}};
    if (!request.rawTokens.empty()) {
        return {{.text = m_tokenizer.decode(request.rawTokens), .trusted = true}};
    }
    if (request.messages.empty())
        throw Error(ErrorCode::BadInput, "There is no message to answer; write something first.");
    std::vector<ChatMessage> messages = request.messages;
    std::optional<ChatMessage> started;
    if (request.continueLast) {
        if (messages.back().role != "assistant") {
            throw Error(ErrorCode::BadInput, "Only a reply can be continued; the last message is not one.");
        }
        started = std::move(messages.back());
        messages.pop_back();
    }
    messages = withReasoningApart(std::move(messages));
    PromptPieces pieces;
    try {
        pieces = renderMessages(request, messages, stop);
    } catch (const Error& error) {
        if (error.code() == ErrorCode::Cancelled) throw;
        const std::vector<ChatMessage> merged = withoutSystem(messages);
        if (merged.size() == messages.size()) throw;
        pieces = renderMessages(request, merged, stop);
    }
    if (started && !started->content.empty()) {
        PromptPiece& piece = pieces.emplace_back(PromptPiece{.text = started->content, .trusted = false});
        const bool reasons = splitReplyText(started->content).has_value();
        const auto ids = reasons ? tokensThatReason(m_tokenizer, started->tokens, started->content,
                                                    replyFormatOf(m_template.source(), {}))
                                 : tokensThatSay(m_tokenizer, started->tokens, started->content);
        // Reasoning is kept in marks that need not be the model's own: what was generated counts.
        if (reasons && !ids.empty()) piece.text = m_tokenizer.decode(ids, true, Tokenizer::Spaces::Exact);
        piece.tokens.assign(ids.begin(), ids.end());
    }
    return pieces;
}

std::vector<TokenId> PromptBuilder::tokens(const GenerationRequest& request,
                                           const PromptPieces& pieces) const {
    if (!request.rawTokens.empty()) {
        for (const TokenId token : request.rawTokens)
            (void)m_tokenizer.entry(token);  // throws for unknown ids
        return request.rawTokens;
    }
    PromptPieces marked = pieces;
    // Messages come in the prompt's order; each is looked for behind the one before.
    size_t from = 0;
    std::vector<ChatMessage> messages = request.messages;
    if (request.continueLast && !messages.empty()) messages.pop_back();  // its ids are in its piece already
    for (const ChatMessage& message : withReasoningApart(std::move(messages))) {
        const auto found = std::find_if(
            marked.begin() + static_cast<ptrdiff_t>(from), marked.end(),
            [&](const PromptPiece& piece) { return !piece.trusted && piece.text == message.content; });
        if (found == marked.end()) continue;
        from = static_cast<size_t>(found - marked.begin()) + 1;
        if (message.role != "assistant" || message.tokens.empty()) continue;
        const auto ids = message.reasoning.empty()
                             ? tokensThatSay(m_tokenizer, message.tokens, message.content)
                             : lastTokensThatSay(m_tokenizer, message.tokens, message.content);
        if (!ids.empty()) found->tokens.assign(ids.begin(), ids.end());
    }
    return m_tokenizer.encode(marked);
}

}  // namespace hearth
