#include "attachments/page_pictures.h"

#include <QBuffer>
#include <QElapsedTimer>
#include <QFile>
#include <QImage>
#include <algorithm>

#include "attachments/picture_reader.h"

namespace hearth::app {

namespace {

/// For all pages of a document together.
constexpr qint64 mostTimeMs = documentWaitMs;
/// PNG is exact and small for print. What takes more are photographs and grainy scans.
constexpr qsizetype muchForPng = 500'000;
constexpr int jpegQuality = 90;

QByteArray encoded(const QImage& image, const char* format, int quality) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    return buffer.open(QBuffer::WriteOnly) && image.save(&buffer, format, quality) ? bytes : QByteArray();
}

}  // namespace

QByteArray encodedPage(const PageReading& page) {
    if (page.width <= 0 || page.height <= 0 || page.pixels.size() != qsizetype{3} * page.width * page.height)
        return {};
    QImage image(reinterpret_cast<const uchar*>(page.pixels.constData()), page.width, page.height,
                 qsizetype{3} * page.width, QImage::Format_RGB888);
    if (image.allGray()) image = image.convertToFormat(QImage::Format_Grayscale8);
    const QByteArray png = encoded(image, "PNG", -1);
    if (!png.isEmpty() && png.size() <= muchForPng) return png;
    const QByteArray jpeg = encoded(image, "JPEG", jpegQuality);
    return jpeg.isEmpty() || (!png.isEmpty() && png.size() <= jpeg.size()) ? png : jpeg;
}

PagePictures drawPages(const QFile& file, const std::vector<int>& pages, int most,
                       const std::stop_token& stop, const DocumentReader& reader) {
    PagePictures drawn;
    const auto drawnEnd = pages.begin() + std::min(std::ssize(pages), std::ptrdiff_t{most});
    drawn.leftOut.assign(drawnEnd, pages.end());
    const auto fail = [&drawn](int number, DocumentText::End reason) {
        if (drawn.failed.empty()) drawn.reason = reason;
        drawn.failed.push_back(number);
    };
    QElapsedTimer time;
    time.start();
    for (auto number = pages.begin(); number != drawnEnd && !stop.stop_requested(); ++number) {
        if (time.elapsed() > mostTimeMs) {
            fail(*number, DocumentText::TooMuch);
            continue;
        }
        const PageReading page = reader.drawPage(file, *number, stop);
        if (page.end != DocumentText::Read)
            fail(*number, page.end);
        else if (ReadPicture picture = readPicture(encodedPage(page)); picture.file != nullptr)
            drawn.pages.push_back({*number, picture.file});
        else
            fail(*number, DocumentText::Unreadable);
    }
    return drawn;
}

}  // namespace hearth::app
