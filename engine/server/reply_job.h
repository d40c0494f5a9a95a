#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "hearth/engine.h"
#include "openai/completion_request.h"
#include "server/api_call.h"
#include "server/model_handle.h"
#include "server/reply_writer.h"

namespace hearth::server {

/// Outcome of a request, for the log and the figures.
struct ReplyOutcome {
    GenerationMetrics metrics;  ///< of the first reply
    int generatedTokens = 0;    ///< of all
    int status = 200;           ///< of HTTP
    bool failed = false, cancelled = false;
    std::string model = {};  ///< its name; empty: none had the request yet
    // Of the first reply, as GenerationResult has them.
    std::optional<RouteOutcome> route = std::nullopt;
    int droppedTokens = 0;
    double droppedMs = 0;
};

/// Makes the writer that all replies of a request are told to, when the first has its turn. `route`: why the
/// model answers, where there are two.
using MakeReplyWriter = std::function<std::unique_ptr<ReplyWriter>(const Engine& engine,
                                                                   const std::shared_ptr<ModelHandle>& model,
                                                                   const std::optional<RouteOutcome>& route)>;

/// A request as an API read it. The functions are called on the thread of the model, or, if no model has the
/// request, on that of start().
struct ReplyOrder {
    std::shared_ptr<ModelHandle> model = nullptr;  ///< nullptr: one of two, see `router`
    /// In place of `model`: decides by the first reply which of two models generates all of them.
    std::shared_ptr<Generator> router = nullptr;
    /// The model that `router` selected; nullptr: not selected yet.
    std::function<std::shared_ptr<ModelHandle>()> answering = {};
    GenerationRequest request = {};
    int choices = 1;  ///< number of replies
    /// Several prompts, each with as many replies as the others, in place of the request's prompt; empty:
    /// that one.
    std::vector<openai::RawPrompt> rawPrompts = {};
    MakeReplyWriter writer;
    /// Called instead of everything else if the request failed before there was a writer.
    std::function<void(const Error& problem)> refused = {};
    /// Called once, between two steps, when all replies have ended.
    std::function<void(const ReplyOutcome& outcome)> ended = {};
};

/// One request in progress: the requested number of replies, all sent to one writer. Everything but start()
/// and cancel() runs on the thread of the model.
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
    /// One of the replies.
    struct Reply {
        std::unique_ptr<Listener> listener;
        bool hasEnough = false;  ///< it was ended where its writer had enough
        // Guarded by m_mutex: the model may answer while the reply is still asked for.
        RequestId id = 0;  ///< 0: not known yet
        bool ends = false;
    };

    Generator& generator() const;
    RequestId submit(int choice);
    void ask(int choice);
    void endReply(Reply& reply);
    GenerationRequest requestOf(int choice);
    void routed(const RouteOutcome& outcome);
    void starting(int choice, Engine& engine, const GenerationRequest& request);
    void promptProgress(int choice, int done, int total, int cached);
    void add(int choice, const ReplyDelta& delta);
    void finished(int choice, GenerationResult result);
    void failed(const Error& error);
    void end();

    ReplyOrder m_order;
    std::shared_ptr<ModelHandle> m_model;  ///< that answers, as soon as that is known
    int m_open = 0;                        ///< replies that were asked for and have not ended
    std::unique_ptr<ReplyWriter> m_writer;
    ReplyOutcome m_outcome;
    bool m_begun = false, m_isRefused = false;
    std::mutex m_mutex;
    std::vector<Reply> m_replies;
    std::chrono::steady_clock::time_point m_since;  ///< when the first was asked for
    std::atomic<bool> m_cancelled = false;
    std::shared_ptr<ReplyJob> m_self;  ///< while the model has its listeners
};

/// Has a model answer a call: now, or when its turn comes. The end of the connection cancels it. From any
/// thread.
void startReply(const ApiCall& call, ReplyOrder order);

}  // namespace hearth::server
