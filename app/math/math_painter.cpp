#include "math/math_painter.h"

#include <QPainter>

namespace hearth::app {

void paintMath(QPainter& painter, const MathBox& box, QPointF at, const QColor& colour) {
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.setPen(colour);
    for (const MathInk& ink : box.inks) {
        if (ink.glyphs.text.isEmpty()) {
            painter.fillPath(ink.shape.translated(at + ink.at), colour);
            continue;
        }
        painter.setFont(ink.glyphs.font);
        painter.drawText(at + ink.at, ink.glyphs.text);
    }
}

}  // namespace hearth::app
