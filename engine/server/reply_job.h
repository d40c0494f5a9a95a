#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "hearth/engine.h"
#include "server/engine_thread.h"
#include "server/reply_writer.h"

namespace hearth::server {

/// What became of a request, for the log and the figures.
struct ReplyOutcome {
    GenerationMetrics metrics;  ///< of the first reply
    int generatedTokens = 0;    ///< of all
    int status = 200;           ///< of HTTP
    bool started = false, failed = false, cancelled = false;
};

/// One request on its way: as many replies as were asked for, all told to one writer. Shared by the engine's
/// thread, which does everything but cancel(), and that of the network.
class ReplyJob final : public std::enable_shared_from_this<ReplyJob> {
public:
    /// Heard once at the end, on the engine's thread, between two steps. `engine` as in EnginePort::Task.
    using Done = std::function<void(Engine* engine, const ReplyOutcome& outcome)>;

    ReplyJob(GenerationRequest request, int choices, std::unique_ptr<ReplyWriter> writer, EnginePort& port,
             Done done);
    ~ReplyJob();
    ReplyJob(const ReplyJob&) = delete;
    ReplyJob& operator=(const ReplyJob&) = delete;

    int choices() const noexcept { return m_choices; }
    /// Submits the replies.
    void start(Engine& engine);
    /// Ends it without an answer: there is no engine, or too much waits.
    void refuse(const Error& problem);
    /// The client is gone. From any thread.
    void cancel();
    bool isCancelled() const noexcept { return m_cancelled; }

private:
    class Listener;

    void promptProgress(int choice, int done, int total, int cached);
    void add(int choice, const ReplyDelta& delta);
    void finished(int choice, GenerationResult result);
    void failed(const Error& error);
    void end();

    GenerationRequest m_request;
    int m_choices, m_open = 0;
    std::unique_ptr<ReplyWriter> m_writer;
    EnginePort& m_port;
    Done m_done;
    ReplyOutcome m_outcome;
    bool m_begun = false;
    std::vector<bool> m_enough;  ///< of each reply: it was ended where its writer had enough
    std::vector<std::unique_ptr<Listener>> m_listeners;
    std::mutex m_idsMutex;  ///< cancel() reads them
    std::vector<RequestId> m_ids;
    std::atomic<bool> m_cancelled = false;
    std::shared_ptr<ReplyJob> m_self;  ///< while the engine has its listeners
};

}  // namespace hearth::server
