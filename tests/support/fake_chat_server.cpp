#include "support/fake_chat_server.h"

#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>

/// Lives in the server's thread; one request a connection.
class FakeChatListener : public QTcpServer {
public:
    explicit FakeChatListener(FakeChatServer& server) : m_server(server) {
        connect(this, &QTcpServer::newConnection, this, [this] {
            QTcpSocket* socket = nextPendingConnection();
            connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
            connect(socket, &QTcpSocket::readyRead, this, [this, socket, head = QByteArray()]() mutable {
                head += socket->readAll();
                const qsizetype end = head.indexOf("\r\n\r\n");
                if (end < 0) return;
                qsizetype length = 0;
                FakeChatServer::Request request;
                for (const QByteArray& line : head.left(end).split('\n')) {
                    const QByteArray value = line.mid(line.indexOf(':') + 1).trimmed();
                    if (line.toLower().startsWith("content-length:")) length = value.toLongLong();
                    if (line.toLower().startsWith("authorization:")) request.authorization = value;
                }
                if (head.size() - end - 4 < length) return;
                request.method = head.left(head.indexOf(' '));
                request.path = head.split(' ').value(1);
                request.body = head.mid(end + 4);
                head.clear();
                answer(socket, request);
            });
        });
    }

private:
    void answer(QTcpSocket* socket, const FakeChatServer::Request& request) {
        {
            const QMutexLocker locker(&m_server.m_lock);
            m_server.m_seen.append(request);
        }
        const FakeChatServer::Answer answer = m_server.m_script(request);
        QByteArray head = "HTTP/1.1 " + QByteArray::number(answer.status) +
                          " Said\r\nContent-Type: " + answer.type + "\r\nConnection: close\r\n";
        if (!answer.location.isEmpty()) head += "Location: " + answer.location + "\r\n";
        if (answer.breakOff) head += "Content-Length: 1000000\r\n";
        if (!answer.rawHead) socket->write(head + "\r\n");
        send(socket, answer, 0);
    }
    /// The socket goes only in the event loop, and then the timer does not fire.
    void send(QTcpSocket* socket, const FakeChatServer::Answer& answer, qsizetype piece) {
        if (piece == answer.pieces.size() && !answer.endless.isEmpty()) return sendOnAndOn(socket, answer);
        if (piece == answer.pieces.size()) {
            socket->flush();
            answer.breakOff ? socket->abort() : socket->disconnectFromHost();
            return;
        }
        if (piece == 0)
            connect(socket, &QTcpSocket::disconnected, this, [this, socket] {
                if (!socket->property("complete").toBool()) ++m_server.m_abandoned;
            });
        socket->setProperty("complete", piece + 1 == answer.pieces.size());
        socket->write(answer.pieces[piece]);
        socket->flush();
        QTimer::singleShot(answer.pauseMs, socket,
                           [this, socket, answer, piece] { send(socket, answer, piece + 1); });
    }

    /// Never more than a megabyte ahead of the other side.
    void sendOnAndOn(QTcpSocket* socket, const FakeChatServer::Answer& answer) {
        QByteArray block;
        while (block.size() < 64 << 10) block += answer.endless;
        const auto fill = [this, socket, block] {
            while (socket->state() == QAbstractSocket::ConnectedState && socket->bytesToWrite() < 1 << 20) {
                socket->write(block);
                m_server.m_endlessBytes += block.size();
            }
        };
        connect(socket, &QTcpSocket::disconnected, this, [this] { ++m_server.m_abandoned; });
        connect(socket, &QTcpSocket::bytesWritten, socket, fill);
        fill();
    }

    FakeChatServer& m_server;
};

FakeChatServer::FakeChatServer(std::function<Answer(const Request&)> script) : m_script(std::move(script)) {
    auto* listener = new FakeChatListener(*this);
    listener->listen(QHostAddress::LocalHost);
    m_port = listener->serverPort();
    listener->moveToThread(&m_thread);
    QObject::connect(&m_thread, &QThread::finished, listener, &QObject::deleteLater);
    m_thread.start();
}

FakeChatServer::~FakeChatServer() {
    m_thread.quit();
    m_thread.wait();
}

QString FakeChatServer::address() const {
    return QString("http://127.0.0.1:%1/v1").arg(m_port);
}

QList<FakeChatServer::Request> FakeChatServer::seen() const {
    const QMutexLocker locker(&m_lock);
    return m_seen;
}

QByteArray FakeChatServer::event(const QByteArray& delta, const QByteArray& finish) {
    return "data: {\"choices\":[{\"index\":0,\"delta\":" + delta + ",\"finish_reason\":" + finish + "}]}\n\n";
}

FakeChatServer::Answer FakeChatServer::reply(const QList<QByteArray>& texts, const QByteArray& usage) {
    Answer answer;
    answer.pieces += event("{\"role\":\"assistant\",\"content\":null}");
    for (const QByteArray& text : texts) answer.pieces += event("{\"content\":\"" + text + "\"}");
    answer.pieces += event("{}", "\"stop\"");
    if (!usage.isEmpty()) answer.pieces += "data: {\"choices\":[],\"usage\":" + usage + "}\n\n";
    answer.pieces += "data: [DONE]\n\n";
    return answer;
}
