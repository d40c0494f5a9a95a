#include "reading/document_child.h"

#include <QByteArray>
#include <QtEndian>
#include <cstdio>
#include <memory>
#include <new>
#include <optional>
#include <string_view>
#include <vector>

#include "hearth/platform/forked_child.h"
#include "hearth/platform/run_child.h"
#include "reading/document_text.h"
#include "reading/office_text.h"
#include "reading/pdf_pages.h"
#include "reading/reading_sandbox.h"
#include "reading/scan_child.h"
#include "reading/zip_archive.h"

namespace hearth::app {

namespace {

bool write(const QByteArray& bytes) {
    return fwrite(bytes.constData(), 1, static_cast<size_t>(bytes.size()), stdout) ==
           static_cast<size_t>(bytes.size());
}

/// Writes a mark and numbers of pages, or nothing if there are none.
bool writeNumbers(char mark, const std::vector<int>& pages) {
    QByteArray numbers(pages.empty() ? 0 : 1, mark);
    for (const int page : pages) numbers += QByteArray::number(page) + ' ';
    return write(numbers);
}

/// `scans`: nullptr: pages without text stay so.
int writePdf(const QByteArray& bytes, ScanChild* scans) {
    qint64 written = 0;
    int before = 1;
    PdfPages pages;
    const auto readPicture = [scans](const QByteArray& picture) { return scans->read(picture); };
    if (!write("P")) return DocumentUnreadable;
    const auto take = [&](int page, QByteArray words) {
        words.replace('\f', ' ').replace(unreadPagesMark, ' ').replace(picturedPagesMark, ' ');
        written += words.size() + page - before;
        if (written > maxDocumentTextBytes || !write(QByteArray(page - before, '\f') + words)) return false;
        before = page;
        return true;
    };
    const PdfEnd end = scans == nullptr ? readPdfPages(bytes, take, {}, &pages)
                                        : readPdfPages(bytes, take, readPicture, &pages);
    if (end == PdfEnd::Unreadable) return DocumentUnreadable;
    if (end == PdfEnd::Read &&
        !(writeNumbers(unreadPagesMark, pages.unread) && writeNumbers(picturedPagesMark, pages.pictured)))
        return DocumentUnreadable;
    if (end != PdfEnd::Read || fflush(stdout) != 0) return DocumentTooMuch;
    return pages.withoutText > 0 ? DocumentScans : DocumentRead;
}

int writePage(const QByteArray& bytes, int number) {
    const DrawnPage page = drawPdfPage(bytes, number, pageLongSide);
    if (page.pixels.isEmpty()) return DocumentUnreadable;
    char head[pageHeadBytes];
    qToLittleEndian(static_cast<quint32>(page.width), head);
    qToLittleEndian(static_cast<quint32>(page.height), head + 4);
    return write(QByteArray(head, sizeof head)) && write(page.pixels) && fflush(stdout) == 0
               ? DocumentRead
               : DocumentUnreadable;
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

bool isDocumentChild(int argc, char* const argv[]) {
    if (argc == 3) return std::string_view(argv[1]) == pageChildArgument;
    return (argc == 2 || argc == 5) && std::string_view(argv[1]) == documentChildArgument;
}

int serveDocumentText(int argc, char* const argv[]) {
    const bool draws = argc == 3, recognises = argc == 5;
    platform::limitChild(documentMemoryBytes, recognises ? scanCpuSeconds : documentCpuSeconds);
    // Fontconfig may want to write its cache, which the limits refuse with this signal.
    platform::ignoreFileSizeLimit();
    try {
        std::unique_ptr<ScanChild> scans;
        if (recognises)
            scans = std::make_unique<ScanChild>(ScanProgram{
                QString::fromUtf8(argv[2]), QString::fromUtf8(argv[3]), QString::fromUtf8(argv[4])});
        const std::vector<std::byte> input = platform::readChildInput(static_cast<size_t>(maxDocumentBytes));
        const QByteArray bytes = QByteArray::fromRawData(reinterpret_cast<const char*>(input.data()),
                                                         static_cast<qsizetype>(input.size()));
        const bool isArchive = !draws && bytes.startsWith("PK\x03\x04");
        if (!draws && !isArchive && !bytes.left(1024).contains("%PDF-")) return DocumentUnknown;
        if (!isArchive) preparePdfs();
        (void)platform::tryEnterSandbox(documentRules());
        if (draws) return writePage(bytes, QByteArray(argv[2]).toInt());
        return isArchive ? writeOffice(bytes) : writePdf(bytes, scans.get());
    } catch (const std::bad_alloc&) {
        return DocumentTooMuch;
    }
}

}  // namespace hearth::app
