#include "reading/epub_text.h"

#include <QDir>
#include <QHash>
#include <QStringList>
#include <QUrl>
#include <QXmlStreamReader>

#include "reading/decoded_text.h"
#include "reading/page_text.h"
#include "reading/zip_archive.h"

namespace hearth::app {

namespace {

/// The package that the container names first.
QString packagePath(ZipArchive& archive) {
    QXmlStreamReader xml(archive.read(QStringLiteral("META-INF/container.xml")));
    while (!xml.atEnd())
        if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == QLatin1String("rootfile"))
            return xml.attributes().value(QLatin1String("full-path")).toString();
    throw ArchiveError(ArchiveError::Unreadable);
}

/// The chapters in the order in which they are read.
QStringList chaptersOf(ZipArchive& archive, const QString& package) {
    const QString folder = package.section(u'/', 0, -2);
    QHash<QString, QString> files;
    QStringList chapters;
    QXmlStreamReader xml(archive.read(package));
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        const QXmlStreamAttributes attributes = xml.attributes();
        if (xml.name() == QLatin1String("item")) {
            const QString href = QUrl::fromPercentEncoding(attributes.value(QLatin1String("href")).toUtf8());
            files.insert(attributes.value(QLatin1String("id")).toString(),
                         QDir::cleanPath(folder.isEmpty() ? href : folder + u'/' + href));
        } else if (xml.name() == QLatin1String("itemref")) {
            const QString file = files.value(attributes.value(QLatin1String("idref")).toString());
            // A book that names one chapter a thousand times has it once.
            if (!file.isEmpty() && !chapters.contains(file)) chapters += file;
        }
    }
    return chapters;
}

}  // namespace

QString epubText(ZipArchive& archive) {
    QString text;
    for (const QString& chapter : chaptersOf(archive, packagePath(archive))) {
        if (!archive.has(chapter)) continue;
        const QString html = decodedText(archive.read(chapter));
        // Encrypted contents are not text.
        if (html.isNull()) continue;
        QString words = pageText(html);
        words.replace(QLatin1Char('\n'), QLatin1String("\n\n"));
        if (!text.isEmpty() && !words.isEmpty()) text += QLatin1String("\n\n");
        text += words;
    }
    if (text.isEmpty()) throw ArchiveError(ArchiveError::Unreadable);
    return text;
}

}  // namespace hearth::app
