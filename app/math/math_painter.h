#pragma once

#include <QColor>
#include <QPointF>

#include "math/math_box.h"

class QPainter;

namespace hearth::app {

/// Paints a box with its origin at `at`.
void paintMath(QPainter& painter, const MathBox& box, QPointF at, const QColor& colour);

}  // namespace hearth::app
