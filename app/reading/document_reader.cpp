#include "reading/document_reader.h"

#include <QFile>
#include <QtEndian>
#include <algorithm>
#include <utility>
#include <vector>

#include "reading/decoded_text.h"
#include "reading/page_ranges.h"
#include "reading/page_text.h"
#include "reading/reading_child.h"
#include "reading/scan_program.h"

namespace hearth::app {

namespace {

/// True for a ZIP (DOCX, ODT, EPUB) or a PDF. Other bytes may precede a PDF, but a text that mentions PDFs is
/// not one.
bool needsChild(const QByteArray& bytes, TextForm form) {
    const bool mayBePdf = form == TextForm::Document || form == TextForm::Unknown;
    return bytes.startsWith("PK\x03\x04") || bytes.startsWith("%PDF-") ||
           (mayBePdf && bytes.left(1024).contains("%PDF-"));
}

/// True for office documents with a password, those of old versions, and many other files.
bool isOle(const QByteArray& bytes) {
    return bytes.startsWith("\xd0\xcf\x11\xe0");
}

/// Result for a file that is not a known document: it is damaged if its name is that of one.
DocumentText otherFile(TextForm form) {
    DocumentText read;
    read.end = form == TextForm::Document ? DocumentText::Unreadable : DocumentText::NotText;
    return read;
}

DocumentText tooLong(qint64 mostBytes) {
    DocumentText read;
    read.end = DocumentText::TooLong;
    read.detail = QString::number(mostBytes >> 20);
    return read;
}

bool hasWords(const QString& text) {
    return std::any_of(text.begin(), text.end(), [](QChar c) { return !c.isSpace(); });
}

std::vector<int> pagesIn(const QByteArray& numbers) {
    std::vector<int> pages;
    for (const QByteArray& number : numbers.split(' '))
        if (const int page = number.toInt(); page > 0) pages.push_back(page);
    return pages;
}

/// The numbers of pages that end the output after a mark, which are taken off.
std::vector<int> takePages(QByteArray& output, char mark) {
    const qsizetype at = output.startsWith('P') ? output.lastIndexOf(mark) : -1;
    if (at < 0) return {};
    std::vector<int> pages = pagesIn(output.mid(at + 1));
    output.truncate(at);
    return pages;
}

/// The output of a child that ended without an error.
void takeOutput(DocumentText& read, QByteArray output) {
    read.picturedPages = takePages(output, picturedPagesMark);
    const std::vector<int> unread = takePages(output, unreadPagesMark);
    read.text = QString::fromUtf8(output.mid(1));
    read.end = hasWords(read.text) ? DocumentText::Read : DocumentText::NoWords;
    read.unreadPages = read.end == DocumentText::Read ? pageRanges(unread) : QString();
}

/// A paragraph for each block of the page, so that it can be cut there.
QString paragraphsOf(const QString& html) {
    QString text = pageText(html);
    return text.replace(QLatin1Char('\n'), QLatin1String("\n\n"));
}

DocumentText textOf(const QByteArray& bytes, TextForm form) {
    DocumentText read;
    // Files whose name does not say that they are text have to be UTF-8.
    read.text =
        decodedText(bytes, form == TextForm::Unknown || form == TextForm::Document ? OtherBytes::NoText
                                                                                   : OtherBytes::Windows1252);
    if (read.text.isNull()) {
        read.end = DocumentText::NotText;
        return read;
    }
    // Such files have no pages.
    read.text.replace(QLatin1Char('\f'), QLatin1Char('\n'));
    read.linesAreOfFile = form != TextForm::Html;
    if (form == TextForm::Html) read.text = paragraphsOf(read.text);
    read.form = form == TextForm::Html                                    ? TextForm::Marked
                : form == TextForm::Unknown || form == TextForm::Document ? TextForm::Prose
                                                                          : form;
    read.end = hasWords(read.text) ? DocumentText::Read : DocumentText::NoWords;
    return read;
}

}  // namespace

DocumentText DocumentReader::read(QFile& file, TextForm form, const std::stop_token& stop,
                                  Scans scans) const {
    if (file.size() > maxBytesOf(form)) return tooLong(maxBytesOf(form));
    QByteArray bytes = file.peek(1024);
    if (isOle(bytes)) return otherFile(form);
    if (needsChild(bytes, form)) return readInChild(file, form, stop, scans);
    // A file may grow while it is read.
    bytes = file.read(maxDocumentTextBytes + 1);
    if (file.error() != QFile::NoError) {
        // The bytes read may end at any position.
        DocumentText read;
        read.end = DocumentText::NoAccess;
        read.detail = file.errorString();
        read.passes = true;
        return read;
    }
    if (bytes.size() > maxDocumentTextBytes) return tooLong(maxDocumentTextBytes);
    return textOf(bytes, form);
}

DocumentText DocumentReader::readInChild(const QFile& file, TextForm form, const std::stop_token& stop,
                                         Scans scans) const {
    DocumentText read;
    const ChildReading child = runReadingChild(m_program, {QString::fromLatin1(documentChildArgument)},
                                               QStringLiteral("/proc/self/fd/%1").arg(file.handle()),
                                               m_waitMs, maxDocumentTextBytes + 1, stop);
    read.passes = child.passes;
    if (child.end == ChildReading::NotStarted) {
        read.end = DocumentText::NoAccess;
        read.detail = child.detail;
        read.passes = true;
    }
    if (child.end == ChildReading::Stopped) read.end = DocumentText::Stopped;
    if (child.end == ChildReading::TooMuch ||
        (child.end == ChildReading::Exited && child.status == DocumentTooMuch))
        read.end = DocumentText::TooMuch;
    if (child.end == ChildReading::Exited && child.status == DocumentUnknown) return otherFile(form);
    const bool lacksText = child.status == DocumentScans;
    if (child.end != ChildReading::Exited || (child.status != DocumentRead && !lacksText)) return read;
    read.form = child.output.startsWith('M') ? TextForm::Marked : TextForm::Prose;
    takeOutput(read, child.output);
    const bool areDrawn = scans == Scans::Draw && !read.picturedPages.empty();
    return lacksText && !areDrawn ? readScans(file, std::move(read), stop) : read;
}

PageReading DocumentReader::drawPage(const QFile& file, int page, const std::stop_token& stop) const {
    constexpr qsizetype mostBytes = pageHeadBytes + qsizetype{3} * (pageLongSide + 1) * (pageLongSide + 1);
    const ChildReading child =
        runReadingChild(m_program, {QString::fromLatin1(pageChildArgument), QString::number(page)},
                        QStringLiteral("/proc/self/fd/%1").arg(file.handle()), m_waitMs, mostBytes, stop);
    PageReading read;
    if (child.end == ChildReading::Stopped) read.end = DocumentText::Stopped;
    if (child.end == ChildReading::NotStarted) read.end = DocumentText::NoAccess;
    if (child.end == ChildReading::TooMuch || child.status == DocumentTooMuch)
        read.end = DocumentText::TooMuch;
    // A hostile document may control the child, so its output is trusted only as pixels.
    if (child.end != ChildReading::Exited || child.status != DocumentRead ||
        child.output.size() <= pageHeadBytes || child.output.size() > mostBytes)
        return read;
    const auto width = qFromLittleEndian<quint32>(child.output.constData());
    const auto height = qFromLittleEndian<quint32>(child.output.constData() + 4);
    if (quint64{width} * height * 3 != static_cast<quint64>(child.output.size() - pageHeadBytes)) return read;
    read.end = DocumentText::Read;
    read.width = static_cast<int>(width);
    read.height = static_cast<int>(height);
    read.pixels = child.output.mid(pageHeadBytes);
    return read;
}

DocumentText DocumentReader::readScans(const QFile& file, DocumentText read,
                                       const std::stop_token& stop) const {
    const ScanProgram program = findScanProgram();
    if (!program.isThere()) {
        const bool hasPictures = !read.picturedPages.empty();
        if (read.end == DocumentText::NoWords && hasPictures)
            read.detail = QString::fromLatin1(picturesDetail);
        return read;
    }
    const ChildReading child = runReadingChild(
        m_program,
        {QString::fromLatin1(documentChildArgument), program.path, program.languages, program.dataFolder},
        QStringLiteral("/proc/self/fd/%1").arg(file.handle()), scanWaits * m_waitMs, maxDocumentTextBytes + 1,
        stop);
    if (child.end == ChildReading::Stopped) read.end = DocumentText::Stopped;
    if (child.end == ChildReading::Exited &&
        (child.status == DocumentRead || child.status == DocumentScans)) {
        // Those pages are pictures still.
        std::vector<int> pictured = std::move(read.picturedPages);
        takeOutput(read, child.output);
        read.picturedPages = std::move(pictured);
    } else if (read.end == DocumentText::NoWords) {
        read.end = DocumentText::TooMuch;
        read.passes = child.passes;
    }
    // Otherwise the text without the pictures is still useful.
    return read;
}

}  // namespace hearth::app
