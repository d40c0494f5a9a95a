#include "grammar/gbnf.h"

#include <algorithm>
#include <map>
#include <string>

#include "grammar/grammar_errors.h"
#include "grammar/text_reader.h"
#include "hearth/readable_text.h"
#include "unicode/utf8.h"

namespace hearth::grammar {

namespace {

bool isNameCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

class GbnfParser {
public:
    explicit GbnfParser(std::string_view text) : m_reader(text) {}

    Rules parse() {
        for (skipSpace(); !m_reader.atEnd(); skipSpace()) {
            const std::string name = takeName();
            if (name.empty()) fail("a rule begins with its name");
            skipSpace();
            if (!m_reader.take("::=")) fail("behind the name of a rule stands ::=");
            const Rules::RuleId rule = ruleNamed(name);
            if (m_rules.all()[rule].body)
                fail("the rule \"" + readableText(name) + "\" is defined a second time");
            m_rules.define(rule, alternatives());
        }
        const auto root = m_names.find("root");
        if (root == m_names.end()) throw Error(errors::ruleMissing, {"root"});
        m_rules.setStart(root->second);
        return std::move(m_rules);
    }

private:
    [[noreturn]] void fail(const std::string& what) const {
        throw Error(errors::grammarSyntax, {m_reader.line(), what});
    }
    void skipSpace() {
        for (;;) {
            const char c = m_reader.peek();
            if (c == '#') {
                while (!m_reader.atEnd() && m_reader.peek() != '\n') m_reader.skip();
            } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
                m_reader.skip();
            } else {
                return;
            }
        }
    }
    std::string takeName() {
        std::string name;
        for (; isNameCharacter(m_reader.peek()); m_reader.skip()) name += m_reader.peek();
        return name;
    }
    Rules::RuleId ruleNamed(const std::string& name) {
        const auto [known, isNew] = m_names.try_emplace(name, 0);
        if (isNew) known->second = m_rules.declare(name);
        return known->second;
    }
    /// True if the next rule begins here.
    bool atRule() {
        const size_t place = m_reader.place();
        const bool named = !takeName().empty();
        skipSpace();
        const bool found = named && m_reader.take("::=");
        m_reader.goTo(place);
        return found;
    }

    Rules::Id alternatives() {
        constexpr int deepest = 100;
        if (++m_depth > deepest) throw Error(errors::grammarTooDeep, {deepest});
        std::vector<Rules::Id> parts = {sequence()};
        while (m_reader.take("|")) parts.push_back(sequence());
        --m_depth;
        return m_rules.choice(std::move(parts));
    }
    Rules::Id sequence() {
        std::vector<Rules::Id> parts;
        for (;;) {
            skipSpace();
            const char c = m_reader.peek();
            if (m_reader.atEnd() || c == '|' || c == ')' || atRule()) break;
            parts.push_back(repeated(item()));
        }
        return m_rules.sequence(std::move(parts));
    }
    Rules::Id item() {
        if (m_reader.take("\"")) return literal();
        if (m_reader.take("[")) return m_rules.characters(characterClass());
        if (m_reader.take(".")) return m_rules.characters(CodePoints::all());
        if (m_reader.take("(")) {
            const Rules::Id group = alternatives();
            if (!m_reader.take(")")) fail("a parenthesis is not closed");
            return group;
        }
        const std::string name = takeName();
        if (name.empty()) fail("\"" + std::string(1, m_reader.peek()) + "\" is not expected there");
        return m_rules.rule(ruleNamed(name));
    }
    Rules::Id repeated(Rules::Id part) {
        for (;;) {
            // On the same line, for a rule's name may follow.
            while (m_reader.peek() == ' ' || m_reader.peek() == '\t') m_reader.skip();
            if (m_reader.take("*"))
                part = m_rules.repeat(part, 0);
            else if (m_reader.take("+"))
                part = m_rules.repeat(part, 1);
            else if (m_reader.take("?"))
                part = m_rules.repeat(part, 0, 1);
            else if (m_reader.take("{"))
                part = counted(part);
            else
                return part;
        }
    }
    Rules::Id counted(Rules::Id part) {
        const auto space = [this] {
            while (m_reader.peek() == ' ') m_reader.skip();
        };
        space();
        const auto least = m_reader.number();
        space();
        std::optional<size_t> most = least;
        if (m_reader.take(",")) {
            space();
            most = m_reader.number();
            space();
        } else if (!least) {
            fail("braces hold one or two counts");
        }
        if (!m_reader.take("}")) fail("braces hold one or two counts");
        if (most && *most < least.value_or(0)) fail("a repetition has a smallest count above its largest");
        return m_rules.repeat(part, least.value_or(0), most);
    }

    Rules::Id literal() {
        std::string bytes;
        while (!m_reader.take("\"")) {
            if (m_reader.atEnd()) fail("a text is not closed");
            appendUtf8(bytes, character());
        }
        return m_rules.literal(bytes);
    }
    CodePoints characterClass() {
        const bool negated = m_reader.take("^");
        std::vector<CodePoints::Range> ranges;
        while (!m_reader.take("]")) {
            if (m_reader.atEnd()) fail("a character class is not closed");
            const uint32_t first = character();
            uint32_t last = first;
            if (m_reader.peek() == '-' && m_reader.peek(1) != ']') {
                m_reader.skip();
                last = character();
                if (last < first) fail("a character class has a range whose end lies before its start");
            }
            ranges.emplace_back(first, last);
        }
        const CodePoints points(std::move(ranges));
        return negated ? points.complement() : points;
    }
    uint32_t character() {
        if (!m_reader.take("\\")) return m_reader.character();
        const char kind = m_reader.peek();
        if (m_reader.atEnd()) fail("an escape is not finished");
        m_reader.skip();
        switch (kind) {
            case 'n':
                return '\n';
            case 'r':
                return '\r';
            case 't':
                return '\t';
            case 'x':
                return hexadecimal(2);
            case 'u':
                return hexadecimal(4);
            case 'U':
                return hexadecimal(8);
            default:
                break;
        }
        if (static_cast<uint8_t>(kind) < 0x80 && !isNameCharacter(kind)) return static_cast<uint8_t>(kind);
        if (kind == '-') return '-';
        fail(std::string("the escape \\") + kind + " is unknown");
    }
    uint32_t hexadecimal(int digits) {
        const auto value = m_reader.hexadecimal(digits);
        if (!value || *value > CodePoints::last) fail("an escape has too few digits or is no character");
        if (*value < 0xD800 || *value > 0xDFFF) return *value;
        // Half a pair is no character, and has no place in UTF-8; a whole pair is one.
        const auto low = *value < 0xDC00 && m_reader.take("\\u") ? m_reader.hexadecimal(4) : std::nullopt;
        if (!low || *low < 0xDC00 || *low > 0xDFFF) fail("half a pair of surrogates is no character");
        return 0x10000 + ((*value - 0xD800) << 10U) + (*low - 0xDC00);
    }

    TextReader m_reader;
    Rules m_rules;
    std::map<std::string, Rules::RuleId> m_names;
    int m_depth = 0;
};

}  // namespace

Rules readGbnf(std::string_view text) {
    return GbnfParser(text).parse();
}

}  // namespace hearth::grammar
