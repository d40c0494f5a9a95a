#include "endpoints/remote_engine.h"

#include <QCoreApplication>
#include <algorithm>
#include <utility>

#include "endpoints/chat_protocol.h"
#include "endpoints/picture_tokens.h"
#include "endpoints/untold_figures.h"
#include "hearth/error.h"

namespace hearth::app {

namespace {

/// Used if the server does not report a length; most served models have a longer one.
constexpr int assumedContextLength = 32768;
/// Maximum time that a step waits for servers when nothing arrived. The caller of a step has other work to do
/// as well.
constexpr std::chrono::milliseconds longestWait(20);

/// Prompts of fewer tokens are too short to learn from.
constexpr int fewestTokens = 64;

/// Estimates the tokens of a prompt, with a few for each message's frame.
double guessedTokens(const GenerationRequest& request) {
    size_t tokens = 0;
    for (const ChatMessage& message : request.messages) {
        tokens += message.content.size() / bytesPerToken + 4;
        for (const MessagePicture& picture : message.pictures)
            tokens += guessedPictureTokens(*picture.file, picture.detail);
    }
    return static_cast<double>(tokens);
}

[[noreturn]] void onlyLocal() {
    throw Error(ErrorCode::Unsupported,
                QCoreApplication::translate("Endpoints", "This works with models on this computer only.")
                    .toStdString());
}

[[noreturn]] void cannotHold(const QString& server) {
    throw Error(
        ErrorCode::Unsupported,
        QCoreApplication::translate(
            "Endpoints",
            "%1 cannot hold replies to this. Choose a JSON schema under Structure, or a model on this "
            "computer.")
            .arg(server)
            .toStdString());
}

}  // namespace

RemoteEngine::RemoteEngine(Endpoint endpoint, QByteArray key, QString model)
    : m_endpoint(std::move(endpoint)),
      m_model(std::move(model)),
      m_key(std::move(key)),
      m_arrivals(std::make_shared<Arrivals>()),
      m_fields(fieldsOf(m_endpoint, m_model)) {
}

EngineInfo RemoteEngine::info() const {
    EngineInfo info;
    info.canSpeculate = false;
    info.modelName = m_model.section(u'/', -1).toStdString();
    const EndpointModel* known = m_endpoint.find(m_model);
    const int said = known != nullptr ? known->contextLength : 0;
    info.contextLength = said > 0 ? said : assumedContextLength;
    info.trainedContextLength = said;
    info.backend = QCoreApplication::translate("Endpoints", "On %1").arg(m_endpoint.label()).toStdString();
    info.serverHost = m_endpoint.label().toStdString();
    // Not known: a server whose model cannot see responds with an error.
    info.seesPictures = true;
    info.device = {.name =
                       (m_endpoint.program.isEmpty() ? m_endpoint.host() : m_endpoint.program).toStdString()};
    if (said == 0)
        info.templateNote = Message::verbatim(
            QCoreApplication::translate("Endpoints",
                                        "The server does not say how many tokens fit into its context.")
                .toStdString());
    return info;
}

PromptEstimate RemoteEngine::prepare(GenerationRequest& request, std::stop_token) const {
    PromptEstimate estimate;
    estimate.promptTokens = static_cast<int>(guessedTokens(request) * m_tokensPerGuess);
    estimate.cachedTokens = untoldTokens;
    return estimate;
}

RequestId RemoteEngine::submit(GenerationRequest request, GenerationListener& listener, Priority priority) {
    request.sampling.check();
    if (request.rawText || !request.rawTokens.empty() || request.messages.empty()) onlyLocal();
    if (!canAskFor(m_fields, request.grammar)) cannotHold(m_endpoint.label());
    const std::scoped_lock lock(m_tableMutex);
    m_replies.emplace_back(++m_lastId, std::move(request), listener, priority);
    return m_lastId;
}

void RemoteEngine::cancel(RequestId id) {
    {
        const std::scoped_lock lock(m_tableMutex);
        for (RemoteReply& reply : m_replies)
            if (reply.id() == id) reply.stop.request_stop();
    }
    m_arrivals->note();
}

void RemoteEngine::endAll() {
    {
        const std::scoped_lock lock(m_tableMutex);
        for (RemoteReply& reply : m_replies) reply.stop.request_stop();
    }
    while (!m_replies.empty()) (void)step();
}

void RemoteEngine::setPriority(RequestId id, Priority priority) {
    for (RemoteReply& reply : m_replies)
        if (reply.id() == id) reply.priority = priority;
}

std::optional<RequestStatus> RemoteEngine::status(RequestId id) const {
    for (const RemoteReply& reply : m_replies)
        if (reply.id() == id) return reply.status();
    return std::nullopt;
}

bool RemoteEngine::step() {
    if (m_replies.empty()) return false;
    const uint64_t before = m_arrivals->count();
    askForWaiting();
    bool came = false;
    for (auto it = m_replies.begin(); it != m_replies.end();) came = resume(it++) || came;
    if (!came) m_arrivals->waitForMore(before, longestWait);
    return true;
}

std::list<RemoteReply>::iterator RemoteEngine::nextWaiting() {
    auto next = m_replies.end();
    for (auto it = m_replies.begin(); it != m_replies.end(); ++it) {
        if (it->isAsked() || it->stop.stop_requested()) continue;
        if (next == m_replies.end() || it->priority < next->priority) next = it;
    }
    return next;
}

void RemoteEngine::askForWaiting() {
    auto asked = std::count_if(m_replies.begin(), m_replies.end(),
                               [](const RemoteReply& reply) { return reply.isAsked(); });
    for (; asked < mostConnections; ++asked) {
        const auto next = nextWaiting();
        if (next == m_replies.end()) return;
        next->listener().prefillProgress(0, 0, 0, 0);
        try {
            next->convertPictures(m_pictures);
            ask(*next);
        } catch (const Error& error) {
            // One that was stopped meanwhile ends as such.
            if (!next->stop.stop_requested()) fail(next, error);
        }
    }
}

void RemoteEngine::ask(RemoteReply& reply) {
    std::unique_ptr<ServerCalls> connection = reply.release();
    if (!connection && !m_idle.empty()) {
        connection = std::move(m_idle.back());
        m_idle.pop_back();
    }
    if (!connection)
        connection = std::make_unique<ServerCalls>(m_endpoint.address, m_key, ServerCalls::patienceMs,
                                                   [arrivals = m_arrivals] { arrivals->note(); });
    reply.ask(std::move(connection), m_endpoint.host(), m_model, reply.otherFields().value_or(m_fields));
}

bool RemoteEngine::resume(std::list<RemoteReply>::iterator reply) {
    GenerationListener& listener = reply->listener();
    if (reply->stop.stop_requested()) {
        GenerationResult result = reply->cancelled();
        leave(reply);
        listener.finished(std::move(result));
        return true;
    }
    if (!reply->isAsked()) return false;
    bool came = false;
    try {
        std::optional<GenerationResult> result = reply->read(came);
        if (const std::optional<ServerFields> other = reply->otherFields()) {
            // The bound of one reply says nothing of the next one's, unless it has another name.
            const QString limit = other->limit.isEmpty() ? m_fields.limit : other->limit;
            m_fields = *other;
            m_fields.limit = limit;
            ask(*reply);
        }
        if (!result) return came;
        if (m_fields.takesThoughts && m_fields.thought.isEmpty()) m_fields.thought = reply->thoughtField();
        // Few words say more of the frame of a prompt than of texts.
        const double guessed = guessedTokens(reply->request());
        if (const int counted = result->metrics.promptTokens; counted > fewestTokens)
            m_tokensPerGuess = std::clamp(counted / guessed, 0.25, 4.0);
        leave(reply);
        listener.finished(std::move(*result));
    } catch (const Error& error) {
        fail(reply, error);
    }
    return true;
}

void RemoteEngine::fail(std::list<RemoteReply>::iterator reply, const Error& error) {
    GenerationListener& listener = reply->listener();
    const Error problem(error);
    leave(reply);
    listener.failed(problem);
}

void RemoteEngine::leave(std::list<RemoteReply>::iterator reply) {
    // The server's events are ignored from now on, however the reply ended.
    if (auto connection = reply->release()) m_idle.push_back(std::move(connection));
    const std::scoped_lock lock(m_tableMutex);
    m_replies.erase(reply);
}

}  // namespace hearth::app
