#include "grammar/json_text.h"

#include <algorithm>
#include <utility>

#include "grammar/text_set.h"
#include "grammar/value_endings.h"

namespace hearth::grammar {

namespace {

/// Names that Gemma's notation writes without marks.
constexpr std::string_view bareName =
    "[^\\x00-\\x20:{}\\[\\],\"'<>](?:[^\\x00-\\x1F:{}\\[\\],\"'<>]*[^\\x00-\\x20:{}\\[\\],\"'<>])?";

bool isBare(std::string_view name) {
    static const TextSet bare = TextSet::of(bareName, TextSet::Fit::Whole);
    return bare.contains(name);
}

}  // namespace

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
    if (m_spacing == Spacing::Fixed) return punctuation(",");
    return m_rules.sequence({space(), m_rules.literal(","), space()});
}

Rules::Id JsonText::colon() {
    if (m_spacing == Spacing::Fixed) return punctuation(":");
    return m_rules.sequence({m_rules.literal(":"), space()});
}

Rules::Id JsonText::punctuation(const char* sign) {
    const Rules::Id text = m_rules.literal(sign), space = m_rules.literal(" ");
    return m_rules.sequence(
        {text, m_notation.kind == Notation::Kind::PlainJson ? space : m_rules.optional(space)});
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
        return list('{', m_rules.sequence({anyKey(), colon(), value()}), '}');
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
    return m_rules.choice({exactly(true), exactly(false)});
}

Rules::Id JsonText::null() {
    return exactly(nullptr);
}

Rules::Id JsonText::key(const std::string& name) {
    const Rules::Id marked = exactly(name);
    if (m_notation.kind != Notation::Kind::Gemma || !isBare(name)) return marked;
    return m_rules.choice({m_rules.literal(name), marked});
}

Rules::Id JsonText::keyOf(const StringForm& names) {
    const Rules::Id marked = string(names);
    if (m_notation.kind != Notation::Kind::Gemma) return marked;
    const Rules::Id bare =
        names.within(TextSet::of(bareName, TextSet::Fit::Whole))
            .spell(m_rules, [](Rules& to, const CodePoints& points) { return to.characters(points); });
    return m_rules.choice({bare, marked});
}

Rules::Id JsonText::anyKey() {
    if (m_notation.kind != Notation::Kind::Gemma) return string();
    return once(m_key, "key", [this] { return keyOf(StringForm(StringForm::Wishes{})); });
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
    const Rules::Id json =
        m_rules.sequence({m_rules.literal("\""), m_rules.repeat(any, least, most), m_rules.literal("\"")});
    if (m_notation.kind == Notation::Kind::PlainJson) return json;
    // Models of both families write Python's quotation marks as well.
    std::vector<Rules::Id> ways{
        json, m_rules.sequence({m_rules.literal("'"),
                                m_rules.repeat(character(CodePoints::all(), '\''), least, most),
                                m_rules.literal("'")})};
    if (m_notation.kind == Notation::Kind::Gemma)
        ways.push_back(marked(StringForm(StringForm::Wishes{.lengths = {least, most}})));
    return m_rules.choice(std::move(ways));
}

Rules::Id JsonText::string(const StringForm& texts) {
    const Rules::Id inside =
        texts.spell(m_rules, [this](Rules&, const CodePoints& points) { return character(points); });
    const Rules::Id json = m_rules.sequence({m_rules.literal("\""), inside, m_rules.literal("\"")});
    if (m_notation.kind == Notation::Kind::PlainJson) return json;
    const Rules::Id single =
        texts.spell(m_rules, [this](Rules&, const CodePoints& points) { return character(points, '\''); });
    std::vector<Rules::Id> ways{json, m_rules.sequence({m_rules.literal("'"), single, m_rules.literal("'")})};
    if (m_notation.kind == Notation::Kind::Gemma) ways.push_back(marked(texts));
    return m_rules.choice(std::move(ways));
}

Rules::Id JsonText::marked(const StringForm& texts) {
    const Rules::Id mark = m_rules.literal(m_notation.sign);
    const TextSet before = textsBefore(std::vector{plainPiece(m_notation.sign)});
    const Rules::Id inside = texts.within(before).spell(
        m_rules, [](Rules& to, const CodePoints& points) { return to.characters(points); });
    return m_rules.sequence({mark, inside, mark});
}

