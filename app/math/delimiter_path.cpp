#include "math/delimiter_path.h"

#include <QPainterPathStroker>
#include <QTransform>
#include <algorithm>

namespace hearth::app {

namespace {

DelimiterShape mirrored(const DelimiterShape& shape) {
    return {QTransform(-1, 0, 0, 1, shape.width, 0).map(shape.path), shape.width};
}

/// A crescent: thickest in the middle.
DelimiterShape parenthesis(qreal height, qreal em, qreal rule) {
    const qreal width = std::min(0.32 * em + 0.06 * height, 0.75 * em);
    const qreal thick = 1.9 * rule;
    QPainterPath path;
    path.moveTo(width, 0);
    path.cubicTo(-0.33 * width, 0.26 * height, -0.33 * width, 0.74 * height, width, height);
    path.lineTo(width - 0.3 * rule, height);
    path.cubicTo(-0.33 * width + 1.33 * thick, 0.74 * height, -0.33 * width + 1.33 * thick, 0.26 * height,
                 width - 0.3 * rule, 0);
    path.closeSubpath();
    return {path.translated(0.02 * em, 0), width + 0.06 * em};
}

DelimiterShape brace(qreal height, qreal em, qreal rule) {
    const qreal width = 0.56 * em, half = height / 2, bend = std::min(0.3 * em, height / 5);
    const qreal middle = width * 0.52;
    QPainterPath line;
    line.moveTo(width, 0.5 * rule);
    line.cubicTo(middle + 0.02 * em, 0.5 * rule, middle, bend * 0.5, middle, bend);
    line.lineTo(middle, half - bend);
    line.cubicTo(middle, half - bend * 0.4, middle * 0.8, half, 0.1 * em, half);
    line.cubicTo(middle * 0.8, half, middle, half + bend * 0.4, middle, half + bend);
    line.lineTo(middle, height - bend);
    line.cubicTo(middle, height - bend * 0.5, middle + 0.02 * em, height - 0.5 * rule, width,
                 height - 0.5 * rule);
    return {strokedPath(line, 1.4 * rule).translated(0.06 * em, 0), width + 0.12 * em};
}

/// A bracket with its hooks above, below or at both ends.
DelimiterShape bracket(qreal height, qreal em, qreal rule, bool above, bool below) {
    const qreal width = 0.3 * em, x = 0.12 * em + rule / 2;
    QPainterPath line;
    line.moveTo(above ? width : x, rule / 2);
    if (above) line.lineTo(x, rule / 2);
    line.lineTo(x, height - rule / 2);
    if (below) line.lineTo(width, height - rule / 2);
    return {strokedPath(line, 1.15 * rule), width + 0.06 * em};
}

DelimiterShape bars(int count, qreal height, qreal em, qreal rule) {
    QPainterPath path;
    for (int i = 0; i < count; ++i) path.addRect(0.12 * em + i * 0.18 * em, 0, rule, height);
    return {path, 0.24 * em + rule + (count - 1) * 0.18 * em};
}

DelimiterShape angle(qreal height, qreal em, qreal rule) {
    const qreal width = std::min(0.24 * em + 0.08 * height, 0.7 * em);
    QPainterPath line;
    line.moveTo(width, rule / 2);
    line.lineTo(0.08 * em, height / 2);
    line.lineTo(width, height - rule / 2);
    return {strokedPath(line, rule), width + 0.08 * em};
}

DelimiterShape slash(qreal height, qreal em, qreal rule) {
    const qreal width = 0.3 * em + 0.18 * height;
    QPainterPath line;
    line.moveTo(width, 0);
    line.lineTo(0.05 * em, height);
    return {strokedPath(line, rule), width + 0.05 * em};
}

}  // namespace

QPainterPath strokedPath(const QPainterPath& line, qreal thickness) {
    QPainterPathStroker stroker;
    stroker.setWidth(thickness);
    stroker.setJoinStyle(Qt::MiterJoin);
    stroker.setCapStyle(Qt::FlatCap);
    return stroker.createStroke(line);
}

DelimiterShape delimiterShape(const QString& delimiter, qreal height, qreal em, qreal rule) {
    if (delimiter.size() != 1) return {};
    switch (delimiter[0].unicode()) {
        case u'(':
            return parenthesis(height, em, rule);
        case u')':
            return mirrored(parenthesis(height, em, rule));
        case u'{':
            return brace(height, em, rule);
        case u'}':
            return mirrored(brace(height, em, rule));
        case u'[':
            return bracket(height, em, rule, true, true);
        case u']':
            return mirrored(bracket(height, em, rule, true, true));
        case u'⌈':
            return bracket(height, em, rule, true, false);
        case u'⌉':
            return mirrored(bracket(height, em, rule, true, false));
        case u'⌊':
            return bracket(height, em, rule, false, true);
        case u'⌋':
            return mirrored(bracket(height, em, rule, false, true));
        case u'|':
        case u'∣':
            return bars(1, height, em, rule);
        case u'‖':
        case u'∥':
            return bars(2, height, em, rule);
        case u'⟨':
            return angle(height, em, rule);
        case u'⟩':
            return mirrored(angle(height, em, rule));
        case u'/':
            return slash(height, em, rule);
        case u'\\':
            return mirrored(slash(height, em, rule));
        default:
            return {};
    }
}

DelimiterShape rootShape(qreal height, qreal inside, qreal em, qreal rule) {
    const qreal width = 0.62 * em;
    const qreal hook = height - std::min(0.55 * height, 0.75 * em);
    const qreal turn = 0.36 * width;
    QPainterPath thin;
    thin.moveTo(0.02 * em, hook + 0.08 * em);
    thin.lineTo(0.16 * em, hook);
    QPainterPath rise;
    rise.moveTo(turn, height - rule * 0.4);
    rise.lineTo(width, rule / 2);
    rise.lineTo(width + inside, rule / 2);
    QPainterPath fall;
    fall.moveTo(0.15 * em, hook - 0.02 * em);
    fall.lineTo(turn + 0.02 * em, height);
    QPainterPath path = strokedPath(thin, rule);
    path.setFillRule(Qt::WindingFill);
    path.addPath(strokedPath(fall, 1.9 * rule));
    path.addPath(strokedPath(rise, rule));
    return {path, width};
}

}  // namespace hearth::app
