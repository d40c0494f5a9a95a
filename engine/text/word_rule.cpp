#include "text/word_rule.h"

namespace hearth::text {
namespace {

using namespace char_class;

/// One attempt at one position; positions at or after the end have no class and code point 0.
class Matcher {
public:
    Matcher(const WordRule& rule, const CharText& text, size_t position, size_t end, WordRule::Memory& memory)
        : m_rule(rule), m_text(text), m_position(position), m_end(end), m_memory(memory) {}

    size_t match() const {
        const Mask here = classAt(m_position);
        if (m_rule.contraction != WordRule::Contraction::None && !m_rule.contractionAsSuffix) {
            if (const size_t length = contraction(m_position)) return m_position + length;
        }
        if (m_rule.hanRun && (here & kHan) != 0) return run(m_position, kHan, 0);
        if (m_rule.asciiPunctuationWord) {
            if (const size_t stop = asciiPunctuationWord()) return stop;
        }
        if (const size_t stop = letters()) return stop;
        if (const size_t stop = digits()) return stop;
        if (const size_t stop = punctuation()) return stop;
        return spaces();
    }

private:
    Mask classAt(size_t i) const { return i < m_end ? m_text.classes[i] : Mask{0}; }
    char32_t at(size_t i) const { return i < m_end ? m_text.codePoints[i] : U'\0'; }

    size_t run(size_t i, Mask any, Mask none) const {
        while ((classAt(i) & any) != 0 && (classAt(i) & none) == 0) ++i;
        return i;
    }

    /// Length of a contraction at i, or 0.
    size_t contraction(size_t i) const {
        if (at(i) != U'\'') return 0;
        const bool fold = m_rule.contraction == WordRule::Contraction::AnyCase;
        const auto letter = [&](size_t k) {
            const char32_t c = at(k);
            return fold && c >= U'A' && c <= U'Z' ? c + 32 : c;
        };
        const char32_t first = letter(i + 1);
        if (first == U's' || first == U't' || first == U'm' || first == U'd') return 2;
        const char32_t second = letter(i + 2);
        const bool pair = (first == U'r' && second == U'e') || (first == U'v' && second == U'e') ||
                          (first == U'l' && second == U'l');
        return pair ? 3 : 0;
    }

