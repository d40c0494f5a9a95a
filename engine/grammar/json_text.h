#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "grammar/notation.h"
#include "grammar/rules.h"
#include "grammar/string_form.h"

namespace hearth::grammar {

/// Spelling of JSON, or of JSON in another notation, as expressions of a grammar. Each is made once.
class JsonText {
public:
    /// Fixed: one text for each value, a space behind every comma and colon and nowhere else, so that much of
    /// a reply is certain. Free: a space, or a line end and indentation, where JSON allows any.
    enum class Spacing : uint8_t { Fixed, Free };
    JsonText(Rules& rules, Spacing spacing, Notation notation = {})
        : m_rules(rules), m_spacing(spacing), m_notation(std::move(notation)) {}

    Rules::Id value();
    Rules::Id object();
    Rules::Id array();
    Rules::Id number();
    Rules::Id integer();
    Rules::Id boolean();
    Rules::Id null();
    Rules::Id string();
    /// A string of so many characters.
    Rules::Id string(size_t least, std::optional<size_t> most);
    Rules::Id string(const StringForm& texts);
    /// A value, to the letter.
    Rules::Id exactly(const nlohmann::ordered_json& value);
    /// The name of a property.
    Rules::Id key(const std::string& name);
    Rules::Id keyOf(const StringForm& names);

    // Punctuation, with the space around it.
    Rules::Id comma();
    Rules::Id colon();
    Rules::Id open(char bracket);
    Rules::Id close(char bracket);

    /// A character of a string: as it is, or escaped where it has to be.
    Rules::Id character(const CodePoints& points, char quote = '"');

private:
    template <typename Make>
    Rules::Id once(std::optional<Rules::RuleId>& kept, const char* name, Make make);
    Rules::Id space();
    Rules::Id anyCodeUnits();
    Rules::Id punctuation(const char* sign);
    Rules::Id anyKey();
    /// A text between the marks of Gemma's notation.
    Rules::Id marked(const StringForm& texts);
    /// Items with commas between them, any number, within brackets.
    Rules::Id list(char open, Rules::Id item, char close);

    Rules& m_rules;
    Spacing m_spacing;
    Notation m_notation;
    std::optional<Rules::RuleId> m_value, m_object, m_array, m_number, m_integer, m_string, m_character,
        m_space, m_codeUnits, m_key;
};

/// The text of a value as JsonText::exactly() fits it.
std::string jsonTextOf(const nlohmann::ordered_json& value);
/// The same as the notation's families write it. Tags have no such text.
std::string textOf(const nlohmann::ordered_json& value, const Notation& notation);

}  // namespace hearth::grammar
