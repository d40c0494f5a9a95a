#include "support/fake_hub.h"

#include <QCryptographicHash>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslSocket>
#include <QTcpServer>
#include <QTimer>
#include <algorithm>

/// Accepts connections; each carries one request. Lives in the hub's thread.
class FakeHubServer : public QTcpServer {
public:
    FakeHubServer(FakeHub& hub, bool isStore, QSslConfiguration tls)
        : m_hub(hub), m_isStore(isStore), m_tls(std::move(tls)) {}

protected:
    void incomingConnection(qintptr descriptor) override {
        auto* socket = new QSslSocket(this);
        socket->setSocketDescriptor(descriptor);
        socket->setSslConfiguration(m_tls);
        connect(socket, &QSslSocket::disconnected, socket, &QObject::deleteLater);
        connect(socket, &QSslSocket::readyRead, this, [this, socket, head = QByteArray()]() mutable {
            head += socket->readAll();
            if (head.contains("\r\n\r\n")) {
                serve(socket, head);
                head.clear();
            }
        });
        socket->startServerEncryption();
    }

private:
    void serve(QSslSocket* socket, const QByteArray& head) {
        FakeHub::Seen request;
        const QList<QByteArray> lines = head.split('\n');
        const QList<QByteArray> first = lines.value(0).split(' ');
        request.method = first.value(0);
        request.path = first.value(1);
        request.atStore = m_isStore;
        for (const QByteArray& line : lines) {
            const QByteArray name = line.left(line.indexOf(':')).toLower();
            const QByteArray value = line.mid(line.indexOf(':') + 1).trimmed();
            if (name == "range") request.range = value;
            if (name == "authorization") request.authorization = value;
        }
        const FakeHub::Answer answer = m_hub.answer(request);
        if (answer.drop) return socket->abort();
        QByteArray text = "HTTP/1.1 " + QByteArray::number(answer.status) + " Said\r\nConnection: close\r\n";
        for (const auto& [name, value] : answer.headers) text += name + ": " + value + "\r\n";
        if (!answer.noLength) text += "Content-Length: " + QByteArray::number(answer.body.size()) + "\r\n";
        socket->write(text + "\r\n");
        send(socket, answer, 0);
    }

    /// The socket goes only in the event loop, and then the timer does not fire.
    void send(QSslSocket* socket, const FakeHub::Answer& answer, qint64 from) {
        const qint64 end =
            answer.cutAt >= 0 ? std::min<qint64>(answer.cutAt, answer.body.size()) : answer.body.size();
        const qint64 pace = m_hub.m_pace;
        while (from < end) {
            const qint64 step = std::min<qint64>(pace > 0 ? pace : 1 << 16, end - from);
            socket->write(answer.body.constData() + from, step);
            socket->flush();
            if (m_isStore) m_hub.m_sent += step;
            from += step;
            if (pace > 0 && from < end) {
                QTimer::singleShot(1, socket, [this, socket, answer, from] { send(socket, answer, from); });
                return;
            }
        }
        if (answer.stall) return;
        if (end < answer.body.size()) {
            // Written data is sent first, then the connection is aborted.
            while (socket->bytesToWrite() > 0 || socket->encryptedBytesToWrite() > 0)
                if (!socket->waitForBytesWritten(1000)) break;
            socket->abort();
        } else {
            socket->disconnectFromHost();
        }
    }

    FakeHub& m_hub;
    bool m_isStore;
    QSslConfiguration m_tls;
};

