#include "reading/document_child.h"

#include <QByteArray>
#include <cstdio>
#include <new>
#include <optional>

#include "reading/document_text.h"
#include "reading/office_text.h"
#include "reading/pdf_pages.h"
#include "reading/reading_child.h"
#include "reading/zip_archive.h"

namespace hearth::app {

namespace {

bool write(const QByteArray& bytes) {
    return fwrite(bytes.constData(), 1, static_cast<size_t>(bytes.size()), stdout) ==
           static_cast<size_t>(bytes.size());
}

int writePdf(const QByteArray& bytes) {
    qint64 written = 0;
    int before = 1;
    if (!write("P")) return DocumentUnreadable;
    const PdfEnd end = readPdfPages(bytes, [&](int page, QByteArray words) {
        words.replace('\f', ' ');
        written += words.size() + page - before;
        if (written > maxDocumentTextBytes || !write(QByteArray(page - before, '\f') + words)) return false;
        before = page;
        return true;
    });
    if (end == PdfEnd::Unreadable) return DocumentUnreadable;
    return end == PdfEnd::Read && fflush(stdout) == 0 ? DocumentRead : DocumentTooMuch;
}

int writeOffice(const QByteArray& bytes) {
    try {
        // Markup is several times the text, and repeats itself.
        const std::optional<QString> read = officeText(bytes, 8 * maxDocumentTextBytes);
        if (!read) return DocumentUnknown;
        const QByteArray text = read->toUtf8();
        if (text.size() > maxDocumentTextBytes) return DocumentTooMuch;
        return write("M") && write(text) && fflush(stdout) == 0 ? DocumentRead : DocumentUnreadable;
    } catch (const ArchiveError& error) {
        return error.reason() == ArchiveError::TooMuch ? DocumentTooMuch : DocumentUnreadable;
    }
}

}  // namespace

int serveDocumentText() {
    limitReadingChild(documentMemoryBytes, documentCpuSeconds);
    try {
        const QByteArray bytes = childInput(maxDocumentBytes);
        if (bytes.startsWith("PK\x03\x04")) return writeOffice(bytes);
        if (bytes.left(1024).contains("%PDF-")) return writePdf(bytes);
        return DocumentUnknown;
    } catch (const std::bad_alloc&) {
        return DocumentTooMuch;
    }
}

}  // namespace hearth::app
