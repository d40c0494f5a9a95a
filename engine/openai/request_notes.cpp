#include "openai/request_notes.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "hearth/readable_text.h"
#include "openai/field_reader.h"

namespace hearth::openai {

std::string kindOfField(const std::string& field) {
    std::string kind;
    bool inBrackets = false;
    for (const char c : field) {
        if (c == ']') inBrackets = false;
        const bool isDigit = c >= '0' && c <= '9';
        if (!inBrackets || !isDigit) kind += c;
        if (c == '[') inBrackets = true;
    }
    return kind;
}

void RequestNotes::ignore(const std::string& field) {
    ignore(field, "The field \"" + readableText(kindOfField(field), longestFieldName) +
                      "\" of a request is ignored.");
}

void RequestNotes::ignore(const std::string& field, std::string sentence) {
    if (m_unknown == UnknownFields::Refuse) refuseField(field, "is not supported.");
    add(std::move(sentence));
}

void RequestNotes::ignoreOthers(const std::string& field, const Json& object,
                                std::initializer_list<std::string_view> known) {
    if (!object.is_object()) return;
    for (const auto& [key, value] : object.items())
        if (!value.empty() && std::ranges::find(known, key) == known.end()) ignore(field + "." + key);
}

void RequestNotes::add(std::string sentence) {
    // Of a request with many fields, some say enough.
    constexpr size_t most = 64;
    if (m_sentences.size() < most && std::ranges::find(m_sentences, sentence) == m_sentences.end())
        m_sentences.push_back(std::move(sentence));
}

}  // namespace hearth::openai
