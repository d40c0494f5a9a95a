#include "endpoints/remote_reply.h"

#include <QCoreApplication>
#include <QRandomGenerator>
#include <utility>

#include "hearth/error.h"

namespace hearth::app {

namespace {

/// Bodies of errors are read up to here.
constexpr qsizetype maximumErrorBytes = 256 << 10;
/// Events of one answer that are read at a time, so that others have their turn.
constexpr int eventsAtATime = 64;

RemoteAnswer::Clock::time_point askedAt(const GenerationRequest& request) {
    const std::chrono::duration<double, std::milli> spent(request.spentMs);
    return RemoteAnswer::Clock::now() - std::chrono::duration_cast<RemoteAnswer::Clock::duration>(spent);
}

}  // namespace

RemoteReply::RemoteReply(RequestId id, GenerationRequest request, GenerationListener& listener,
                         Priority priorityNow)
    : priority(priorityNow),
      m_id(id),
      m_chosenSeed(request.sampling.seed.has_value()),
      m_request(std::move(request)),
      m_listener(listener),
      m_asked(askedAt(m_request)) {
    // As large as every server takes it.
    if (!m_chosenSeed) m_request.sampling.seed = QRandomGenerator::global()->generate() >> 1U;
}

void RemoteReply::ask(std::unique_ptr<ServerCalls> connection, const QString& host, const QString& model,
                      const ServerFields& fields) {
    m_host = host;
    m_fields = fields;
    m_otherFields.reset();
    m_errorBody.clear();
    if (!m_chosenSeed && !fields.drawnSeed) m_request.sampling.seed.reset();
    RemoteAnswer::Asked asked{.host = host,
                              .when = m_asked,
                              .begun = {},
                              .limit = m_request.sampling.maxTokens,
                              .contextLength = fields.contextLength};
    if (m_request.continueLast && !m_request.messages.empty())
        asked.begun = m_request.messages.back().content;
    m_answer.emplace(m_listener, std::move(asked));
    m_connection = std::move(connection);
    m_connection->post(QStringLiteral("/chat/completions"), chatBody(m_request, model, fields));
}

std::optional<GenerationResult> RemoteReply::read(bool& came) {
    for (int events = 0; events < eventsAtATime; ++events) {
        const auto event = m_connection->take();
        if (!event) return std::nullopt;
        came = true;
        if (event->kind == ServerCalls::Event::Bytes && event->status == 200) {
            if (m_answer->read(event->bytes)) return m_answer->end(m_request.sampling.seed);
            continue;
        }
        if (event->kind == ServerCalls::Event::Bytes) {
            m_errorBody += event->bytes;
            if (m_errorBody.size() < maximumErrorBytes) continue;
        }
        return readEnd(*event);
    }
    return std::nullopt;
}

std::optional<GenerationResult> RemoteReply::readEnd(const ServerCalls::Event& event) {
    if (!event.problem.isEmpty()) throw Error(ErrorCode::Io, event.problem.toStdString());
    if (event.status != 200) {
        m_otherFields = fieldsAfter({.fields = m_fields,
                                     .chosenSeed = m_chosenSeed,
                                     .hasLimit = replyLimit(m_request, m_fields) > 0,
                                     .status = event.status,
                                     .body = m_errorBody});
        if (m_otherFields) return std::nullopt;
        const bool tooLong = refusesLength(event.status, m_errorBody);
        throw Error(tooLong ? ErrorCode::ContextFull : ErrorCode::Io,
                    endpointProblem(event.status, m_errorBody, m_host).toStdString());
    }
    if (!m_answer->isComplete())
        throw Error(ErrorCode::Io, QCoreApplication::translate(
                                       "Endpoints", "%1 ended the connection before the reply was complete.")
                                       .arg(m_host)
                                       .toStdString());
    return m_answer->end(m_request.sampling.seed);
}

GenerationResult RemoteReply::cancelled() {
    GenerationResult result = m_answer ? m_answer->end(m_request.sampling.seed) : GenerationResult();
    result.reason = FinishReason::Cancelled;
    return result;
}

std::unique_ptr<ServerCalls> RemoteReply::release() {
    if (m_connection) m_connection->cancel();
    return std::move(m_connection);
}

RequestStatus RemoteReply::status() const noexcept {
    if (!m_connection) return {};
    const int deltas = m_answer ? m_answer->deltas() : 0;
    if (deltas == 0) return {RequestPhase::Prompt, 0, 0};
    return {RequestPhase::Replying, deltas, m_request.sampling.maxTokens};
}

}  // namespace hearth::app
