#include "tools/web_page_reader.h"

#include <QStringDecoder>

#include "reading/page_text.h"

namespace hearth::app {

namespace {

bool isReadable(const QString& type) {
    return type.isEmpty() || type.startsWith(QLatin1String("text/")) ||
           type.endsWith(QLatin1String("json")) || type.endsWith(QLatin1String("xml"));
}

QString decoded(const PublicGet& page) {
    const QByteArray head = page.header("Content-Type").toLower();
    const qsizetype at = head.indexOf("charset=");
    QByteArray charset = at < 0 ? QByteArray() : head.mid(at + 8);
    charset = charset.split(';').constFirst().trimmed().replace('"', "");
    QStringDecoder decoder =
        charset.isEmpty() ? QStringDecoder::decoderForHtml(page.body()) : QStringDecoder(charset.constData());
    if (!decoder.isValid()) decoder = QStringDecoder(QStringDecoder::Latin1);
    return decoder(page.body());
}

}  // namespace

WebPageReader::WebPageReader(HttpRequest::Reach reach, QObject* parent) : QObject(parent), m_reach(reach) {
}

void WebPageReader::read(quint64 id, const QString& address) {
    auto* page = new PublicGet({.accept = "text/html, text/plain, application/json;q=0.9, */*;q=0.1",
                                .mostBytes = mostBytes,
                                .reach = m_reach},
                               this);
    m_readings.insert(id, page);
    connect(page, &PublicGet::answered, this, [this, id] { answered(id); });
    connect(page, &PublicGet::ended, this, [this, id] { ended(id); });
    page->start(address);
}

void WebPageReader::answered(quint64 id) {
    const QString type = m_readings.value(id)->type();
    if (!isReadable(type))
        end(id, {QStringLiteral("The address leads to %1, which is not text.").arg(type.left(60)), true});
}

void WebPageReader::ended(quint64 id) {
    const PublicGet& page = *m_readings.value(id);
    if (!page.problem().isEmpty()) return end(id, {page.problem(), true});
    // The beginning of a page that is too long is worth more than nothing.
    QString text = decoded(page);
    if (page.type().contains(QLatin1String("html"))) text = pageText(text);
    if (text.trimmed().isEmpty()) return end(id, {QStringLiteral("The page has no text."), true});
    end(id, {text, false});
}

void WebPageReader::end(quint64 id, const ToolResult& result) {
    cancel(id);
    emit finished(id, result);
}

void WebPageReader::cancel(quint64 id) {
    if (PublicGet* page = m_readings.take(id)) {
        page->abort();
        page->deleteLater();
    }
}

}  // namespace hearth::app

#include "moc_web_page_reader.cpp"
