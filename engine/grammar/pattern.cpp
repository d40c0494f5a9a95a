#include "grammar/pattern.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "grammar/grammar_errors.h"
#include "grammar/text_reader.h"
#include "hearth/readable_text.h"
#include "unicode/char_class.h"

namespace hearth::grammar {

namespace {

struct Property {
    std::string_view name;
    char_class::Mask mask;
};
constexpr std::array properties = {
    Property{"L", char_class::kLetter},
    Property{"Letter", char_class::kLetter},
    Property{"Lu", char_class::kUpper},
    Property{"Uppercase_Letter", char_class::kUpper},
    Property{"Ll", char_class::kLower},
    Property{"Lowercase_Letter", char_class::kLower},
    Property{"Lt", char_class::kTitle},
    Property{"Lm", char_class::kModifier},
    Property{"Lo", char_class::kOtherLetter},
    Property{"M", char_class::kMark},
    Property{"N", char_class::kNumber},
    Property{"Number", char_class::kNumber},
    Property{"Nd", char_class::kDecimal},
    Property{"digit", char_class::kDecimal},
    Property{"Decimal_Number", char_class::kDecimal},
    Property{"P", char_class::kPunctuation},
    Property{"Punctuation", char_class::kPunctuation},
    Property{"S", char_class::kSymbol},
    Property{"Symbol", char_class::kSymbol},
};

/// The characters of each property, found in one walk over all of them the first time that one is asked for.
const std::array<CodePoints, properties.size()>& pointsOfProperties() {
    static const std::array<CodePoints, properties.size()> all = [] {
        std::array<std::vector<CodePoints::Range>, properties.size()> ranges;
        for (uint32_t first = 0; first <= CodePoints::last;) {
            const char_class::Mask mask = classOf(first);
            uint32_t end = first + 1;
            while (end <= CodePoints::last && classOf(end) == mask) ++end;
            for (size_t i = 0; i < properties.size(); ++i)
                if ((mask & properties[i].mask) != 0) ranges[i].emplace_back(first, end - 1);
            first = end;
        }
        std::array<CodePoints, properties.size()> out;
        for (size_t i = 0; i < properties.size(); ++i) out[i] = CodePoints(std::move(ranges[i]));
        return out;
    }();
    return all;
}

CodePoints digits() {
    return CodePoints({{'0', '9'}});
}
CodePoints wordCharacters() {
    return CodePoints({{'0', '9'}, {'A', 'Z'}, {'a', 'z'}, {'_', '_'}});
}
CodePoints spaces() {
    return CodePoints({{'\t', '\r'},
                       {' ', ' '},
                       {0xA0, 0xA0},
                       {0x1680, 0x1680},
                       {0x2000, 0x200A},
                       {0x2028, 0x2029},
                       {0x202F, 0x202F},
                       {0x205F, 0x205F},
                       {0x3000, 0x3000},
                       {0xFEFF, 0xFEFF}});
}

class PatternParser {
public:
    explicit PatternParser(std::string_view text) : m_text(text), m_reader(text) {}

    Pattern parse() {
        m_pattern.root = choice();
        if (!m_reader.atEnd()) fail("a parenthesis is not opened");
        return std::move(m_pattern);
    }

private:
    using Node = Pattern::Node;
    [[noreturn]] void fail(std::string_view what) const {
        throw Error(errors::patternSyntax, {readableText(m_text), what});
    }
    uint32_t add(Node node) {
        constexpr size_t deepest = 300;
        for (const uint32_t part : node.parts)
            node.depth = std::max(node.depth, m_pattern.nodes[part].depth + 1);
        if (node.depth > deepest) fail("it nests too deep");
        m_pattern.nodes.push_back(std::move(node));
        return static_cast<uint32_t>(m_pattern.nodes.size() - 1);
    }
    uint32_t characters(CodePoints points) {
        return add({.kind = Pattern::Kind::Characters, .characters = std::move(points)});
    }

    uint32_t choice() {
        constexpr int deepest = 100;
        if (++m_depth > deepest) fail("it nests too deep");
        std::vector<uint32_t> parts = {sequence()};
        while (m_reader.take("|")) parts.push_back(sequence());
        --m_depth;
        return parts.size() == 1 ? parts.front()
                                 : add({.kind = Pattern::Kind::Choice, .parts = std::move(parts)});
    }
    uint32_t sequence() {
        std::vector<uint32_t> parts;
        while (!m_reader.atEnd() && m_reader.peek() != '|' && m_reader.peek() != ')')
            parts.push_back(repeated(item()));
        return add({.kind = Pattern::Kind::Sequence, .parts = std::move(parts)});
    }
    uint32_t item() {
        if (m_reader.take("(")) return group();
        if (m_reader.take("^")) return add({.kind = Pattern::Kind::Anchor, .anchor = Pattern::textStart});
        if (m_reader.take("$")) return add({.kind = Pattern::Kind::Anchor, .anchor = Pattern::textEnd});
        if (m_reader.take(".")) {
            return characters(CodePoints({{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}}).complement());
        }
        if (m_reader.take("[")) return characters(characterClass());
        if (m_reader.take("\\")) return characters(escape(false));
        const char c = m_reader.peek();
        if (c == '*' || c == '+' || c == '?') fail("there is nothing before a repetition");
        return characters(CodePoints::one(m_reader.character()));
    }
    uint32_t group() {
        if (m_reader.take("?")) {
            if (m_reader.take("<") && m_reader.peek() != '=' && m_reader.peek() != '!') {
                while (!m_reader.atEnd() && !m_reader.take(">")) m_reader.skip();
            } else if (!m_reader.take(":")) {
                fail("it looks ahead or back, or sets a mode");
            }
        }
        const uint32_t inside = choice();
        if (!m_reader.take(")")) fail("a parenthesis is not closed");
        return inside;
    }
    uint32_t repeated(uint32_t part) {
        const auto repeat = [&](size_t least, std::optional<size_t> most) {
            (void)m_reader.take("?");  // not greedy: the same texts
            part = add({.kind = Pattern::Kind::Repeat, .parts = {part}, .least = least, .most = most});
        };
        for (;;) {
            if (m_reader.take("*")) {
                repeat(0, std::nullopt);
            } else if (m_reader.take("+")) {
                repeat(1, std::nullopt);
            } else if (m_reader.take("?")) {
                repeat(0, 1);
            } else if (m_reader.peek() == '{' && m_reader.peek(1) >= '0' && m_reader.peek(1) <= '9') {
                m_reader.skip();
                const size_t least = m_reader.number().value_or(0);
                std::optional<size_t> most = least;
                if (m_reader.take(",")) most = m_reader.number();
                if (!m_reader.take("}")) fail("a brace is not closed");
                if (most && *most < least) fail("a smallest count lies above its largest");
                repeat(least, most);
            } else {
                return part;
            }
        }
    }

