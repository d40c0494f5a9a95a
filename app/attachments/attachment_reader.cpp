#include "attachments/attachment_reader.h"

#include <poppler-document.h>
#include <poppler-global.h>
#include <poppler-page.h>

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QStringDecoder>
#include <algorithm>
#include <memory>

#include "files/regular_file.h"

namespace hearth::app {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Attachments)
};

/// A null string for bytes that are no text.
QString plainText(const QByteArray& bytes) {
    const auto marked = QStringDecoder::encodingForData(bytes);
    // Stateless: a sequence that is cut off at the end is an error, too.
    QStringDecoder decoder(marked.value_or(QStringDecoder::Utf8), QStringDecoder::Flag::Stateless);
    const QString text = decoder(bytes);
    if (decoder.hasError()) return {};
    const bool isText = std::none_of(text.begin(), text.end(), [](QChar c) {
        return c.unicode() < 0x20 && c != u'\n' && c != u'\r' && c != u'\t' && c != u'\f' &&
               c.unicode() != 0x1b;
    });
    if (!isText) return {};
    QString lines = text;
    lines.replace(QLatin1String("\r\n"), QLatin1String("\n"));
    return lines.isNull() ? QStringLiteral("") : lines;
}

void ignoreMessage(const std::string&, void*) {
}

}  // namespace

QString pdfText(const QByteArray& bytes) {
    // The library would write what it thinks of a damaged file to the terminal.
    poppler::set_debug_error_function(ignoreMessage, nullptr);
    const std::unique_ptr<poppler::document> document(
        poppler::document::load_from_raw_data(bytes.constData(), static_cast<int>(bytes.size())));
    if (!document || document->is_locked()) return {};
    QString text = QStringLiteral("");
    for (int number = 0; number < document->pages(); ++number) {
        const std::unique_ptr<poppler::page> page(document->create_page(number));
        if (!page) continue;
        const poppler::byte_array utf8 = page->text().to_utf8();
        const QString words = QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())).trimmed();
        if (words.isEmpty()) continue;
        if (!text.isEmpty()) text += QStringLiteral("\n\n");
        text += words;
    }
    return text;
}

ReadAttachment readAttachment(const QString& path) {
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
        const bool isPdf = bytes.left(1024).contains("%PDF-");
        read.text = isPdf ? pdfText(bytes) : plainText(bytes);
        if (isPdf && read.text.isNull())
            read.problem =
                Text::tr("%1 is damaged or asks for a password. Save it again without one.").arg(read.name);
        else if (isPdf && read.text.isEmpty())
            read.problem =
                Text::tr("%1 holds pictures of pages and no text. Run it through text recognition first.")
                    .arg(read.name);
        else if (read.text.isNull())
            read.problem =
                Text::tr("%1 is no text. Text, Markdown, code and PDF files can be attached.").arg(read.name);
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
