#include "http/public_get.h"

#include <QSslConfiguration>
#include <QTimer>
#include <utility>

#include "http/content_coding.h"
#include "http/host_reach.h"

namespace hearth::app {

namespace {

constexpr int quietTimeMs = 15'000, totalTimeMs = 45'000;

bool isRedirect(int status) {
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
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

PublicGet::PublicGet(Options options, QObject* parent) : QObject(parent), m_options(std::move(options)) {
}

QString PublicGet::refusal(const QUrl& address) const {
    const bool web = address.scheme() == QLatin1String("https") || address.scheme() == QLatin1String("http");
    if (!address.isValid() || !web || address.host().isEmpty() || !address.userInfo().isEmpty())
        return QStringLiteral("The address has to begin with https:// or http:// and a host.");
    if (m_options.reach == HttpRequest::Reach::PublicOnly && isPrivate(address))
        return QStringLiteral("%1 is in a private network, which is not read.").arg(address.host());
    return {};
}

QString PublicGet::type() const {
    return QString::fromLatin1(header("Content-Type")).section(u';', 0, 0).trimmed().toLower();
}

void PublicGet::start(const QString& address) {
    const QUrl url(address.trimmed(), QUrl::StrictMode);
    // Later, so that the caller is ready for the signals.
    QTimer::singleShot(0, this, [this, url] {
        if (!m_isOver) ask(url);
    });
}

void PublicGet::abort() {
    m_isOver = true;
    if (m_call != nullptr) m_call->abort();
}

void PublicGet::ask(const QUrl& address) {
    m_address = address;
    if (const QString refused = refusal(address); !refused.isEmpty()) return fail(refused);
    HttpRequest request;
    request.address = address;
    request.headers = {{"Accept", m_options.accept}};
    request.tls = QSslConfiguration::defaultConfiguration();
    request.quietMs = quietTimeMs;
    request.totalMs = totalTimeMs;
    request.reach = m_options.reach;
    if (m_call != nullptr) m_call->deleteLater();
    m_call = new HttpCall(std::move(request), this);
    connect(m_call, &HttpCall::answered, this, &PublicGet::hear);
    connect(m_call, &HttpCall::received, this, [this](const QByteArray& bytes) {
        if (m_isOver) return;
        m_body += bytes;
        if (m_body.size() <= m_options.mostBytes) return;
        m_isCut = true;
        m_call->abort();
        finish();
    });
    connect(m_call, &HttpCall::ended, this, [this] {
        if (m_isOver) return;
        if (m_call->failure() != HttpCall::Failure::None) return fail(failureOf(*m_call));
        finish();
    });
    m_call->start();
}

void PublicGet::hear() {
    if (m_isOver) return;
    if (isRedirect(m_call->status())) return redirect();
    if (m_call->status() != 200)
        return fail(QStringLiteral("%1 answered with status %2.").arg(host()).arg(m_call->status()));
    emit answered();
}

void PublicGet::redirect() {
    const QByteArray location = m_call->header("Location").trimmed();
    const QUrl next = m_address.resolved(QUrl::fromEncoded(location));
    m_call->abort();
    if (++m_redirects > mostRedirects || location.isEmpty())
        return fail(QStringLiteral("%1 redirects too often.").arg(host()));
    if (m_address.scheme() == QLatin1String("https") && next.scheme() != QLatin1String("https"))
        return fail(QStringLiteral("%1 leads to an address that is not encrypted.").arg(host()));
    ask(next);
}

void PublicGet::finish() {
    const QByteArray coding = header("Content-Encoding");
    const QByteArray received = m_body.left(m_options.mostBytes);
    const auto body = withoutCoding(coding, received, m_options.mostBytes);
    if (!body)
        return fail(QStringLiteral("%1 sends its answer in a coding that is not read (%2).")
                        .arg(host(), QString::fromLatin1(coding.left(40))));
    if (body->isEmpty() && !received.isEmpty())
        return fail(QStringLiteral("%1 sends an answer that is damaged.").arg(host()));
    m_isOver = true;
    m_body = *body;
    emit ended();
}

void PublicGet::fail(const QString& problem) {
    abort();
    m_body.clear();
    m_problem = problem;
    emit ended();
}

}  // namespace hearth::app

#include "moc_public_get.cpp"
