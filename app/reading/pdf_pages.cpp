#include "reading/pdf_pages.h"

#include <poppler-document.h>
#include <poppler-global.h>
#include <poppler-page.h>

#include <QString>
#include <memory>

namespace hearth::app {

namespace {

void ignorePdfMessage(const std::string&, void*) {
}

}  // namespace

PdfEnd readPdfPages(const QByteArray& bytes,
                    const std::function<bool(int page, const QByteArray& utf8)>& take) {
    // The library would write what it thinks of a damaged file to the terminal.
    poppler::set_debug_error_function(ignorePdfMessage, nullptr);
    const std::unique_ptr<poppler::document> document(
        poppler::document::load_from_raw_data(bytes.constData(), static_cast<int>(bytes.size())));
    if (!document || document->is_locked()) return PdfEnd::Unreadable;
    for (int number = 0; number < document->pages(); ++number) {
        const std::unique_ptr<poppler::page> page(document->create_page(number));
        if (!page) continue;
        const poppler::byte_array utf8 = page->text().to_utf8();
        const QByteArray words =
            QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())).trimmed().toUtf8();
        if (!words.isEmpty() && !take(number + 1, words)) return PdfEnd::TooLong;
    }
    return PdfEnd::Read;
}

}  // namespace hearth::app
