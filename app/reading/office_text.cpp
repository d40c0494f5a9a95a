#include "reading/office_text.h"

#include "reading/epub_text.h"
#include "reading/odt_text.h"
#include "reading/word_text.h"
#include "reading/zip_archive.h"

namespace hearth::app {

std::optional<QString> officeText(const QByteArray& bytes, qint64 mostBytes) {
    ZipArchive archive(bytes, mostBytes);
    if (archive.has(QStringLiteral("word/document.xml"))) return wordText(archive);
    if (archive.has(QStringLiteral("META-INF/container.xml"))) return epubText(archive);
    if (archive.has(QStringLiteral("content.xml"))) return odtText(archive);
    return std::nullopt;
}

}  // namespace hearth::app
