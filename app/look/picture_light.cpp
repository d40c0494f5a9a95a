#include "look/picture_light.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace hearth::app {

namespace {

constexpr qsizetype numbersACell = 5;
/// Lines would hide a picture with smaller cells.
constexpr double smallestLined = 4;

bool hasLight(const QList<double>& cells) {
    for (qsizetype at = 4; at < cells.size(); at += numbersACell)
        if (cells[at] > 0) return true;
    return false;
}

QColor withStrength(const QColor& colour, double strength) {
    QColor weaker = colour;
    weaker.setAlphaF(static_cast<float>(colour.alphaF() * std::clamp(strength, 0.0, 1.0)));
    return weaker;
}

}  // namespace

PictureLight::PictureLight(QQuickItem* parent) : QQuickPaintedItem(parent) {
    connect(this, &PictureLight::coloursChanged, this, [this] { update(); });
}

void PictureLight::setCells(const QList<double>& cells) {
    if (cells == m_cells) return;
    m_cells = cells;
    update();
    emit cellsChanged();
}

void PictureLight::setCoarseCells(const QList<double>& cells) {
    if (cells == m_coarse) return;
    m_coarse = cells;
    update();
    emit cellsChanged();
}

QRectF PictureLight::place(const QList<double>& cells, qsizetype at) const {
    // Whole pixels, so that neighbours meet without a seam.
    const double left = std::round(cells[at] * width()), top = std::round(cells[at + 1] * height());
    const double right = std::round((cells[at] + cells[at + 2]) * width()),
                 bottom = std::round((cells[at + 1] + cells[at + 3]) * height());
    return QRectF(left, top, right - left, bottom - top) & QRectF(0, 0, width(), height());
}

void PictureLight::paint(QPainter* painter) {
    const bool lit = hasLight(m_cells) || hasLight(m_coarse);
    if (lit) {
        QRegion unseen(QRect(0, 0, static_cast<int>(width()), static_cast<int>(height())));
        for (qsizetype at = 0; at + numbersACell <= m_cells.size(); at += numbersACell) {
            const QRectF cell = place(m_cells, at);
            unseen -= cell.toRect();
            painter->fillRect(cell, withStrength(m_veil, 1 - m_cells[at + 4]));
            painter->fillRect(cell, withStrength(m_colour, m_cells[at + 4]));
        }
        for (const QRect& rect : unseen) painter->fillRect(rect, m_veil);
        for (qsizetype at = 0; at + numbersACell <= m_coarse.size(); at += numbersACell)
            painter->fillRect(place(m_coarse, at), withStrength(m_colour, m_coarse[at + 4] / 2));
    }
    for (qsizetype at = 0; at + numbersACell <= m_cells.size(); at += numbersACell) {
        const QRectF cell = place(m_cells, at);
        if (std::min(cell.width(), cell.height()) < smallestLined) continue;
        if (cell.left() > 0)
            painter->fillRect(QRectF(cell.left(), cell.top(), 1, cell.height()), m_lineColour);
        if (cell.top() > 0) painter->fillRect(QRectF(cell.left(), cell.top(), cell.width(), 1), m_lineColour);
    }
}

}  // namespace hearth::app
