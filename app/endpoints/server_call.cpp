#include "endpoints/server_call.h"

#include <QCoreApplication>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>

#include "http/http_call.h"

namespace hearth::app {

/// Events that the sockets' thread passes to the waiting one. Calls are numbered; events of an older call are
/// dropped.
struct ServerCalls::Mail {
    /// Above this size the server has to wait; below half of it the server continues.
    static constexpr qsizetype fullBytes = 256 << 10;

    std::mutex lock;
    std::condition_variable_any arrived;
    std::deque<Event> events;
    std::function<void()> onArrival;
    qsizetype bytes = 0;
    uint64_t call = 0;
    bool isFull = false;

    /// Returns true if the sender has to pause.
    bool put(uint64_t from, Event event) {
        bool full = false;
        {
            const std::lock_guard guard(lock);
            if (from != call) return false;
            bytes += event.bytes.size();
            events.push_back(std::move(event));
            full = isFull = bytes >= fullBytes;
        }
        arrived.notify_all();
        if (onArrival) onArrival();
        return full;
    }
    /// Under the lock, with events in it. `resumes`: there is room again.
    Event take(bool& resumes) {
        Event event = std::move(events.front());
        events.pop_front();
        bytes -= event.bytes.size();
        resumes = isFull && bytes < fullBytes / 2;
        if (resumes) isFull = false;
        return event;
    }
    /// Under the lock: events from now on belong to a new call.
    uint64_t startCall() {
        events.clear();
        bytes = 0;
        isFull = false;
        return ++call;
    }
};

namespace {

/// The call under way; made and deleted in the sockets' thread.
class Home : public QObject {
public:
    void end() {
        if (HttpCall* call = std::exchange(m_call, nullptr)) {
            call->disconnect(this);
            call->abort();
            call->deleteLater();
        }
    }
    void take(HttpCall* call) {
        end();
        m_call = call;
    }
    void resume() {
        if (m_call != nullptr) m_call->setPaused(false);
    }

private:
    HttpCall* m_call = nullptr;
};

}  // namespace

QString connectionProblem(const HttpCall& call) {
    const QString host = call.address().host();
    switch (call.failure()) {
        case HttpCall::Failure::None:
            return {};
        case HttpCall::Failure::Refused:
            return QCoreApplication::translate("Endpoints", "Nothing answers at %1. Is the server running?")
                .arg(call.address().authority());
        case HttpCall::Failure::NotFound:
            return QCoreApplication::translate("Endpoints",
                                               "%1 cannot be found. Check the address and the network.")
                .arg(host);
        case HttpCall::Failure::Untrusted:
            return QCoreApplication::translate(
                       "Endpoints",
                       "The certificate of %1 could not be verified (%2), so nothing was sent to it.")
                .arg(host, call.failureText());
        case HttpCall::Failure::NoTls:
            return QCoreApplication::translate("Endpoints",
                                               "%1 does not answer over https (%2). If it speaks http, the "
                                               "address begins with http://.")
                .arg(call.address().authority(), call.failureText());
        case HttpCall::Failure::Quiet:
            return QCoreApplication::translate("Endpoints", "%1 did not answer in time.").arg(host);
        case HttpCall::Failure::NoHttp:
            return ServerCalls::notAnAnswer(host);
        case HttpCall::Failure::Cut:
        case HttpCall::Failure::OutOfReach:
            break;
    }
    return QCoreApplication::translate("Endpoints", "The connection to %1 was lost (%2).")
        .arg(host, call.failureText());
}

QString ServerCalls::notAnAnswer(const QString& host) {
    return QCoreApplication::translate("Endpoints", "%1 sent something that is not a valid answer.")
        .arg(host);
}

ServerCalls::ServerCalls(QUrl address, QByteArray key, int quietMs, std::function<void()> arrived)
    : m_address(std::move(address)),
      m_key(std::move(key)),
      m_quietMs(quietMs),
      m_home(new Home),
      m_mail(std::make_shared<Mail>()) {
    m_mail->onArrival = std::move(arrived);
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
    uint64_t number = 0;
    {
        const std::lock_guard guard(m_mail->lock);
        number = m_mail->startCall();
    }
    HttpRequest request;
    request.address = QUrl(m_address.toString() + path);
    request.isPost = true;
    request.body = json;
    request.headers = {{"Content-Type", "application/json"}, {"Accept", "text/event-stream"}};
    if (!m_key.isEmpty()) request.headers.append({"Authorization", "Bearer " + m_key});
    request.quietMs = m_quietMs;
    auto* home = static_cast<Home*>(m_home);
    QMetaObject::invokeMethod(
        home,
        [home, mail = m_mail, number, request] {
            auto* call = new HttpCall(request, home);
            home->take(call);
            QObject::connect(call, &HttpCall::received, home, [mail, number, call](const QByteArray& bytes) {
                if (mail->put(number, {Event::Bytes, bytes, call->status(), {}})) call->setPaused(true);
            });
            QObject::connect(call, &HttpCall::ended, home, [home, mail, number, call] {
                // An answer of 300 or more states the problem itself.
                const bool answered = call->status() >= 300;
                mail->put(number,
                          {Event::End, {}, call->status(), answered ? QString() : connectionProblem(*call)});
                home->end();
            });
            call->start();
        },
        Qt::QueuedConnection);
}

void ServerCalls::cancel() {
    {
        const std::lock_guard guard(m_mail->lock);
        m_mail->startCall();
    }
    auto* home = static_cast<Home*>(m_home);
    QMetaObject::invokeMethod(
        home, [home] { home->end(); }, Qt::QueuedConnection);
}

ServerCalls::Event ServerCalls::next(const std::stop_token& stop) {
    std::unique_lock guard(m_mail->lock);
    const bool came = m_mail->arrived.wait(guard, stop, [this] { return !m_mail->events.empty(); });
    if (!came || stop.stop_requested()) {
        guard.unlock();
        cancel();
        return {Event::Stopped, {}, 0, {}};
    }
    return takeLocked(guard);
}

std::optional<ServerCalls::Event> ServerCalls::take() {
    std::unique_lock guard(m_mail->lock);
    if (m_mail->events.empty()) return std::nullopt;
    return takeLocked(guard);
}

ServerCalls::Event ServerCalls::takeLocked(std::unique_lock<std::mutex>& guard) {
    bool resumes = false;
    Event event = m_mail->take(resumes);
    guard.unlock();
    if (resumes) {
        auto* home = static_cast<Home*>(m_home);
        QMetaObject::invokeMethod(
            home, [home] { home->resume(); }, Qt::QueuedConnection);
    }
    return event;
}

}  // namespace hearth::app
