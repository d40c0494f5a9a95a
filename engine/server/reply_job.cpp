#include "server/reply_job.h"

#include <algorithm>
#include <utility>

#include "server/api_errors.h"
#include "server/server_errors.h"

namespace hearth::server {

class ReplyJob::Listener final : public ReplySink {
public:
    Listener(ReplyJob& job, int choice) : m_job(job), m_choice(choice) {}

    void starting(Engine& engine, GenerationRequest& request) override {
        m_job.starting(m_choice, engine, request);
    }
    void prefillProgress(int done, int total, int reused, double) override {
        m_job.promptProgress(m_choice, done, total, reused);
    }
    void replied(const ReplyDelta& delta) override { m_job.add(m_choice, delta); }
    void finished(GenerationResult result) override { m_job.finished(m_choice, std::move(result)); }
    void failed(const Error& error) override { m_job.failed(error); }

private:
    ReplyJob& m_job;
    int m_choice;
};

ReplyJob::ReplyJob(ReplyOrder order) : m_order(std::move(order)) {
}

ReplyJob::~ReplyJob() = default;

void ReplyJob::start() {
    m_self = shared_from_this();
    m_open = m_order.choices;
    m_enough.resize(static_cast<size_t>(m_order.choices));
    for (int i = 0; i < m_order.choices; ++i) m_listeners.push_back(std::make_unique<Listener>(*this, i));
    {
        const std::scoped_lock lock(m_idsMutex);
        for (int i = 0; i < m_order.choices; ++i)
            m_ids.push_back(m_order.model->requests.submit(requestOf(i), *m_listeners[static_cast<size_t>(i)],
                                                           Priority::Chat));
    }
    if (m_cancelled) cancel();
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
    if (!m_writer) m_writer = m_order.writer(engine);
    m_writer->prepare(engine, request, choice);
}

void ReplyJob::cancel() {
    m_cancelled = true;
    std::vector<RequestId> ids;
    {
        const std::scoped_lock lock(m_idsMutex);
        ids = m_ids;
    }
    for (const RequestId id : ids) m_order.model->requests.cancel(id);
}

void ReplyJob::add(int choice, const ReplyDelta& delta) {
    if (m_cancelled) return;
    const bool taken = (std::exchange(m_begun, true) || m_writer->begin()) && m_writer->add(choice, delta);
    if (!taken) {
        cancel();
    } else if (m_writer->hasEnough(choice) && !m_enough[static_cast<size_t>(choice)]) {
        m_enough[static_cast<size_t>(choice)] = true;
        RequestId id = 0;
        {
            const std::scoped_lock lock(m_idsMutex);
            id = m_ids[static_cast<size_t>(choice)];
        }
        m_order.model->requests.cancel(id);
    }
}

void ReplyJob::promptProgress(int choice, int done, int total, int cached) {
    if (!m_cancelled && !m_writer->promptProgress(choice, done, total, cached)) cancel();
}

void ReplyJob::finished(int choice, GenerationResult result) {
    if (result.reason == FinishReason::Cancelled && m_enough[static_cast<size_t>(choice)])
        result.reason = FinishReason::EndOfText;
    m_outcome.generatedTokens += result.metrics.generatedTokens;
    if (choice == 0) m_outcome.metrics = result.metrics;
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
    // The model still has a listener on its stack.
    m_order.model->port.post([self = std::exchange(m_self, nullptr)](Engine*, const Error*) {
        if (!self->m_isRefused && self->m_order.ended) self->m_order.ended(self->m_outcome);
    });
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
