#pragma once

#include <QLinearGradient>
#include <QPainter>
#include <QQuickImageProvider>

namespace hearth::test {

/// Invented pictures for windows without a store, as image://picture/ serves them: each hash has a slope of
/// colours of its own. The hash "damaged" has none.
class PlayedPictures : public QQuickImageProvider {
public:
    PlayedPictures() : QQuickImageProvider(Image) {}

    QImage requestImage(const QString& id, QSize* size, const QSize& requestedSize) override {
        if (id == QLatin1String("damaged")) return {};
        QImage image(requestedSize.isValid() ? requestedSize : QSize(640, 480), QImage::Format_RGB32);
        QLinearGradient slope(QPointF(0, 0), QPointF(image.width(), image.height()));
        const int hue = static_cast<int>(qHash(id) % 360);
        slope.setColorAt(0, QColor::fromHsv(hue, 90, 230));
        slope.setColorAt(1, QColor::fromHsv((hue + 60) % 360, 160, 110));
        QPainter(&image).fillRect(image.rect(), slope);
        *size = image.size();
        return image;
    }
};

}  // namespace hearth::test
