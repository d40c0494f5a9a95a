#pragma once

#include <QByteArray>
#include <QList>
#include <QMutex>
#include <QString>
#include <QThread>
#include <functional>

/// A server on loopback that gives scripted answers over plain HTTP, in a thread of its own. Every method may
/// be called from any.
class FakeChatServer {
public:
    struct Request {
        QByteArray method, path, authorization, body;
    };
    struct Answer {
        int status = 200;
        QByteArray type = "text/event-stream";
        /// Sent one after the other with a pause between them.
        QList<QByteArray> pieces;
        int pauseMs = 0;
        bool breakOff = false;  ///< the connection dies after the last piece
        QByteArray location;
        bool rawHead = false;  ///< no head of ours: the pieces are all that is sent
        /// After the pieces, again and again for as long as the other side takes it.
        QByteArray endless;
    };

    explicit FakeChatServer(std::function<Answer(const Request&)> script);
    ~FakeChatServer();

    /// "http://127.0.0.1:PORT/v1"
    QString address() const;
    QList<Request> seen() const;
    /// Connections that the other side ended before the answer was complete.
    int abandoned() const { return m_abandoned; }
    /// Bytes of endless answers that went out.
    qint64 endlessBytes() const { return m_endlessBytes; }

    /// A streamed reply in the shape of the OpenAI protocol.
    static Answer reply(const QList<QByteArray>& texts, const QByteArray& usage = {});
    static QByteArray event(const QByteArray& delta, const QByteArray& finish = "null");

private:
    friend class FakeChatListener;
    std::function<Answer(const Request&)> m_script;
    QThread m_thread;
    mutable QMutex m_lock;
    QList<Request> m_seen;
    std::atomic<int> m_abandoned = 0;
    std::atomic<qint64> m_endlessBytes = 0;
    quint16 m_port = 0;
};
