#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "hearth/chat_template.h"
#include "hearth/engine.h"
#include "hearth/prompt_piece.h"
#include "hearth/tokenizer.h"

namespace hearth {

/// The piece of a rendered prompt that holds the beginning of the reply, the last one; nullptr: the reply
/// begins anew.
const PromptPiece* startedReply(const GenerationRequest& request, const PromptPieces& prompt) noexcept;

/// Turns a request into the exact prompt and its tokens. Immutable; what it is given outlives it.
class PromptBuilder {
public:
    PromptBuilder(const Tokenizer& tokenizer, const ChatTemplate& chatTemplate)
        : m_tokenizer(tokenizer), m_template(chatTemplate) {}

    /// The prompt by origin. Throws Error(BadInput) for templates that refuse the messages and for requests
    /// with nothing in them. A template that knows no system messages gets them at the head of the first user
    /// message.
    /// Error(Cancelled) within 50 ms of a stop request.
    PromptPieces render(const GenerationRequest& request, const std::stop_token& stop = {}) const;

    /// The tokens of a rendered request. Where the template wrote an assistant's text unchanged, the ids that
    /// were generated stand for it, so that what is in the cache is found again. Ids that say anything else
    /// than the text, as those of a file may, are not used.
    std::vector<TokenId> tokens(const GenerationRequest& request, const PromptPieces& pieces) const;

private:
    /// Replies that hold their reasoning in <think> marks as template variables, where the template knows
    /// reasoning: it decides what stays of it.
    std::vector<ChatMessage> withReasoningApart(std::vector<ChatMessage> messages) const;
    PromptPieces renderMessages(const GenerationRequest& request, const std::vector<ChatMessage>& messages,
                                const std::stop_token& stop) const;

    const Tokenizer& m_tokenizer;
    const ChatTemplate& m_template;
};

}  // namespace hearth
