#pragma once

#include <QByteArray>
#include <QList>
#include <QNetworkReply>
#include <QObject>
#include <QTimer>
#include <QUrl>
#include <memory>

#include "hub/hub_environment.h"

class QNetworkAccessManager;

namespace hearth::app {

/// A manager set up for the hub: the system's proxy, strict TLS, no cookies, no cache.
std::unique_ptr<QNetworkAccessManager> makeHubNetwork(const HubEnvironment& hub);

/// One GET that follows redirects by our own rules (redirect_policy.h) and sends the token to the hub alone.
/// Lives in the thread that made it. After ended() or abort() nothing more is heard of it.
class HubGet : public QObject {
    Q_OBJECT

public:
    using Headers = QList<QPair<QByteArray, QByteArray>>;

    /// stallMs: how long nothing may come before the attempt ends.
    HubGet(QNetworkAccessManager& network, const HubEnvironment& hub, int stallMs, QObject* parent = nullptr);
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
    void request(const QUrl& address);
    void headersCame();
    void bytesCame();
    void replyEnded();
    void drop(QNetworkReply* reply);
    void end(const QString& problem, bool passing);
    QString networkProblem(QNetworkReply::NetworkError error) const;

    QNetworkAccessManager& m_network;
    const HubEnvironment m_hub;
    Headers m_headers;
    QUrl m_address;
    QNetworkReply* m_reply = nullptr;  ///< ours until abort()
    QList<QNetworkReply::RawHeaderPair> m_hubHeaders;
    QTimer m_stall;
    int m_status = 0, m_redirects = 0;
    bool m_answered = false;
};

}  // namespace hearth::app
