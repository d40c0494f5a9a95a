#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hearth/sampling.h"
#include "hearth/tokenizer.h"

namespace hearth {

struct GeneratedToken {
    TokenId token = -1;                      ///< -1: a server's, whose numbers mean nothing here
    float probability = 0;                   ///< the model's own, before the settings
    std::vector<TokenCandidate> candidates;  ///< as many as asked for
};

/// A part of a call of a tool. The parts of one call have the same index.
struct ToolCallDelta {
    int index = 0;          ///< index of the call in the reply, from 0
    std::string id, name;   ///< with the call's first part; an id, if the model gives one, may come later
    std::string arguments;  ///< the next part of them, a JSON object as text
    std::string written;    ///< the next part of the call as the model wrote it, with its marks
    bool operator==(const ToolCallDelta&) const = default;
};

/// The next part of a reply: a plain value. It holds one of text, reasoning and a part of a call, or none of
/// them if a token settles nothing yet. Texts are whole UTF-8 sequences, without a stop string or a part of
/// one.
struct ReplyDelta {
    std::string text;       ///< appended to the content
    std::string reasoning;  ///< appended to the reasoning
    std::optional<ToolCallDelta> call;
    std::string shown;  ///< appended to the reply as one text for display and storage, see ReplyText
    std::vector<GeneratedToken> tokens;  ///< made since the previous delta; their text may come later
};

}  // namespace hearth
