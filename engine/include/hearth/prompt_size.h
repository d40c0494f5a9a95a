#pragma once

#include <cstddef>

#include "hearth/chat_message.h"
#include "hearth/generation_request.h"
#include "hearth/tokenizer.h"

namespace hearth {

/// Bytes of all that is made of a request before the model reads it: of its prompt, where tokens count with
/// the room that they take, and of its grammar.
inline size_t promptBytes(const GenerationRequest& request) {
    size_t bytes = request.templateVariables.size() + request.grammar.source.size() +
                   request.rawTokens.size() * sizeof(TokenId) +
                   (request.rawText ? request.rawText->size() : 0);
    for (const ChatMessage& message : request.messages)
        bytes += message.content.size() + message.reasoning.size() + message.toolCalls.size();
    return bytes;
}

/// Prompts of more bytes take longer to make than a token of a reply may be late, and are made beside the
/// engine, see PromptService.
inline constexpr size_t longPromptBytes = 32 * 1024;

}  // namespace hearth
