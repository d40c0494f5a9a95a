#include "math/math_layout.h"

#include <algorithm>

#include "math/delimiter_path.h"

namespace hearth::app {

MathLayout::Style MathLayout::smaller(Style style) {
    return style == Style::Display ? Style::Text : style == Style::Text ? Style::Script : Style::ScriptScript;
}

MathLayout::Style MathLayout::ofScripts(Style style) {
    return style == Style::Display || style == Style::Text ? Style::Script : Style::ScriptScript;
}

qreal MathLayout::scaleOf(Style style) {
    return style == Style::ScriptScript ? 0.56 : style == Style::Script ? 0.72 : 1;
}

MathClass MathLayout::classOf(const MathNode& node) {
    switch (node.kind) {
        case MathNode::Kind::Symbol:
        case MathNode::Kind::Delimiter:
            return node.symbol.kind;
        case MathNode::Kind::Scripts:
            return node.children.empty() ? MathClass::Ordinary : classOf(node.children.front());
        case MathNode::Kind::Array:
            return node.left.isEmpty() && node.right.isEmpty() ? MathClass::Ordinary : MathClass::Inner;
        case MathNode::Kind::Fence:
        case MathNode::Kind::Fraction:
            return MathClass::Inner;
        default:
            return MathClass::Ordinary;
    }
}

/// In em: thin 3/18, medium 4/18, thick 5/18.
qreal MathLayout::gapBetween(MathClass left, MathClass right, Style style) {
    const bool isSmall = style == Style::Script || style == Style::ScriptScript;
    const auto either = [left, right](MathClass kind) { return left == kind || right == kind; };
    if (either(MathClass::Relation)) {
        const bool isApart = left != right && right != MathClass::Punctuation &&
                             right != MathClass::Closing && left != MathClass::Opening;
        return isApart && !isSmall ? 5.0 / 18 : 0;
    }
    if (either(MathClass::Binary)) return isSmall ? 0 : 4.0 / 18;
    if (left == MathClass::Punctuation) return isSmall ? 0 : 3.0 / 18;
    if (left == MathClass::Operator && right != MathClass::Opening && right != MathClass::Closing &&
        right != MathClass::Punctuation)
        return 3.0 / 18;
    if (right == MathClass::Operator && left != MathClass::Opening) return 3.0 / 18;
    if (either(MathClass::Inner) && left != MathClass::Opening && right != MathClass::Closing &&
        right != MathClass::Punctuation && right != MathClass::Opening)
        return isSmall ? 0 : 3.0 / 18;
    return 0;
}

MathBox MathLayout::box(const MathNode& node, Style style) const {
    switch (node.kind) {
        case MathNode::Kind::Row:
            return row(node, style);
        case MathNode::Kind::Symbol:
            return symbol(node, style);
        case MathNode::Kind::Text:
            return boxOf(m_font.words(node.text, node.alphabet == MathAlphabet::Bold, scaleOf(style)));
        case MathNode::Kind::Fraction:
            return fraction(node, style);
        case MathNode::Kind::Root:
            return root(node, style);
        case MathNode::Kind::Scripts:
            return scripts(node, style);
        case MathNode::Kind::Fence:
            return fence(node.left, node.right, box(node.children.front(), style), style);
        case MathNode::Kind::Delimiter:
            return delimiter(node.left, node.amount * em(style), style);
        case MathNode::Kind::Array:
            return array(node, style);
        case MathNode::Kind::Accent:
            return accent(node, style);
        case MathNode::Kind::Space: {
            MathBox empty;
            empty.width = node.amount * em(style);
            return empty;
        }
        case MathNode::Kind::Styled:
            return box(node.children.front(), node.size == MathNode::Size::Display ? Style::Display
                                              : node.size == MathNode::Size::Text  ? Style::Text
                                                                                   : Style::Script);
    }
    return {};
}

MathBox MathLayout::boxOf(const MathGlyphs& glyphs) {
    MathBox out;
    out.width = glyphs.advance;
    out.ascent = std::max(0.0, -glyphs.ink.top());
    out.descent = std::max(0.0, glyphs.ink.bottom());
    out.inks.push_back({{}, glyphs, {}});
    return out;
}

MathBox MathLayout::row(const MathNode& node, Style style) const {
    MathBox out;
    qreal x = 0;
    MathClass before = MathClass::Opening;  // so that a sign in front is no operation
    bool isFirst = true;
    for (size_t i = 0; i < node.children.size(); ++i) {
        const MathNode& child = node.children[i];
        MathBox placed = box(child, style);
        if (child.kind != MathNode::Kind::Space) {
            MathClass kind = classOf(child);
            // A sign that has nothing to join is a part of what follows.
            const bool isLast = i + 1 == node.children.size();
            if (kind == MathClass::Binary &&
                (isLast || before == MathClass::Opening || before == MathClass::Binary ||
                 before == MathClass::Relation || before == MathClass::Operator ||
                 before == MathClass::Punctuation))
                kind = MathClass::Ordinary;
            if (!isFirst) x += gapBetween(before, kind, style) * em(style);
            before = kind;
            isFirst = false;
        }
        const qreal width = placed.width;
        out.place(std::move(placed), {x, 0});
        x += width;
    }
    out.width = std::max(0.0, x);
    return out;
}

MathBox MathLayout::symbol(const MathNode& node, Style style) const {
    const qreal scale = scaleOf(style);
    const MathSymbol& symbol = node.symbol;
    if (symbol.isWord) return boxOf(m_font.words(symbol.text, false, scale));
    if (!symbol.isLarge) return boxOf(m_font.glyphs(symbol.text, node.alphabet, scale));
    const bool isIntegral = !symbol.hasLimits || symbol.text == QStringLiteral("∫");
    const qreal growth = style == Style::Display ? (isIntegral ? 1.7 : 1.4) : 1.1;
    MathGlyphs glyphs = m_font.glyphs(symbol.text, MathAlphabet::Upright, scale * growth);
    // In the middle of the line, whatever the font thinks.
    MathBox sign = boxOf(glyphs), out;
    const qreal lower = -axis(style) - glyphs.ink.center().y();
    sign.ascent = -glyphs.ink.top();
    sign.descent = glyphs.ink.bottom();
    out.place(std::move(sign), {0, lower});
    return out;
}

MathBox MathLayout::fraction(const MathNode& node, Style style) const {
    if (node.size == MathNode::Size::Display) style = Style::Display;
    if (node.size == MathNode::Size::Text) style = Style::Text;
    const Style inner = node.amount > 0 ? Style::Display : smaller(style);
    MathBox above = box(node.children[0], inner), below = box(node.children[1], inner);
    const qreal thick = node.isOn ? rule(style) : 0;
    const qreal gap = (style == Style::Display ? 0.17 : 0.1) * em(style) + (node.isOn ? 0 : 0.06 * em(style));
    const qreal middle = -axis(style);
    // Baselines of fractions in a row stand on one line where they can.
    const qreal up = std::max((style == Style::Display ? 0.68 : 0.42) * em(style),
                              -middle + thick / 2 + gap + above.descent);
    const qreal down = std::max((style == Style::Display ? 0.68 : 0.36) * em(style),
                                middle + thick / 2 + gap + below.ascent);
    const qreal width = std::max(above.width, below.width) + 0.16 * em(style);
    const qreal edge = 0.06 * em(style);
    MathBox out;
    const qreal aboveX = edge + (width - above.width) / 2, belowX = edge + (width - below.width) / 2;
    out.place(std::move(above), {aboveX, -up});
    out.place(std::move(below), {belowX, down});
    if (node.isOn) {
        QPainterPath line;
        line.addRect(edge, middle - thick / 2, width, thick);
        out.draw(line);
    }
    out.width = width + 2 * edge;
    return out;
}

MathBox MathLayout::root(const MathNode& node, Style style) const {
    MathBox inside = box(node.children.front(), style), out;
    const qreal size = em(style), thick = rule(style);
    // An x and a b have the same sign.
    const qreal ascent = std::max(inside.ascent, 0.62 * size),
                descent = std::max(inside.descent, 0.08 * size);
    const qreal gap = (style == Style::Display ? 0.16 : 0.1) * size;
    const qreal height = ascent + descent + gap + thick;
    const qreal width = inside.width + 0.08 * size;
    const DelimiterShape sign = rootShape(height, width, size, thick);
    const qreal top = -(ascent + gap + thick);
    qreal x = 0;
    if (node.children.size() > 1) {
        MathBox degree = box(node.children[1], Style::ScriptScript);
        const qreal room = 0.3 * size;
        x = std::max(0.0, degree.width - room);
        const qreal lift = top + height - std::min(0.55 * height, 0.75 * size) - 0.14 * size - degree.descent;
        const qreal degreeX = std::max(0.0, room - degree.width);
        out.place(std::move(degree), {degreeX, lift});
    }
    out.draw(sign.path, {x, top});
    out.place(std::move(inside), {x + sign.width + 0.03 * size, 0});
    out.ascent = std::max(out.ascent, -top);
    out.descent = std::max(out.descent, descent);
    out.width = x + sign.width + width + 0.05 * size;
    return out;
}

MathBox MathLayout::limits(MathBox base, MathBox above, MathBox below, Style style) const {
    const qreal gap = 0.16 * em(style);
    const qreal width = std::max({base.width, above.width, below.width});
    const auto centred = [width](const MathBox& part) { return (width - part.width) / 2; };
    const qreal aboveX = centred(above), belowX = centred(below), baseX = centred(base);
    const qreal up = base.ascent + gap + above.descent, down = base.descent + gap + below.ascent;
    MathBox out;
    out.place(std::move(base), {baseX, 0});
    if (!above.inks.empty()) out.place(std::move(above), {aboveX, -up});
    if (!below.inks.empty()) out.place(std::move(below), {belowX, down});
    out.width = width;
    return out;
}

MathBox MathLayout::scripts(const MathNode& node, Style style) const {
    const MathNode& base = node.children[0];
    MathBox body = box(base, style);
    MathBox above = box(node.children[1], ofScripts(style)), below = box(node.children[2], ofScripts(style));
    const bool isSymbol = base.kind == MathNode::Kind::Symbol;
    if (node.isOn || (isSymbol && base.symbol.hasLimits && style == Style::Display))
        return limits(std::move(body), std::move(above), std::move(below), style);
    const qreal size = em(style);
    const bool isLetter = isSymbol && !base.symbol.isLarge;
    const bool hasAbove = !above.inks.empty(), hasBelow = !below.inks.empty();
    qreal up = isLetter ? 0.38 * size : std::max(0.36 * size, body.ascent - 0.28 * size);
    qreal down =
        isLetter ? (hasAbove ? 0.25 : 0.16) * size : std::max(0.2 * size, body.descent + 0.05 * size);
    up = std::max(up, above.descent + 0.11 * size);
    down = std::max(down, below.ascent - 0.36 * size);
    if (hasAbove && hasBelow) down = std::max(down, 0.2 * size + below.ascent - up + above.descent);
    // Slanted letters lean over what stands above; integrals stand back from what stands below.
    const MathInk* ink = body.inks.size() == 1 ? &body.inks.front() : nullptr;
    const qreal lean = isLetter && ink != nullptr ? std::max(0.0, ink->glyphs.ink.right() - body.width) : 0;
    const bool isIntegral = isSymbol && base.symbol.isLarge;
    const qreal x = body.width;
    MathBox out;
    out.place(std::move(body), {0, 0});
    if (hasAbove) out.place(std::move(above), {x + lean + 0.04 * size, -up});
    if (hasBelow) out.place(std::move(below), {isIntegral ? x - 0.22 * size : x + 0.02 * size, down});
    out.width += 0.05 * size;
    return out;
}

MathBox MathLayout::delimiter(const QString& text, qreal height, Style style) const {
    MathBox out;
    if (text.isEmpty()) {
        out.width = 0.1 * em(style);
        return out;
    }
    const MathGlyphs glyphs = m_font.glyphs(text, MathAlphabet::Upright, scaleOf(style));
    const DelimiterShape shape = height > 1.08 * glyphs.ink.height()
                                     ? delimiterShape(text, height, em(style), 1.1 * rule(style))
                                     : DelimiterShape();
    if (shape.width <= 0) {
        MathBox sign = boxOf(glyphs);
        sign.ascent = -glyphs.ink.top();
        sign.descent = glyphs.ink.bottom();
        out.place(std::move(sign), {0, -axis(style) - glyphs.ink.center().y()});
        return out;
    }
    out.draw(shape.path, {0, -axis(style) - height / 2});
    out.ascent = axis(style) + height / 2;
    out.descent = height / 2 - axis(style);
    out.width = shape.width;
    return out;
}

MathBox MathLayout::fence(const QString& left, const QString& right, MathBox inside, Style style) const {
    const qreal half = std::max(inside.ascent - axis(style), inside.descent + axis(style));
    const qreal height = std::max(1.9 * half, 2 * half - 0.25 * em(style));
    MathBox opening = delimiter(left, height, style), closing = delimiter(right, height, style), out;
    const qreal insideX = opening.width, closingX = insideX + inside.width;
    out.place(std::move(opening), {0, 0});
    out.place(std::move(inside), {insideX, 0});
    out.place(std::move(closing), {closingX, 0});
    return out;
}

MathBox MathLayout::framed(MathBox inside, Style style) const {
    const qreal pad = 0.3 * em(style), thick = rule(style);
    QPainterPath edge;
    edge.addRect(QRectF(thick / 2, -inside.ascent - pad, inside.width + 2 * pad, inside.height() + 2 * pad));
    MathBox out;
    out.width = inside.width + 2 * pad + thick;
    out.ascent = inside.ascent + pad + thick;
    out.descent = inside.descent + pad + thick;
    out.draw(strokedPath(edge, thick));
    out.place(std::move(inside), {pad + thick / 2, 0});
    return out;
}

}  // namespace hearth::app
