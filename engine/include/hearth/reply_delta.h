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
    int index = 0;          ///< which call of the reply, from 0
    std::string id, name;   ///< with the call's first part; an id, if the model gives one, may come later
    std::string arguments;  ///< what comes next of them, a JSON object as text
    std::string written;    ///< what comes next of the call as the model wrote it, with its marks
    bool operator==(const ToolCallDelta&) const = default;
};

/// What became certain of a reply: a plain value. It holds one of text, reasoning and a part of a call, or
/// none of them where a token settles nothing yet. Texts are whole UTF-8 sequences without a stop string or a
/// part of one.
struct ReplyDelta {
    std::string text;       ///< what to add to the content
    std::string reasoning;  ///< what to add to the reasoning
    std::optional<ToolCallDelta> call;
    std::string shown;  ///< what to add to the reply as one text for people and for the store, see ReplyText
    std::vector<GeneratedToken> tokens;  ///< made since the delta before; their text may come later
};

}  // namespace hearth
