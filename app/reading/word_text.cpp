#include "reading/word_text.h"

#include <QHash>
#include <QXmlStreamReader>

#include "reading/marked_text.h"
#include "reading/zip_archive.h"

namespace hearth::app {

namespace {

/// An attribute by its name, whatever its namespace.
QString attributeOf(const QXmlStreamReader& xml, QLatin1String name) {
    for (const QXmlStreamAttribute& attribute : xml.attributes())
        if (attribute.name() == name) return attribute.value().toString();
    return {};
}

/// The level of a style by its name ("heading 2"), whatever the language: names of built-in styles are
/// English.
int levelOfName(const QString& name) {
    const QString lower = name.toLower();
    if (lower == QLatin1String("title")) return 1;
    return lower.startsWith(QLatin1String("heading ")) ? QStringView(lower).mid(8).toInt() : 0;
}

/// Levels of headings by the identity of their style.
QHash<QString, int> headingStyles(ZipArchive& archive) {
    QHash<QString, int> levels;
    const QString name = QStringLiteral("word/styles.xml");
    if (!archive.has(name)) return levels;
    QXmlStreamReader xml(archive.read(name));
    QString style;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        if (xml.name() == QLatin1String("style")) {
            style = attributeOf(xml, QLatin1String("styleId"));
        } else if (xml.name() == QLatin1String("name") &&
                   levelOfName(attributeOf(xml, QLatin1String("val"))) > 0) {
            levels.insert(style, levelOfName(attributeOf(xml, QLatin1String("val"))));
        } else if (xml.name() == QLatin1String("outlineLvl")) {
            levels.insert(style, attributeOf(xml, QLatin1String("val")).toInt() + 1);
        }
    }
    return levels;
}

/// One part of the document: its body, or the notes.
class WordPart {
public:
    WordPart(const QHash<QString, int>& styles, MarkedText& text) : m_styles(styles), m_text(text) {}

    void read(const QByteArray& bytes) {
        QXmlStreamReader xml(bytes);
        while (!xml.atEnd()) {
            const QXmlStreamReader::TokenType token = xml.readNext();
            if (token == QXmlStreamReader::StartElement)
                start(xml);
            else if (token == QXmlStreamReader::EndElement)
                end(xml.name());
            else if (token == QXmlStreamReader::Characters && m_inText)
                m_text.add(xml.text());
        }
        if (xml.hasError()) throw ArchiveError(ArchiveError::Unreadable);
    }

private:
    void start(const QXmlStreamReader& xml) {
        const QStringView name = xml.name();
        if (name == QLatin1String("p"))
            m_level = 0;
        else if (name == QLatin1String("pStyle"))
            m_level = m_styles.value(attributeOf(xml, QLatin1String("val")));
        else if (name == QLatin1String("outlineLvl"))
            m_level = attributeOf(xml, QLatin1String("val")).toInt() + 1;
        else if (name == QLatin1String("t"))
            m_inText = true;
        else if (name == QLatin1String("tab"))
            m_text.add(u"\t");
        else if (name == QLatin1String("br") || name == QLatin1String("cr"))
            m_text.add(u"\n");
        else if (name == QLatin1String("tbl"))
            m_text.beginTable();
    }
    void end(QStringView name) {
        if (name == QLatin1String("p"))
            m_text.endParagraph(m_level);
        else if (name == QLatin1String("t"))
            m_inText = false;
        else if (name == QLatin1String("tc"))
            m_text.endCell();
        else if (name == QLatin1String("tr"))
            m_text.endRow();
        else if (name == QLatin1String("tbl"))
            m_text.endTable();
    }

    const QHash<QString, int>& m_styles;
    MarkedText& m_text;
    int m_level = 0;
    bool m_inText = false;
};

}  // namespace

QString wordText(ZipArchive& archive) {
    const QHash<QString, int> styles = headingStyles(archive);
    MarkedText text;
    WordPart(styles, text).read(archive.read(QStringLiteral("word/document.xml")));
    for (const char* notes : {"word/footnotes.xml", "word/endnotes.xml"})
        if (archive.has(QString::fromLatin1(notes)))
            WordPart(styles, text).read(archive.read(QString::fromLatin1(notes)));
    return text.text();
}

}  // namespace hearth::app
