#include "http/http_call.h"

#include <QCoreApplication>
#include <QHostInfo>
#include <QNetworkProxy>
#include <QPointer>
#include <QSslSocket>
#include <algorithm>
#include <utility>

#include "http/host_reach.h"

namespace hearth::app {

namespace {

/// Maximum number of bytes that wait in the socket, and that are read at once.
constexpr qint64 bufferBytes = 128 << 10;
/// For an address when there are others to try.
constexpr int connectMs = 5000;

QNetworkProxy proxyFor(const QUrl& address) {
    if (isLoopback(address)) return QNetworkProxy::NoProxy;
    const auto proxies = QNetworkProxyFactory::systemProxyForQuery(QNetworkProxyQuery(address));
    return proxies.isEmpty() ? QNetworkProxy(QNetworkProxy::NoProxy) : proxies.first();
}

quint16 portOfCall(const QUrl& address) {
    return static_cast<quint16>(address.port(address.scheme() == QLatin1String("https") ? 443 : 80));
}

/// "host:port" as the Host header has it.
QByteArray hostHeader(const QUrl& address) {
    QUrl plain;
    plain.setScheme(address.scheme());
    plain.setHost(hostOf(address));
    plain.setPort(address.port());
    return plain.authority(QUrl::FullyEncoded).toLatin1();
}

QByteArray pathOf(const QUrl& address) {
    const QByteArray path =
        address.toEncoded(QUrl::RemoveScheme | QUrl::RemoveAuthority | QUrl::RemoveFragment);
    return path.startsWith('/') ? path : '/' + path;
}

}  // namespace

HttpCall::HttpCall(HttpRequest request, QObject* parent)
    : QObject(parent), m_request(std::move(request)), m_quiet(this), m_total(this), m_connecting(this) {
    for (QTimer* timer : {&m_quiet, &m_total, &m_connecting}) timer->setSingleShot(true);
    m_quiet.setInterval(m_request.quietMs);
    m_connecting.setInterval(connectMs);
    connect(&m_quiet, &QTimer::timeout, this, [this] { end(Failure::Quiet); });
    connect(&m_total, &QTimer::timeout, this, [this] { end(Failure::Quiet); });
    connect(&m_connecting, &QTimer::timeout, this, &HttpCall::connectToNext);
}

HttpCall::~HttpCall() {
    abort();
}

void HttpCall::start() {
    m_quiet.start();
    if (m_request.totalMs > 0) m_total.start(m_request.totalMs);
    m_target = pathOf(m_request.address);
    const QString host = hostOf(m_request.address);
    const auto literal = literalAddress(host);
    if (literal && !mayReach(*literal)) {
        // Not within the call.
        QMetaObject::invokeMethod(
            this, [this] { end(Failure::OutOfReach); }, Qt::QueuedConnection);
        return;
    }
    m_socket = new QSslSocket(this);
    m_socket->setReadBufferSize(bufferBytes);
    if (m_request.address.scheme() == QLatin1String("https"))
        m_socket->setSslConfiguration(m_request.tls.isNull() ? QSslConfiguration::defaultConfiguration()
                                                             : m_request.tls);
    connect(m_socket, &QSslSocket::readyRead, this, &HttpCall::read);
    connect(m_socket, &QSslSocket::bytesWritten, this, [this] {
        if (!m_paused) m_quiet.start();
    });
    connect(m_socket, &QSslSocket::errorOccurred, this, &HttpCall::socketFailed);
    connect(m_socket, &QSslSocket::disconnected, this, &HttpCall::disconnected);
    const bool isTls = m_request.address.scheme() == QLatin1String("https");
    if (isTls)
        connect(m_socket, &QSslSocket::encrypted, this, &HttpCall::send);
    else
        connect(m_socket, &QSslSocket::connected, this, &HttpCall::send);
    const QNetworkProxy proxy = proxyFor(m_request.address);
    m_socket->setProxy(proxy.type() == QNetworkProxy::DefaultProxy ? QNetworkProxy(QNetworkProxy::NoProxy)
                                                                   : proxy);
    if (m_socket->proxy().type() != QNetworkProxy::NoProxy) return connectToProxy();
    if (literal) {
        m_addresses = {*literal};
        return connectToNext();
    }
    m_lookup = QHostInfo::lookupHost(host, this, [this](const QHostInfo& info) { looked(info); });
}

bool HttpCall::mayReach(const QHostAddress& address) const {
    switch (m_request.reach) {
        case HttpRequest::Reach::PublicOnly:
            return !isPrivateAddress(address);
        case HttpRequest::Reach::LoopbackOnly:
            return isLoopbackAddress(address);
        case HttpRequest::Reach::Anywhere:
            break;
    }
    return true;
}

void HttpCall::looked(const QHostInfo& info) {
    m_lookup = -1;
    if (m_over) return;
    if (info.addresses().isEmpty()) return end(Failure::NotFound, info.errorString());
    m_addresses = info.addresses();
    // One bad address among good ones is as bad: the next answer of the name server may have it first.
    if (!std::ranges::all_of(m_addresses, [this](const QHostAddress& one) { return mayReach(one); }))
        return end(Failure::OutOfReach);
    connectToNext();
}

void HttpCall::connectToProxy() {
    const QNetworkProxy proxy = m_socket->proxy();
    const QString host = hostOf(m_request.address);
    if (m_request.address.scheme() == QLatin1String("https"))
        return m_socket->connectToHostEncrypted(host, portOfCall(m_request.address));
    const bool isHttp =
        proxy.type() == QNetworkProxy::HttpProxy || proxy.type() == QNetworkProxy::HttpCachingProxy;
    if (!isHttp) return m_socket->connectToHost(host, portOfCall(m_request.address));
    // Proxies take plain requests by their whole address, and few let anything tunnel to port 80.
    m_target = m_request.address.toEncoded(QUrl::RemoveFragment | QUrl::RemoveUserInfo);
    if (!proxy.user().isEmpty())
        m_proxyLine = "Proxy-Authorization: Basic " +
                      (proxy.user() + u':' + proxy.password()).toUtf8().toBase64() + "\r\n";
    m_socket->setProxy(QNetworkProxy::NoProxy);
    m_socket->connectToHost(proxy.hostName(), proxy.port());
}

void HttpCall::connectToNext() {
    if (m_over || m_addresses.isEmpty()) return;
    const QHostAddress address = m_addresses.takeFirst();
    m_wentPrivate = isPrivateAddress(address);
    if (m_socket->state() != QAbstractSocket::UnconnectedState) {
        const QSignalBlocker quietly(m_socket);
        m_socket->abort();
    }
    if (m_addresses.isEmpty())
        m_connecting.stop();
    else
        m_connecting.start();
    // Connects to the address that was checked, even if the name resolves to another one by now; the
    // certificate is that of the name.
    if (m_request.address.scheme() == QLatin1String("https"))
        m_socket->connectToHostEncrypted(address.toString(), portOfCall(m_request.address),
                                         hostOf(m_request.address));
    else
        m_socket->connectToHost(address, portOfCall(m_request.address));
}

void HttpCall::send() {
    m_connecting.stop();
    m_addresses.clear();
    QByteArray head = (m_request.isPost ? "POST " : "GET ") + m_target +
                      " HTTP/1.1\r\nHost: " + hostHeader(m_request.address) + "\r\nUser-Agent: Hearth/" +
                      QCoreApplication::applicationVersion().toLatin1() +
                      // Sizes are those of the file, and nothing has to be unpacked.
                      "\r\nAccept-Encoding: identity\r\nConnection: close\r\n" + m_proxyLine;
    for (const auto& [name, value] : std::as_const(m_request.headers)) head += name + ": " + value + "\r\n";
    if (m_request.isPost) head += "Content-Length: " + QByteArray::number(m_request.body.size()) + "\r\n";
    m_sent = true;
    m_quiet.start();
    m_socket->write(head + "\r\n");
    m_socket->write(std::exchange(m_request.body, {}));
}

void HttpCall::setPaused(bool paused) {
    if (m_paused == paused || m_over) return;
    m_paused = paused;
    if (paused) {
        m_quiet.stop();
        return;
    }
    m_quiet.start();
    QMetaObject::invokeMethod(
        this,
        [this] {
            read();
            if (!m_over && m_socket->state() == QAbstractSocket::UnconnectedState) disconnected();
        },
        Qt::QueuedConnection);
}

void HttpCall::read() {
    const QPointer<HttpCall> self(this);
    while (!m_over && !m_paused && m_socket->bytesAvailable() > 0) {
        m_quiet.start();
        const QByteArray body = m_response.feed(m_socket->read(bufferBytes));
        if (m_response.isBroken()) return end(Failure::NoHttp);
        if (m_response.hasHead() && !m_saidHead) {
            m_saidHead = true;
            emit answered();
            if (!self || m_over) return;
        }
        if (!body.isEmpty()) emit received(body);
        if (!self || m_over) return;
        if (m_response.isComplete()) return end(Failure::None);
    }
}

void HttpCall::socketFailed() {
    if (m_over) return;
    const QAbstractSocket::SocketError error = m_socket->error();
    // A server closes the connection to mark the end of the answer; disconnected() reads the rest.
    if (error == QAbstractSocket::RemoteHostClosedError && m_sent) return;
    if (!m_sent && !m_addresses.isEmpty() && error != QAbstractSocket::SslHandshakeFailedError) {
        QMetaObject::invokeMethod(this, &HttpCall::connectToNext, Qt::QueuedConnection);
        return;
    }
    const QString text = m_socket->errorString();
    switch (error) {
        case QAbstractSocket::ConnectionRefusedError:
            return end(Failure::Refused, text);
        case QAbstractSocket::HostNotFoundError:
            return end(Failure::NotFound, text);
        case QAbstractSocket::SslHandshakeFailedError:
        case QAbstractSocket::SslInternalError:
        case QAbstractSocket::SslInvalidUserDataError:
            return end(m_socket->sslHandshakeErrors().isEmpty() ? Failure::NoTls : Failure::Untrusted, text);
        default:
            return end(Failure::Cut, text);
    }
}

void HttpCall::disconnected() {
    if (m_over || m_paused || !m_sent) return;
    const QPointer<HttpCall> self(this);
    read();
    if (!self || m_over || m_paused) return;
    const bool complete = m_response.end();
    end(complete ? Failure::None : Failure::Cut, complete ? QString() : m_socket->errorString());
}

void HttpCall::abort() {
    m_over = true;
    for (QTimer* timer : {&m_quiet, &m_total, &m_connecting}) timer->stop();
    if (m_lookup >= 0) QHostInfo::abortHostLookup(std::exchange(m_lookup, -1));
    if (m_socket == nullptr) return;
    // It may be the one that is calling, and does not like to be ended in the middle of that.
    QSslSocket* socket = std::exchange(m_socket, nullptr);
    socket->disconnect(this);
    socket->setParent(nullptr);
    QMetaObject::invokeMethod(
        socket,
        [socket] {
            socket->abort();
            socket->deleteLater();
        },
        Qt::QueuedConnection);
}

void HttpCall::end(Failure failure, const QString& text) {
    if (m_over) return;
    m_failure = failure;
    m_failureText = text;
    abort();
    emit ended();
}

}  // namespace hearth::app

#include "moc_http_call.cpp"
