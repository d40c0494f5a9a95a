#pragma once

#include <QPainterPath>
#include <QString>

namespace hearth::app {

struct DelimiterShape {
    QPainterPath path;  ///< to be filled; from (0, 0) to (width, height)
    qreal width = 0;    ///< 0: there is no such delimiter
};

/// A delimiter at any height, with strokes that stay as thin as `rule`. `em`: the size of the letters beside
/// it.
DelimiterShape delimiterShape(const QString& delimiter, qreal height, qreal em, qreal rule);

/// The sign of a root, with its rule over `inside`; its left end stands at (0, 0), its upper edge at y = 0.
DelimiterShape rootShape(qreal height, qreal inside, qreal em, qreal rule);

/// A line along a path.
QPainterPath strokedPath(const QPainterPath& line, qreal thickness);

}  // namespace hearth::app
