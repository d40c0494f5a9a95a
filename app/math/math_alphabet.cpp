#include "math/math_alphabet.h"

#include <QList>
#include <utility>

namespace hearth::app {

namespace {

/// Letters with a place of their own outside the block: {letter in the block, its place}.
constexpr std::pair<char32_t, char32_t> elsewhere[] = {
    {0x1d455, 0x210e}, {0x1d49d, 0x212c}, {0x1d4a0, 0x2130}, {0x1d4a1, 0x2131}, {0x1d4a3, 0x210b},
    {0x1d4a4, 0x2110}, {0x1d4a7, 0x2112}, {0x1d4a8, 0x2133}, {0x1d4ad, 0x211b}, {0x1d4ba, 0x212f},
    {0x1d4bc, 0x210a}, {0x1d4c4, 0x2134}, {0x1d506, 0x212d}, {0x1d50b, 0x210c}, {0x1d50c, 0x2111},
    {0x1d515, 0x211c}, {0x1d51d, 0x2128}, {0x1d53a, 0x2102}, {0x1d53f, 0x210d}, {0x1d545, 0x2115},
    {0x1d547, 0x2119}, {0x1d548, 0x211a}, {0x1d549, 0x211d}, {0x1d551, 0x2124}};

/// Code point of the capital A of an alphabet; 0: it has none.
char32_t latinStart(MathAlphabet alphabet) {
    switch (alphabet) {
        case MathAlphabet::Italic:
            return 0x1d434;
        case MathAlphabet::Bold:
            return 0x1d400;
        case MathAlphabet::BoldItalic:
            return 0x1d468;
        case MathAlphabet::DoubleStruck:
            return 0x1d538;
        case MathAlphabet::Calligraphic:
            return 0x1d49c;
        case MathAlphabet::Fraktur:
            return 0x1d504;
        case MathAlphabet::SansSerif:
            return 0x1d5a0;
        case MathAlphabet::Typewriter:
            return 0x1d670;
        default:
            return 0;
    }
}

char32_t digitStart(MathAlphabet alphabet) {
    switch (alphabet) {
        case MathAlphabet::Bold:
        case MathAlphabet::BoldItalic:
            return 0x1d7ce;
        case MathAlphabet::DoubleStruck:
            return 0x1d7d8;
        case MathAlphabet::SansSerif:
            return 0x1d7e2;
        case MathAlphabet::Typewriter:
            return 0x1d7f6;
        default:
            return 0;
    }
}

/// Code point of the capital alpha of an alphabet. Capitals stay upright in the italic one, as in TeX.
char32_t greekStart(MathAlphabet alphabet) {
    switch (alphabet) {
        case MathAlphabet::Italic:
            return 0x1d6e2;
        case MathAlphabet::Bold:
            return 0x1d6a8;
        case MathAlphabet::BoldItalic:
            return 0x1d71c;
        default:
            return 0;
    }
}

char32_t mapped(char32_t c, MathAlphabet alphabet) {
    const char32_t latin = latinStart(alphabet), greek = greekStart(alphabet), digit = digitStart(alphabet);
    if (latin != 0 && c >= U'A' && c <= U'Z') return latin + (c - U'A');
    if (latin != 0 && c >= U'a' && c <= U'z') return latin + 26 + (c - U'a');
    if (digit != 0 && c >= U'0' && c <= U'9') return digit + (c - U'0');
    if (greek == 0) return c;
    if (alphabet != MathAlphabet::Italic && c >= 0x391 && c <= 0x3a9) return greek + (c - 0x391);
    if (c >= 0x3b1 && c <= 0x3c9) return greek + 26 + (c - 0x3b1);
    if (c == 0x3f5) return greek + 52;  // the epsilon of \epsilon
    if (c == 0x3d1) return greek + 53;
    if (c == 0x3d5) return greek + 55;
    return c;
}

}  // namespace

QString inMathAlphabet(const QString& letter, MathAlphabet alphabet) {
    const auto points = letter.toUcs4();
    if (points.size() != 1) return letter;
    char32_t c = mapped(points.first(), alphabet);
    for (const auto& [inBlock, place] : elsewhere)
        if (c == inBlock) c = place;
    return QString::fromUcs4(&c, 1);
}

}  // namespace hearth::app
