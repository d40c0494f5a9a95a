#pragma once

#include <QByteArray>
#include <QObject>
#include <QUrl>

#include "http/http_call.h"
#include "hub/hub_environment.h"

namespace hearth::app {

/// One GET that follows redirects by our own rules (redirect_policy.h) and sends the token to the hub alone.
/// Lives in the thread that made it. After ended() or abort() nothing more is heard of it.
class HubGet : public QObject {
    Q_OBJECT

public:
    using Headers = HttpHeaders;

    /// stallMs: how long nothing may come before the attempt ends.
    HubGet(const HubEnvironment& hub, int stallMs, QObject* parent = nullptr);
    ~HubGet() override;

    void start(const QUrl& address, const Headers& headers = {});
    void abort();

    /// Of the last answer (status 0: none yet); valid from answered() to ended().
    int status() const { return m_status; }
    QByteArray header(const QByteArray& name) const;
    QUrl address() const { return m_address; }
    /// Headers that the hub's own answer carried, before it handed the request on.
    QByteArray hubHeader(const QByteArray& name) const;

signals:
    /// The headers of the answer that is no redirect are there.
    void answered();
    void received(const QByteArray& bytes);
    /// The answer is complete when `problem` is empty; otherwise one sentence. `passing`: it is worth trying
    /// again.
    void ended(const QString& problem, bool passing);

private:
    void request(const QUrl& address, HttpRequest::Reach reach);
    void headCame();
    void callEnded();
    void dropCall();
    void end(const QString& problem, bool passing);
    QString problemOf(const HttpCall& call) const;

    const HubEnvironment m_hub;
    const int m_stallMs;
    Headers m_headers;
    QUrl m_address, m_from;      ///< of this request, and of the one that led to it
    HttpCall* m_call = nullptr;  ///< ours until abort()
    Headers m_hubHeaders;
    int m_status = 0, m_redirects = 0;
    bool m_answered = false;
};

}  // namespace hearth::app
