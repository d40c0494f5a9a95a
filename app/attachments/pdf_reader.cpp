#include "attachments/pdf_reader.h"

#include "attachments/pdf_child.h"
#include "reading/reading_child.h"

namespace hearth::app {

PdfText PdfReader::read(const QString& path, const std::stop_token& stop) const {
    const ChildReading child = runReadingChild(m_program, {QString::fromLatin1(pdfChildArgument)}, path,
                                               m_waitMs, maxPdfTextBytes, stop);
    switch (child.end) {
        case ChildReading::NotStarted:
            return {PdfText::Unreadable, {}};
        case ChildReading::TooMuch:
            return {PdfText::TooMuch, {}};
        case ChildReading::Stopped:
            return {PdfText::Stopped, {}};
        case ChildReading::Exited:
            break;
    }
    if (child.status == PdfTooLong) return {PdfText::TooMuch, {}};
    if (child.status != PdfRead) return {PdfText::Unreadable, {}};
    return {PdfText::Read, QString::fromUtf8(child.output)};
}

}  // namespace hearth::app
