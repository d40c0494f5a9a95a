#include "openai/reply_parts.h"

#include <nlohmann/json.hpp>

#include "openai/reply_json.h"

namespace hearth::openai {

namespace {

PartKind kindOf(const ReplyDelta& delta) {
    return delta.call ? PartKind::Call : delta.reasoning.empty() ? PartKind::Text : PartKind::Reasoning;
}

}  // namespace

const std::string& addedText(const ReplyDelta& delta) {
    return delta.call ? delta.call->arguments : delta.reasoning.empty() ? delta.text : delta.reasoning;
}

ReplyParts::Change ReplyParts::changeOf(const ReplyDelta& delta) const {
    const bool call = delta.call.has_value();
    if (!call && addedText(delta).empty()) return Change::None;
    const bool continues =
        !m_parts.empty() && m_parts.back().kind == kindOf(delta) && (!call || delta.call->index == m_call);
    return continues ? Change::Added : Change::Began;
}

ReplyParts::Change ReplyParts::add(const ReplyDelta& delta) {
    m_waiting.insert(m_waiting.end(), delta.tokens.begin(), delta.tokens.end());
    const Change change = changeOf(delta);
    if (change == Change::None) return change;
    if (change == Change::Began) {
        ReplyPart& part = m_parts.emplace_back();
        part.kind = kindOf(delta);
        if (delta.call) {
            m_call = delta.call->index;
            m_hasCalls = true;
            part.id = callOf(*delta.call, m_answerId, 0).at("id").get<std::string>();
            part.name = delta.call->name;
        }
    }
    ReplyPart& part = m_parts.back();
    part.text += addedText(delta);
    part.tokens.insert(part.tokens.end(), m_waiting.begin(), m_waiting.end());
    m_waiting.clear();
    return change;
}

}  // namespace hearth::openai
