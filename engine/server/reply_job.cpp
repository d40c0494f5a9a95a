#include "server/reply_job.h"

#include <utility>

#include "server/api_errors.h"
#include "server/server_errors.h"

namespace hearth::server {

class ReplyJob::Listener final : public GenerationListener {
public:
    Listener(ReplyJob& job, int choice) : m_job(job), m_choice(choice) {}

    void prefillProgress(int done, int total, int reused, double) override {
        m_job.promptProgress(m_choice, done, total, reused);
    }
    void replied(const ReplyDelta& delta) override { m_job.add(m_choice, delta); }
    void finished(GenerationResult result) override { m_job.finished(m_choice, std::move(result)); }
    void failed(const Error& error) override {
        m_job.m_port.replyFailed(error);
        m_job.failed(error);
    }

private:
    ReplyJob& m_job;
    int m_choice;
};

ReplyJob::ReplyJob(GenerationRequest request, int choices, std::unique_ptr<ReplyWriter> writer,
                   EnginePort& port, Done done)
    : m_request(std::move(request)),
      m_choices(choices),
      m_writer(std::move(writer)),
      m_port(port),
      m_done(std::move(done)) {
}

ReplyJob::~ReplyJob() = default;

void ReplyJob::start(Engine& engine) {
    m_outcome.started = true;
    if (m_cancelled) {
        m_outcome.cancelled = true;
        end();
        return;
    }
    m_self = shared_from_this();
    m_open = m_choices;
    m_enough.resize(static_cast<size_t>(m_choices));
    for (int i = 0; i < m_choices; ++i) {
        GenerationRequest request = i + 1 < m_choices ? m_request : std::move(m_request);
        // The replies differ, and a seed makes each of them again.
        if (request.sampling.seed) *request.sampling.seed += static_cast<uint64_t>(i);
        m_listeners.push_back(std::make_unique<Listener>(*this, i));
        try {
            const RequestId id = engine.submit(std::move(request), *m_listeners.back(), Priority::Chat);
            const std::scoped_lock lock(m_idsMutex);
            m_ids.push_back(id);
        } catch (const Error& error) {
            // What is wrong with one is wrong with all of them: nothing runs yet.
            m_open = i + 1;
            m_port.replyFailed(error);
            failed(error);
            return;
        }
    }
    if (m_cancelled) cancel();
}

void ReplyJob::refuse(const Error& problem) {
    m_open = 1;
    failed(problem);
}

void ReplyJob::cancel() {
    m_cancelled = true;
    std::vector<RequestId> ids;
    {
        const std::scoped_lock lock(m_idsMutex);
        ids = m_ids;
    }
    for (const RequestId id : ids) m_port.cancel(id);
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
        m_port.cancel(id);
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
        m_writer->fail(error);
    }
    // Those that are left have nobody who hears them.
    cancel();
    if (m_open > 0 && --m_open == 0) end();
}

void ReplyJob::end() {
    if (m_cancelled && !m_outcome.failed) m_outcome.cancelled = true;
    m_port.post([self = std::exchange(m_self, nullptr), done = std::exchange(m_done, nullptr),
                 outcome = m_outcome](Engine* engine, const Error*) {
        if (done) done(engine, outcome);
    });
}

}  // namespace hearth::server
