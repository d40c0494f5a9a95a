#include "tools/web_page_reader.h"

#include <QSslConfiguration>
#include <QStringDecoder>
#include <QTimer>
#include <utility>

#include "http/content_coding.h"
#include "http/host_reach.h"
#include "reading/page_text.h"

namespace hearth::app {

namespace {

constexpr int quietTimeMs = 15'000, totalTimeMs = 45'000;

bool isRedirect(int status) {
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

QString typeOf(const HttpCall& call) {
    return QString::fromLatin1(call.header("Content-Type")).section(u';', 0, 0).trimmed().toLower();
}

bool isReadable(const QString& type) {
    return type.isEmpty() || type.startsWith(QLatin1String("text/")) ||
           type.endsWith(QLatin1String("json")) || type.endsWith(QLatin1String("xml"));
}

QString decoded(const HttpCall& call, const QByteArray& body) {
    const QByteArray head = call.header("Content-Type").toLower();
    const qsizetype at = head.indexOf("charset=");
    QByteArray charset = at < 0 ? QByteArray() : head.mid(at + 8);
    charset = charset.split(';').constFirst().trimmed().replace('"', "");
    QStringDecoder decoder =
        charset.isEmpty() ? QStringDecoder::decoderForHtml(body) : QStringDecoder(charset.constData());
    if (!decoder.isValid()) decoder = QStringDecoder(QStringDecoder::Latin1);
    return decoder(body);
}

QString failureOf(const HttpCall& call) {
    const QString host = call.address().host();
    switch (call.failure()) {
        case HttpCall::Failure::OutOfReach:
            return QStringLiteral("%1 leads into a private network, which is not read.").arg(host);
        case HttpCall::Failure::NotFound:
            return QStringLiteral("There is no server %1.").arg(host);
        case HttpCall::Failure::Quiet:
            return QStringLiteral("%1 did not answer in time.").arg(host);
        case HttpCall::Failure::Untrusted:
            return QStringLiteral("%1 has no valid certificate.").arg(host);
        default:
            return QStringLiteral("%1 could not be read.").arg(host);
    }
}

}  // namespace

WebPageReader::WebPageReader(HttpRequest::Reach reach, QObject* parent) : QObject(parent), m_reach(reach) {
}

QString WebPageReader::refusal(const QUrl& address) const {
    const bool web = address.scheme() == QLatin1String("https") || address.scheme() == QLatin1String("http");
    if (!address.isValid() || !web || address.host().isEmpty() || !address.userInfo().isEmpty())
        return QStringLiteral("The address has to begin with https:// or http:// and a host.");
    if (m_reach == HttpRequest::Reach::PublicOnly && isPrivate(address))
        return QStringLiteral("%1 is in a private network, which is not read.").arg(address.host());
    return {};
}

void WebPageReader::read(quint64 id, const QString& address) {
    m_readings.insert(id, {});
    const QUrl url(address.trimmed(), QUrl::StrictMode);
    // Later, so that whoever asks knows of it already.
    QTimer::singleShot(0, this, [this, id, url] {
        if (m_readings.contains(id)) ask(id, url);
    });
}

void WebPageReader::ask(quint64 id, const QUrl& address) {
    if (const QString refused = refusal(address); !refused.isEmpty()) return end(id, {refused, true});
    HttpRequest request;
    request.address = address;
    request.headers = {{"Accept", "text/html, text/plain, application/json;q=0.9, */*;q=0.1"}};
    request.tls = QSslConfiguration::defaultConfiguration();
    request.quietMs = quietTimeMs;
    request.totalMs = totalTimeMs;
    request.reach = m_reach;
    Reading& reading = m_readings[id];
    if (reading.call != nullptr) reading.call->deleteLater();
    reading.body.clear();
    reading.call = new HttpCall(std::move(request), this);
    connect(reading.call, &HttpCall::answered, this, [this, id] { answered(id); });
    connect(reading.call, &HttpCall::received, this, [this, id](const QByteArray& bytes) {
        const auto found = m_readings.find(id);
        if (found == m_readings.end()) return;
        found->body += bytes;
        // What is read so far is worth more than nothing.
        if (found->body.size() > mostBytes) ended(id);
    });
    connect(reading.call, &HttpCall::ended, this, [this, id] { ended(id); });
    reading.call->start();
}

void WebPageReader::answered(quint64 id) {
    const auto found = m_readings.find(id);
    if (found == m_readings.end()) return;
    HttpCall& call = *found->call;
    if (isRedirect(call.status())) {
        const QUrl next = call.address().resolved(QUrl::fromEncoded(call.header("Location").trimmed()));
        call.abort();
        if (++found->redirects > mostRedirects || call.header("Location").isEmpty())
            return end(id, {QStringLiteral("%1 redirects too often.").arg(call.address().host()), true});
        if (call.address().scheme() == QLatin1String("https") && next.scheme() != QLatin1String("https"))
            return end(
                id,
                {QStringLiteral("%1 leads to an address that is not encrypted.").arg(call.address().host()),
                 true});
        return ask(id, next);
    }
    if (call.status() != 200)
        return end(
            id, {QStringLiteral("%1 answered with status %2.").arg(call.address().host()).arg(call.status()),
                 true});
    if (!isReadable(typeOf(call)))
        end(id,
            {QStringLiteral("The address leads to %1, which is not text.").arg(typeOf(call).left(60)), true});
}

void WebPageReader::ended(quint64 id) {
    const auto found = m_readings.find(id);
    if (found == m_readings.end()) return;
    HttpCall& call = *found->call;
    const bool tooLong = found->body.size() > mostBytes;
    if (!tooLong && call.failure() != HttpCall::Failure::None) return end(id, {failureOf(call), true});
    const QByteArray coding = call.header("Content-Encoding");
    const auto body = withoutCoding(coding, found->body.left(mostBytes), mostBytes);
    if (!body)
        return end(id, {QStringLiteral("%1 sends the page in a coding that is not read (%2).")
                            .arg(call.address().host(), QString::fromLatin1(coding.left(40))),
                        true});
    if (body->isEmpty() && !found->body.isEmpty())
        return end(id, {QStringLiteral("%1 sends a page that is damaged.").arg(call.address().host()), true});
    QString text = decoded(call, *body);
    if (typeOf(call).contains(QLatin1String("html"))) text = pageText(text);
    if (text.trimmed().isEmpty()) return end(id, {QStringLiteral("The page has no text."), true});
    end(id, {text, false});
}

void WebPageReader::end(quint64 id, const ToolResult& result) {
    cancel(id);
    emit finished(id, result);
}

void WebPageReader::cancel(quint64 id) {
    const auto found = m_readings.constFind(id);
    if (found == m_readings.constEnd()) return;
    if (HttpCall* call = found->call) {
        call->abort();
        call->deleteLater();
    }
    m_readings.erase(found);
}

}  // namespace hearth::app

#include "moc_web_page_reader.cpp"
