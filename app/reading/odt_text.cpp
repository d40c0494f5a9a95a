#include "reading/odt_text.h"

#include <QXmlStreamReader>
#include <algorithm>

#include "reading/marked_text.h"
#include "reading/zip_archive.h"

namespace hearth::app {

namespace {

constexpr int mostSpaces = 100;

class OdtReader {
public:
    explicit OdtReader(const QByteArray& bytes) : m_xml(bytes) {}

    QString read() {
        while (!m_xml.atEnd()) {
            const QXmlStreamReader::TokenType token = m_xml.readNext();
            if (token == QXmlStreamReader::StartElement)
                start(m_xml.name());
            else if (token == QXmlStreamReader::EndElement)
                end(m_xml.name());
            else if (token == QXmlStreamReader::Characters && m_paragraphs > 0)
                m_text.add(m_xml.text());
        }
        // Encrypted content is none.
        if (m_xml.hasError()) throw ArchiveError(ArchiveError::Unreadable);
        return m_text.text();
    }

private:
    int number(QLatin1String name) const {
        for (const QXmlStreamAttribute& attribute : m_xml.attributes())
            if (attribute.name() == name) return attribute.value().toInt();
        return 0;
    }
    void start(QStringView name) {
        if (name == QLatin1String("tracked-changes") || name == QLatin1String("annotation")) {
            m_xml.skipCurrentElement();
        } else if (name == QLatin1String("h") || name == QLatin1String("p")) {
            // One in another is a footnote or a frame: it stays where it is.
            if (++m_paragraphs > 1)
                m_text.add(u" ");
            else
                m_level =
                    name == QLatin1String("h") ? std::clamp(number(QLatin1String("outline-level")), 1, 6) : 0;
        } else if (name == QLatin1String("s")) {
            m_text.add(QString(std::clamp(number(QLatin1String("c")), 1, mostSpaces), u' '));
        } else if (name == QLatin1String("tab")) {
            m_text.add(u"\t");
        } else if (name == QLatin1String("line-break")) {
            m_text.add(u"\n");
        } else if (name == QLatin1String("table")) {
            m_text.beginTable();
        }
    }
    void end(QStringView name) {
        if (name == QLatin1String("h") || name == QLatin1String("p")) {
            if (--m_paragraphs == 0) m_text.endParagraph(m_level);
        } else if (name == QLatin1String("table-cell")) {
            m_text.endCell();
        } else if (name == QLatin1String("table-row")) {
            m_text.endRow();
        } else if (name == QLatin1String("table")) {
            m_text.endTable();
        }
    }

    QXmlStreamReader m_xml;
    MarkedText m_text;
    int m_paragraphs = 0;  ///< around this place
    int m_level = 0;
};

}  // namespace

QString odtText(ZipArchive& archive) {
    return OdtReader(archive.read(QStringLiteral("content.xml"))).read();
}

}  // namespace hearth::app
