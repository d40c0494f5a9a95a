#include "session/prompt_builder.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "hearth/error.h"

namespace hearth {

namespace {

using Json = nlohmann::ordered_json;

std::string entryOf(const Tokenizer& tokenizer, TokenId token) {
    return token >= 0 ? std::string(tokenizer.entry(token)) : std::string();
}

/// The messages with the system message at the head of the first user message.
std::vector<ChatMessage> withoutSystem(std::vector<ChatMessage> messages) {
    if (messages.size() < 2 || messages[0].role != "system" || messages[1].role != "user") return messages;
    messages[1].content = messages[0].content + "\n\n" + messages[1].content;
    messages.erase(messages.begin());
    return messages;
}

/// The generated ids without the token that ended the reply: the template writes its own.
std::span<const TokenId> withoutEnd(const Tokenizer& tokenizer, const std::vector<TokenId>& tokens) {
    const std::span<const TokenId> ids(tokens);
    const bool ended = !ids.empty() && tokenizer.isEndOfGeneration(ids.back());
    return ended ? ids.first(ids.size() - 1) : ids;
}

}  // namespace

PromptPieces PromptBuilder::renderMessages(const GenerationRequest& request,
                                           const std::vector<ChatMessage>& messages) const {
    Json context = Json::object();
    Json& list = context["messages"] = Json::array();
    for (const ChatMessage& message : messages) {
        Json entry{{"role", message.role}, {"content", message.content}};
        if (!message.reasoning.empty()) entry["reasoning_content"] = message.reasoning;
        list.push_back(std::move(entry));
    }
    context["add_generation_prompt"] = true;
    context["bos_token"] = entryOf(m_tokenizer, m_tokenizer.special().bos);
    context["eos_token"] = entryOf(m_tokenizer, m_tokenizer.special().eos);
    if (!request.templateVariables.empty()) {
        const Json extra = Json::parse(request.templateVariables, nullptr, false);
        if (!extra.is_object()) {
            throw Error(ErrorCode::BadInput,
                        "The template variables are not a JSON object; write them like {\"name\": value}.");
        }
        context.update(extra);
    }
    return m_template.render(context);
}

PromptPieces PromptBuilder::render(const GenerationRequest& request) const {
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
    PromptPieces pieces;
    try {
        pieces = renderMessages(request, messages);
    } catch (const Error&) {
        const std::vector<ChatMessage> merged = withoutSystem(messages);
        if (merged.size() == messages.size()) throw;
        pieces = renderMessages(request, merged);
    }
    if (started && !started->content.empty()) pieces.push_back({.text = started->content, .trusted = false});
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
    for (const ChatMessage& message : request.messages) {
        const auto found = std::find_if(
            marked.begin() + static_cast<ptrdiff_t>(from), marked.end(),
            [&](const PromptPiece& piece) { return !piece.trusted && piece.text == message.content; });
        if (found == marked.end()) continue;
        from = static_cast<size_t>(found - marked.begin()) + 1;
        if (message.role != "assistant" || message.tokens.empty()) continue;
        const auto ids = withoutEnd(m_tokenizer, message.tokens);
        if (!ids.empty()) found->tokens.assign(ids.begin(), ids.end());
    }
    return m_tokenizer.encode(marked);
}

}  // namespace hearth