    static bool isAsciiLetter(char32_t c) { return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z'); }

    size_t asciiPunctuationWord() const {
        const char32_t c = at(m_position);
        if (c >= 0x80 || (classAt(m_position) & (kPunctuation | kSymbol)) == 0) return 0;
        size_t i = m_position + 1;
        while (isAsciiLetter(at(i))) ++i;
        return i > m_position + 1 ? i : 0;
    }

    bool isLetter(size_t i) const {
        return (classAt(i) & m_rule.letters) != 0 && (!m_rule.hanRun || (classAt(i) & kHan) == 0);
    }
    bool canLead(size_t i) const {
        if (m_rule.spaceBeforeWord) return at(i) == U' ';
        return i < m_end && (classAt(i) & (m_rule.notLetterPrefix | kNewline)) == 0;
    }

    size_t letters() const {
        size_t stop = 0;
        if (m_rule.letterCase == WordRule::Case::SplitCamel) {
            stop = camelWord();
        } else {
            if (canLead(m_position) && isLetter(m_position + 1)) {
                stop = letterRun(m_position + 1);
            } else if (isLetter(m_position)) {
                stop = letterRun(m_position);
            }
        }
        if (stop != 0 && m_rule.contractionAsSuffix) stop += contraction(stop);
        return stop;
    }

    size_t letterRun(size_t i) const {
        if (!m_rule.wordsJoinBySpace) {
            while (isLetter(i)) ++i;
            return i;
        }
        for (;;) {
            while ((classAt(i) & (kLetter | kMark)) != 0) ++i;
            if (at(i) != U' ' || (classAt(i + 1) & kLetter) == 0) return i;
            ++i;
        }
    }

    // X*Y+ | X+Y*, each with and without a leading character, the first that matches.
    size_t camelWord() const {
        const bool lead = canLead(m_position);
        if (lead) {
            if (const size_t stop = upperThenLower(m_position + 1)) return stop;
        }
        if (const size_t stop = upperThenLower(m_position)) return stop;
        if (lead) {
            if (const size_t stop = uppers(m_position + 1)) return stop;
        }
        return uppers(m_position);
    }
    static constexpr Mask kCaseless = kModifier | kOtherLetter | kMark;
    static constexpr Mask kUpperLike = kUpper | kTitle | kCaseless;
    static constexpr Mask kLowerLike = kLower | kCaseless;
    Mask without() const { return m_rule.hanRun ? kHan : Mask{0}; }

    size_t upperThenLower(size_t start) const {
        const size_t upperEnd = run(start, kUpperLike, without());
        const size_t lowerEnd = run(upperEnd, kLowerLike, without());
        if (lowerEnd > upperEnd) return lowerEnd;
        // The upper run gives back up to its last character that can also stand for a lower one.
        for (size_t i = upperEnd; i > start; --i) {
            if ((classAt(i - 1) & kCaseless) != 0) return i;
        }
        return 0;
    }
    size_t uppers(size_t start) const {
        const size_t upperEnd = run(start, kUpperLike, without());
        return upperEnd > start ? run(upperEnd, kLowerLike, without()) : 0;
    }

    size_t digits() const {
        size_t i = m_position;
        if (m_rule.spaceBeforeWord && at(i) == U' ') ++i;
        const size_t first = i;
        while ((classAt(i) & kNumber) != 0 && (m_rule.digits == 0 || i - first < m_rule.digits)) ++i;
        return i > first ? i : 0;
    }

    bool isPunctuation(size_t i) const {
        if (m_rule.punctuation != 0) return (classAt(i) & m_rule.punctuation) != 0;
        return i < m_end && (classAt(i) & m_rule.notPunctuation) == 0;
    }
    size_t punctuation() const {
        const size_t first = m_position + (at(m_position) == U' ' ? 1 : 0);
        size_t i = first;
        while (isPunctuation(i)) ++i;
        if (i == first) return 0;
        const auto isTail = [&](size_t k) {
            return (classAt(k) & kNewline) != 0 || (m_rule.tail != WordRule::Tail::Newlines && at(k) == U'/');
        };
        if (m_rule.tail == WordRule::Tail::OneNewlineOrSlash) return i + (isTail(i) ? 1 : 0);
        if (m_rule.tail != WordRule::Tail::None) {
            while (isTail(i)) ++i;
        }
        return i;
    }

    size_t spaces() const {
        if ((classAt(m_position) & kSpace) == 0) return m_position;
        if (m_rule.newlines == WordRule::Newlines::Single && (classAt(m_position) & kNewline) != 0) {
            return m_position + 1;
        }
        if (m_rule.spaces == WordRule::Spaces::PowersOfTwo) {
            if (m_position >= m_memory.noNewlineBefore) {
                const size_t runEnd = run(m_position, kSpace, 0);
                if (const size_t stop = newlineEnd(runEnd)) return stop;
                m_memory.noNewlineBefore = runEnd;
            }
            return powerOfTwoSpaces();
        }
        const size_t runEnd = run(m_position, kSpace, 0);
        if (const size_t stop = newlineEnd(runEnd)) return stop;
        return runEnd < m_end && runEnd - m_position > 1 ? runEnd - 1 : runEnd;
    }
    /// \s*[\r\n]+ ends behind the last line break of the run.
    size_t newlineEnd(size_t runEnd) const {
        if (m_rule.newlines != WordRule::Newlines::WithSpaceBefore) return 0;
        for (size_t i = runEnd; i > m_position; --i) {
            if ((classAt(i - 1) & kNewline) != 0) return i;
        }
        return 0;
    }
    size_t powerOfTwoSpaces() const {
        size_t length = 0;
        while (length <= 512 && (classAt(m_position + length) & kSpace) != 0) ++length;
        // (?!\S): a white space or the end must follow, so the last of a run before a word is kept back.
        const bool atEnd = m_position + length >= m_end;
        const size_t usable = atEnd ? length : length - 1;
        for (size_t size = 512; size >= 4; size /= 2) {
            if (usable >= size) return m_position + size;
        }
        return m_position + (usable >= 2 ? 2 : 1);
    }

    const WordRule& m_rule;
    const CharText& m_text;
    size_t m_position;
    size_t m_end;
    WordRule::Memory& m_memory;
};

}  // namespace

size_t WordRule::match(const CharText& text, size_t position, size_t end, Memory& memory) const {
    return Matcher(*this, text, position, end, memory).match();
}

}  // namespace hearth::text
