#include "openai/gathered_reply.h"

#include <algorithm>
#include <utility>

namespace hearth::openai {

ReplyDelta GatheredReply::add(ReplyDelta delta) {
    if (delta.call && !m_tools) {
        delta.text += delta.call->written;
        delta.call.reset();
    }
    m_enough |= delta.call && !m_parallelCalls && delta.call->index > 0;
    if (m_enough) {
        delta.text.clear();
        delta.reasoning.clear();
        delta.call.reset();
    }
    m_content += delta.text;
    m_reasoning += delta.reasoning;
    m_tokens.insert(m_tokens.end(), delta.tokens.begin(), delta.tokens.end());
    if (!delta.call) return delta;
    const auto begun = std::find_if(m_calls.begin(), m_calls.end(), [&](const ToolCallDelta& call) {
        return call.index == delta.call->index;
    });
    if (begun == m_calls.end()) {
        m_calls.push_back(*delta.call);
        return delta;
    }
    begun->id += delta.call->id;
    begun->arguments += delta.call->arguments;
    return delta;
}

}  // namespace hearth::openai
