#include "look/prose_style.h"

#include <algorithm>

namespace hearth::app {

namespace {

const QLatin1String formulaTag("<math ");

}  // namespace

bool ProseStyle::mayHoldEmoji() const {
    return std::any_of(m_richText.begin(), m_richText.end(), [](QChar c) {
        return c.isSurrogate() || c == QChar(0xfe0f) || c == QChar(0x20e3) ||
               (c >= QChar(0x203c) && c <= QChar(0x3299));
    });
}

QString ProseStyle::apply(const QString& richText) const {
    QString text = richText;
    text.replace(QLatin1String("<b>"), QLatin1String("<span style=\"font-weight:600\">"));
    text.replace(QLatin1String("</b>"), QLatin1String("</span>"));
    // No-break spaces stand for the padding that inline code cannot have.
    text.replace(QLatin1String("<code>"),
                 QStringLiteral("<span style=\"font-family:'%1';font-size:%2px;background-color:%3\">&nbsp;")
                     .arg(m_codeFamily)
                     .arg(m_codeSize)
                     .arg(m_codeGround.name()));
    text.replace(QLatin1String("</code>"), QLatin1String("&nbsp;</span>"));
    text = withFormulas(text);
    text.replace(QLatin1String("<mark>"),
                 QStringLiteral("<span style=\"background-color:%1\">").arg(m_markGround.name()));
    text.replace(QLatin1String("</mark>"), QLatin1String("</span>"));
    text.replace(QLatin1String("<a "),
                 QStringLiteral("<a style=\"color:%1;text-decoration:none\" ").arg(m_link.name()));
    if (m_line <= 0) return text;
    return QStringLiteral("<p style=\"margin:0;line-height:%1px;-qt-line-height-type:fixed\">%2</p>")
        .arg(m_line)
        .arg(text);
}

QString ProseStyle::withFormulas(const QString& text) {
    QString html;
    qsizetype at = 0;
    for (qsizetype start = text.indexOf(formulaTag); start >= 0; start = text.indexOf(formulaTag, at)) {
        html += QStringView(text).mid(at, start - at);
        const qsizetype inside = text.indexOf(u'>', start) + 1;
        const qsizetype end = text.indexOf(QLatin1String("</math>"), start);
        if (inside == 0 || end < inside) return html;
        html += QStringView(text).mid(inside, end - inside);
        at = end + 7;
    }
    html += QStringView(text).mid(at);
    return html;
}

QString ProseStyle::formula(const QString& plainText) {
    QString html;
    bool italic = false;
    for (const QChar c : plainText) {
        if (c.isLetter() != italic) {
            italic = !italic;
            html += italic ? QLatin1String("<i>") : QLatin1String("</i>");
        }
        html += c == u' '    ? QStringLiteral("&nbsp;")
                : c == u'\n' ? QStringLiteral("<br>")
                             : QString(c).toHtmlEscaped();
    }
    return italic ? html + QLatin1String("</i>") : html;
}

}  // namespace hearth::app

#include "moc_prose_style.cpp"
