#pragma once

#include <QByteArray>
#include <QString>
#include <QThread>
#include <QUrl>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>

class QObject;

namespace hearth::app {

class HttpCall;

/// Reason for the failure of a call, one sentence; empty: it did not fail.
QString connectionProblem(const HttpCall& call);

/// Calls to one server for a thread that may wait but must not run an event loop (the inference thread). The
/// sockets live in a thread of their own. Redirects are not followed: the key is for this server alone.
/// Events that are not taken stay with the server: about half a megabyte of an answer waits here at most.
class ServerCalls {
public:
    /// A long prompt may take minutes before its first token.
    static constexpr int patienceMs = 10 * 60 * 1000;

    /// `key` may be empty. A call in which nothing arrives for `quietMs` ends. `arrived` is called in the
    /// sockets' thread whenever there is something to take.
    ServerCalls(QUrl address, QByteArray key, int quietMs = patienceMs, std::function<void()> arrived = {});
    /// Ends a call that is under way.
    ~ServerCalls();

    /// Events of a call, in this order: possibly some bytes, then the end.
    struct Event {
        enum Kind { Bytes, End, Stopped } kind = End;
        QByteArray bytes;
        int status = 0;   ///< of the answer; 0: there was none
        QString problem;  ///< of the connection, one sentence; empty: the answer is complete
    };

    /// Starts POST address/path with a JSON body; ends the call before.
    void post(const QString& path, const QByteArray& json);
    /// Waits for the next event; a stop request ends the call at once and gives Stopped.
    Event next(const std::stop_token& stop);
    /// The next event, if there is one.
    std::optional<Event> take();
    /// Ends the call that is under way, if there is one.
    void cancel();

    /// The sentence for an answer that makes no sense.
    static QString notAnAnswer(const QString& host);

private:
    struct Mail;
    Event takeLocked(std::unique_lock<std::mutex>& guard);

    const QUrl m_address;
    const QByteArray m_key;
    const int m_quietMs;
    QThread m_thread;
    QObject* m_home;  ///< lives in m_thread, deleted there
    std::shared_ptr<Mail> m_mail;
};

}  // namespace hearth::app
