#include "server/embedding_job.h"

#include <algorithm>
#include <utility>

#include "hearth/unexpected_error.h"
#include "openai/refusal.h"
#include "server/server_errors.h"

namespace hearth::server {

namespace {

class EmbeddingJob final : public std::enable_shared_from_this<EmbeddingJob> {
public:
    EmbeddingJob(EmbedderRegistry& registry, std::shared_ptr<CallLog> log, std::shared_ptr<ApiCall> call,
                 std::string model, EmbeddingWork work)
        : m_shelf(registry),
          m_log(std::move(log)),
          m_call(std::move(call)),
          m_model(std::move(model)),
          m_work(std::move(work)) {}

    void start() {
        m_call->response->onGone([gone = m_gone]() mutable { gone.request_stop(); });
        post();
    }

private:
    void post() {
        m_shelf.post(
            m_model,
            [self = shared_from_this()](Embedder* embedder, const Error* problem,
                                        const std::stop_token& stop) { self->run(embedder, problem, stop); },
            m_work.priority);
    }
    void run(Embedder* embedder, const Error* problem, const std::stop_token& stop) {
        if (embedder == nullptr) return m_log->refuse(*m_call, problemOf(*problem, "input"));
        try {
            step(*embedder, stop);
        } catch (const openai::Refusal& refusal) {
            m_log->refuse(*m_call, problemOf(refusal));
        } catch (...) {
            fail(currentError(errors::noMemoryForRequest));
        }
    }
    /// Number of texts of the next part.
    size_t nextCount() const {
        const size_t end = std::min(m_done + textsOfPart, m_work.texts);
        return m_work.bytes ? textsOfTask(m_done, end, m_work.bytes) : end - m_done;
    }
    void step(Embedder& embedder, const std::stop_token& stop) {
        const std::stop_callback ends(stop, [this] { m_gone.request_stop(); });
        const size_t count = nextCount();
        m_work.part(embedder, m_done, count, m_gone.get_token());
        m_done += count;
        if (m_done < m_work.texts) return post();
        m_call->response->send(200, "application/json", m_work.answer());
        ReplyOutcome outcome;
        outcome.metrics.promptTokens = m_work.tokens();
        m_log->record(*m_call, m_model, outcome);
    }
    void fail(const Error& error) {
        if (!m_call->response->gone()) return m_log->refuse(*m_call, problemOf(error, "input"));
        ReplyOutcome outcome;
        outcome.cancelled = true;
        m_log->record(*m_call, m_model, outcome);
    }

    EmbedderRegistry& m_shelf;
    std::shared_ptr<CallLog> m_log;
    std::shared_ptr<ApiCall> m_call;
    const std::string m_model;
    EmbeddingWork m_work;
    size_t m_done = 0;
    std::stop_source m_gone;
};

}  // namespace

void startEmbedding(EmbedderRegistry& registry, const std::shared_ptr<CallLog>& log,
                    const std::shared_ptr<ApiCall>& call, const std::string& model, EmbeddingWork work) {
    std::make_shared<EmbeddingJob>(registry, log, call, model, std::move(work))->start();
}

}  // namespace hearth::server
