#pragma once

#include <QObject>

namespace hearth::app {

/// Messages to and from one server of the Model Context Protocol. GUI thread; nothing here blocks it.
class McpTransport : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// One message that a server sends may be so large.
    static constexpr qsizetype largestMessage = 8 << 20;

    /// Starts the server; messages sent before it is ready wait for it.
    virtual void start() = 0;
    /// `id` is that of a request; 0: it is not one.
    virtual void send(qint64 id, const QByteArray& message) = 0;
    /// Sets the version that both sides agreed on, for transports that have to send it with every message.
    virtual void setProtocolVersion(const QString& /*version*/) {}
    /// Ends the server, or disconnects from it. No signals of it follow.
    virtual void stop() = 0;

signals:
    void received(const QByteArray& message);
    /// One request got no answer and will get none.
    void failed(qint64 id, const QString& reason);
    /// The server has ended, or never started.
    void ended(const QString& reason);
};

}  // namespace hearth::app
