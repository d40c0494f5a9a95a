#include "chat/emphasis_marks.h"

#include <algorithm>
#include <array>
#include <utility>

namespace hearth::app {

namespace {

/// Blocks of Unicode that hold characters, punctuation and forms of these languages.
constexpr std::array<std::pair<char32_t, char32_t>, 16> eastAsian{{{0x1100, 0x11ff},
                                                                   {0x2e80, 0x303f},
                                                                   {0x3040, 0xa4cf},
                                                                   {0xa960, 0xa97f},
                                                                   {0xac00, 0xd7ff},
                                                                   {0xf900, 0xfaff},
                                                                   {0xfe10, 0xfe1f},
                                                                   {0xfe30, 0xfe6f},
                                                                   {0xff00, 0xffef},
                                                                   {0x16fe0, 0x18d8f},
                                                                   {0x1aff0, 0x1b16f},
                                                                   {0x1d300, 0x1d35f},
                                                                   {0x1f200, 0x1f2ff},
                                                                   {0x20000, 0x2ffff},
                                                                   {0x30000, 0x3ffff},
                                                                   {0xe0100, 0xe01ef}}};

bool isEastAsian(char32_t c) {
    return std::ranges::any_of(eastAsian,
                               [c](const auto& block) { return c >= block.first && c <= block.second; });
}

/// True for what CommonMark counts as punctuation beside a mark, and for further signs.
bool isPunctuation(char32_t c) {
    return QChar::isPunct(c) || QChar::isSymbol(c);
}

bool isBlank(char32_t c) {
    return c == 0 || QChar::isSpace(c);
}

/// 0 beyond the ends of the text.
char32_t characterBefore(QStringView text, qsizetype at) {
    if (at <= 0) return 0;
    const QChar c = text[at - 1];
    return c.isLowSurrogate() && at > 1 ? QChar::surrogateToUcs4(text[at - 2], c) : c.unicode();
}

char32_t characterAt(QStringView text, qsizetype at) {
    if (at >= text.size()) return 0;
    const QChar c = text[at];
    return c.isHighSurrogate() && at + 1 < text.size() ? QChar::surrogateToUcs4(c, text[at + 1])
                                                       : c.unicode();
}

/// True where CommonMark keeps asterisks between punctuation and a letter from ending or beginning anything,
/// and the rule does not.
bool isFreed(char32_t punctuation, char32_t letter) {
    return isPunctuation(punctuation) && !isPunctuation(letter) && !isBlank(letter) &&
           (isEastAsian(punctuation) || isEastAsian(letter));
}

}  // namespace

QString withEmphasisMarks(const QString& text) {
    if (std::ranges::none_of(text, [](QChar c) { return c.unicode() >= 0x1100; })) return text;
    QString out;
    qsizetype copied = 0, escapes = 0;
    for (qsizetype at = 0; at < text.size();) {
        if (text[at] == u'\\') {
            ++escapes;
            ++at;
            continue;
        }
        const bool isEscaped = std::exchange(escapes, 0) % 2 == 1;
        if (text[at] != u'*' || isEscaped) {
            ++at;
            continue;
        }
        const qsizetype start = at;
        while (at < text.size() && text[at] == u'*') ++at;
        const char32_t before = characterBefore(text, start), after = characterAt(text, at);
        if (isFreed(before, after)) {
            out += QStringView(text).mid(copied, start - copied);
            out += emphasisMark;
            copied = start;
        } else if (isFreed(after, before)) {
            out += QStringView(text).mid(copied, at - copied);
            out += emphasisMark;
            copied = at;
        }
    }
    if (copied == 0) return text;
    out += QStringView(text).mid(copied);
    return out;
}

}  // namespace hearth::app
