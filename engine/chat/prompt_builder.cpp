#include "chat/prompt_builder.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "chat/chat_errors.h"
#include "chat/reply_tokens.h"
#include "chat/system_turns.h"
#include "chat/template_content.h"
#include "hearth/bounded_json.h"
#include "hearth/error.h"
#include "hearth/readable_text.h"
#include "hearth/reply_text.h"
#include "hearth/template_context.h"
#include "jinja/jinja_errors.h"

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

/// Throws for the first call whose arguments are text that is no object, if there is one.
void refuseBrokenArguments(const std::vector<ChatMessage>& messages) {
    for (size_t i = 0; i < messages.size(); ++i) {
        if (messages[i].toolCalls.empty()) continue;
        for (const Json& call : toolCallsOf(messages[i])) {
            const Json& function = call.contains("function") ? call["function"] : call;
            if (!function.contains("arguments") || function["arguments"].is_object()) continue;
            const std::string name = function.value("name", "");
            throw Error(errors::brokenArguments, {i, readableText(name)});
        }
    }
}

/// A limit was met, which another order of the messages meets as well.
bool isOfLimit(const Error& error) {
    return error.is(errors::templateTooLong) || error.is(errors::templateTooMuchWork) ||
           error.is(errors::templateTooMuchMemory);
}

/// True if a template leaves out a system message that names tools.
bool dropsTools(const std::vector<ChatMessage>& messages, const PromptPieces& pieces) {
    const auto names = [](std::string_view text) {
        return text.find(toolsHeading()) != std::string_view::npos;
    };
    return !messages.empty() && messages.front().role == "system" && names(messages.front().content) &&
           std::ranges::none_of(pieces, [&](const PromptPiece& piece) { return names(piece.text); });
}

}  // namespace

PromptPieces PromptBuilder::renderMessages(const GenerationRequest& request,
                                           const std::vector<ChatMessage>& messages,
                                           const std::stop_token& stop) const {
    Json context = Json::object();
    Json& list = context["messages"] = Json::array();
    const bool asLists = takesLists(stop);
    for (const ChatMessage& message : messages) {
        Json entry{{"role", message.role}, {"content", templateContent(message, asLists)}};
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
        mergeEntries(context, parseTemplateContext(request.templateVariables));
        // Some fail on them instead of showing them.
        if (context.contains("tools") && !templateTools(stop).lists) context.erase("tools");
    }
    return m_template.render(context, stop);
}

PromptPieces PromptBuilder::renderTurns(const GenerationRequest& request, std::vector<ChatMessage> messages,
                                        const std::stop_token& stop) const {
    messages = withLeadingSystemJoined(std::move(messages));
    const bool hasLater = hasLaterSystem(messages);
    const bool hasFirst = !messages.empty() && messages[0].role == "system";
    std::optional<PromptPieces> silent;  // what a template left out is in none of it
    std::optional<Error> problem;
    const auto render = [&](std::vector<ChatMessage> turns, bool isMoved) -> std::optional<PromptPieces> {
        try {
            PromptPieces pieces = renderMessages(request, turns, stop);
            const bool tellsAll = isMoved || !hasLater || tellsLaterSystem(pieces, messages);
            if (tellsAll && !dropsTools(turns, pieces)) return pieces;
            if (!silent) silent = std::move(pieces);
        } catch (const Error& error) {
            if (error.code() == ErrorCode::Cancelled || isOfLimit(error)) throw;
            if (!problem) problem = error;
        }
        return std::nullopt;
    };
    if (auto pieces = render(messages, false)) return *std::move(pieces);
    if (hasLater)
        if (auto pieces = render(withLaterSystemInUserTurns(messages), true)) return *std::move(pieces);
    if (hasFirst) {
        const std::vector<ChatMessage> turns = withSystemInFirstTurn(messages);
        if (auto pieces = render(turns, false)) return *std::move(pieces);
        if (hasLater)
            if (auto pieces = render(withLaterSystemInUserTurns(turns), true)) return *std::move(pieces);
    }
    if (silent) return *std::move(silent);
    refuseBrokenArguments(request.messages);
    throw Error(*problem);
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

const TemplateTools& PromptBuilder::templateTools(const std::stop_token& stop) const {
    const std::scoped_lock lock(m_mutex);
    if (!m_tools) m_tools = templateToolsOf(m_template, replyFormatOf(m_template.source(), {}), stop);
    return *m_tools;
}

bool PromptBuilder::takesLists(const std::stop_token& stop) const {
    const std::scoped_lock lock(m_mutex);
    if (!m_takesLists) m_takesLists = readsListsAlone(m_template, stop);
    return *m_takesLists;
}

std::vector<ChatMessage> PromptBuilder::messagesOf(const GenerationRequest& request,
                                                   const std::stop_token& stop) const {
    std::vector<ChatMessage> messages = request.messages;
    if (request.continueLast && !messages.empty()) messages.pop_back();
    messages = withReasoningApart(std::move(messages));
    const Json tools = toolsOf(request);
    const bool hasTools = tools.is_array() && !tools.empty();
    if (hasTools || std::ranges::any_of(messages, [](const ChatMessage& message) {
            return message.role == "tool" || !message.toolCalls.empty();
        }))
        writeTools(messages, tools, templateTools(stop), replyFormatOf(m_template.source(), {}));
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
    std::optional<ChatMessage> started;
    if (request.continueLast) {
        if (request.messages.back().role != "assistant") {
            throw Error(ErrorCode::BadInput, "Only a reply can be continued; the last message is not one.");
        }
        started = request.messages.back();
    }
    PromptPieces pieces = renderTurns(request, messagesOf(request, stop), stop);
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
    if (request.rawTokens.empty()) return m_tokenizer.encode(withReplyTokens(request, pieces));
    for (const TokenId token : request.rawTokens) (void)m_tokenizer.entry(token);  // throws for unknown ids
    return request.rawTokens;
}

PromptPieces PromptBuilder::withReplyTokens(const GenerationRequest& request, PromptPieces pieces) const {
    // Messages come in the prompt's order; each is looked for behind the one before.
    size_t from = 0;
    // Not the ids of a reply that is continued: they are in its piece already.
    for (const ChatMessage& message : messagesOf(request, {})) {
        const auto found = std::find_if(
            pieces.begin() + static_cast<ptrdiff_t>(from), pieces.end(),
            [&](const PromptPiece& piece) { return !piece.trusted && piece.text == message.content; });
        if (found == pieces.end()) continue;
        from = static_cast<size_t>(found - pieces.begin()) + 1;
        if (message.role != "assistant" || message.tokens.empty()) continue;
        const auto ids = message.reasoning.empty()
                             ? tokensThatSay(m_tokenizer, message.tokens, message.content)
                             : lastTokensThatSay(m_tokenizer, message.tokens, message.content);
        if (!ids.empty()) found->tokens.assign(ids.begin(), ids.end());
    }
    return pieces;
}

}  // namespace hearth
