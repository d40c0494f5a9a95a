#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "hearth/engine.h"
#include "openai/completion_request.h"
#include "server/api_call.h"
#include "server/reply_writer.h"
#include "server/served_model.h"

namespace hearth::server {

/// Outcome of a request, for the log and the figures.
struct ReplyOutcome {
    GenerationMetrics metrics;  ///< of the first reply
    int generatedTokens = 0;    ///< of all
    int status = 200;           ///< of HTTP
    bool failed = false, cancelled = false;
};

/// A request as an API read it. The functions are called on the thread of the model.
struct ReplyOrder {
    std::shared_ptr<ServedModel> model;
    GenerationRequest request = {};
    int choices = 1;  ///< replies to make
    /// Where there are several, each with as many replies as the others, in place of that of the request.
    std::vector<openai::RawPrompt> rawPrompts = {};
    /// Makes the writer that its replies are told to, when the first has its turn.
    std::function<std::unique_ptr<ReplyWriter>(const Engine& engine)> writer;
    /// Instead of everything else: it failed before there was a writer.
    std::function<void(const Error& problem)> refused = {};
    /// Once, between two steps, when all replies have ended.
    std::function<void(const ReplyOutcome& outcome)> ended = {};
};

/// One request on its way: as many replies as were asked for, all told to one writer. Everything but start()
/// and cancel() happens on the thread of the model.
class ReplyJob final : public std::enable_shared_from_this<ReplyJob> {
public:
    explicit ReplyJob(ReplyOrder order);
    ~ReplyJob();
    ReplyJob(const ReplyJob&) = delete;
    ReplyJob& operator=(const ReplyJob&) = delete;

    /// Asks the model for the replies; once.
    void start();
    /// The client is gone. From any thread.
    void cancel();

private:
    class Listener;

    GenerationRequest requestOf(int choice);
    void starting(int choice, Engine& engine, const GenerationRequest& request);
    void promptProgress(int choice, int done, int total, int cached);
    void add(int choice, const ReplyDelta& delta);
    void finished(int choice, GenerationResult result);
    void failed(const Error& error);
    void end();

    ReplyOrder m_order;
    int m_open = 0;  ///< replies that have not ended
    std::unique_ptr<ReplyWriter> m_writer;
    ReplyOutcome m_outcome;
    bool m_begun = false, m_isRefused = false;
    std::vector<bool> m_enough;  ///< of each reply: it was ended where its writer had enough
    std::vector<std::unique_ptr<Listener>> m_listeners;
    std::mutex m_idsMutex;  ///< the model may answer while start() still asks
    std::vector<RequestId> m_ids;
    std::atomic<bool> m_cancelled = false;
    std::shared_ptr<ReplyJob> m_self;  ///< while the model has its listeners
};

/// Has a model answer a call: now, or when its turn comes. The end of the connection cancels it. From any
/// thread.
void startReply(const ApiCall& call, ReplyOrder order);

}  // namespace hearth::server
