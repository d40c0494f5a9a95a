#include "window/window_icon.h"

#include <QPainter>
#include <QPixmap>

#include "look/icon_provider.h"

namespace hearth::app {

namespace {

/// As packaging/desktop/org.hearth.Hearth.svg has it, on a grid of 32.
QImage iconOf(IconProvider& icons, int size) {
    const qreal unit = size / 32.0;
    QImage image(size, size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(QColor(0xD7D3CD), 0.5 * unit));
    painter.setBrush(QColor(0xFDFCFA));
    painter.drawRoundedRect(QRectF(unit, unit, 30 * unit, 30 * unit), 7 * unit, 7 * unit);
    const QSize inner(qRound(24 * unit), qRound(24 * unit));
    const QPointF corner(4 * unit, 4 * unit);
    for (const char* part : {"mark-arch/231E1B/1.9", "mark-ember/BA4D0F"})
        painter.drawImage(corner, icons.requestImage(QString::fromLatin1(part), nullptr, inner));
    return image;
}

}  // namespace

QIcon windowIcon(IconProvider& icons) {
    QIcon icon;
    for (const int size : {16, 24, 32, 48, 64, 128, 256})
        icon.addPixmap(QPixmap::fromImage(iconOf(icons, size)));
    return icon;
}

}  // namespace hearth::app
