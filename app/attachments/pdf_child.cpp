#include "attachments/pdf_child.h"

#include <cstdio>
#include <new>

#include "attachments/attachment_reader.h"
#include "attachments/pdf_reader.h"
#include "reading/pdf_pages.h"
#include "reading/reading_child.h"

namespace hearth::app {

namespace {

int writePages(const QByteArray& bytes) {
    qsizetype written = 0;
    const PdfEnd end = readPdfPages(bytes, [&written](int, QByteArray words) {
        if (written > 0) words.prepend("\n\n");
        written += words.size();
        return written <= maxPdfTextBytes && fwrite(words.constData(), 1, static_cast<size_t>(words.size()),
                                                    stdout) == static_cast<size_t>(words.size());
    });
    if (end == PdfEnd::TooLong) return PdfTooLong;
    return end == PdfEnd::Read && fflush(stdout) == 0 ? PdfRead : PdfUnreadable;
}

}  // namespace

int servePdfText() {
    limitReadingChild(pdfMemoryBytes, pdfCpuSeconds);
    try {
        return writePages(childInput(maxAttachmentBytes));
    } catch (const std::bad_alloc&) {
        return PdfTooLong;
    }
}

}  // namespace hearth::app
