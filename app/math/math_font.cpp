#include "math/math_font.h"

#include <QFontDatabase>
#include <QFontMetricsF>
#include <QPainterPath>
#include <QStringList>
#include <algorithm>

namespace hearth::app {

namespace {

/// Fonts with the alphabets of mathematics, those with light strokes first.
const QStringList mathFamilies{QStringLiteral("STIX Two Math"),        QStringLiteral("TeX Gyre Termes Math"),
                               QStringLiteral("Latin Modern Math"),    QStringLiteral("STIX Math"),
                               QStringLiteral("Libertinus Math"),      QStringLiteral("XITS Math"),
                               QStringLiteral("DejaVu Math TeX Gyre"), QStringLiteral("Cambria Math")};
const QStringList serifFamilies{QStringLiteral("Noto Serif"), QStringLiteral("DejaVu Serif"),
                                QStringLiteral("DejaVu Sans")};

QString firstOf(const QStringList& families) {
    for (const QString& family : families)
        if (QFontDatabase::hasFamily(family)) return family;
    return {};
}

/// From the outlines: QFontMetricsF rounds, and counts the baseline in.
QRectF inkOf(const QString& text, const QFont& font) {
    QPainterPath outlines;
    outlines.addText(0, 0, font, text);
    return outlines.boundingRect();
}

MathGlyphs measured(const QString& text, const QFont& font) {
    return {text, font, QFontMetricsF(font).horizontalAdvance(text), inkOf(text, font)};
}

}  // namespace

QString MathFont::family() {
    const QString math = firstOf(mathFamilies);
    if (!math.isEmpty()) return math;
    const QString serif = firstOf(serifFamilies);
    return serif.isEmpty() ? serifFamilies.last() : serif;
}

MathFont::MathFont(qreal pixelSize) : m_pixelSize(pixelSize) {
    m_hasAlphabets = mathFamilies.contains(family());
    const QRectF minus = inkOf(QString(QChar(0x2212)), fontOf(1));
    m_axis = std::clamp(-minus.center().y(), 0.18 * pixelSize, 0.38 * pixelSize);
}

qreal MathFont::rule(qreal scale) const {
    return std::max(0.9, 0.05 * m_pixelSize * scale);
}

QFont MathFont::fontOf(qreal scale) const {
    QFont font(family());
    font.setFamilies({family(), QStringLiteral("Inter"), QStringLiteral("DejaVu Sans"),
                      QStringLiteral("Noto Sans CJK JP")});
    font.setPixelSize(std::max(6, qRound(m_pixelSize * scale)));
    font.setHintingPreference(QFont::PreferNoHinting);
    font.setStyleStrategy(QFont::PreferAntialias);
    return font;
}

MathGlyphs MathFont::glyphs(const QString& text, MathAlphabet alphabet, qreal scale) const {
    const auto key = std::make_tuple(text, alphabet, qRound(m_pixelSize * scale));
    auto known = m_known.find(key);
    if (known == m_known.end()) known = m_known.emplace(key, measuredIn(text, alphabet, scale)).first;
    return known->second;
}

MathGlyphs MathFont::measuredIn(const QString& text, MathAlphabet alphabet, qreal scale) const {
    QFont font = fontOf(scale);
    if (m_hasAlphabets || alphabet == MathAlphabet::DoubleStruck || alphabet == MathAlphabet::Fraktur ||
        alphabet == MathAlphabet::Calligraphic) {
        QString mapped = inMathAlphabet(text, alphabet);
        if (m_hasAlphabets || mapped.size() == 1) return measured(mapped, font);
    }
    const bool isLetter = text.size() == 1 && text[0].isLetter();
    const bool isCapitalGreek = isLetter && text[0] >= QChar(0x391) && text[0] <= QChar(0x3a9);
    font.setItalic(isLetter && !isCapitalGreek &&
                   (alphabet == MathAlphabet::Italic || alphabet == MathAlphabet::BoldItalic));
    font.setBold(alphabet == MathAlphabet::Bold || alphabet == MathAlphabet::BoldItalic);
    return measured(text, font);
}

MathGlyphs MathFont::words(const QString& text, bool isBold, qreal scale) const {
    QFont font = fontOf(scale);
    font.setBold(isBold);
    return measured(text, font);
}

}  // namespace hearth::app
