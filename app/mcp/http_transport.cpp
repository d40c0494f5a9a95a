#include "mcp/http_transport.h"

#include <memory>

#include "endpoints/event_stream.h"
#include "endpoints/server_call.h"
#include "http/http_call.h"

namespace hearth::app {

/// The part of an answer to one call that has arrived.
struct HttpTransport::Answer {
    qint64 id = 0;
    HttpCall* call = nullptr;
    QByteArray body;
    EventStream events;
    bool isStream = false, over = false;
};

HttpTransport::HttpTransport(QUrl address, HttpHeaders headers, QObject* parent)
    : McpTransport(parent), m_address(std::move(address)), m_headers(std::move(headers)) {
}

HttpTransport::~HttpTransport() {
    stop();
}

void HttpTransport::send(qint64 id, const QByteArray& message) {
    HttpRequest request;
    request.address = m_address;
    request.isPost = true;
    request.body = message;
    request.quietMs = 5 * 60 * 1000;  // a tool may take long; who calls it has a limit of its own
    request.headers = m_headers;
    request.headers.append(qMakePair(QByteArray("Content-Type"), QByteArray("application/json")));
    request.headers.append(
        qMakePair(QByteArray("Accept"), QByteArray("application/json, text/event-stream")));
    if (!m_version.isEmpty()) request.headers.append({"MCP-Protocol-Version", m_version});
    if (!m_session.isEmpty()) request.headers.append({"Mcp-Session-Id", m_session});
    auto answer = std::make_shared<Answer>();
    answer->id = id;
    auto* call = answer->call = new HttpCall(std::move(request), this);
    m_calls.append(call);
    connect(call, &HttpCall::answered, this, [this, answer] {
        const QByteArray session = answer->call->header("Mcp-Session-Id");
        if (!session.isEmpty() && session.size() <= 256) m_session = session;
        answer->isStream = answer->call->header("Content-Type").toLower().startsWith("text/event-stream");
    });
    connect(call, &HttpCall::received, this,
            [this, answer](const QByteArray& bytes) { take(*answer, bytes); });
    connect(call, &HttpCall::ended, this, [this, answer] { finish(*answer); });
    call->start();
}

void HttpTransport::take(Answer& answer, const QByteArray& bytes) {
    if (answer.over) return;
    if (!answer.isStream || answer.call->status() != 200) {
        answer.body += bytes;
        if (answer.body.size() > largestMessage)
            failAnswer(answer, tr("The server sent a message of more than %1 MB.").arg(largestMessage >> 20));
        return;
    }
    for (const QByteArray& event : answer.events.feed(bytes)) emit received(event);
    if (answer.events.isOverlong())
        failAnswer(answer, tr("The server sent a message of more than %1 MB.").arg(largestMessage >> 20));
}

void HttpTransport::failAnswer(Answer& answer, const QString& reason) {
    answer.over = true;
    answer.call->abort();
    answer.call->deleteLater();
    m_calls.removeOne(answer.call);
    emit failed(answer.id, reason);
}

void HttpTransport::finish(Answer& answer) {
    if (answer.over) return;
    const int status = answer.call->status();
    const QString host = m_address.host();
    if (answer.call->failure() != HttpCall::Failure::None) {
        failAnswer(answer, connectionProblem(*answer.call));
        return;
    }
    if (status == 401 || status == 403) {
        failAnswer(answer, tr("%1 wants a key; put it into the headers of the server.").arg(host));
        return;
    }
    if (status == 404 && !m_session.isEmpty()) {
        // The server has forgotten the session; the next user starts a new one.
        m_session.clear();
        failAnswer(answer, tr("The session with %1 is over.").arg(host));
        stop();
        emit ended(tr("The session with %1 is over.").arg(host));
        return;
    }
    if (status != 200 && status != 202 && status != 204) {
        failAnswer(answer, tr("%1 answered with status %2.").arg(host).arg(status));
        return;
    }
    answer.over = true;
    answer.call->deleteLater();
    m_calls.removeOne(answer.call);
    if (!answer.isStream && !answer.body.trimmed().isEmpty()) emit received(answer.body);
    // A stream may end, or a body be empty, without the answer.
    if (answer.id != 0) emit failed(answer.id, tr("%1 gave no answer.").arg(host));
}

void HttpTransport::stop() {
    for (HttpCall* call : std::exchange(m_calls, {})) {
        call->disconnect(this);
        call->abort();
        call->deleteLater();
    }
}

}  // namespace hearth::app
