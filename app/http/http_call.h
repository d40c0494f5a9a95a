#pragma once

#include <QObject>
#include <QSslConfiguration>
#include <QTimer>
#include <QUrl>

#include "http/http_response.h"

class QHostAddress;
class QHostInfo;
class QSslSocket;

namespace hearth::app {

/// A request to a server.
struct HttpRequest {
    /// Addresses that the name may resolve to. A proxy resolves names itself; in that case only literal
    /// addresses are checked.
    enum class Reach { Anywhere, PublicOnly, LoopbackOnly };

    QUrl address;           ///< http or https
    bool isPost = false;    ///< otherwise GET
    HttpHeaders headers;    ///< besides Host, User-Agent, Content-Length and Connection
    QByteArray body;        ///< of a POST
    QSslConfiguration tls;  ///< of https
    int quietMs = 30000;    ///< the call ends when nothing came for so long
    int totalMs = 0;        ///< ... and after so long altogether; 0: never
    Reach reach = Reach::Anywhere;
};

/// One request over a connection of its own, with the system's proxy, without cookies, caches and redirects.
/// At most some 400 KB of an answer are held here or in the socket. Bytes that are not taken from received(),
/// or that arrive while the call is paused, are not read either, so the server has to wait. Lives in the
/// thread that made it; any slot of its signals may abort it, and delete it later.
class HttpCall : public QObject {
    Q_OBJECT

public:
    enum class Failure {
        None,
        Refused,     ///< nothing listens there
        NotFound,    ///< the name is not known
        Untrusted,   ///< its certificate is not trusted: see failureText()
        NoTls,       ///< TLS failed before any certificate, as with a server that speaks plain HTTP
        Quiet,       ///< nothing came for too long
        Cut,         ///< the connection ended or could not be made: see failureText()
        NoHttp,      ///< the answer is not HTTP, or its head is too long
        OutOfReach,  ///< the name resolves to an address that is not allowed
    };

    explicit HttpCall(HttpRequest request, QObject* parent = nullptr);
    ~HttpCall() override;

    void start();
    /// Ends the call. No signals follow.
    void abort();
    /// While it is paused nothing is read, and being quiet is no fault.
    void setPaused(bool paused);

    const QUrl& address() const { return m_request.address; }
    /// Status of the answer; 0: there is none yet.
    int status() const { return m_response.hasHead() ? m_response.status() : 0; }
    const HttpHeaders& headers() const { return m_response.headers(); }
    QByteArray header(const QByteArray& name) const { return m_response.header(name); }
    Failure failure() const { return m_failure; }
    /// The system's words for it.
    QString failureText() const { return m_failureText; }
    /// The address that was reached is a private one.
    bool wentPrivate() const { return m_wentPrivate; }

signals:
    /// The head has arrived.
    void answered();
    void received(const QByteArray& bytes);
    /// Once, at the end; failure() says whether the answer is complete.
    void ended();

private:
    void looked(const QHostInfo& info);
    bool mayReach(const QHostAddress& address) const;
    void connectToProxy();
    void connectToNext();
    void send();
    void read();
    void socketFailed();
    void disconnected();
    void end(Failure failure, const QString& text = {});

    HttpRequest m_request;
    HttpResponse m_response;
    QSslSocket* m_socket = nullptr;
    QList<QHostAddress> m_addresses;  ///< not tried yet
    QTimer m_quiet, m_total, m_connecting;
    int m_lookup = -1;
    Failure m_failure = Failure::None;
    QString m_failureText;
    QByteArray m_target, m_proxyLine;
    bool m_paused = false, m_over = false, m_sent = false, m_saidHead = false, m_wentPrivate = false;
};

}  // namespace hearth::app
