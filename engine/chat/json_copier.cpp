#include "chat/json_copier.h"

#include "chat/call_body.h"
#include "hearth/bounded_json.h"

namespace hearth {

namespace {

constexpr size_t longestScalar = 1024;

bool isJsonSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

}  // namespace

size_t JsonCopier::copy(std::string_view bytes, std::string& out) {
    for (size_t i = 0; i < bytes.size();) {
        switch (m_state) {
            case State::Between:
                if (takeBetween(bytes[i], out)) ++i;
                break;
            case State::String:
                takeInString(bytes[i++], out);
                break;
            case State::Escape:
                takeInEscape(bytes[i++], out);
                break;
            case State::Scalar:
                if (isJsonSpace(bytes[i]) || std::string_view(",]}").find(bytes[i]) != std::string_view::npos)
                    copyHeld(true, out);
                else if (m_held.size() < longestScalar)
                    m_held += bytes[i++];
                else
                    m_state = State::Broken;
                break;
            case State::Complete:
            case State::Broken:
                return i;
        }
    }
    return bytes.size();
}

/// False: the byte is left, for the copy is broken.
bool JsonCopier::takeBetween(char c, std::string& out) {
    if (isJsonSpace(c)) return true;
    if (c == '{' || c == '[') {
        if (m_closing.size() >= deepestJson) {
            m_state = State::Broken;
            return false;
        }
        m_closing.push_back(c == '{' ? '}' : ']');
    } else if (c == '}' || c == ']') {
        if (m_closing.empty() || m_closing.back() != c) {
            m_state = State::Broken;
            return false;
        }
        m_closing.pop_back();
        if (m_closing.empty()) m_state = State::Complete;
    } else if (c == '"') {
        m_state = State::String;
    } else if (c != ',' && c != ':') {
        m_held = c;
        m_state = State::Scalar;
        return true;
    }
    out += c;
    return true;
}

void JsonCopier::takeInString(char c, std::string& out) {
    if (c == '\\') {
        m_escapeAt = m_held.size();
        m_held += c;
        m_waitsLow = false;
        m_state = State::Escape;
    } else if (m_waitsLow || static_cast<unsigned char>(c) < 0x20U) {
        m_held += c;
        m_state = State::Broken;
    } else {
        out += c;
        if (c == '"') m_state = State::Between;
    }
}

void JsonCopier::takeInEscape(char c, std::string& out) {
    m_held += c;
    const std::string_view escape = std::string_view(m_held).substr(m_escapeAt);
    if (escape.size() < (escape[1] == 'u' ? 6U : 2U)) return;
    m_state = State::String;
    // The first half of a surrogate pair: \ud800 to \udbff.
    m_waitsLow = m_escapeAt == 0 && escape[1] == 'u' && (escape[2] == 'd' || escape[2] == 'D') &&
                 std::string_view("89abAB").find(escape[3]) != std::string_view::npos;
    if (!m_waitsLow) copyHeld(false, out);
}

/// Parses the held text and outputs it as it is written again.
void JsonCopier::copyHeld(bool isScalar, std::string& out) {
    const auto value = parseBoundedJson(isScalar ? m_held : '"' + m_held + '"');
    if (!value) {
        m_state = State::Broken;
        return;
    }
    const std::string text = dump(*value);
    out += isScalar ? text : text.substr(1, text.size() - 2);
    m_held.clear();
    m_state = isScalar ? State::Between : State::String;
}

}  // namespace hearth
