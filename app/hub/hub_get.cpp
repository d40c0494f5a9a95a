#include "hub/hub_get.h"

#include <QCoreApplication>
#include <QFile>
#include <QNetworkAccessManager>
#include <QNetworkProxyFactory>
#include <QNetworkRequest>
#include <QSslConfiguration>

#include "hub/redirect_policy.h"

namespace hearth::app {

namespace {

/// What the system says (http_proxy and its kin), asked anew for each address.
class SystemProxy : public QNetworkProxyFactory {
public:
    QList<QNetworkProxy> queryProxy(const QNetworkProxyQuery& query) override {
        if (isLoopback(query.url())) return {QNetworkProxy::NoProxy};
        return systemProxyForQuery(query);
    }
};

bool isRedirect(int status) {
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

QSslConfiguration tlsOf(const HubEnvironment& hub) {
    QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
    tls.setPeerVerifyMode(QSslSocket::VerifyPeer);
    QFile file(hub.certificates);
    if (!hub.certificates.isEmpty() && file.open(QFile::ReadOnly))
        tls.addCaCertificates(QSslCertificate::fromData(file.read(4 << 20)));
    return tls;
}

/// More than this waits in the socket while we write what we have.
constexpr qint64 readBufferBytes = 4 << 20;

}  // namespace

std::unique_ptr<QNetworkAccessManager> makeHubNetwork(const HubEnvironment&) {
    auto network = std::make_unique<QNetworkAccessManager>();
    network->setProxyFactory(new SystemProxy);
    network->setRedirectPolicy(QNetworkRequest::ManualRedirectPolicy);
    network->setAutoDeleteReplies(false);
    return network;
}

HubGet::HubGet(QNetworkAccessManager& network, const HubEnvironment& hub, int stallMs, QObject* parent)
    : QObject(parent), m_network(network), m_hub(hub) {
    m_stall.setSingleShot(true);
    m_stall.setInterval(stallMs);
    connect(&m_stall, &QTimer::timeout, this, [this] {
        end(QCoreApplication::translate("Hub", "%1 stopped sending. Check the connection.")
                .arg(m_address.host()),
            true);
    });
}

HubGet::~HubGet() {
    abort();
}

void HubGet::start(const QUrl& address, const Headers& headers) {
    m_headers = headers;
    m_redirects = 0;
    m_hubHeaders.clear();
    if (!m_hub.problem.isEmpty()) return end(m_hub.problem, false);
    if (!isAllowedAddress(address))
        return end(QCoreApplication::translate("Hub", "%1 is no https address. Hearth does not go there.")
                       .arg(address.host()),
                   false);
    request(address);
}

void HubGet::request(const QUrl& address) {
    m_address = address;
    m_status = 0;
    m_answered = false;
    QNetworkRequest request(address);
    request.setSslConfiguration(tlsOf(m_hub));
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::AuthenticationReuseAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CacheLoadControlAttribute, QNetworkRequest::AlwaysNetwork);
    // One long answer gains nothing from streams, and each attempt is a connection of its own.
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    request.setRawHeader("User-Agent", "Hearth/" + QCoreApplication::applicationVersion().toLatin1());
    // Ours to say, so that nothing unpacks behind our back and sizes are those of the file.
    request.setRawHeader("Accept-Encoding", "identity");
    for (const auto& [name, value] : std::as_const(m_headers)) request.setRawHeader(name, value);
    if (!m_hub.token.isEmpty() && m_hub.isHub(address))
        request.setRawHeader("Authorization", "Bearer " + m_hub.token);
    m_reply = m_network.get(request);
    m_reply->setReadBufferSize(readBufferBytes);
    connect(m_reply, &QNetworkReply::metaDataChanged, this, &HubGet::headersCame);
    connect(m_reply, &QNetworkReply::readyRead, this, &HubGet::bytesCame);
    connect(m_reply, &QNetworkReply::finished, this, &HubGet::replyEnded);
    m_stall.start();
}

void HubGet::headersCame() {
    if (!m_reply || m_answered) return;
    m_status = m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    if (m_status == 0) return;
    if (m_hub.isHub(m_address)) m_hubHeaders = m_reply->rawHeaderPairs();
    if (isRedirect(m_status)) {
        const Redirect redirect = followRedirect(m_address, m_reply->rawHeader("Location"), m_redirects++);
        if (!redirect.problem.isEmpty()) return end(redirect.problem, false);
        QNetworkReply* old = m_reply;
        m_reply = nullptr;
        drop(old);
        request(redirect.next);
        return;
    }
    m_answered = true;
    m_stall.start();
    emit answered();
}

void HubGet::bytesCame() {
    QNetworkReply* const reply = m_reply;
    if (!reply || !m_answered) return;
    m_stall.start();
    const QByteArray bytes = reply->readAll();
    // Who listens may abort.
    if (!bytes.isEmpty()) emit received(bytes);
}

void HubGet::replyEnded() {
    if (!m_reply) return;
    if (!m_answered) headersCame();
    if (!m_reply || !m_answered) {
        if (m_reply && !m_answered) end(networkProblem(m_reply->error()), true);
        return;
    }
    bytesCame();
    const QNetworkReply* reply = m_reply;
    if (reply == nullptr) return;
    // Statuses of 400 and above are errors to Qt but answers to us.
    const QNetworkReply::NetworkError error = reply->error();
    const bool cut =
        error != QNetworkReply::NoError && (m_status < 400 || error < QNetworkReply::ContentAccessDenied);
    end(cut ? networkProblem(error) : QString(), cut);
}

QString HubGet::networkProblem(QNetworkReply::NetworkError error) const {
    const QString host = m_address.host();
    switch (error) {
        case QNetworkReply::HostNotFoundError:
            return QCoreApplication::translate("Hub", "%1 cannot be found. Check the connection.").arg(host);
        case QNetworkReply::SslHandshakeFailedError:
            return QCoreApplication::translate(
                       "Hub",
                       "%1 could not prove who it is (%2). Something may be listening in; Hearth does not "
                       "go on.")
                .arg(host, m_reply ? m_reply->errorString() : QString());
        case QNetworkReply::NoError:
        case QNetworkReply::RemoteHostClosedError:
            return QCoreApplication::translate("Hub", "The connection to %1 broke off.").arg(host);
        default:
            return QCoreApplication::translate("Hub", "%1 cannot be reached (%2). Check the connection.")
                .arg(host, m_reply ? m_reply->errorString() : QString());
    }
}

QByteArray HubGet::header(const QByteArray& name) const {
    return m_reply ? m_reply->rawHeader(name) : QByteArray();
}

QByteArray HubGet::hubHeader(const QByteArray& name) const {
    for (const auto& [key, value] : m_hubHeaders)
        if (key.compare(name, Qt::CaseInsensitive) == 0) return value;
    return {};
}

void HubGet::abort() {
    m_stall.stop();
    if (!m_reply) return;
    QNetworkReply* reply = m_reply;
    m_reply = nullptr;
    drop(reply);
}

void HubGet::drop(QNetworkReply* reply) {
    reply->disconnect(this);
    // It may be the one that is calling, and does not like to be ended in the middle of that.
    QMetaObject::invokeMethod(
        reply,
        [reply] {
            reply->abort();
            reply->deleteLater();
        },
        Qt::QueuedConnection);
}

void HubGet::end(const QString& problem, bool passing) {
    m_stall.stop();
    QNetworkReply* const reply = m_reply;
    emit ended(problem, passing);
    // Headers could be read until here. A new request may have taken the place of this one.
    if (reply != nullptr && reply == m_reply) abort();
}

}  // namespace hearth::app

#include "moc_hub_get.cpp"