    CodePoints characterClass() {
        const bool negated = m_reader.take("^");
        std::vector<CodePoints::Range> ranges;
        const auto add = [&](const CodePoints& points) {
            ranges.insert(ranges.end(), points.ranges().begin(), points.ranges().end());
        };
        while (!m_reader.take("]")) {
            if (m_reader.atEnd()) fail("a character class is not closed");
            const CodePoints first = member();
            if (m_reader.peek() != '-' || m_reader.peek(1) == ']' || !isOne(first)) {
                add(first);
                continue;
            }
            m_reader.skip();
            const CodePoints last = member();
            if (!isOne(last)) {
                add(first);
                add(last);
                ranges.emplace_back('-', '-');
                continue;
            }
            const CodePoints::Range range(first.ranges()[0].first, last.ranges()[0].first);
            if (range.second < range.first) fail("a range ends before it starts");
            ranges.push_back(range);
        }
        const CodePoints points(std::move(ranges));
        return negated ? points.complement() : points;
    }
    static bool isOne(const CodePoints& points) {
        return points.ranges().size() == 1 && points.ranges()[0].first == points.ranges()[0].second;
    }
    CodePoints member() { return m_reader.take("\\") ? escape(true) : CodePoints::one(m_reader.character()); }
    CodePoints escape(bool inClass) {
        if (m_reader.atEnd()) fail("an escape is not finished");
        const uint32_t kind = m_reader.character();
        switch (kind) {
            case 'd':
                return digits();
            case 'D':
                return digits().complement();
            case 'w':
                return wordCharacters();
            case 'W':
                return wordCharacters().complement();
            case 's':
                return spaces();
            case 'S':
                return spaces().complement();
            case 'p':
                return property();
            case 'P':
                return property().complement();
            case 'n':
                return CodePoints::one('\n');
            case 'r':
                return CodePoints::one('\r');
            case 't':
                return CodePoints::one('\t');
            case 'f':
                return CodePoints::one('\f');
            case 'v':
                return CodePoints::one('\v');
            case '0':
                return CodePoints::one(0);
            case 'x':
                return hexadecimal(2);
            case 'u':
                return unicode();
            case 'c':
                return CodePoints::one(m_reader.character() & 0x1FU);
            case 'b':
                if (inClass) return CodePoints::one('\b');
                [[fallthrough]];
            case 'B':
                fail("it asks for the border of a word");
            default:
                break;
        }
        if (kind >= '1' && kind <= '9') fail("it refers back to a group");
        if (kind == 'k') fail("it refers back to a group");
        if ((kind >= 'a' && kind <= 'z') || (kind >= 'A' && kind <= 'Z')) fail("it has an unknown escape");
        return CodePoints::one(kind);
    }
    CodePoints hexadecimal(int count) {
        const auto value = m_reader.hexadecimal(count);
        if (!value) fail("an escape has too few digits");
        return CodePoints::one(*value);
    }
    CodePoints unicode() {
        if (!m_reader.take("{")) {
            const auto high = m_reader.hexadecimal(4);
            if (!high) fail("an escape has too few digits");
            if (*high < 0xD800 || *high > 0xDBFF || !m_reader.take("\\u")) return CodePoints::one(*high);
            const auto low = m_reader.hexadecimal(4);
            if (!low || *low < 0xDC00 || *low > 0xDFFF) fail("half a pair of surrogates stands alone");
            return CodePoints::one(0x10000 + ((*high - 0xD800) << 10U) + (*low - 0xDC00));
        }
        int count = 0;
        while (m_reader.peek(static_cast<size_t>(count)) != '}' && count < 8) ++count;
        const CodePoints points = hexadecimal(count);
        if (!m_reader.take("}")) fail("a brace is not closed");
        return points;
    }
    CodePoints property() {
        if (!m_reader.take("{")) fail("\\p has no name in braces");
        std::string name;
        for (; !m_reader.atEnd() && m_reader.peek() != '}'; m_reader.skip()) name += m_reader.peek();
        (void)m_reader.take("}");
        for (const std::string_view prefix : {"General_Category=", "gc="})
            if (name.starts_with(prefix)) name.erase(0, prefix.size());
        for (size_t i = 0; i < properties.size(); ++i)
            if (properties[i].name == name) return pointsOfProperties()[i];
        fail("it names a property of characters that Hearth does not know");
    }

    std::string_view m_text;
    TextReader m_reader;
    Pattern m_pattern;
    int m_depth = 0;
};

}  // namespace

Pattern readPattern(std::string_view text) {
    return PatternParser(text).parse();
}

}  // namespace hearth::grammar
