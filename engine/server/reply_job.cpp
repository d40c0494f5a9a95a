#include "server/reply_job.h"

#include <algorithm>
#include <utility>

#include "server/api_errors.h"
#include "server/server_errors.h"

namespace hearth::server {

class ReplyJob::Listener final : public ReplySink {
public:
    Listener(ReplyJob& job, int choice) : m_job(job), m_choice(choice) {}

    void routed(const RouteOutcome& outcome) override {
        // The others name the model.
        if (m_choice == 0) m_job.routed(outcome);
    }
    void starting(Engine& engine, const GenerationRequest& request) override {
        m_job.starting(m_choice, engine, request);
    }
    void prefillProgress(int done, int total, int reused, double) override {
        m_job.promptProgress(m_choice, done, total, reused);
    }
    void replied(const ReplyDelta& delta) override { m_job.add(m_choice, delta); }
    // This is part of the job, which may end with it.
    void finished(GenerationResult result) override {
        m_job.shared_from_this()->finished(m_choice, std::move(result));
    }
    void failed(const Error& error) override { m_job.shared_from_this()->failed(error); }

private:
    ReplyJob& m_job;
    int m_choice;
};

ReplyJob::ReplyJob(ReplyOrder order)
    : m_order(std::move(order)), m_model(m_order.model), m_replies(static_cast<size_t>(m_order.choices)) {
    for (int i = 0; i < m_order.choices; ++i)
        m_replies[static_cast<size_t>(i)].listener = std::make_unique<Listener>(*this, i);
    if (m_model) m_outcome.model = m_model->name;
}

ReplyJob::~ReplyJob() = default;

Generator& ReplyJob::generator() const {
    return m_order.router ? *m_order.router : *m_order.model;
}

void ReplyJob::start() {
    m_self = shared_from_this();
    m_since = std::chrono::steady_clock::now();
    m_open = m_order.router ? 1 : m_order.choices;
    if (m_order.router) return ask(0);
    {
        // The thread of the model waits for the numbers of all before it ends one of them.
        const std::scoped_lock lock(m_mutex);
        for (int i = 0; i < m_order.choices; ++i) m_replies[static_cast<size_t>(i)].id = submit(i);
    }
    if (m_cancelled) cancel();
}

RequestId ReplyJob::submit(int choice) {
    return generator().submit(requestOf(choice), *m_replies[static_cast<size_t>(choice)].listener,
                              Priority::Chat, {});
}

/// Asks a router, which may fail at once, on this thread.
void ReplyJob::ask(int choice) {
    const RequestId id = submit(choice);
    bool ends = false;
    {
        const std::scoped_lock lock(m_mutex);
        Reply& reply = m_replies[static_cast<size_t>(choice)];
        reply.id = id;
        ends = reply.ends;
    }
    if (ends) generator().cancel(id);
}

/// Also of a reply that is not asked for yet.
void ReplyJob::endReply(Reply& reply) {
    RequestId id = 0;
    {
        const std::scoped_lock lock(m_mutex);
        reply.ends = true;
        id = reply.id;
    }
    if (id != 0) generator().cancel(id);
}

/// The first reply has a model; the others are asked of the same one.
void ReplyJob::routed(const RouteOutcome& outcome) {
    m_outcome.route = outcome;
    m_model = m_order.answering();
    if (m_model) m_outcome.model = m_model->name;
    if (m_cancelled) return;
    const std::chrono::duration<double, std::milli> since = std::chrono::steady_clock::now() - m_since;
    m_order.request.spentMs += since.count();
    m_order.request.route = outcome.target;
    m_open = m_order.choices;
    for (int i = 1; i < m_order.choices; ++i) ask(i);
}

GenerationRequest ReplyJob::requestOf(int choice) {
    GenerationRequest request = choice + 1 < m_order.choices ? m_order.request : std::move(m_order.request);
    std::vector<openai::RawPrompt>& prompts = m_order.rawPrompts;
    const int ofPrompt = m_order.choices / std::max(static_cast<int>(prompts.size()), 1);
    // The replies differ, and a seed makes each of them again.
    if (request.sampling.seed) *request.sampling.seed += static_cast<uint64_t>(choice % ofPrompt);
    if (prompts.empty()) return request;
    const openai::RawPrompt& prompt = prompts[static_cast<size_t>(choice / ofPrompt)];
    request.rawText = prompt.text;
    request.rawTokens = prompt.tokens;
    request.prompt.reset();
    return request;
}

void ReplyJob::starting(int choice, Engine& engine, const GenerationRequest& request) {
    if (!m_writer) m_writer = m_order.writer(engine, m_model, m_outcome.route);
    m_writer->prepare(engine, request, choice);
}

void ReplyJob::cancel() {
    m_cancelled = true;
    for (Reply& reply : m_replies) endReply(reply);
}

void ReplyJob::add(int choice, const ReplyDelta& delta) {
    if (m_cancelled) return;
    Reply& reply = m_replies[static_cast<size_t>(choice)];
    const bool taken = (std::exchange(m_begun, true) || m_writer->begin()) && m_writer->add(choice, delta);
    if (!taken)
        cancel();
    else if (m_writer->hasEnough(choice) && !std::exchange(reply.hasEnough, true))
        endReply(reply);
}

void ReplyJob::promptProgress(int choice, int done, int total, int cached) {
    if (!m_cancelled && !m_writer->promptProgress(choice, done, total, cached)) cancel();
}

void ReplyJob::finished(int choice, GenerationResult result) {
    if (result.reason == FinishReason::Cancelled && m_replies[static_cast<size_t>(choice)].hasEnough)
        result.reason = FinishReason::EndOfText;
    m_outcome.generatedTokens += result.metrics.generatedTokens;
    if (choice == 0) {
        m_outcome.metrics = result.metrics;
        m_outcome.droppedTokens = result.droppedTokens;
        m_outcome.droppedMs = result.droppedMs;
    }
    if (!m_outcome.failed && !m_cancelled) {
        // Its engine goes, which the client has to hear.
        if (result.reason == FinishReason::Cancelled) return failed(Error(errors::serverStopped));
        if (std::exchange(m_begun, true) || m_writer->begin()) m_writer->finish(choice, result);
    }
    if (--m_open == 0) end();
}

void ReplyJob::failed(const Error& error) {
    if (!std::exchange(m_outcome.failed, true)) {
        m_outcome.status = problemOf(error).status;
        m_isRefused = !m_writer;
        if (m_writer)
            m_writer->fail(error);
        else if (m_order.refused)
            m_order.refused(error);
    }
    // Those that are left have nobody who hears them.
    cancel();
    if (--m_open == 0) end();
}

void ReplyJob::end() {
    if (m_cancelled && !m_outcome.failed) m_outcome.cancelled = true;
    const auto told = [self = std::exchange(m_self, nullptr)] {
        if (!self->m_isRefused && self->m_order.ended) self->m_order.ended(self->m_outcome);
    };
    if (!m_model) return told();
    // The model still has a listener on its stack.
    m_model->port.post([told](Engine*, const Error*) { told(); });
}

void startReply(const ApiCall& call, ReplyOrder order) {
    order.request.spentMs = call.elapsedMs();
    const auto job = std::make_shared<ReplyJob>(std::move(order));
    call.response->onGone([weak = std::weak_ptr(job)] {
        if (const auto gone = weak.lock()) gone->cancel();
    });
    job->start();
}

}  // namespace hearth::server
