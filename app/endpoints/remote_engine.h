#pragma once

#include <QByteArray>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "endpoints/arrivals.h"
#include "endpoints/endpoint.h"
#include "endpoints/remote_reply.h"
#include "endpoints/sendable_pictures.h"
#include "endpoints/server_call.h"
#include "hearth/engine.h"
#include "hearth/error.h"
#include "hearth/platform/process.h"

namespace hearth::app {

/// A model on another computer behind the interface of the local engine: the same calls, the same deltas, the
/// same figures as far as the server tells them. Tokens, logits, prompts and their cache stay on the server,
/// so it has none of the facets. Each request has a connection of its own, up to mostConnections at a time;
/// the others wait, by priority and arrival. Nothing is sent before step(), which waits for news at most some
/// milliseconds. Threads as for Engine.
class RemoteEngine : public Engine {
public:
    /// As many as common servers work on at a time.
    static constexpr int mostConnections = 4;

    RemoteEngine(Endpoint endpoint, QByteArray key, QString model);

    EngineInfo info() const override;
    /// By the length of the texts, and by how many tokens the server counted in the last one.
    PromptEstimate prepare(GenerationRequest& request, std::stop_token stop = {}) const override;
    /// Does nothing: the cache is the server's.
    void prefetch(const GenerationRequest&, std::stop_token = {}) override {}
    /// Results have no token ids, since those of the server mean nothing here, and in toldTokens what it
    /// tells of its tokens.
    RequestId submit(GenerationRequest request, GenerationListener& listener,
                     Priority priority = Priority::Reading) override;
    /// Ends the connection with the next step().
    void cancel(RequestId id) override;
    void endAll() override;
    void setPriority(RequestId id, Priority priority) override;
    std::optional<RequestStatus> status(RequestId id) const override;
    bool step() override;

private:
    std::list<RemoteReply>::iterator nextWaiting();
    void askForWaiting();
    void ask(RemoteReply& reply);
    /// True: there was something to do.
    bool resume(std::list<RemoteReply>::iterator reply);
    void leave(std::list<RemoteReply>::iterator reply);
    /// Leaves it, and tells its listener why.
    void fail(std::list<RemoteReply>::iterator reply, const Error& error);

    const Endpoint m_endpoint;
    const QString m_model;
    const QByteArray m_key;
    std::shared_ptr<Arrivals> m_arrivals;
    std::vector<std::unique_ptr<ServerCalls>> m_idle;
    SendablePictures m_pictures{platform::ownProgram()};
    mutable std::mutex m_tableMutex;  ///< of the list itself, for cancel()
    std::list<RemoteReply> m_replies;
    RequestId m_lastId = 0;
    double m_tokensPerGuess = 1;  ///< ratio of the server's token counts to the estimates for the same texts
    ServerFields m_fields;        ///< that the server takes, as far as is known by now
};

}  // namespace hearth::app
