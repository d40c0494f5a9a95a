#pragma once

#include "math/math_box.h"
#include "math/math_node.h"

namespace hearth::app {

/// Gives each part of a formula its place, by the rules of TeX (The TeXbook, appendix G) with rounder
/// numbers. GUI thread.
class MathLayout {
public:
    explicit MathLayout(const MathFont& font) : m_font(font) {}

    /// A formula on lines of its own.
    MathBox display(const MathNode& formula) const { return box(formula, Style::Display); }

private:
    enum class Style { Display, Text, Script, ScriptScript };

    static Style smaller(Style style);
    static Style ofScripts(Style style);
    static qreal scaleOf(Style style);
    static MathClass classOf(const MathNode& node);
    static qreal gapBetween(MathClass left, MathClass right, Style style);

    qreal em(Style style) const { return m_font.em() * scaleOf(style); }
    qreal axis(Style style) const { return m_font.axis(scaleOf(style)); }
    qreal rule(Style style) const { return m_font.rule(scaleOf(style)); }

    MathBox box(const MathNode& node, Style style) const;
    MathBox row(const MathNode& node, Style style) const;
    static MathBox boxOf(const MathGlyphs& glyphs);
    MathBox symbol(const MathNode& node, Style style) const;
    MathBox fraction(const MathNode& node, Style style) const;
    MathBox root(const MathNode& node, Style style) const;
    MathBox scripts(const MathNode& node, Style style) const;
    MathBox limits(MathBox base, MathBox above, MathBox below, Style style) const;
    MathBox fence(const QString& left, const QString& right, MathBox inside, Style style) const;
    MathBox delimiter(const QString& text, qreal height, Style style) const;
    MathBox accent(const MathNode& node, Style style) const;
    MathBox accentMark(const QString& name, const MathBox& under, Style style) const;
    MathBox framed(MathBox inside, Style style) const;
    MathBox array(const MathNode& node, Style style) const;

    const MathFont& m_font;
};

}  // namespace hearth::app
