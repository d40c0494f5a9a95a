#pragma once

#include <QByteArray>
#include <memory>
#include <optional>
#include <stop_token>

#include "endpoints/remote_answer.h"
#include "endpoints/sendable_pictures.h"
#include "endpoints/server_call.h"
#include "endpoints/server_fields.h"
#include "hearth/generation_listener.h"
#include "hearth/generation_request.h"
#include "hearth/generation_result.h"

namespace hearth::app {

/// A request to a server: waits for a connection, then reads its answer as it comes, without waiting. For one
/// thread, but for the stop.
class RemoteReply {
public:
    /// Draws a seed if the request has none, so that the reply can be made again.
    RemoteReply(RequestId id, GenerationRequest request, GenerationListener& listener, Priority priority);

    /// Asks this model of the server over this connection, which is this reply's until release(). `host` is
    /// the server's name in errors.
    void ask(std::unique_ptr<ServerCalls> connection, const QString& host, const QString& model,
             const ServerFields& fields);
    /// Replaces pictures that servers do not read; before ask(). Throws what makeSendable() throws.
    void convertPictures(SendablePictures& pictures) { pictures.makeSendable(m_request, stop.get_token()); }
    bool isAsked() const noexcept { return m_connection != nullptr; }
    /// Reads the events that arrived; returns the result at the end. Throws Error with the problem;
    /// ContextFull for a prompt that the server finds too long. `came` is set if there were events.
    std::optional<GenerationResult> read(bool& came);
    /// The server refused the request because of a field: the fields to ask it with again. nullopt: it did
    /// not.
    const std::optional<ServerFields>& otherFields() const noexcept { return m_otherFields; }
    /// Name of the field that contained the reasoning; empty: there was none.
    QString thoughtField() const { return m_answer ? m_answer->thoughtField() : QString(); }
    /// The reply so far, as cancelled.
    GenerationResult cancelled();
    /// Ends the call and returns the connection; nullptr: it had none.
    std::unique_ptr<ServerCalls> release();

    RequestId id() const noexcept { return m_id; }
    const GenerationRequest& request() const noexcept { return m_request; }
    GenerationListener& listener() const noexcept { return m_listener; }
    RequestStatus status() const noexcept;

    Priority priority;
    std::stop_source stop;

private:
    std::optional<GenerationResult> readEnd(const ServerCalls::Event& event);

    const RequestId m_id;
    const bool m_chosenSeed;
    GenerationRequest m_request;
    GenerationListener& m_listener;
    const RemoteAnswer::Clock::time_point m_asked;
    QString m_host;
    std::unique_ptr<ServerCalls> m_connection;
    std::optional<RemoteAnswer> m_answer;
    QByteArray m_errorBody;
    ServerFields m_fields;
    std::optional<ServerFields> m_otherFields;
};

}  // namespace hearth::app
