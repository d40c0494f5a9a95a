#include "attachments/pdf_child.h"

#include <poppler-document.h>
#include <poppler-global.h>
#include <poppler-page.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include <QString>
#include <cstdio>
#include <memory>
#include <new>

#include "attachments/attachment_reader.h"
#include "attachments/pdf_reader.h"

namespace hearth::app {

namespace {

void ignoreMessage(const std::string&, void*) {
}

void limit(__rlimit_resource what, rlim_t most) {
    const rlimit both{most, most};
    setrlimit(what, &both);
}

QByteArray standardInput() {
    QByteArray bytes;
    char block[65536];
    while (const size_t count = fread(block, 1, sizeof block, stdin)) {
        bytes.append(block, static_cast<qsizetype>(count));
        if (bytes.size() > maxAttachmentBytes) break;
    }
    return bytes;
}

int writePages(const poppler::document& document) {
    qsizetype written = 0;
    for (int number = 0; number < document.pages(); ++number) {
        const std::unique_ptr<poppler::page> page(document.create_page(number));
        if (!page) continue;
        const poppler::byte_array utf8 = page->text().to_utf8();
        QByteArray words =
            QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())).trimmed().toUtf8();
        if (words.isEmpty()) continue;
        if (written > 0) words.prepend("\n\n");
        written += words.size();
        if (written > maxPdfTextBytes) return PdfTooLong;
        if (fwrite(words.constData(), 1, static_cast<size_t>(words.size()), stdout) !=
            static_cast<size_t>(words.size()))
            return PdfUnreadable;
    }
    return fflush(stdout) == 0 ? PdfRead : PdfUnreadable;
}

}  // namespace

int servePdfText() {
    // It does not outlive the program that asked.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, pdfCpuSeconds);
    limit(RLIMIT_AS, pdfMemoryBytes);
    limit(RLIMIT_FSIZE, 0);
    try {
        const QByteArray bytes = standardInput();
        // The library would write what it thinks of a damaged file to the terminal.
        poppler::set_debug_error_function(ignoreMessage, nullptr);
        const std::unique_ptr<poppler::document> document(
            poppler::document::load_from_raw_data(bytes.constData(), static_cast<int>(bytes.size())));
        if (!document || document->is_locked()) return PdfUnreadable;
        return writePages(*document);
    } catch (const std::bad_alloc&) {
        return PdfTooLong;
    }
}

}  // namespace hearth::app
