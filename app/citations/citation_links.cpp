#include "citations/citation_links.h"

#include <QRegularExpression>

namespace hearth::app {

namespace {

constexpr char kScheme[] = "passage:";

/// "1, 3" with a link for each; empty where one of them is no number of a passage.
QString linked(const QString& numbers, int most) {
    QString text;
    const QStringList parts = numbers.split(u',');
    for (const QString& part : parts) {
        const int number = part.trimmed().toInt();
        if (number < 1 || number > most) return {};
        if (!text.isEmpty()) text += QStringLiteral(", ");
        text += QStringLiteral("<a href=\"%1%2\">%2</a>").arg(QLatin1String(kScheme)).arg(number);
    }
    return text;
}

}  // namespace

QString withCitationLinks(const QString& richText, int most) {
    if (most < 1 || !richText.contains(u'[')) return richText;
    static const QRegularExpression part(
        QStringLiteral("<(a|code|tex)\\b.*?</\\1>|\\[(\\d{1,4}(?:, ?\\d{1,4}){0,15})\\]"),
        QRegularExpression::DotMatchesEverythingOption);
    QString made;
    qsizetype done = 0;
    for (auto matches = part.globalMatch(richText); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        const QString links = match.hasCaptured(2) ? linked(match.captured(2), most) : QString();
        if (links.isEmpty()) continue;
        made += QStringView(richText).mid(done, match.capturedStart() - done);
        made += u'[' + links + u']';
        done = match.capturedEnd();
    }
    made += QStringView(richText).mid(done);
    return made;
}

int citedNumber(const QString& address) {
    return address.startsWith(QLatin1String(kScheme)) ? address.mid(int(sizeof kScheme) - 1).toInt() : 0;
}

}  // namespace hearth::app
