#include "grammar/json_text.h"

#include <utility>

namespace hearth::grammar {

template <typename Make>
Rules::Id JsonText::once(std::optional<Rules::RuleId>& kept, const char* name, Make make) {
    if (!kept) {
        // Before it is made: values lie within values.
        kept = m_rules.declare(name);
        m_rules.define(*kept, make());
    }
    return m_rules.rule(*kept);
}

Rules::Id JsonText::space() {
    return once(m_space, "space", [this] {
        const Rules::Id indentation =
            m_rules.repeat(m_rules.characters(CodePoints({{'\t', '\t'}, {' ', ' '}})), 0, 20);
        return m_rules.choice(
            {m_rules.empty(), m_rules.literal(" "), m_rules.sequence({m_rules.literal("\n"), indentation})});
    });
}

Rules::Id JsonText::comma() {
    if (m_spacing == Spacing::Fixed) return m_rules.literal(", ");
    return m_rules.sequence({space(), m_rules.literal(","), space()});
}

Rules::Id JsonText::colon() {
    if (m_spacing == Spacing::Fixed) return m_rules.literal(": ");
    return m_rules.sequence({m_rules.literal(":"), space()});
}

Rules::Id JsonText::open(char bracket) {
    const Rules::Id text = m_rules.literal(std::string(1, bracket));
    return m_spacing == Spacing::Fixed ? text : m_rules.sequence({text, space()});
}

Rules::Id JsonText::close(char bracket) {
    const Rules::Id text = m_rules.literal(std::string(1, bracket));
    return m_spacing == Spacing::Fixed ? text : m_rules.sequence({space(), text});
}

Rules::Id JsonText::list(char first, Rules::Id item, char last) {
    const Rules::Id more = m_rules.repeat(m_rules.sequence({comma(), item}), 0);
    // With nothing in it there is no space either.
    return m_rules.choice({m_rules.literal(std::string{first, last}),
                           m_rules.sequence({open(first), item, more, close(last)})});
}

Rules::Id JsonText::value() {
    return once(m_value, "value", [this] {
        return m_rules.choice({object(), array(), string(), number(), boolean(), null()});
    });
}

Rules::Id JsonText::object() {
    return once(m_object, "object", [this] {
        return list('{', m_rules.sequence({string(), colon(), value()}), '}');
    });
}

Rules::Id JsonText::array() {
    return once(m_array, "array", [this] { return list('[', value(), ']'); });
}

Rules::Id JsonText::integer() {
    return once(m_integer, "integer", [this] {
        const Rules::Id digit = m_rules.characters(CodePoints({{'0', '9'}}));
        const Rules::Id many =
            m_rules.sequence({m_rules.characters(CodePoints({{'1', '9'}})), m_rules.repeat(digit, 0, 60)});
        return m_rules.sequence(
            {m_rules.optional(m_rules.literal("-")), m_rules.choice({m_rules.literal("0"), many})});
    });
}

Rules::Id JsonText::number() {
    return once(m_number, "number", [this] {
        const Rules::Id digit = m_rules.characters(CodePoints({{'0', '9'}}));
        const Rules::Id fraction = m_rules.sequence({m_rules.literal("."), m_rules.repeat(digit, 1, 20)});
        const Rules::Id exponent =
            m_rules.sequence({m_rules.characters(CodePoints({{'e', 'e'}, {'E', 'E'}})),
                              m_rules.optional(m_rules.characters(CodePoints({{'+', '+'}, {'-', '-'}}))),
                              m_rules.repeat(digit, 1, 2)});
        return m_rules.sequence({integer(), m_rules.optional(fraction), m_rules.optional(exponent)});
    });
}

Rules::Id JsonText::boolean() {
    return m_rules.choice({m_rules.literal("true"), m_rules.literal("false")});
}

Rules::Id JsonText::string() {
    return once(m_string, "string", [this] { return string(0, std::nullopt); });
}

Rules::Id JsonText::string(size_t least, std::optional<size_t> most) {
    if (!m_character) {
        m_character = m_rules.declare("character");
        m_rules.define(*m_character, character(CodePoints::all()));
    }
    // Not as a call of that rule: a string would need a stack within every character.
    const Rules::Id any = *m_rules.all()[*m_character].body;
    return m_rules.sequence({m_rules.literal("\""), m_rules.repeat(any, least, most), m_rules.literal("\"")});
}

Rules::Id JsonText::string(const TextSet& texts) {
    const Rules::Id inside =
        texts.spell(m_rules, [this](Rules&, const CodePoints& points) { return character(points); });
    return m_rules.sequence({m_rules.literal("\""), inside, m_rules.literal("\"")});
}

Rules::Id JsonText::character(const CodePoints& points) {
    const CodePoints special({{0, 0x1F}, {'"', '"'}, {'\\', '\\'}});
    std::vector<Rules::Id> ways, escapes;
    if (const CodePoints plain = points - special; !plain.empty()) ways.push_back(m_rules.characters(plain));
    constexpr std::pair<char, char> named[] = {{'"', '"'},  {'\\', '\\'}, {'\b', 'b'}, {'\f', 'f'},
                                               {'\n', 'n'}, {'\r', 'r'},  {'\t', 't'}};
    CodePoints letters, controls = points & CodePoints({{0, 0x1F}});
    for (const auto& [c, letter] : named) {
        const auto point = static_cast<uint32_t>(c);
        if (points.contains(point)) letters = letters | CodePoints::one(static_cast<uint32_t>(letter));
        controls = controls - CodePoints::one(point);
    }
    if (!letters.empty()) escapes.push_back(m_rules.characters(letters));
    constexpr std::string_view digits = "0123456789abcdef";
    for (const uint32_t high : {0U, 1U}) {
        CodePoints lows;
        for (uint32_t low = 0; low < 16; ++low)
            if (controls.contains(high * 16 + low))
                lows = lows | CodePoints::one(static_cast<uint32_t>(digits[low]));
        if (!lows.empty())
            escapes.push_back(
                m_rules.sequence({m_rules.literal(high == 0 ? "u000" : "u001"), m_rules.characters(lows)}));
    }
    // One way for all of them: a string is read with few positions at a time.
    if (!escapes.empty())
        ways.push_back(m_rules.sequence({m_rules.literal("\\"), m_rules.choice(std::move(escapes))}));
    return m_rules.choice(std::move(ways));
}

Rules::Id JsonText::exactly(const nlohmann::ordered_json& value) {
    return m_rules.literal(jsonTextOf(value));
}

std::string jsonTextOf(const nlohmann::ordered_json& value) {
    std::string out;
    if (value.is_object()) {
        for (const auto& [key, entry] : value.items())
            out += (out.empty() ? "" : ", ") + nlohmann::ordered_json(key).dump() + ": " + jsonTextOf(entry);
        return "{" + out + "}";
    }
    if (value.is_array()) {
        for (const auto& entry : value) out += (out.empty() ? "" : ", ") + jsonTextOf(entry);
        return "[" + out + "]";
    }
    return value.dump();
}

}  // namespace hearth::grammar
