#include "attachments/attachment_reader.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <utility>

#include "attachments/draft_pictures.h"
#include "attachments/picture_reader.h"
#include "files/one_line_name.h"
#include "files/regular_file.h"
#include "reading/page_ranges.h"
#include "reading/reading_problem.h"

namespace hearth::app {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Attachments)
};

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

QString problemOf(const DocumentText& read) {
    if (read.end != DocumentText::NotText) return readingProblemText(read.end, read.detail);
    return Text::tr(
        "It is neither text nor a picture. Pictures, text, Markdown, code, PDF, DOCX, ODT and EPUB files can "
        "be attached.");
}

/// Takes the pictures of pages, or why there are none.
void takePages(ReadAttachment& read, PagePictures pages, const QString& note) {
    read.note = note;
    if (!pages.failed.empty()) read.note = unreadPagesText(pageRanges(pages.failed));
    if (pages.pages.empty()) read.problem = readingProblemText(pages.reason, {});
    read.pages = std::move(pages);
}

}  // namespace

ReadAttachment readAttachment(const QString& path, const std::stop_token& stop, const DocumentReader& reader,
                              bool seesPictures) {
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
    if (isPicture(file.peek(16))) {
        // One byte over the limit shows that the file is too large.
        const ReadPicture picture = readPicture(file.read(maxPictureBytes + 1));
        read.picture = picture.file;
        read.problem = picture.problem;
        return read;
    }
    const DocumentText document =
        reader.read(file, formOf(read.name), stop,
                    seesPictures ? DocumentReader::Scans::Draw : DocumentReader::Scans::Recognise);
    const bool isRecognised = !seesPictures && document.end != DocumentText::NoWords;
    if (!document.picturedPages.empty() && !isRecognised) {
        // A person may choose a model that reads them.
        const QString note = seesPictures ? QString() : readingProblemText(document.end, document.detail);
        takePages(read, drawPages(file, document.picturedPages, DraftPictures::most, stop, reader), note);
        return read;
    }
    if (document.end != DocumentText::Read) {
        read.problem = problemOf(document);
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
