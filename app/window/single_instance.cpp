#include "window/single_instance.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalSocket>
#include <QLockFile>
#include <QStandardPaths>

#include "hearth/platform/local_connection.h"
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

/// Connects without Qt's sockets: these need an application, and one that is made and deleted before the
/// window's own leaves screen readers without a window.
platform::LocalConnection connectTo(const QString& address) {
    return {QFile::encodeName(address).toStdString(), std::chrono::milliseconds(patienceMs)};
}

}  // namespace

SingleInstance::SingleInstance(const QString& dataFolder, QObject* parent)
    : QObject(parent), m_address(addressFor(dataFolder)) {
    m_server.setSocketOptions(QLocalServer::UserAccessOption);
    connect(&m_server, &QLocalServer::newConnection, this, &SingleInstance::receive);
}

bool SingleInstance::handOver(const QStringList& files) const {
    const platform::LocalConnection first = connectTo(m_address);
    if (!first.isOpen()) return false;
    const QJsonObject message{{QStringLiteral("files"), QJsonArray::fromStringList(files)},
                              {QStringLiteral("activation"), qEnvironmentVariable(activation)}};
    const QByteArray line = QJsonDocument(message).toJson(QJsonDocument::Compact) + '\n';
    return first.send(line.toStdString()) &&
           first.receive(static_cast<size_t>(taken.size())) == taken.toStdString();
}

bool SingleInstance::listen() {
    // Two starts at the same moment: the one that has the lock may throw away what a crash left.
    QLockFile lock(m_address + QStringLiteral(".lock"));
    if (!lock.tryLock(patienceMs)) return false;
    if (connectTo(m_address).isOpen()) return false;
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
