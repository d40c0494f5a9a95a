#pragma once

#include <QtQml/qqmlregistration.h>
#include <QColor>
#include <QList>
#include <QQuickPaintedItem>
#include <QRectF>

namespace hearth::app {

/// Cells over a picture of the same size: lines between them, and light on those that have some, with all
/// else veiled. Without any light there is no veil. GUI thread.
class PictureLight : public QQuickPaintedItem {
    Q_OBJECT
    QML_ELEMENT
    /// Five numbers a cell: left, top, width and height in fractions of the picture, and light from 0 to 1.
    Q_PROPERTY(QList<double> cells READ cells WRITE setCells NOTIFY cellsChanged)
    /// The same, of cells that lie over others: light without lines.
    Q_PROPERTY(QList<double> coarseCells READ coarseCells WRITE setCoarseCells NOTIFY cellsChanged)
    Q_PROPERTY(QColor colour MEMBER m_colour NOTIFY coloursChanged)
    Q_PROPERTY(QColor veil MEMBER m_veil NOTIFY coloursChanged)
    Q_PROPERTY(QColor lineColour MEMBER m_lineColour NOTIFY coloursChanged)

public:
    explicit PictureLight(QQuickItem* parent = nullptr);

    QList<double> cells() const { return m_cells; }
    void setCells(const QList<double>& cells);
    QList<double> coarseCells() const { return m_coarse; }
    void setCoarseCells(const QList<double>& cells);

    void paint(QPainter* painter) override;

signals:
    void cellsChanged();
    void coloursChanged();

private:
    QRectF place(const QList<double>& cells, qsizetype at) const;

    QList<double> m_cells, m_coarse;
    QColor m_colour = Qt::yellow, m_veil = Qt::black, m_lineColour = Qt::white;
};

}  // namespace hearth::app
