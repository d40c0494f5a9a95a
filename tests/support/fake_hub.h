#pragma once

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QMutex>
#include <QString>
#include <QTemporaryDir>
#include <QThread>
#include <QUrl>
#include <functional>
#include <memory>
#include <random>

/// A model hub on loopback, and its store on a port of its own; both speak TLS with a certificate authority
/// made for the run (needs the openssl program). It serves the calls that Hearth makes and, on request,
/// applies the faults of networks and bad servers to them. Runs in its own thread; every method may be called
/// from any.
class FakeHub {
public:
    /// Fault in one answer. A fault of the store unless it names the hub.
    enum Fault {
        None,
        Cut,             ///< the connection ends in the middle
        Corrupt,         ///< one byte is changed
        IgnoreRange,     ///< 200 with everything
        WrongRange,      ///< 206 that says and sends another part
        LyingRange,      ///< 206 that says the right part and sends another
        NotSatisfiable,  ///< 416
        OtherTag,        ///< a new ETag with each answer
        Short,           ///< fewer bytes, and the length says so
        Long,            ///< more bytes than the file has, without a length
        Gzip,            ///< Content-Encoding that was not requested
        ServerError,     ///< 503
        TooMany,         ///< 429
        Expired,         ///< 403, as a signed address that ran out
        Stall,           ///< nothing follows the first part
        HubServerError,  ///< the hub itself answers 500
        HubDropped,      ///< the hub closes without an answer
        FaultCount
    };
    /// Permanent misbehaviour of the hub, for a whole file.
    enum class Lie {
        Nothing,
        OtherContent,    ///< the store's bytes are not those of the sha256
        OtherTag,        ///< the hub's own answer names another sha256 than its list
        ToPlainHttp,     ///< redirects to http
        ToPrivate,       ///< redirects to a private network over http
        Circle,          ///< redirects to itself
        Renamed,         ///< honest: a relative redirect first
        Gated,           ///< 401 with GatedRepo
        BadCertificate,  ///< redirects to a host name that the certificate does not name
        NoContent        ///< 204
    };

    FakeHub();
    ~FakeHub();
    bool isRunning() const { return m_hubPort != 0 && m_storePort != 0; }

    QString endpoint() const;
    /// The authority's certificate, for SSL_CERT_FILE.
    QString certificates() const;

    struct File {
        QByteArray content, sha256;
        Lie lie = Lie::Nothing;
    };
    void addFile(const QString& repository, const QString& path, const QByteArray& content,
                 Lie lie = Lie::Nothing);
    /// An answer to an API path ("/api/models", without query) as it is.
    void addAnswer(const QString& path, const QByteArray& json);
    /// Faults for answers that send files: called under a lock for each; the default gives None.
    void setFaults(std::function<Fault()> faults);
    /// Bytes sent between pauses of a millisecond; 0: no pauses.
    void setPace(qint64 bytes) { m_pace = bytes; }
    void setToken(const QByteArray& token) { m_token = token; }

    static QString commit() { return QString(40, u'c'); }
    static QByteArray digestOf(const QByteArray& content);

    struct Seen {
        QByteArray method, path, range, authorization;
        bool atStore = false;
    };
    QList<Seen> seen() const;
    /// Bytes of file contents that were handed to sockets.
    qint64 sentBytes() const { return m_sent; }
    void forget();

private:
    friend class FakeHubServer;
    struct Answer {
        int status = 200;
        QList<QPair<QByteArray, QByteArray>> headers;
        QByteArray body;
        qint64 cutAt = -1;   ///< close after this many bytes of the body
        bool stall = false;  ///< ...or stop sending there
        bool noLength = false;
        bool drop = false;
    };
    Answer answer(const Seen& request);
    Answer hubAnswer(const QByteArray& path, const Seen& request);
    Answer storeAnswer(const File& file, const QByteArray& range);

    QTemporaryDir m_folder;
    QThread m_thread;
    mutable QMutex m_lock;
    QHash<QString, File> m_files;  ///< "tenant/name:path"
    QHash<QString, QByteArray> m_answers;
    std::function<Fault()> m_faults;
    QList<Seen> m_seen;
    QByteArray m_token;
    std::atomic<qint64> m_pace = 0, m_sent = 0;
    quint16 m_hubPort = 0, m_storePort = 0;
    int m_tags = 0;
};
