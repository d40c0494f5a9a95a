#include "reading/document_reader.h"

#include <QFile>
#include <algorithm>

#include "reading/decoded_text.h"
#include "reading/document_child.h"
#include "reading/page_text.h"
#include "reading/reading_child.h"

namespace hearth::app {

namespace {

/// A PDF, a ZIP (DOCX, ODT, EPUB) or an OLE file (Office documents with a password, and of old).
bool needsChild(const QByteArray& bytes) {
    return bytes.left(1024).contains("%PDF-") || bytes.startsWith("PK\x03\x04") ||
           bytes.startsWith("\xd0\xcf\x11\xe0");
}

bool hasWords(const QString& text) {
    return std::any_of(text.begin(), text.end(), [](QChar c) { return !c.isSpace(); });
}

/// A paragraph for each block of the page, so that it can be cut there.
QString paragraphsOf(const QString& html) {
    QString text = pageText(html);
    return text.replace(QLatin1Char('\n'), QLatin1String("\n\n"));
}

DocumentText textOf(const QByteArray& bytes, TextForm form) {
    DocumentText read;
    // Whoever does not say that it is text has to be UTF-8.
    read.text =
        decodedText(bytes, form == TextForm::Unknown || form == TextForm::Document ? OtherBytes::NoText
                                                                                   : OtherBytes::Windows1252);
    if (read.text.isNull()) {
        read.end = DocumentText::NotText;
        return read;
    }
    // Pages are for those who have them.
    read.text.replace(QLatin1Char('\f'), QLatin1Char('\n'));
    if (form == TextForm::Html) read.text = paragraphsOf(read.text);
    read.form = form == TextForm::Html                                    ? TextForm::Marked
                : form == TextForm::Unknown || form == TextForm::Document ? TextForm::Prose
                                                                          : form;
    read.end = hasWords(read.text) ? DocumentText::Read : DocumentText::NoWords;
    return read;
}

}  // namespace

DocumentText DocumentReader::read(QFile& file, TextForm form, const std::stop_token& stop) const {
    DocumentText read;
    if (file.size() > maxDocumentBytes) {
        read.end = DocumentText::TooLong;
        return read;
    }
    QByteArray bytes = file.peek(1024);
    if (needsChild(bytes)) return readInChild(file, stop);
    // A file may grow while it is read.
    bytes = file.read(maxDocumentBytes + 1);
    if (bytes.size() > maxDocumentTextBytes) {
        read.end = DocumentText::TooLong;
        return read;
    }
    return textOf(bytes, form);
}

DocumentText DocumentReader::readInChild(const QFile& file, const std::stop_token& stop) const {
    DocumentText read;
    const ChildReading child = runReadingChild(m_program, {QString::fromLatin1(documentChildArgument)},
                                               QStringLiteral("/proc/self/fd/%1").arg(file.handle()),
                                               documentWaitMs, maxDocumentTextBytes + 1, stop);
    if (child.end == ChildReading::Stopped) read.end = DocumentText::Stopped;
    if (child.end == ChildReading::TooMuch ||
        (child.end == ChildReading::Exited && child.status == DocumentTooMuch))
        read.end = DocumentText::TooMuch;
    if (child.end != ChildReading::Exited || child.status != DocumentRead) return read;
    read.form = child.output.startsWith('M') ? TextForm::Marked : TextForm::Prose;
    read.text = QString::fromUtf8(child.output.mid(1));
    read.end = hasWords(read.text) ? DocumentText::Read : DocumentText::NoWords;
    return read;
}

}  // namespace hearth::app
