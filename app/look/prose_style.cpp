#include "look/prose_style.h"

namespace hearth::app {

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
