#pragma once

#include <QtQml/qqmlregistration.h>
#include <QColor>
#include <QQuickPaintedItem>
#include <QString>
#include <memory>

#include "math/math_box.h"

namespace hearth::app {

/// A formula on lines of its own, in two dimensions. Its implicit size is that of the formula; one that is
/// too large to be laid out has none, and `laidOut` is false. GUI thread.
class MathItem : public QQuickPaintedItem {
    Q_OBJECT
    QML_ELEMENT
    /// LaTeX without its marks.
    Q_PROPERTY(QString source READ source WRITE setSource NOTIFY sourceChanged)
    Q_PROPERTY(QColor colour READ colour WRITE setColour NOTIFY colourChanged)
    Q_PROPERTY(double pixelSize READ pixelSize WRITE setPixelSize NOTIFY pixelSizeChanged)
    Q_PROPERTY(bool laidOut READ isLaidOut NOTIFY laidOutChanged)

public:
    explicit MathItem(QQuickItem* parent = nullptr);

    QString source() const { return m_source; }
    void setSource(const QString& source);
    QColor colour() const { return m_colour; }
    void setColour(const QColor& colour);
    double pixelSize() const { return m_pixelSize; }
    void setPixelSize(double pixelSize);
    bool isLaidOut() const { return m_laidOut; }

    void paint(QPainter* painter) override;

signals:
    void sourceChanged();
    void colourChanged();
    void pixelSizeChanged();
    void laidOutChanged();

private:
    void layOut();

    QString m_source;
    QColor m_colour = Qt::black;
    double m_pixelSize = 20;
    bool m_laidOut = false;
    MathBox m_box;
};

}  // namespace hearth::app
