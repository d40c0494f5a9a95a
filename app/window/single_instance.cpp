#include "window/single_instance.h"

#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalSocket>
#include <QLockFile>
#include <QStandardPaths>
#include <algorithm>

#include "store/private_folder.h"

namespace hearth::app {

namespace {

constexpr int patienceMs = 2000;
constexpr qint64 maximumBytes = 1 << 20;
const QByteArray taken = "taken\n";
/// The desktop's permission to come to the front, which only the program that was just started has.
constexpr const char* activation = "XDG_ACTIVATION_TOKEN";

QString addressFor(const QString& dataFolder) {
    store::makePrivateFolder(dataFolder.toStdString());
    const QByteArray folder = QFileInfo(dataFolder).canonicalFilePath().toUtf8();
    const QByteArray name = QCryptographicHash::hash(folder, QCryptographicHash::Sha256).toHex().left(16);
    // Paths of sockets are short: the name is a digest, and the folder is the user's own.
    return QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation) + QStringLiteral("/hearth-") +
           QString::fromLatin1(name);
}

/// A connection without Qt's sockets: these need an application, and one that is made and deleted before the
/// window's own leaves screen readers without a window.
class Connection {
public:
    explicit Connection(const QString& address) : m_file(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        const QByteArray path = QFile::encodeName(address);
        sockaddr_un to{};
        to.sun_family = AF_UNIX;
        if (path.size() >= static_cast<qsizetype>(sizeof to.sun_path)) return;
        std::copy(path.begin(), path.end(), to.sun_path);
        const timeval patience{patienceMs / 1000, 0};
        ::setsockopt(m_file, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        ::setsockopt(m_file, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
        m_open = ::connect(m_file, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0;
    }
    ~Connection() { ::close(m_file); }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    bool isOpen() const { return m_open; }
    bool send(const QByteArray& bytes) const {
        for (qsizetype sent = 0; sent < bytes.size();) {
            const ssize_t now = ::send(m_file, bytes.constData() + sent,
                                       static_cast<size_t>(bytes.size() - sent), MSG_NOSIGNAL);
            if (now <= 0) return false;
            sent += now;
        }
        return true;
    }
    QByteArray receive(qsizetype bytes) const {
        QByteArray text(bytes, '\0');
        text.resize(
            std::max<ssize_t>(0, ::recv(m_file, text.data(), static_cast<size_t>(bytes), MSG_WAITALL)));
        return text;
    }

private:
    const int m_file;
    bool m_open = false;
};

}  // namespace

SingleInstance::SingleInstance(const QString& dataFolder, QObject* parent)
    : QObject(parent), m_address(addressFor(dataFolder)) {
    m_server.setSocketOptions(QLocalServer::UserAccessOption);
    connect(&m_server, &QLocalServer::newConnection, this, &SingleInstance::receive);
}

bool SingleInstance::handOver(const QStringList& files) const {
    const Connection first(m_address);
    if (!first.isOpen()) return false;
    const QJsonObject message{{QStringLiteral("files"), QJsonArray::fromStringList(files)},
                              {QStringLiteral("activation"), qEnvironmentVariable(activation)}};
    return first.send(QJsonDocument(message).toJson(QJsonDocument::Compact) + '\n') &&
           first.receive(taken.size()) == taken;
}

bool SingleInstance::listen() {
    // Two starts at the same moment: the one that has the lock may throw away what a crash left.
    QLockFile lock(m_address + QStringLiteral(".lock"));
    if (!lock.tryLock(patienceMs)) return false;
    if (Connection(m_address).isOpen()) return false;
    QLocalServer::removeServer(m_address);
    return m_server.listen(m_address);
}

void SingleInstance::receive() {
    while (QLocalSocket* socket = m_server.nextPendingConnection()) {
        connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
        const auto read = [this, socket] {
            if (!socket->canReadLine()) {
                if (socket->bytesAvailable() > maximumBytes) socket->abort();
                return;
            }
            const QJsonDocument message = QJsonDocument::fromJson(socket->readLine(maximumBytes));
            if (!message.isObject()) {
                socket->abort();
                return;
            }
            QStringList files;
            for (const QJsonValue& file : message.object().value(QLatin1String("files")).toArray())
                files += file.toString();
            const QString token = message.object().value(QLatin1String("activation")).toString();
            if (!token.isEmpty()) qputenv(activation, token.toUtf8());
            socket->write(taken);
            socket->disconnectFromServer();
            emit startedAgain(files);
        };
        connect(socket, &QLocalSocket::readyRead, this, read);
        read();
    }
}

}  // namespace hearth::app
