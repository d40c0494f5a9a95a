#pragma once

#include <QUrl>

#include "http/http_response.h"
#include "mcp/mcp_transport.h"

namespace hearth::app {

class HttpCall;

/// A server behind a web address ("streamable HTTP"): each message is a POST of its own, which is answered
/// with JSON or with a stream of events. Redirects are not followed, for the headers may hold a key.
class HttpTransport : public McpTransport {
    Q_OBJECT

public:
    HttpTransport(QUrl address, HttpHeaders headers, QObject* parent = nullptr);
    ~HttpTransport() override;

    void start() override {}
    void send(qint64 id, const QByteArray& message) override;
    void setProtocolVersion(const QString& version) override { m_version = version.toLatin1(); }
    void stop() override;

private:
    struct Answer;
    void take(Answer& answer, const QByteArray& bytes);
    void finish(Answer& answer);
    void failAnswer(Answer& answer, const QString& reason);

    QUrl m_address;
    HttpHeaders m_headers;
    QByteArray m_version, m_session;
    QList<HttpCall*> m_calls;
};

}  // namespace hearth::app
