#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QUrl>

#include "http/http_call.h"

namespace hearth::app {

/// Fetches one URL of the public web that a model or a client has named. Refuses private networks, including
/// those that a host name or a redirect leads to; behind a proxy, which resolves names itself, only literal
/// addresses are checked. Lives in the thread that created it, which has an event loop.
class PublicGet : public QObject {
    Q_OBJECT

public:
    struct Options {
        QByteArray accept;        ///< types, as the header Accept has them
        qsizetype mostBytes = 0;  ///< of the body, before and after its coding is removed
        /// Tests read from this computer.
        HttpRequest::Reach reach = HttpRequest::Reach::PublicOnly;
    };
    explicit PublicGet(Options options, QObject* parent = nullptr);

    static constexpr int mostRedirects = 5;

    /// Starts the request; to be called once. ended() follows, never before this returns.
    void start(const QString& address);
    /// Stops: no signal follows.
    void abort();

    /// Reason why there is no body, one English sentence; empty if there is one.
    const QString& problem() const { return m_problem; }
    /// Body without its coding.
    const QByteArray& body() const { return m_body; }
    /// True if the answer is longer than Options::mostBytes, which body() then has.
    bool isCut() const { return m_isCut; }
    /// Media type of the answer in lower case, without parameters: "text/html".
    QString type() const;
    QByteArray header(const QByteArray& name) const { return m_call ? m_call->header(name) : QByteArray(); }
    /// Host that was asked last.
    QString host() const { return m_address.host(); }

signals:
    /// An answer with status 200 begins; abort() stops it.
    void answered();
    void ended();

private:
    /// Reason why an address may not be opened; empty: it may.
    QString refusal(const QUrl& address) const;
    void ask(const QUrl& address);
    void hear();
    void redirect();
    void finish();
    void fail(const QString& problem);

    const Options m_options;
    QUrl m_address;
    HttpCall* m_call = nullptr;
    QByteArray m_body;
    QString m_problem;
    int m_redirects = 0;
    bool m_isCut = false, m_isOver = false;
};

}  // namespace hearth::app
