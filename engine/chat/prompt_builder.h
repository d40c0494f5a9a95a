#pragma once

#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "chat/template_tools.h"
#include "hearth/chat_message.h"
#include "hearth/chat_template.h"
#include "hearth/generation_request.h"
#include "hearth/prompt_piece.h"
#include "hearth/tokenizer.h"

namespace hearth {

/// The piece of a rendered prompt that holds the beginning of the reply, the last one; nullptr: the reply
/// begins anew.
const PromptPiece* startedReply(const GenerationRequest& request, const PromptPieces& prompt) noexcept;

/// Turns a request into the exact prompt and its tokens. Safe to share between threads; what it is given
/// outlives it.
class PromptBuilder {
public:
    PromptBuilder(const Tokenizer& tokenizer, const ChatTemplate& chatTemplate)
        : m_tokenizer(tokenizer), m_template(chatTemplate) {}

    /// The prompt by origin. Throws Error(BadInput) for templates that refuse the messages and for requests
    /// with nothing in them. System messages at the beginning are one; a template that knows none gets them
    /// at the head of the first user message, and later ones in turns of the user, see chat/system_turns.h.
    /// Tools, calls and results that the template leaves out are written into the messages.
    /// Error(Cancelled) within 50 ms of a stop request.
    PromptPieces render(const GenerationRequest& request, const std::stop_token& stop = {}) const;

    /// A rendered request with the ids that were generated for the assistant's texts, where the template
    /// wrote these unchanged, so that what is in the cache is found again. Ids that say anything else than
    /// the text, as those of a file may, are not used.
    PromptPieces withReplyTokens(const GenerationRequest& request, PromptPieces pieces) const;
    /// The tokens of a rendered request: of withReplyTokens(), or those that the request gives.
    std::vector<TokenId> tokens(const GenerationRequest& request, const PromptPieces& pieces) const;

    /// Parts of a conversation with tools that the template shows by itself; found out when first needed.
    const TemplateTools& templateTools(const std::stop_token& stop = {}) const;

private:
    /// The messages of a request, without a reply that is to be continued, as the template gets them.
    std::vector<ChatMessage> messagesOf(const GenerationRequest& request, const std::stop_token& stop) const;
    /// Replies that hold their reasoning in <think> marks as template variables, where the template knows
    /// reasoning: it decides what stays of it.
    std::vector<ChatMessage> withReasoningApart(std::vector<ChatMessage> messages) const;
    /// With the system messages where the template takes them.
    PromptPieces renderTurns(const GenerationRequest& request, std::vector<ChatMessage> messages,
                             const std::stop_token& stop) const;
    /// readsListsAlone() of the template; found out when first needed.
    bool takesLists(const std::stop_token& stop) const;
    PromptPieces renderMessages(const GenerationRequest& request, const std::vector<ChatMessage>& messages,
                                const std::stop_token& stop) const;

    const Tokenizer& m_tokenizer;
    const ChatTemplate& m_template;
    mutable std::mutex m_mutex;
    mutable std::optional<TemplateTools> m_tools;
    mutable std::optional<bool> m_takesLists;
};

}  // namespace hearth