Rules::Id JsonText::character(const CodePoints& points, char quote) {
    const auto quotePoint = static_cast<uint8_t>(quote);
    const CodePoints special({{0, 0x1F}, {quotePoint, quotePoint}, {'\\', '\\'}});
    std::vector<Rules::Id> ways, escapes;
    if (const CodePoints plain = points - special; !plain.empty()) ways.push_back(m_rules.characters(plain));
    const std::pair<char, char> named[] = {{quote, quote}, {'\\', '\\'}, {'\b', 'b'}, {'\f', 'f'},
                                           {'\n', 'n'},    {'\r', 'r'},  {'\t', 't'}};
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
    // Some models escape all that is not ASCII. A set of some characters keeps to one spelling of each.
    if (points == CodePoints::all())
        escapes = {m_rules.characters(letters | CodePoints::one('/')), anyCodeUnits()};
    // One way for all of them: a string is read with few positions at a time.
    if (!escapes.empty())
        ways.push_back(m_rules.sequence({m_rules.literal("\\"), m_rules.choice(std::move(escapes))}));
    return m_rules.choice(std::move(ways));
}

/// "u" with four digits, and the second half of a pair behind the first.
Rules::Id JsonText::anyCodeUnits() {
    return once(m_codeUnits, "code units", [this] {
        const auto digits = [this](std::initializer_list<CodePoints::Range> ranges) {
            return m_rules.characters(CodePoints(ranges));
        };
        const Rules::Id any = digits({{'0', '9'}, {'A', 'F'}, {'a', 'f'}}),
                        d = digits({{'D', 'D'}, {'d', 'd'}});
        const Rules::Id one = m_rules.sequence(
            {digits({{'0', '9'}, {'A', 'C'}, {'E', 'F'}, {'a', 'c'}, {'e', 'f'}}), any, any, any});
        const Rules::Id lone = m_rules.sequence({d, digits({{'0', '7'}}), any, any});
        const Rules::Id pair =
            m_rules.sequence({d, digits({{'8', '9'}, {'A', 'B'}, {'a', 'b'}}), any, any,
                              m_rules.literal("\\u"), d, digits({{'C', 'F'}, {'c', 'f'}}), any, any});
        return m_rules.sequence({m_rules.literal("u"), m_rules.choice({one, lone, pair})});
    });
}

Rules::Id JsonText::exactly(const nlohmann::ordered_json& value) {
    const std::string json = jsonTextOf(value);
    std::vector<Rules::Id> ways{m_rules.literal(json)};
    if (m_notation.kind == Notation::Kind::Python || m_notation.kind == Notation::Kind::Gemma)
        if (const std::string own = textOf(value, m_notation); own != json)
            ways.push_back(m_rules.literal(own));
    return m_rules.choice(std::move(ways));
}

std::string jsonTextOf(const nlohmann::ordered_json& value) {
    return textOf(value, {});
}

namespace {

std::string scalarText(const nlohmann::ordered_json& value, const Notation& notation) {
    const bool isPython = notation.kind == Notation::Kind::Python;
    if (isPython && value.is_boolean()) return value.get<bool>() ? "True" : "False";
    if (notation.kind != Notation::Kind::PlainJson && value.is_null()) return "None";
    if (notation.kind == Notation::Kind::PlainJson || !value.is_string()) return value.dump();
    const std::string& text = value.get_ref<const std::string&>();
    if (notation.kind == Notation::Kind::Gemma) {
        const bool fits = text.find(plainPiece(notation.sign)) == std::string::npos;
        return fits ? notation.sign + text + notation.sign : value.dump();
    }
    const std::string json = value.dump();
    std::string out("'");
    for (const char c : std::string_view(json).substr(1, json.size() - 2)) {
        if (c == '\'') out += '\\';
        out += c;
    }
    return out + "'";
}

}  // namespace

std::string textOf(const nlohmann::ordered_json& value, const Notation& notation) {
    if (!value.is_structured()) return scalarText(value, notation);
    const bool isGemma = notation.kind == Notation::Kind::Gemma;
    std::string out(value.is_object() ? "{" : "[");
    for (const auto& [key, entry] : value.items()) {
        if (out.size() > 1) out += isGemma ? "," : ", ";
        if (value.is_object())
            out += (isGemma && isBare(key) ? key : scalarText(key, notation)) + (isGemma ? ":" : ": ");
        out += textOf(entry, notation);
    }
    return out + (value.is_object() ? "}" : "]");
}

}  // namespace hearth::grammar
