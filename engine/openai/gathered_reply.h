#pragma once

#include <string>
#include <vector>

#include "hearth/reply_delta.h"

namespace hearth::openai {

/// A reply by its parts, as its deltas come. For one thread.
class GatheredReply {
public:
    /// `tools`: calls are separated; otherwise, calls that the model writes are text. `parallelCalls`: more
    /// than one call may come; otherwise, only the first one counts.
    explicit GatheredReply(bool tools, bool parallelCalls = true)
        : m_tools(tools), m_parallelCalls(parallelCalls) {}

    /// Returns the delta as added: a call that the request does not allow becomes text, and anything after
    /// hasEnough() becomes empty.
    ReplyDelta add(ReplyDelta delta);
    /// True if a second call began where only one was requested: the rest is ignored.
    bool hasEnough() const noexcept { return m_enough; }

    const std::string& content() const noexcept { return m_content; }
    const std::string& reasoning() const noexcept { return m_reasoning; }
    /// The calls; complete at the end.
    const std::vector<ToolCallDelta>& calls() const noexcept { return m_calls; }
    const std::vector<GeneratedToken>& tokens() const noexcept { return m_tokens; }

private:
    bool m_tools, m_parallelCalls;
    bool m_enough = false;
    std::string m_content, m_reasoning;
    std::vector<ToolCallDelta> m_calls;
    std::vector<GeneratedToken> m_tokens;
};

}  // namespace hearth::openai
