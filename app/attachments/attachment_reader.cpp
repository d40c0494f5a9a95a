#include "attachments/attachment_reader.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <algorithm>

#include "files/one_line_name.h"
#include "files/regular_file.h"
#include "reading/reading_problem.h"

namespace hearth::app {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Attachments)
};

/// By how the content begins, whatever the name says.
bool isPicture(const QByteArray& start) {
    return start.startsWith("\x89PNG") || start.startsWith("\xff\xd8\xff") || start.startsWith("GIF8") ||
           (start.startsWith("RIFF") && start.mid(8, 4) == "WEBP") || start.startsWith("BM") ||
           start.startsWith(QByteArray::fromRawData("II*\0", 4)) ||
           start.startsWith(QByteArray::fromRawData("MM\0*", 4)) ||
           (start.mid(4, 4) == "ftyp" && (start.mid(8, 4) == "avif" || start.mid(8, 3) == "hei"));
}

TextForm formOf(const QString& name) {
    const TextForm form = textFormOf(name);
    if (form == TextForm::Html) return TextForm::Code;
    return form == TextForm::None ? TextForm::Unknown : form;
}

QString pagesAsParagraphs(const QString& text) {
    QStringList pages;
    for (const QString& page : text.split(u'\f'))
        if (!page.trimmed().isEmpty()) pages += page.trimmed();
    return pages.join(QStringLiteral("\n\n"));
}

QString problemOf(const DocumentText& read, const QByteArray& start) {
    if (read.end != DocumentText::NotText) return readingProblemText(read.end, read.detail);
    if (isPicture(start)) return picturesRefusedText();
    return Text::tr(
        "It is not a text file. Text, Markdown, code, PDF, DOCX, ODT and EPUB files can be attached.");
}

}  // namespace

QString picturesRefusedText() {
    return Text::tr("This model reads text only, no pictures.");
}

ReadAttachment readAttachment(const QString& path, const std::stop_token& stop,
                              const DocumentReader& reader) {
    ReadAttachment read;
    const QFileInfo info(path);
    read.name = info.fileName();
    read.sizeBytes = info.size();
    QFile file(path);
    if (info.isDir()) {
        read.problem = Text::tr("It is a folder. Attach the files in it.");
        return read;
    }
    if (const QString why = openRegularFile(file); !why.isEmpty()) {
        read.problem = readingProblemText(DocumentText::NoAccess, why);
        return read;
    }
    const QByteArray start = file.peek(16);
    const DocumentText document = reader.read(file, formOf(read.name), stop);
    if (document.end != DocumentText::Read) {
        read.problem = problemOf(document, start);
        return read;
    }
    read.text = document.linesAreOfFile ? document.text : pagesAsParagraphs(document.text);
    if (!document.unreadPages.isEmpty()) {
        read.note = unreadPagesText(document.unreadPages);
        // The model should know, and the person who looks at it later.
        read.text += QStringLiteral("\n\n[%1]").arg(read.note);
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
    return QStringLiteral("File %1:\n%2\n%3\n%2\n\n").arg(oneLineName(name), fence, text.trimmed());
}

}  // namespace hearth::app
