#include "endpoints/server_call.h"

#include <QCoreApplication>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>

namespace hearth::app {

/// What the sockets' thread hands to the one that waits. Calls are numbered; what belongs to an older one is
/// dropped.
struct ServerCalls::Mail {
    std::mutex lock;
    std::condition_variable_any arrived;
    std::deque<Event> events;
    uint64_t call = 0;

    void put(uint64_t from, Event event) {
        {
            const std::lock_guard guard(lock);
            if (from != call) return;
            events.push_back(std::move(event));
        }
        arrived.notify_all();
    }
};

namespace {

/// Owns the manager; made and deleted in the sockets' thread.
class Home : public QObject {
public:
    QNetworkAccessManager& network() {
        if (!m_network) {
            m_network = std::make_unique<QNetworkAccessManager>();
            m_network->setRedirectPolicy(QNetworkRequest::ManualRedirectPolicy);
        }
        return *m_network;
    }
    void end() {
        if (m_reply == nullptr) return;
        QNetworkReply* reply = std::exchange(m_reply, nullptr);
        // Ours alone: Qt's own connections carry the abort to the socket.
        reply->disconnect(this);
        reply->abort();
        reply->deleteLater();
    }
    void take(QNetworkReply* reply) {
        end();
        m_reply = reply;
    }
    void forget(const QNetworkReply* reply) {
        if (m_reply == reply) m_reply = nullptr;
    }

private:
    std::unique_ptr<QNetworkAccessManager> m_network;
    QNetworkReply* m_reply = nullptr;
};

QString connectionProblem(const QNetworkReply& reply) {
    const QString host = reply.url().host();
    switch (reply.error()) {
        case QNetworkReply::NoError:
            return {};
        case QNetworkReply::ConnectionRefusedError:
            return QCoreApplication::translate("Endpoints", "Nothing answers at %1. Is the server running?")
                .arg(reply.url().authority());
        case QNetworkReply::HostNotFoundError:
            return QCoreApplication::translate("Endpoints",
                                               "%1 cannot be found. Check the address and the network.")
                .arg(host);
        case QNetworkReply::SslHandshakeFailedError:
            return QCoreApplication::translate(
                       "Endpoints", "%1 could not prove who it is (%2), so nothing was sent to it.")
                .arg(host, reply.errorString());
        case QNetworkReply::OperationCanceledError:
        case QNetworkReply::TimeoutError:
            return QCoreApplication::translate("Endpoints", "%1 did not answer in time.").arg(host);
        default:
            return QCoreApplication::translate("Endpoints", "The connection to %1 broke off (%2).")
                .arg(host, reply.errorString());
    }
}

}  // namespace

ServerCalls::ServerCalls(QUrl address, QByteArray key, int quietMs)
    : m_address(std::move(address)),
      m_key(std::move(key)),
      m_quietMs(quietMs),
      m_home(new Home),
      m_mail(std::make_shared<Mail>()) {
    m_thread.setObjectName(QStringLiteral("endpoint"));
    m_home->moveToThread(&m_thread);
    QObject::connect(&m_thread, &QThread::finished, m_home, &QObject::deleteLater);
    m_thread.start();
}

ServerCalls::~ServerCalls() {
    auto* home = static_cast<Home*>(m_home);
    QMetaObject::invokeMethod(
        home, [home] { home->end(); }, Qt::BlockingQueuedConnection);
    m_thread.quit();
    m_thread.wait();
}

void ServerCalls::post(const QString& path, const QByteArray& json) {
    uint64_t call = 0;
    {
        const std::lock_guard guard(m_mail->lock);
        call = ++m_mail->call;
        m_mail->events.clear();
    }
    QNetworkRequest request(QUrl(m_address.toString() + path));
    request.setHeader(QNetworkRequest::ContentTypeHeader, QStringLiteral("application/json"));
    request.setRawHeader("Accept", "text/event-stream");
    request.setRawHeader("Accept-Encoding", "identity");
    request.setRawHeader("User-Agent", "Hearth/" + QCoreApplication::applicationVersion().toLatin1());
    if (!m_key.isEmpty()) request.setRawHeader("Authorization", "Bearer " + m_key);
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    request.setTransferTimeout(m_quietMs);
    auto* home = static_cast<Home*>(m_home);
    QMetaObject::invokeMethod(
        home,
        [home, mail = m_mail, call, request, json] {
            QNetworkReply* reply = home->network().post(request, json);
            home->take(reply);
            const auto status = [reply] {
                return reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
            };
            const auto hand = [mail, call, reply, status] {
                if (const QByteArray bytes = reply->readAll(); !bytes.isEmpty())
                    mail->put(call, {Event::Bytes, bytes, status(), {}});
            };
            QObject::connect(reply, &QNetworkReply::readyRead, home, hand);
            QObject::connect(reply, &QNetworkReply::finished, home, [home, mail, call, reply, status, hand] {
                hand();
                // An answer of 400 or more is an error to Qt; its body says more.
                const bool answered = status() >= 300;
                mail->put(call, {Event::End, {}, status(), answered ? QString() : connectionProblem(*reply)});
                home->forget(reply);
                reply->deleteLater();
            });
        },
        Qt::QueuedConnection);
}

ServerCalls::Event ServerCalls::next(const std::stop_token& stop) {
    std::unique_lock guard(m_mail->lock);
    if (!m_mail->arrived.wait(guard, stop, [this] { return !m_mail->events.empty(); }) ||
        stop.stop_requested()) {
        ++m_mail->call;
        m_mail->events.clear();
        guard.unlock();
        auto* home = static_cast<Home*>(m_home);
        QMetaObject::invokeMethod(
            home, [home] { home->end(); }, Qt::QueuedConnection);
        return {Event::Stopped, {}, 0, {}};
    }
    Event event = std::move(m_mail->events.front());
    m_mail->events.pop_front();
    return event;
}

}  // namespace hearth::app
