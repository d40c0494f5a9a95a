#pragma once

#include <QByteArray>
#include <memory>
#include <optional>
#include <stop_token>

#include "endpoints/remote_answer.h"
#include "endpoints/server_call.h"
#include "hearth/engine.h"

namespace hearth::app {

/// A request to a server: waits for a connection, then reads its answer as it comes, without waiting. For one
/// thread, but for the stop.
class RemoteReply {
public:
    RemoteReply(RequestId id, GenerationRequest request, GenerationListener& listener, Priority priority);

    /// Asks the server over this connection, which is this reply's until release(). `body` as chatBody()
    /// makes it, with the parameters that only some servers know if `extras` says so.
    void ask(std::unique_ptr<ServerCalls> connection, const QString& host, const QByteArray& body,
             bool extras);
    bool isAsked() const noexcept { return m_connection != nullptr; }
    /// Reads what came; the result at the end. Throws Error: what went wrong; ContextFull for a prompt that
    /// the server finds too long. `came` is set when there was something.
    std::optional<GenerationResult> read(bool& came);
    /// The server refused the request for parameters that it does not know: it may be asked again without
    /// them.
    bool wantsPlain() const noexcept { return m_wantsPlain; }
    /// What there is of the reply, as cancelled.
    GenerationResult cancelled();
    /// Ends the call and gives the connection back; nullptr: it had none.
    std::unique_ptr<ServerCalls> release();

    RequestId id() const noexcept { return m_id; }
    const GenerationRequest& request() const noexcept { return m_request; }
    GenerationListener& listener() const noexcept { return m_listener; }
    RequestStatus status() const noexcept;

    Priority priority;
    std::stop_source stop;

private:
    std::optional<GenerationResult> readEnd(const ServerCalls::Event& event);
    uint64_t seed() const { return m_request.sampling.seed.value_or(0); }

    const RequestId m_id;
    const GenerationRequest m_request;
    GenerationListener& m_listener;
    const RemoteAnswer::Clock::time_point m_asked;
    QString m_host;
    std::unique_ptr<ServerCalls> m_connection;
    std::optional<RemoteAnswer> m_answer;
    QByteArray m_errorBody;
    bool m_extras = false, m_wantsPlain = false;
};

}  // namespace hearth::app