namespace {

/// Runs openssl in a folder; its noise is kept back.
bool openssl(const QString& folder, const QStringList& arguments) {
    QProcess process;
    process.setWorkingDirectory(folder);
    process.start("openssl", arguments);
    return process.waitForFinished(30000) && process.exitCode() == 0;
}

bool makeCertificates(const QString& folder) {
    QFile names(folder + "/names");
    if (!names.open(QFile::WriteOnly)) return false;
    names.write("subjectAltName=IP:127.0.0.1\n");
    names.close();
    const QStringList key = {"-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"};
    return openssl(folder, QStringList{"req", "-x509", "-keyout", "ca.key", "-out", "ca.pem", "-days", "2",
                                       "-subj", "/CN=Fake hub authority"} +
                               key) &&
           openssl(folder, QStringList{"req", "-keyout", "server.key", "-out", "server.csr", "-subj",
                                       "/CN=127.0.0.1"} +
                               key) &&
           openssl(folder, {"x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key",
                            "-CAcreateserial", "-days", "2", "-extfile", "names", "-out", "server.pem"});
}

QByteArray fileBytes(const QString& path) {
    QFile file(path);
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

FakeHub::FakeHub() {
    if (!makeCertificates(m_folder.path())) return;
    QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
    tls.setLocalCertificate(QSslCertificate(fileBytes(m_folder.filePath("server.pem"))));
    tls.setPrivateKey(QSslKey(fileBytes(m_folder.filePath("server.key")), QSsl::Ec));
    tls.setPeerVerifyMode(QSslSocket::VerifyNone);
    for (const bool isStore : {false, true}) {
        auto* server = new FakeHubServer(*this, isStore, tls);
        server->listen(QHostAddress::LocalHost);
        (isStore ? m_storePort : m_hubPort) = server->serverPort();
        server->moveToThread(&m_thread);
        QObject::connect(&m_thread, &QThread::finished, server, &QObject::deleteLater);
    }
    m_thread.start();
}

FakeHub::~FakeHub() {
    m_thread.quit();
    m_thread.wait();
}

QString FakeHub::endpoint() const {
    return QString("https://127.0.0.1:%1").arg(m_hubPort);
}

QString FakeHub::certificates() const {
    return m_folder.filePath("ca.pem");
}

QByteArray FakeHub::digestOf(const QByteArray& content) {
    return QCryptographicHash::hash(content, QCryptographicHash::Sha256).toHex();
}

void FakeHub::addFile(const QString& repository, const QString& path, const QByteArray& content, Lie lie) {
    const QMutexLocker locker(&m_lock);
    m_files.insert(repository + ':' + path, {content, digestOf(content), lie});
}

void FakeHub::addAnswer(const QString& path, const QByteArray& json) {
    const QMutexLocker locker(&m_lock);
    m_answers.insert(path, json);
}

void FakeHub::setFaults(std::function<Fault()> faults) {
    const QMutexLocker locker(&m_lock);
    m_faults = std::move(faults);
}

QList<FakeHub::Seen> FakeHub::seen() const {
    const QMutexLocker locker(&m_lock);
    return m_seen;
}

void FakeHub::forget() {
    const QMutexLocker locker(&m_lock);
    m_seen.clear();
    m_sent = 0;
}

FakeHub::Answer FakeHub::answer(const Seen& request) {
    const QMutexLocker locker(&m_lock);
    m_seen.append(request);
    const QByteArray path = QUrl::fromPercentEncoding(request.path.left(request.path.indexOf('?'))).toUtf8();
    if (!request.atStore)
        return hubAnswer(request.path.contains('?') ? path : QUrl::fromPercentEncoding(request.path).toUtf8(),
                         request);
    const auto found = m_files.constFind(QUrl::fromPercentEncoding(request.path.mid(1)));
    if (found == m_files.constEnd()) return {404, {}, "no such thing"};
    return storeAnswer(*found, request.range);
}

FakeHub::Answer FakeHub::hubAnswer(const QByteArray& path, const Seen& request) {
    if (!m_token.isEmpty() && request.authorization != "Bearer " + m_token)
        return {401, {{"X-Error-Message", "Invalid credentials"}}, "{}"};
    if (const auto found = m_answers.constFind(path); found != m_answers.constEnd())
        return {200, {{"Content-Type", "application/json"}}, *found};
    if (path.startsWith("/api/models/") && path.contains("/tree/")) {
        const QString repository = path.mid(12, path.indexOf("/tree/") - 12);
        QJsonArray files;
        for (auto file = m_files.constBegin(); file != m_files.constEnd(); ++file)
            if (file.key().startsWith(repository + ':'))
                files.append(QJsonObject{
                    {"type", "file"},
                    {"path", file.key().mid(repository.size() + 1)},
                    {"size", file->content.size()},
                    {"lfs", QJsonObject{{"oid", QString(file->sha256)}, {"size", file->content.size()}}}});
        return {200, {}, QJsonDocument(files).toJson()};
    }
    const qsizetype resolve = path.indexOf("/resolve/");
    if (resolve < 0) return {404, {{"X-Error-Code", "RepoNotFound"}}, "{}"};
    const QString key = QString(path.mid(1, resolve - 1)) + ':' + path.mid(resolve + 9 + 41);
    const auto found = m_files.constFind(key);
    if (found == m_files.constEnd()) return {404, {{"X-Error-Code", "EntryNotFound"}}, "{}"};
    const Fault fault = m_faults ? m_faults() : None;
    if (fault == HubServerError) return {500, {}, "oh"};
    if (fault == HubDropped) {
        Answer dropped;
        dropped.drop = true;
        return dropped;
    }
    Answer answer{302,
                  {{"X-Repo-Commit", commit().toLatin1()},
                   {"X-Linked-Etag", '"' + found->sha256 + '"'},
                   {"X-Linked-Size", QByteArray::number(found->content.size())},
                   {"Location", "https://127.0.0.1:" + QByteArray::number(m_storePort) + '/' +
                                    QUrl::toPercentEncoding(key)}},
                  "moved"};
    switch (found->lie) {
        case Lie::OtherTag:
            answer.headers[1].second = '"' + digestOf("something else") + '"';
            break;
        case Lie::ToPlainHttp:
            answer.headers[3].second.replace("https:", "http:");
            break;
        case Lie::ToPrivate:
            answer.headers[3].second = "http://10.0.0.1/x";
            break;
        case Lie::Circle:
            answer.headers[3].second = request.path;
            break;
        case Lie::Renamed:
            if (!request.path.contains("?again")) {
                answer.status = 307;
                answer.headers[3].second = request.path + "?again";
            }
            break;
        case Lie::Gated:
            return {401, {{"X-Error-Code", "GatedRepo"}}, "{}"};
        case Lie::NoContent:
            return {204, {}, {}};
        case Lie::BadCertificate:
            answer.headers[3].second.replace("127.0.0.1", "localhost");
            break;
        default:
            break;
    }
    return answer;
}

FakeHub::Answer FakeHub::storeAnswer(const File& file, const QByteArray& range) {
    QByteArray content = file.content;
    if (file.lie == Lie::OtherContent)
        content[content.size() / 2] = static_cast<char>(content[content.size() / 2] + 1);
    Fault fault = m_faults ? m_faults() : None;
    qint64 first = range.startsWith("bytes=") ? range.mid(6, range.indexOf('-') - 6).toLongLong() : 0;
    qint64 last = range.mid(range.indexOf('-') + 1).isEmpty() || range.isEmpty()
                      ? content.size() - 1
                      : std::min<qint64>(range.mid(range.indexOf('-') + 1).toLongLong(), content.size() - 1);
    bool ranged = !range.isEmpty();
    Answer answer;
    if (fault == IgnoreRange && ranged) {
        ranged = false;
        first = 0;
        last = content.size() - 1;
    }
    const qint64 size = content.size();
    qint64 sentFrom = first;
    if (fault == LyingRange && first > 0) sentFrom = first / 2;
    answer.body = content.mid(sentFrom, last - first + 1);
    const qint64 middle = m_tags++ * 7919 % std::max<qint64>(1, answer.body.size());
    answer.headers = {{"Accept-Ranges", "bytes"}, {"ETag", "\"store\""}};
    if (ranged) {
        answer.status = 206;
        const qint64 said = fault == WrongRange ? first / 2 : first;
        answer.headers.emplaceBack("Content-Range", "bytes " + QByteArray::number(said) + '-' +
                                                        QByteArray::number(said + answer.body.size() - 1) +
                                                        '/' + QByteArray::number(size));
        if (fault == WrongRange) answer.body = content.mid(said, answer.body.size());
    }
    switch (fault) {
        case Cut:
            answer.cutAt = middle;
            break;
        case Stall:
            answer.cutAt = middle;
            answer.stall = true;
            break;
        case Corrupt:
            if (!answer.body.isEmpty()) answer.body[middle] = static_cast<char>(answer.body[middle] ^ 0x40);
            break;
        case NotSatisfiable:
            return {416, {{"Content-Range", "bytes */" + QByteArray::number(first)}}, "no"};
        case OtherTag:
            answer.headers[1].second = '"' + QByteArray::number(m_tags) + '"';
            break;
        case Short:
            answer.body.truncate(middle);
            break;
        case Long:
            answer.body += QByteArray(5000, 'x');
            answer.noLength = true;
            break;
        case Gzip:
            answer.headers.emplaceBack("Content-Encoding", "gzip");
            break;
        case ServerError:
            return {503, {}, "later"};
        case TooMany:
            return {429, {{"Retry-After", "1"}}, "later"};
        case Expired:
            return {403, {}, "expired"};
        default:
            break;
    }
    return answer;
}
