#pragma once

#include <QFont>
#include <QRectF>
#include <QString>
#include <map>
#include <tuple>

#include "math/math_alphabet.h"

namespace hearth::app {

/// Letters to be drawn, with the font they are drawn in.
struct MathGlyphs {
    QString text;
    QFont font;
    qreal advance = 0;
    QRectF ink;  ///< the drawn area, from the origin on the baseline; y grows downwards
};

/// The font of formulas in one size: a math font when one is installed, otherwise a serif one. GUI thread.
class MathFont {
public:
    /// `pixelSize`: of the whole formula; `scale`: of this part of it.
    explicit MathFont(qreal pixelSize);

    qreal em() const { return m_pixelSize; }
    /// Height of the middle of signs like + over the baseline.
    qreal axis(qreal scale) const { return m_axis * scale; }
    /// The thickness of rules.
    qreal rule(qreal scale) const;
    MathGlyphs glyphs(const QString& text, MathAlphabet alphabet, qreal scale) const;
    /// Plain words, in the same size.
    MathGlyphs words(const QString& text, bool isBold, qreal scale) const;

    /// The family that is used.
    static QString family();

private:
    QFont fontOf(qreal scale) const;
    MathGlyphs measuredIn(const QString& text, MathAlphabet alphabet, qreal scale) const;

    qreal m_pixelSize;
    qreal m_axis = 0;
    bool m_hasAlphabets = false;
    /// Letters that were measured already, by alphabet and size in pixels.
    mutable std::map<std::tuple<QString, MathAlphabet, int>, MathGlyphs> m_known;
};

}  // namespace hearth::app
