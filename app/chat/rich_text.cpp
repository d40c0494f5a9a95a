#include "chat/rich_text.h"

#include <QUrl>
#include <QUrlQuery>
#include <algorithm>

#include "store/records.h"

namespace hearth::app {

namespace {

bool isBidiControl(char16_t c) {
    return (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

void appendVisible(QString& out, char16_t c) {
    if (c == 0)
        out += QChar(0xfffd);
    else if (isBidiControl(c))
        out += QLatin1String("[U+") + QString::number(c, 16).toUpper() + u']';
    else
        out += QChar(c);
}

void appendEscaped(QString& out, char16_t c) {
    switch (c) {
        case u'<':
            out += QLatin1String("&lt;");
            break;
        case u'>':
            out += QLatin1String("&gt;");
            break;
        case u'&':
            out += QLatin1String("&amp;");
            break;
        case u'"':
            out += QLatin1String("&quot;");
            break;
        default:
            appendVisible(out, c);
    }
}

}  // namespace

QString withVisibleControls(QStringView text) {
    QString out;
    out.reserve(text.size());
    for (const QChar c : text) appendVisible(out, c.unicode());
    return out;
}

QString escapedRichText(QStringView text) {
    QString out;
    out.reserve(text.size() + 16);
    for (const QChar c : text) appendEscaped(out, c.unicode());
    return out;
}

/// The address of a letter and its subject; whatever else mail programs take from a link, as files to attach,
/// is left out. Empty: nobody is named.
static QString safeMailAddress(const QUrl& url) {
    const QString to = url.path(QUrl::FullyDecoded);
    const bool isPlain = std::none_of(to.begin(), to.end(), [](QChar c) { return c <= u' ' || c == u'?'; });
    if (!isPlain || to.indexOf(u'@') <= 0 || to.endsWith(u'@')) return {};
    QUrl mail;
    mail.setScheme(QStringLiteral("mailto"));
    mail.setPath(to, QUrl::DecodedMode);
    QString subject = QUrlQuery(url).queryItemValue(QStringLiteral("subject"), QUrl::FullyDecoded);
    subject.removeIf([](QChar c) { return c < u' ' || c == u'\x7f'; });
    QUrlQuery query;
    if (!subject.isEmpty())
        query.addQueryItem(QStringLiteral("subject"),
                           QString::fromLatin1(QUrl::toPercentEncoding(subject.left(200))));
    if (!query.isEmpty()) mail.setQuery(query);
    return QString::fromLatin1(mail.toEncoded());
}

QString safeLinkAddress(const QString& address) {
    const QUrl url(address.trimmed(), QUrl::StrictMode);
    if (!url.isValid()) return {};
    const QString scheme = url.scheme();
    if (scheme == QLatin1String("mailto")) return safeMailAddress(url);
    const bool isWeb = scheme == QLatin1String("http") || scheme == QLatin1String("https");
    return isWeb && !url.host().isEmpty() ? QString::fromLatin1(url.toEncoded()) : QString();
}

QString snippetRichText(QStringView snippet) {
    QString out;
    bool bold = false;
    for (const QChar c : snippet) {
        if (c == store::matchStart || c == store::matchEnd) {
            const bool start = c == store::matchStart;
            if (start != bold) out += QLatin1String(start ? "<mark>" : "</mark>");
            bold = start;
        } else {
            appendEscaped(out, c.unicode());
        }
    }
    if (bold) out += QLatin1String("</mark>");
    return out;
}

}  // namespace hearth::app
