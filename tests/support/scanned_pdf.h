#pragma once

#include <QBuffer>
#include <QByteArray>
#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QRandomGenerator>

/// A page as a scanner makes it: dark lines on paper. `grainy`: with noise and in colour.
inline QImage scannedPage(bool grainy) {
    QImage image(620, 877, QImage::Format_RGB32);
    image.fill(Qt::white);
    QRandomGenerator random(7);
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const bool isLine = y % 24 < 6 && x > 60 && x < 560;
            const int level = (isLine ? 40 : 220) + (grainy ? static_cast<int>(random.bounded(36U)) : 0);
            if (isLine || grainy) image.setPixel(x, y, qRgb(level, level, grainy ? level / 2 : level));
        }
    return image;
}

/// A PDF of A4 whose pages are each one picture.
inline QByteArray scannedPdf(int pages, bool grainy = false) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QPdfWriter writer(&buffer);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins({});
    writer.setResolution(150);
    const QImage image = scannedPage(grainy);
    if (!buffer.open(QBuffer::WriteOnly)) qFatal("not written");
    {
        QPainter painter(&writer);
        for (int page = 0; page < pages; ++page) {
            if (page > 0) writer.newPage();
            painter.drawImage(QRect(0, 0, writer.width(), writer.height()), image);
        }
    }
    return bytes;
}
