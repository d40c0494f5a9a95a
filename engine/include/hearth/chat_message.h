#pragma once

#include <string>
#include <vector>

#include "hearth/picture_file.h"
#include "hearth/tokenizer.h"

namespace hearth {

/// One message of a conversation, as the template sees it.
struct ChatMessage {
    std::string role;  ///< "system", "user", "assistant", "tool"
    std::string content;
    std::string reasoning;  ///< an assistant's reasoning, when it is kept apart
    /// Ids that were generated for an assistant's message, in full: used instead of tokenising `content`
    /// again wherever the template writes the text unchanged, so that the cached prefix never breaks. Ids
    /// that do not say what `content` says are left alone.
    std::vector<TokenId> tokens;
    /// An assistant's calls of tools, a JSON list as OpenAI spells it; the arguments are objects or, where
    /// they are none, texts. Empty: there are none.
    std::string toolCalls = {};
    std::string toolCallId = {};  ///< of a tool's message: the call that it answers
    std::string name = {};        ///< of a tool's message: the tool
    /// Between the texts of `content`, in their order: `at` never falls.
    std::vector<MessagePicture> pictures = {};
};

}  // namespace hearth
