// MathLayout: matrices and aligned lines, and the marks over and under a part.
#include <QHash>
#include <QTransform>
#include <algorithm>

#include "math/delimiter_path.h"
#include "math/math_layout.h"

namespace hearth::app {

namespace {

/// Accents that are a character.
const QHash<QString, QChar>& accentCharacters() {
    static const QHash<QString, QChar> table{
        {"hat", QChar(0x2c6)},   {"tilde", QChar(0x2dc)}, {"check", QChar(0x2c7)},
        {"breve", QChar(0x2d8)}, {"acute", QChar(0xb4)},  {"grave", QChar(0x60)},
        {"dot", QChar(0x2d9)},   {"ddot", QChar(0xa8)},   {"mathring", QChar(0x2da)}};
    return table;
}

/// An arrow from left to right on a line of this length; its upper edge at 0.
QPainterPath arrowPath(qreal length, qreal em, qreal rule) {
    const qreal head = 0.16 * em;
    QPainterPath path;
    path.setFillRule(Qt::WindingFill);
    path.addRect(0, head - rule / 2, length - 0.4 * head, rule);
    QPainterPath tip;
    tip.moveTo(length, head);
    tip.lineTo(length - 1.5 * head, 0);
    tip.lineTo(length - head, head);
    tip.lineTo(length - 1.5 * head, 2 * head);
    tip.closeSubpath();
    path.addPath(tip);
    return path;
}

QChar alignmentOf(const MathNode& node, int column) {
    if (column < node.alignments.size()) return node.alignments[column];
    switch (node.array) {
        case MathNode::ArrayKind::Aligned:
            return column % 2 == 0 ? u'r' : u'l';
        case MathNode::ArrayKind::Cases:
            return u'l';
        default:
            return u'c';
    }
}

/// The room before a column, in em.
qreal columnGap(const MathNode& node, int column) {
    if (column == 0) return 0;
    switch (node.array) {
        case MathNode::ArrayKind::Aligned:
            return column % 2 == 1 ? 5.0 / 18 : 2;
        case MathNode::ArrayKind::Small:
            return 0.5;
        default:
            return 1;
    }
}

/// Several rules at one place are drawn next to each other.
void drawRules(const MathNode& node, const std::vector<qreal>& rowEdges,
               const std::vector<qreal>& columnEdges, qreal thick, MathBox& grid) {
    const auto drawn = [&grid](const QRectF& line) {
        QPainterPath path;
        path.addRect(line);
        grid.draw(path);
    };
    int before = -1;
    qreal offset = 0;
    const auto offsetOf = [&](int at) {
        offset = at == before ? offset + 3 * thick : 0;
        before = at;
        return offset - thick / 2;
    };
    for (const int at : node.columnRules)
        if (static_cast<size_t>(at) < columnEdges.size())
            drawn({columnEdges[static_cast<size_t>(at)] + offsetOf(at), rowEdges.front(), thick,
                   rowEdges.back() - rowEdges.front()});
    before = -1;
    for (const int at : node.rowRules)
        if (static_cast<size_t>(at) < rowEdges.size())
            drawn({0, rowEdges[static_cast<size_t>(at)] + offsetOf(at), grid.width, thick});
    if (node.rowRules.isEmpty() && node.columnRules.isEmpty()) return;
    grid.ascent = std::max(grid.ascent, -rowEdges.front());
    grid.descent = std::max(grid.descent, rowEdges.back());
}

/// Through the whole of a part, from its lower left to its upper right and the other way round.
QPainterPath strikePath(const QString& name, const MathBox& under) {
    QPainterPath path;
    if (name != u"bcancel") {
        path.moveTo(0, under.descent);
        path.lineTo(under.width, -under.ascent);
    }
    if (name != u"cancel") {
        path.moveTo(0, -under.ascent);
        path.lineTo(under.width, under.descent);
    }
    return path;
}

}  // namespace

MathBox MathLayout::array(const MathNode& node, Style style) const {
    const bool isLines =
        node.array == MathNode::ArrayKind::Aligned || node.array == MathNode::ArrayKind::Gathered;
    const Style inner = node.array == MathNode::ArrayKind::Small ? ofScripts(style)
                        : isLines && style == Style::Display     ? Style::Display
                        : style == Style::Display                ? Style::Text
                                                                 : style;
    const qreal size = em(inner);
    const size_t columns = static_cast<size_t>(std::max(1, node.columns));
    const size_t rows = node.children.size() / columns;
    std::vector<MathBox> cells;
    std::vector<qreal> widths(columns), ascents(rows, 0.7 * size), descents(rows, 0.25 * size);
    for (size_t i = 0; i < rows * columns; ++i) {
        MathBox cell = box(node.children[i], inner);
        widths[i % columns] = std::max(widths[i % columns], cell.width);
        ascents[i / columns] = std::max(ascents[i / columns], cell.ascent);
        descents[i / columns] = std::max(descents[i / columns], cell.descent);
        cells.push_back(std::move(cell));
    }
    const qreal between = (isLines ? 0.5 : node.array == MathNode::ArrayKind::Small ? 0.15 : 0.35) * size;
    qreal total = between * static_cast<qreal>(rows > 0 ? rows - 1 : 0);
    for (size_t r = 0; r < rows; ++r) total += ascents[r] + descents[r];
    MathBox grid;
    // Positions of rules: in the middle between rows and columns, and at the same distance outside of them.
    std::vector<qreal> rowEdges{-axis(style) - total / 2 - between / 2}, columnEdges;
    qreal y = -axis(style) - total / 2;
    const qreal margin = node.columnRules.isEmpty() && node.rowRules.isEmpty() ? 0 : 0.25 * size;
    for (size_t r = 0; r < rows; ++r) {
        y += ascents[r];
        qreal x = margin;
        for (size_t c = 0; c < columns; ++c) {
            const qreal gap = columnGap(node, static_cast<int>(c)) * size;
            if (r == 0) columnEdges.push_back(c == 0 ? 0 : x + gap / 2);
            x += gap;
            MathBox& cell = cells[r * columns + c];
            const QChar side = alignmentOf(node, static_cast<int>(c));
            const qreal spare = widths[c] - cell.width;
            const qreal inset = side == u'r' ? spare : side == u'c' ? spare / 2 : 0;
            grid.place(std::move(cell), {x + inset, y});
            x += widths[c];
        }
        grid.width = std::max(grid.width, x + margin);
        y += descents[r] + between;
        rowEdges.push_back(y - between / 2);
    }
    columnEdges.push_back(grid.width);
    drawRules(node, rowEdges, columnEdges, rule(style), grid);
    grid.ascent = std::max(grid.ascent, axis(style) + total / 2);
    grid.descent = std::max(grid.descent, total / 2 - axis(style));
    if (node.left.isEmpty() && node.right.isEmpty()) return grid;
    MathBox padded;
    const qreal pad = 0.12 * size, width = grid.width;
    padded.place(std::move(grid), {pad, 0});
    padded.width = width + 2 * pad;
    return fence(node.left, node.right, std::move(padded), style);
}

MathBox MathLayout::accentMark(const QString& name, const MathBox& under, Style style) const {
    const qreal size = em(style), thick = rule(style);
    MathBox mark;
    const auto shape = [&mark](const QPainterPath& path, qreal width, qreal height) {
        mark.draw(path, {0, -height});
        mark.width = width;
        mark.ascent = height;
    };
    if (const auto found = accentCharacters().constFind(name); found != accentCharacters().constEnd()) {
        const MathGlyphs glyphs = m_font.glyphs(QString(*found), MathAlphabet::Upright, scaleOf(style));
        mark.width = glyphs.ink.width();
        mark.ascent = glyphs.ink.height();
        mark.inks.push_back({{-glyphs.ink.left(), -glyphs.ink.bottom()}, glyphs, {}});
        return mark;
    }
    const qreal wide = std::max(under.width, 0.4 * size);
    QPainterPath path;
    if (name == u"bar" || name == u"overline" || name == u"underline") {
        const qreal width = name == u"bar" ? std::max(0.36 * size, 0.8 * under.width) : under.width;
        path.addRect(0, 0, width, thick);
        shape(path, width, thick);
    } else if (name == u"vec" || name == u"overrightarrow") {
        const qreal width = name == u"vec" ? std::max(0.44 * size, 0.8 * under.width) : wide;
        shape(arrowPath(width, size, thick), width, 0.32 * size);
    } else if (name == u"overleftarrow") {
        shape(QTransform(-1, 0, 0, 1, wide, 0).map(arrowPath(wide, size, thick)), wide, 0.32 * size);
    } else if (name == u"overbrace" || name == u"underbrace") {
        const DelimiterShape brace = delimiterShape(QStringLiteral("{"), wide, 0.62 * size, thick);
        const QTransform over(0, 1, 1, 0, 0, 0), below(0, -1, 1, 0, 0, brace.width);
        shape((name == u"overbrace" ? over : below).map(brace.path), wide, brace.width);
    } else {  // widehat, widetilde
        const qreal height = 0.2 * size;
        path.moveTo(0, height);
        if (name == u"widehat") {
            path.lineTo(wide / 2, 0.03 * size);
            path.lineTo(wide, height);
        } else {
            path.cubicTo(wide * 0.3, -height, wide * 0.65, 1.8 * height, wide, 0.1 * height);
        }
        shape(strokedPath(path, 1.2 * thick), wide, height);
    }
    return mark;
}

MathBox MathLayout::accent(const MathNode& node, Style style) const {
    const MathNode& inside = node.children.front();
    MathBox under = box(inside, style);
    if (node.text == u"boxed" || node.text == u"fbox") return framed(std::move(under), style);
    if (node.text.endsWith(QLatin1String("cancel"))) {
        under.draw(strokedPath(strikePath(node.text, under), 1.2 * rule(style)));
        return under;
    }
    MathBox mark = accentMark(node.text, under, style);
    const bool isBelow = node.text.startsWith(QLatin1String("under"));
    const qreal gap = (node.isOn ? 0.12 : 0.07) * em(style);
    // Slanted letters have their middle further right above.
    const bool isSlanted =
        !node.isOn && inside.kind == MathNode::Kind::Symbol && inside.alphabet == MathAlphabet::Italic;
    const qreal x = (under.width - mark.width) / 2 + (isSlanted ? 0.07 * em(style) : 0);
    const qreal y =
        isBelow ? under.descent + gap + mark.ascent : -(std::max(under.ascent, 0.3 * em(style)) + gap);
    const qreal width = under.width;
    MathBox out;
    out.place(std::move(under), {0, 0});
    out.place(std::move(mark), {x, y});
    out.width = width;
    return out;
}

}  // namespace hearth::app
