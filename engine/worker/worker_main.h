#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include "hearth/engine.h"
#include "worker/channel.h"
#include "worker/embedder_answers.h"
#include "worker/engine_wire.h"
#include "worker/job_answers.h"
#include "worker/response_channel.h"
#include "worker/sent_pictures.h"
#include "worker/worker_calls.h"

namespace hearth {

/// Stop requests for the calls or the questions of one channel: a request may come before the call that it
/// stops. From any thread.
class StopGate {
public:
    /// Starts the call of this number, the current one from now on, and returns its stop token.
    std::stop_token begin(uint64_t number);
    void stop(uint64_t number);

private:
    std::mutex m_mutex;
    uint64_t m_number = 0, m_stopped = 0;
    std::stop_source m_source;
};

/// The worker's side: runs the calls of WorkerModel, WorkerEmbedder and HeaderReader, sandboxed before the
/// first byte of a model is read.
class WorkerMain {
public:
    /// `leave` ends the process at once, from any thread: if the other process is gone, no caller wants the
    /// result.
    WorkerMain(Channel calls, Channel questions, Channel orders, std::function<void()> leave);
    ~WorkerMain();

    /// Serves until the other process ends it or is gone; then the process has to end, because threads still
    /// wait.
    void serve();

private:
    class Listener;
    class AttentionNote;

    /// One call, and its answer; false: it was the last one.
    bool carryOut(const std::string& message);
    /// Sandboxes the process, if it is not yet, and accepts more than calls from then on.
    void shutIn(const EngineOptions& options, const std::filesystem::path& cacheFolder);
    void readHeader(wire::Reader& in, wire::Writer& out);
    void load(wire::Reader& in, const std::stop_token& stop, wire::Writer& out);
    void loadEmbedder(wire::Reader& in, const std::stop_token& stop, wire::Writer& out);
    void aboutPrompts(wire::Call call, wire::Reader& in, const std::stop_token& stop, wire::Writer& out);
    void aboutRequests(wire::Call call, wire::Reader& in, wire::Writer& out);
    void readAttention(wire::Reader& in);
    void readLogits(wire::Reader& in, const std::stop_token& stop);
    void aboutCache(wire::Call call, wire::Reader& in, const std::stop_token& stop, wire::Writer& out);
    void answerQuestions();
    void hearOrders();
    /// Reports to a waiting process that this one works.
    void beat();
    void stopAttention(uint64_t number);
    /// Sends something on the way.
    template <class... T>
    void tell(const T&... part);
    Engine& engine();
    /// Tokenizer of the loaded model, of any kind. For the thread of questions.
    const Tokenizer& tokenizer() const;

    std::atomic<int> m_working = 0;
    ResponseChannel m_calls, m_questions;
    Channel m_orders;
    const std::function<void()> m_leave;
    StopGate m_callGate, m_questionGate;
    bool m_isShutIn = false, m_filesShut = false;
    std::atomic<Engine*> m_loaded = nullptr;  ///< for the threads of questions and orders
    std::unique_ptr<Engine> m_engine;
    EmbedderAnswers m_embedder;
    JobAnswers m_jobs;
    ReceivedPictures m_pictures;
    std::vector<wire::ReplyEvent> m_events;  ///< not told yet
    std::vector<std::unique_ptr<Listener>> m_listeners;
    std::mutex m_attentionMutex;  ///< of the list, for orders
    std::vector<std::unique_ptr<AttentionNote>> m_attention;
};

}  // namespace hearth
