#pragma once

#include <string>
#include <vector>

#include "hearth/reply_delta.h"

namespace hearth::openai {

/// A reply by its parts, as its deltas come. For one thread.
class GatheredReply {
public:
    /// `tools`: calls are told apart; else what the model writes as a call is text. `parallelCalls`: more
    /// than one may come; else the first is the only one.
    explicit GatheredReply(bool tools, bool parallelCalls = true)
        : m_tools(tools), m_parallelCalls(parallelCalls) {}

    /// What it adds: the delta, where a call that nobody asked for has become text, and what comes when there
    /// is enough has become nothing.
    ReplyDelta add(ReplyDelta delta);
    /// Whether a second call began where one was asked for: nothing else counts.
    bool hasEnough() const noexcept { return m_enough; }

    const std::string& content() const noexcept { return m_content; }
    const std::string& reasoning() const noexcept { return m_reasoning; }
    /// Whole ones at the end.
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
