#include "hub/hub_get.h"

#include <QCoreApplication>
#include <QFile>
#include <QSslConfiguration>
#include <utility>

#include "http/host_reach.h"
#include "hub/redirect_policy.h"

namespace hearth::app {

namespace {

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

/// Plain http is for this computer, wherever its name leads.
HttpRequest::Reach reachOf(const QUrl& address) {
    return address.scheme() == QLatin1String("http") ? HttpRequest::Reach::LoopbackOnly
                                                     : HttpRequest::Reach::Anywhere;
}

}  // namespace

HubGet::HubGet(const HubEnvironment& hub, int stallMs, QObject* parent)
    : QObject(parent), m_hub(hub), m_stallMs(stallMs) {
}

HubGet::~HubGet() {
    abort();
}

void HubGet::start(const QUrl& address, const Headers& headers) {
    m_headers = headers;
    m_redirects = 0;
    m_hubHeaders.clear();
    m_from.clear();
    if (!m_hub.problem.isEmpty()) return end(m_hub.problem, false);
    if (!isAllowedAddress(address))
        return end(
            QCoreApplication::translate("Hub", "%1 is not an https address, so Hearth does not open it.")
                .arg(address.host()),
            false);
    request(address, reachOf(address));
}

void HubGet::request(const QUrl& address, HttpRequest::Reach reach) {
    m_address = address;
    m_status = 0;
    m_answered = false;
    HttpRequest request;
    request.address = address;
    request.headers = m_headers;
    request.tls = tlsOf(m_hub);
    request.quietMs = m_stallMs;
    request.reach = reach;
    if (!m_hub.token.isEmpty() && m_hub.isHub(address))
        request.headers.append({"Authorization", "Bearer " + m_hub.token});
    m_call = new HttpCall(std::move(request), this);
    connect(m_call, &HttpCall::answered, this, &HubGet::headCame);
    connect(m_call, &HttpCall::received, this, [this](const QByteArray& bytes) {
        if (m_answered) emit received(bytes);
    });
    connect(m_call, &HttpCall::ended, this, &HubGet::callEnded);
    m_call->start();
}

void HubGet::headCame() {
    m_status = m_call->status();
    if (m_hub.isHub(m_address)) m_hubHeaders = m_call->headers();
    if (!isRedirect(m_status)) {
        m_answered = true;
        emit answered();
        return;
    }
    const Redirect redirect = followRedirect(m_address, m_call->header("Location"), m_redirects++);
    if (!redirect.problem.isEmpty()) return end(redirect.problem, false);
    // From the public network nobody leads into a private one, by whatever name.
    const bool inside = m_call->wentPrivate() || isPrivate(m_address);
    m_from = m_address;
    dropCall();
    request(redirect.next, inside ? reachOf(redirect.next) : HttpRequest::Reach::PublicOnly);
}

void HubGet::callEnded() {
    const HttpCall& call = *m_call;
    // It cannot get better by being asked again.
    const bool forGood = call.failure() == HttpCall::Failure::OutOfReach;
    end(problemOf(call), call.failure() != HttpCall::Failure::None && !forGood);
}

QString HubGet::problemOf(const HttpCall& call) const {
    const QString host = m_address.host();
    switch (call.failure()) {
        case HttpCall::Failure::None:
            return {};
        case HttpCall::Failure::NotFound:
            return QCoreApplication::translate("Hub", "%1 cannot be found. Check the connection.").arg(host);
        case HttpCall::Failure::Untrusted:
            return QCoreApplication::translate("Hub",
                                               "The certificate of %1 could not be verified (%2). Someone "
                                               "may be intercepting the connection, so Hearth stopped.")
                .arg(host, call.failureText());
        case HttpCall::Failure::Quiet:
            return QCoreApplication::translate("Hub", "%1 stopped sending. Check the connection.").arg(host);
        case HttpCall::Failure::NoHttp:
            return QCoreApplication::translate("Hub",
                                               "%1 does not respond like a web server. Check the connection.")
                .arg(host);
        case HttpCall::Failure::OutOfReach:
            return privateRedirect(m_from.isEmpty() ? m_address : m_from, m_address);
        case HttpCall::Failure::NoTls:
        case HttpCall::Failure::Cut:
            // The answer had begun, or the line went dead before it.
            if (call.failureText().isEmpty() || call.status() != 0)
                return QCoreApplication::translate("Hub", "The connection to %1 was lost.").arg(host);
            break;
        case HttpCall::Failure::Refused:
            break;
    }
    return QCoreApplication::translate("Hub", "%1 cannot be reached (%2). Check the connection.")
        .arg(host, call.failureText());
}

QByteArray HubGet::header(const QByteArray& name) const {
    return m_call != nullptr ? m_call->header(name) : QByteArray();
}

QByteArray HubGet::hubHeader(const QByteArray& name) const {
    for (const auto& [key, value] : m_hubHeaders)
        if (key.compare(name, Qt::CaseInsensitive) == 0) return value;
    return {};
}

void HubGet::abort() {
    if (m_call != nullptr) dropCall();
}

void HubGet::dropCall() {
    HttpCall* call = std::exchange(m_call, nullptr);
    call->disconnect(this);
    call->abort();
    // It may be the one that is calling.
    call->setParent(nullptr);
    call->deleteLater();
}

void HubGet::end(const QString& problem, bool passing) {
    HttpCall* const call = m_call;
    emit ended(problem, passing);
    // Headers could be read until here. A new request may have taken the place of this one.
    if (call != nullptr && call == m_call) abort();
}

}  // namespace hearth::app

#include "moc_hub_get.cpp"
