#include "look/math_item.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "math/math_layout.h"
#include "math/math_painter.h"
#include "math/math_parser.h"

namespace hearth::app {

namespace {

/// Larger ones are no pictures any more: a texture of that size costs more than it shows.
constexpr qreal largestMath = 8000;

}  // namespace

MathItem::MathItem(QQuickItem* parent) : QQuickPaintedItem(parent) {
    setAntialiasing(true);
}

void MathItem::setSource(const QString& source) {
    if (source == m_source) return;
    m_source = source;
    layOut();
    emit sourceChanged();
}

void MathItem::setColour(const QColor& colour) {
    if (colour == m_colour) return;
    m_colour = colour;
    update();
    emit colourChanged();
}

void MathItem::setPixelSize(double pixelSize) {
    if (pixelSize == m_pixelSize || pixelSize <= 0) return;
    m_pixelSize = pixelSize;
    layOut();
    emit pixelSizeChanged();
}

void MathItem::layOut() {
    m_box = {};
    bool laidOut = false;
    if (const auto formula = parseMath(m_source)) {
        const MathFont font(m_pixelSize);
        m_box = MathLayout(font).display(*formula);
        laidOut = m_box.width > 0 && m_box.width < largestMath && m_box.height() < largestMath;
    }
    if (!laidOut) m_box = {};
    // A pixel around it for what leans out of its place.
    setImplicitSize(laidOut ? std::ceil(m_box.width) + 4 : 0, laidOut ? std::ceil(m_box.height()) + 4 : 0);
    update();
    if (laidOut == m_laidOut) return;
    m_laidOut = laidOut;
    emit laidOutChanged();
}

void MathItem::paint(QPainter* painter) {
    const qreal scale = implicitWidth() > 0 ? std::min(1.0, width() / implicitWidth()) : 1;
    painter->scale(scale, scale);
    paintMath(*painter, m_box, {2, 2 + m_box.ascent}, m_colour);
}

}  // namespace hearth::app

#include "moc_math_item.cpp"
