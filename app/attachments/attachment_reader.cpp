#include "attachments/attachment_reader.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <algorithm>

#include "files/regular_file.h"
#include "reading/decoded_text.h"

namespace hearth::app {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Attachments)
};

/// The text of a PDF, or why there is none.
void readPdf(const QString& path, const PdfReader& reader, const std::stop_token& stop,
             ReadAttachment& read) {
    const PdfText pdf = reader.read(path, stop);
    read.text = pdf.text;
    if (pdf.end == PdfText::Unreadable)
        read.problem =
            Text::tr("%1 is damaged or asks for a password. Save it again without one.").arg(read.name);
    else if (pdf.end == PdfText::TooMuch)
        read.problem =
            Text::tr(
                "%1 takes too much time or memory to read. Save its text in a text file and attach "
                "that.")
                .arg(read.name);
    else if (pdf.text.isEmpty())
        read.problem =
            Text::tr("%1 holds pictures of pages and no text. Run it through text recognition first.")
                .arg(read.name);
}

}  // namespace

ReadAttachment readAttachment(const QString& path, const std::stop_token& stop, const PdfReader& pdfs) {
    ReadAttachment read;
    const QFileInfo info(path);
    read.name = info.fileName();
    read.sizeBytes = info.size();
    QFile file(path);
    if (info.isDir()) {
        read.problem = Text::tr("%1 is a folder. Attach the files in it.").arg(read.name);
    } else if (read.sizeBytes > maxAttachmentBytes) {
        read.problem =
            Text::tr("%1 has %2 MB; files up to %3 MB can be attached. Attach the part that matters.")
                .arg(read.name)
                .arg(read.sizeBytes >> 20)
                .arg(maxAttachmentBytes >> 20);
    } else if (const QString why = openRegularFile(file); !why.isEmpty()) {
        read.problem = Text::tr("%1 cannot be read (%2).").arg(read.name, why);
    } else {
        const QByteArray bytes = file.readAll();
        if (bytes.left(1024).contains("%PDF-")) {
            readPdf(path, pdfs, stop, read);
            return read;
        }
        read.text = decodedText(bytes);
        if (read.text.isNull())
            read.problem =
                Text::tr("%1 is not a text file. Text, Markdown, code and PDF files can be attached.")
                    .arg(read.name);
        else if (read.text.trimmed().isEmpty())
            read.problem = Text::tr("%1 is empty.").arg(read.name);
    }
    return read;
}

QString attachmentInPrompt(const QString& name, const QString& text) {
    // A fence that no line of the file can close.
    qsizetype longest = 2, run = 0;
    for (const QChar c : text) {
        run = c == u'`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    const QString fence(longest + 1, u'`');
    return QStringLiteral("File %1:\n%2\n%3\n%2\n\n").arg(name, fence, text.trimmed());
}

}  // namespace hearth::app
