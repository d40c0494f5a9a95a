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

constexpr char16_t joiner = 0x200d;
/// The longest sequences of emoji that are one picture have three joiners. The time to lay out a sequence
/// grows with the square of its length.
constexpr int mostJoiners = 8;
/// True for characters that belong to the emoji before them: variation selectors, the frame of a keycap.
bool isPartOfEmoji(char16_t c) {
    return (c >= 0xfe00 && c <= 0xfe0f) || c == 0x20e3;
}

/// Writes text character by character, so that it contains nothing invisible.
class VisibleText {
public:
    explicit VisibleText(qsizetype size) { m_out.reserve(size); }

    void add(char16_t c) {
        if (c == 0)
            m_out += QChar(0xfffd);
        else if (isBidiControl(c) || (c == joiner && isTooMany()))
            m_out += QLatin1String("[U+") + QString::number(c, 16).toUpper() + u']';
        else
            m_out += QChar(c);
        countSinceJoiner(c);
    }
    void addEscaped(char16_t c);
    void add(QLatin1String text) { m_out += text; }
    QString take() { return std::move(m_out); }

private:
    /// Only one character, with its modifiers, is between two joiners of a chain.
    void countSinceJoiner(char16_t c) {
        const bool skinTone = m_before == 0xd83c && c >= 0xdffb && c <= 0xdfff;
        if (skinTone)
            --m_sinceJoiner;  // its first half was counted
        else if (!QChar::isLowSurrogate(c) && c != joiner && !isPartOfEmoji(c))
            ++m_sinceJoiner;
        m_before = c;
    }
    bool isTooMany() {
        m_joiners = m_sinceJoiner <= 1 ? m_joiners + 1 : 1;
        m_sinceJoiner = 0;
        if (m_joiners <= mostJoiners) return false;
        m_joiners = 0;
        return true;
    }

    QString m_out;
    int m_joiners = 0;
    int m_sinceJoiner = 2;  ///< characters
    char16_t m_before = 0;
};

void VisibleText::addEscaped(char16_t c) {
    switch (c) {
        case u'<':
            m_out += QLatin1String("&lt;");
            break;
        case u'>':
            m_out += QLatin1String("&gt;");
            break;
        case u'&':
            m_out += QLatin1String("&amp;");
            break;
        case u'"':
            m_out += QLatin1String("&quot;");
            break;
        default:
            add(c);
    }
}

}  // namespace

QString withVisibleControls(QStringView text) {
    VisibleText out(text.size());
    for (const QChar c : text) out.add(c.unicode());
    return out.take();
}

QString escapedRichText(QStringView text) {
    VisibleText out(text.size() + 16);
    for (const QChar c : text) out.addEscaped(c.unicode());
    return out.take();
}

/// The address and the subject of a mail link. Everything else that mail programs read from a link, such as
/// files to attach, is left out. Empty: there is no recipient.
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
    VisibleText out(snippet.size());
    bool bold = false;
    for (const QChar c : snippet) {
        if (c == store::matchStart || c == store::matchEnd) {
            const bool start = c == store::matchStart;
            if (start != bold) out.add(QLatin1String(start ? "<mark>" : "</mark>"));
            bold = start;
        } else {
            out.addEscaped(c.unicode());
        }
    }
    if (bold) out.add(QLatin1String("</mark>"));
    return out.take();
}

}  // namespace hearth::app
