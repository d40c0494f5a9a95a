#include "reading/pdf_pages.h"

#include <poppler-document.h>
#include <poppler-global.h>
#include <poppler-page-renderer.h>
#include <poppler-page.h>

#include <QString>
#include <algorithm>
#include <cmath>
#include <memory>

namespace hearth::app {

namespace {

void ignorePdfMessage(const std::string&, void*) {
}

/// A page as PGM (Netpbm), grey, with at most this many dots an inch; empty: nothing stands on it, or it
/// cannot be drawn.
QByteArray pictureOf(const poppler::page& page, double mostDots = scanDotsPerInch) {
    const poppler::rectf rect = page.page_rect();
    const double inches = std::abs(rect.width() * rect.height()) / (72.0 * 72.0);
    if (!std::isfinite(inches) || inches <= 0) return {};
    const double dots = std::min(mostDots, std::sqrt(mostScanPixels / inches));
    // What is less than a point high or wide is no page.
    if (rect.width() < 1 || rect.height() < 1 || dots < 10) return {};
    poppler::page_renderer renderer;
    renderer.set_image_format(poppler::image::format_gray8);
    renderer.set_render_hint(poppler::page_renderer::antialiasing);
    renderer.set_render_hint(poppler::page_renderer::text_antialiasing);
    const poppler::image image = renderer.render_page(&page, dots, dots);
    if (!image.is_valid() || image.format() != poppler::image::format_gray8) return {};
    QByteArray picture =
        "P5\n" + QByteArray::number(image.width()) + ' ' + QByteArray::number(image.height()) + "\n255\n";
    const qsizetype head = picture.size();
    for (int row = 0; row < image.height(); ++row)
        picture.append(image.const_data() + qsizetype{row} * image.bytes_per_row(), image.width());
    constexpr unsigned char ink = 200;
    const bool drawn = std::any_of(picture.cbegin() + head, picture.cend(),
                                   [](char grey) { return static_cast<unsigned char>(grey) < ink; });
    return drawn ? picture : QByteArray();
}

/// True if the mark at a PDF's end is missing.
bool isCutOff(const QByteArray& bytes) {
    constexpr qsizetype endBytes = 2048;
    return !bytes.right(endBytes).contains("%%EOF");
}

QByteArray trimmedText(const QByteArray& utf8) {
    return QString::fromUtf8(utf8).trimmed().toUtf8();
}

}  // namespace

PdfEnd readPdfPages(const QByteArray& bytes,
                    const std::function<bool(int page, const QByteArray& utf8)>& take,
                    const std::function<QByteArray(const QByteArray& picture)>& readPicture, int* withoutText,
                    std::vector<int>* unread) {
    // Enough to see whether a page is empty.
    constexpr double glanceDots = 36;
    int without = 0, broken = 0, taken = 0;
    // The library would write what it thinks of a damaged file to the terminal.
    poppler::set_debug_error_function(ignorePdfMessage, nullptr);
    const std::unique_ptr<poppler::document> document(
        poppler::document::load_from_raw_data(bytes.constData(), static_cast<int>(bytes.size())));
    if (!document || document->is_locked()) return PdfEnd::Unreadable;
    for (int number = 0; number < document->pages(); ++number) {
        const std::unique_ptr<poppler::page> page(document->create_page(number));
        if (!page) {
            ++broken;
            if (unread != nullptr) unread->push_back(number + 1);
            continue;
        }
        const poppler::byte_array utf8 = page->text().to_utf8();
        QByteArray words =
            trimmedText(QByteArray::fromRawData(utf8.data(), static_cast<qsizetype>(utf8.size())));
        if (words.isEmpty()) {
            ++without;
            const QByteArray picture = without > mostPictures
                                           ? QByteArray()
                                           : pictureOf(*page, readPicture ? scanDotsPerInch : glanceDots);
            if (readPicture && !picture.isEmpty()) words = trimmedText(readPicture(picture));
            if (unread != nullptr && words.isEmpty() && (!picture.isEmpty() || without > mostPictures))
                unread->push_back(number + 1);
        }
        if (words.isEmpty()) continue;
        ++taken;
        if (!take(number + 1, words)) return PdfEnd::TooLong;
    }
    // The library repairs what it can, down to a document of no pages.
    const bool damaged = document->pages() <= 0 || broken > 0 || isCutOff(bytes);
    if (taken == 0 && damaged) return PdfEnd::Unreadable;
    if (withoutText != nullptr) *withoutText = without;
    return PdfEnd::Read;
}

}  // namespace hearth::app
