#pragma once

#include <cstdint>
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::openai {

/// Treatment of fields that this server does not know, or that can change nothing here.
enum class UnknownFields : uint8_t {
    Ignore,  ///< and note it
    Refuse,
};

/// Notes of what one request asks for and does not get, without being refused: sentences for the log. Two
/// requests of one kind have the same sentences, so that a log can hold each once.
class RequestNotes {
public:
    explicit RequestNotes(UnknownFields unknown = UnknownFields::Ignore) : m_unknown(unknown) {}

    /// Notes that a field ("messages[3].x") is ignored; throws a Refusal under UnknownFields::Refuse.
    void ignore(const std::string& field);
    /// The same with a sentence of its own.
    void ignore(const std::string& field, std::string sentence);
    /// Ignores the entries of an object that are not `known`. Null and empty ones count as left out.
    void ignoreOthers(const std::string& field, const nlohmann::ordered_json& object,
                      std::initializer_list<std::string_view> known);
    /// Notes something else.
    void add(std::string sentence);
    const std::vector<std::string>& sentences() const noexcept { return m_sentences; }

private:
    UnknownFields m_unknown;
    std::vector<std::string> m_sentences;
};

/// A field without the numbers of its places: "messages[].x" of "messages[3].x".
std::string kindOfField(const std::string& field);

}  // namespace hearth::openai
