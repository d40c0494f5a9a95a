#include "reading/page_text.h"

#include <QHash>
#include <QSet>
#include <QStringView>
#include <utility>

namespace hearth::app {

namespace {

const QSet<QString>& hiddenTags() {
    static const QSet<QString> tags{QStringLiteral("script"),   QStringLiteral("style"),
                                    QStringLiteral("noscript"), QStringLiteral("svg"),
                                    QStringLiteral("template"), QStringLiteral("title"),
                                    QStringLiteral("iframe"),   QStringLiteral("object")};
    return tags;
}

const QSet<QString>& inlineTags() {
    static const QSet<QString> tags{
        QStringLiteral("a"),    QStringLiteral("b"),     QStringLiteral("i"),      QStringLiteral("em"),
        QStringLiteral("span"), QStringLiteral("code"),  QStringLiteral("strong"), QStringLiteral("u"),
        QStringLiteral("sub"),  QStringLiteral("sup"),   QStringLiteral("small"),  QStringLiteral("abbr"),
        QStringLiteral("mark"), QStringLiteral("q"),     QStringLiteral("cite"),   QStringLiteral("time"),
        QStringLiteral("font"), QStringLiteral("label"), QStringLiteral("kbd"),    QStringLiteral("img")};
    return tags;
}

/// The character of a reference between & and ;. Empty: it is none that is known.
QString characterOf(QStringView name) {
    static const QHash<QString, char16_t> known{
        {QStringLiteral("amp"), u'&'},      {QStringLiteral("lt"), u'<'},
        {QStringLiteral("gt"), u'>'},       {QStringLiteral("quot"), u'"'},
        {QStringLiteral("apos"), u'\''},    {QStringLiteral("nbsp"), u' '},
        {QStringLiteral("ndash"), 0x2013},  {QStringLiteral("mdash"), 0x2014},
        {QStringLiteral("hellip"), 0x2026}, {QStringLiteral("lsquo"), 0x2018},
        {QStringLiteral("rsquo"), 0x2019},  {QStringLiteral("ldquo"), 0x201c},
        {QStringLiteral("rdquo"), 0x201d},  {QStringLiteral("laquo"), 0xab},
        {QStringLiteral("raquo"), 0xbb},    {QStringLiteral("copy"), 0xa9},
        {QStringLiteral("reg"), 0xae},      {QStringLiteral("euro"), 0x20ac},
        {QStringLiteral("middot"), 0xb7},   {QStringLiteral("bull"), 0x2022},
        {QStringLiteral("times"), 0xd7},    {QStringLiteral("auml"), 0xe4},
        {QStringLiteral("ouml"), 0xf6},     {QStringLiteral("uuml"), 0xfc},
        {QStringLiteral("Auml"), 0xc4},     {QStringLiteral("Ouml"), 0xd6},
        {QStringLiteral("Uuml"), 0xdc},     {QStringLiteral("szlig"), 0xdf},
        {QStringLiteral("eacute"), 0xe9},   {QStringLiteral("egrave"), 0xe8},
        {QStringLiteral("agrave"), 0xe0},   {QStringLiteral("ccedil"), 0xe7},
        {QStringLiteral("ntilde"), 0xf1}};
    if (name.startsWith(u'#')) {
        const bool hex = name.size() > 1 && (name[1] == u'x' || name[1] == u'X');
        bool isNumber = false;
        const char32_t code = name.mid(hex ? 2 : 1).toUInt(&isNumber, hex ? 16 : 10);
        if (!isNumber || code < 0x20 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return {};
        return QString::fromUcs4(&code, 1);
    }
    const auto found = known.constFind(name.toString());
    return found == known.constEnd() ? QString() : QString(QChar(*found));
}

QString withCharacters(QStringView text) {
    QString plain;
    while (!text.isEmpty()) {
        const qsizetype mark = text.indexOf(u'&');
        plain += text.left(mark < 0 ? text.size() : mark);
        if (mark < 0) break;
        text = text.mid(mark + 1);
        const qsizetype end = text.left(12).indexOf(u';');
        const QString character = end > 0 ? characterOf(text.left(end)) : QString();
        plain += character.isEmpty() ? QStringLiteral("&") : character;
        if (!character.isEmpty()) text = text.mid(end + 1);
    }
    return plain;
}

/// Gathers what is seen.
class Page {
public:
    void addText(QStringView text) {
        const QString plain = withCharacters(text);
        for (const QChar c : plain) {
            if (c.isSpace())
                m_blank = m_blank || !m_line.isEmpty();
            else {
                if (std::exchange(m_blank, false)) m_line += u' ';
                m_line += c;
            }
        }
    }
    void endLine() {
        m_blank = false;
        if (m_line.isEmpty()) return;
        m_text += m_line + u'\n';
        m_line.clear();
    }
    void begin(const QString& prefix) {
        endLine();
        m_line = prefix;
    }
    QString text() {
        endLine();
        return m_text.trimmed();
    }

private:
    QString m_text, m_line;
    bool m_blank = false;
};

QString hrefOf(QStringView tag) {
    qsizetype at = tag.indexOf(QLatin1String("href"), 0, Qt::CaseInsensitive);
    if (at < 0) return {};
    at = tag.indexOf(u'=', at);
    if (at < 0) return {};
    const QStringView value = tag.mid(at + 1).trimmed();
    if (value.isEmpty()) return {};
    const QChar quote = value[0];
    if (quote != u'"' && quote != u'\'') return value.left(value.indexOf(u' ')).toString();
    const qsizetype end = value.indexOf(quote, 1);
    return withCharacters(value.mid(1, end < 0 ? -1 : end - 1));
}

}  // namespace

QString pageText(const QString& html) {
    Page page;
    QStringView rest = html;
    QString link;
    while (!rest.isEmpty()) {
        const qsizetype open = rest.indexOf(u'<');
        page.addText(rest.left(open < 0 ? rest.size() : open));
        if (open < 0) break;
        rest = rest.mid(open);
        if (rest.startsWith(QLatin1String("<!--"))) {
            const qsizetype end = rest.indexOf(QLatin1String("-->"));
            rest = end < 0 ? QStringView() : rest.mid(end + 3);
            continue;
        }
        const qsizetype close = rest.indexOf(u'>');
        if (close < 0) break;
        const QStringView tag = rest.mid(1, close - 1);
        rest = rest.mid(close + 1);
        const bool ends = tag.startsWith(u'/');
        qsizetype length = ends ? 1 : 0;
        while (length < tag.size() && tag[length].isLetterOrNumber()) ++length;
        const QString name = tag.mid(ends ? 1 : 0, length - (ends ? 1 : 0)).toString().toLower();
        if (!ends && hiddenTags().contains(name) && !tag.endsWith(u'/')) {
            const qsizetype end = rest.indexOf(QString(QStringLiteral("</") + name), 0, Qt::CaseInsensitive);
            const qsizetype after = end < 0 ? -1 : rest.indexOf(u'>', end);
            rest = after < 0 ? QStringView() : rest.mid(after + 1);
            continue;
        }
        if (name == QLatin1String("a") && !ends) link = hrefOf(tag);
        if (name == QLatin1String("a") && ends && link.startsWith(QLatin1String("http"))) {
            page.addText(QString(QStringLiteral(" (") + link + u')'));
            link.clear();
        }
        if (inlineTags().contains(name)) continue;
        if (name == QLatin1String("td") || name == QLatin1String("th"))
            page.addText(QStringLiteral(" "));
        else if (!ends && name == QLatin1String("li"))
            page.begin(QStringLiteral("- "));
        else if (!ends && name.size() == 2 && name[0] == u'h' && name[1].isDigit())
            page.begin(QString(qBound(1, name[1].digitValue(), 6), u'#') + u' ');
        else if (!name.isEmpty())
            page.endLine();
    }
    return page.text();
}

}  // namespace hearth::app
