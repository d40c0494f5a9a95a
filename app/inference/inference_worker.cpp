#include "inference/inference_worker.h"

#include <QCoreApplication>
#include <QDir>
#include <algorithm>
#include <exception>
#include <new>
#include <optional>
#include <utility>

#include "hearth/reply_stream.h"
#include "inference/spoken_problem.h"

namespace hearth::app {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Inference)
};

/// Runs `work`; whatever it throws becomes a sentence.
template <class Work>
std::optional<InferenceProblem> guarded(Work&& work) {
    try {
        work();
        return std::nullopt;
    } catch (const Error& error) {
        return InferenceProblem{error.code(), spokenProblem(QString::fromStdString(error.what()))};
    } catch (const std::bad_alloc&) {
        return InferenceProblem{
            ErrorCode::OutOfMemory,
            Text::tr("There is not enough memory. Close other programs, or choose a smaller model or a "
                     "shorter context.")};
    } catch (const std::exception& error) {
        return InferenceProblem{
            ErrorCode::Device,
            Text::tr("The model stopped for a reason that Hearth does not know (%1). Load it again.")
                .arg(QString::fromUtf8(error.what()))};
    }
}

/// How the reply's marks are read; nothing for requests without a template (and engines without one).
std::optional<ReplyStream> streamFor(const Engine& engine, const GenerationRequest& request,
                                     const std::stop_token& stop) {
    try {
        return ReplyStream::forRequest(engine, request, stop);
    } catch (const Error&) {
        return std::nullopt;  // generate() says what is wrong
    }
}

/// How many turns can go: the last question stays, whatever its length, for without it there is nothing to
/// answer, and so does the reply that is continued.
int droppableTurns(const GenerationRequest& request) {
    const auto oldest = std::ranges::find_if(
        request.messages, [](const ChatMessage& message) { return message.role != "system"; });
    const ptrdiff_t kept = request.continueLast ? 2 : 1;
    return static_cast<int>(std::max<ptrdiff_t>(0, request.messages.end() - oldest - kept) / 2);
}

/// The request without so many of its turns: the oldest, or those after the first, and it last of all.
GenerationRequest withoutTurns(const GenerationRequest& request, Overflow overflow, int turns) {
    GenerationRequest shorter = request;
    auto first = std::ranges::find_if(shorter.messages,
                                      [](const ChatMessage& message) { return message.role != "system"; });
    if (overflow == Overflow::KeepStart && turns < droppableTurns(request)) first += 2;
    shorter.messages.erase(first, first + 2 * turns);
    return shorter;
}

/// Hands the engine's news on as signals, texts together for about one frame. Reasoning comes in the same
/// marks whatever the model's own are.
class Relay : public GenerationListener {
public:
    Relay(InferenceWorker& worker, quint64 id, std::optional<ReplyStream> stream)
        : m_worker(worker), m_id(id), m_stream(std::move(stream)) {
        m_sinceText.start();
    }

    void prefillProgress(int done, int total, int reused, double tokensPerS) override {
        emit m_worker.prefillProgress(m_id, PrefillProgress{done, total, reused, tokensPerS});
    }

    void tokenGenerated(const GeneratedToken& token, const std::string& text) override {
        if (!m_stream)
            m_text += text;
        else if (token.token >= 0)  // text that was held back to the end comes without one
            m_text += m_stream->textOf(m_stream->push(token.token));
        ++m_tokens;
        // The first text goes at once, later ones when a frame has passed.
        if (!m_sentAny || m_sinceText.elapsed() >= InferenceWorker::coalesceMs) flush();
    }

    /// The reply's end: what is left of its text goes out.
    void finish() {
        if (m_stream) {
            const std::string rest = m_stream->textOf(m_stream->finish());
            m_text += rest;
            if (!rest.empty()) ++m_tokens;
        }
        flush();
    }

    void flush() {
        if (m_tokens == 0) return;
        emit m_worker.textReady(m_id, QString::fromStdString(m_text), m_tokens);
        m_all += m_text;
        m_text.clear();
        m_tokens = 0;
        m_sentAny = true;
        m_sinceText.restart();
    }

    bool readsMarks() const { return m_stream.has_value(); }
    const std::string& text() const { return m_all; }

private:
    InferenceWorker& m_worker;
    quint64 m_id;
    std::optional<ReplyStream> m_stream;
    QElapsedTimer m_sinceText;
    std::string m_text, m_all;  ///< not sent yet; sent
    int m_tokens = 0;
    bool m_sentAny = false;
};

}  // namespace

InferenceWorker::InferenceWorker(EngineFactory factory, std::function<std::stop_token()> dropCache)
    : m_factory(std::move(factory)), m_dropCache(std::move(dropCache)) {
}

InferenceWorker::~InferenceWorker() {
    letGo([](double) {});
}

void InferenceWorker::save(const std::function<void(double)>& progress) {
    if (!m_engine || !m_used || !m_keepsPrefixes) return;
    m_used = false;
    const std::stop_token drop = m_dropCache ? m_dropCache() : std::stop_token();
    if (drop.stop_requested()) return;
    progress(0);
    // What cannot be kept is computed again: nothing that somebody has to be told.
    guarded([&] { m_engine->savePrefixes(progress, drop); });
}

void InferenceWorker::letGo(const std::function<void(double)>& progress) {
    save(progress);
    m_engine.reset();
    m_used = false;
}

void InferenceWorker::keepCache() {
    save([this](double fraction) { emit keepProgress(fraction); });
    emit cacheKept();
}

void InferenceWorker::load(quint64 id, const EngineOptions& options, std::stop_token stop) {
    if (stop.stop_requested()) {
        emit loadFailed(id, {ErrorCode::Cancelled, Text::tr("Loading was cancelled.")});
        return;
    }
    // Two models rarely fit into memory together, so the old one goes first. Keeping its cache may take a
    // moment.
    letGo([this, id](double fraction) { emit loadProgress(id, Text::tr("Keeping the cache"), fraction); });
    EngineOptions wanted = options;
    if (m_keepsPrefixes) wanted.prefixFolder = m_prefixFolder.toStdString();
    const auto problem = guarded([&] {
        m_engine = m_factory(
            wanted,
            [this, id](const Engine::LoadProgress& progress) {
                emit loadProgress(id, spokenStep(QString::fromStdString(progress.step)), progress.fraction);
            },
            stop);
    });
    if (problem) {
        m_engine.reset();
        emit loadFailed(id, *problem);
    } else {
        m_options = wanted;
        m_loadId = id;
        emit loaded(id, m_engine->info());
    }
}

void InferenceWorker::restart(const InferenceProblem& fault) {
    // A card that other programs fill would be as full for the next reply.
    const int layers =
        fault.code == ErrorCode::OutOfMemory ? m_engine->info().memory.layersOnDevice * 3 / 4 : 0;
    m_engine.reset();
    m_options.gpuLayers = layers;
    m_options.backend = layers > 0 ? "auto" : "cpu";
    const auto problem = guarded([&] { m_engine = m_factory(m_options, {}, {}); });
    if (problem) {
        m_engine.reset();
        emit loadFailed(m_loadId, *problem);
        return;
    }
    EngineInfo info = m_engine->info();
    const std::string rest = spokenReason(QString::fromStdString(info.backendReason)).toStdString();
    info.backendReason = fault.message.toStdString();
    if (!rest.empty() && layers > 0) info.backendReason += " " + rest;
    emit loaded(m_loadId, info);
}

void InferenceWorker::unload() {
    letGo([this](double fraction) { emit keepProgress(fraction); });
    emit cacheKept();
    emit unloaded();
}

int InferenceWorker::dropTurns(GenerationRequest& request, Overflow overflow, size_t room,
                               const std::stop_token& stop) const {
    const auto size = [&](const GenerationRequest& one) {
        return static_cast<size_t>(m_engine->estimate(one, stop).promptTokens);
    };
    const int most = droppableTurns(request);
    if (most == 0 || size(request) <= room) return 0;
    // Fewer turns are never longer, so the least number is found by halving: each try renders all that is
    // left.
    int few = 0, many = most;
    while (many - few > 1) {
        const int middle = (few + many) / 2;
        (size(withoutTurns(request, overflow, middle)) <= room ? many : few) = middle;
    }
    request = withoutTurns(request, overflow, many);
    return 2 * many;
}

GenerationResult InferenceWorker::generateFitting(const GenerationJob& job, GenerationListener& listener) {
    GenerationRequest request = job.request;
    // A reply needs room: an eighth of the context, as far as that goes.
    const auto length = static_cast<size_t>(std::max(1, m_engine->info().contextLength));
    size_t room = length - std::min<size_t>(1024, length / 8);
    int dropped = dropTurns(request, job.overflow, room, job.stop);
    for (;;) {
        if (dropped > 0) emit messagesDropped(job.id, dropped);
        try {
            return m_engine->generate(request, listener, job.stop);
        } catch (const Error& error) {
            // A server has less room than it says, or other tokens than are assumed of it.
            if (error.code() != ErrorCode::ContextFull) throw;
            room = static_cast<size_t>(m_engine->estimate(request, job.stop).promptTokens) * 3 / 4;
            const int more = dropTurns(request, job.overflow, room, job.stop);
            if (more == 0) throw;
            dropped += more;
        }
    }
}

void InferenceWorker::generate(const GenerationJob& job) {
    if (!m_engine) {
        emit failed(job.id, {ErrorCode::BadInput, Text::tr("No model is loaded. Choose one to go on.")});
        return;
    }
    if (job.stop.stop_requested()) {
        auto nothing = std::make_shared<GenerationResult>();
        nothing->reason = FinishReason::Cancelled;
        emit finished(job.id, nothing);
        return;
    }
    Relay relay(*this, job.id, streamFor(*m_engine, job.request, job.stop));
    auto result = std::make_shared<GenerationResult>();
    m_used = true;
    auto problem = guarded([&] {
        *result = job.overflow == Overflow::Refuse ? m_engine->generate(job.request, relay, job.stop)
                                                   : generateFitting(job, relay);
    });
    relay.finish();
    if (problem && problem->code == ErrorCode::Cancelled) {
        result->reason = FinishReason::Cancelled;
        problem.reset();
    }
    if (relay.readsMarks()) result->text = relay.text();
    const bool cardFailed = problem &&
                            (problem->code == ErrorCode::Device || problem->code == ErrorCode::OutOfMemory) &&
                            m_engine->info().backend == "GPU";
    if (problem)
        emit failed(job.id, *problem);
    else
        emit finished(job.id, result);
    if (cardFailed) restart(*problem);
}

void InferenceWorker::estimate(const GenerationJob& job) {
    if (!m_engine || job.stop.stop_requested()) return;
    PromptEstimate estimate;
    // A draft that does not fit is told when it is sent; until then there is just no estimate.
    if (!guarded([&] { estimate = m_engine->estimate(job.request, job.stop); }))
        emit estimated(job.id, estimate);
}

void InferenceWorker::pieces(quint64 id, const std::vector<TokenId>& tokens) {
    if (!m_engine) return;
    QList<QByteArray> texts;
    texts.reserve(static_cast<qsizetype>(tokens.size()));
    for (const TokenId token : tokens) {
        QByteArray text;
        if (guarded([&] { text = QByteArray::fromStdString(m_engine->tokenizer().pieceBytes(token, true)); }))
            text.clear();
        texts.append(text);
    }
    emit piecesReady(id, texts);
}

void InferenceWorker::prompt(const GenerationJob& job) {
    if (!m_engine) return;
    std::vector<TokenId> tokens;
    // What does not fit has no prompt; sending it tells why.
    if (!guarded([&] { tokens = m_engine->promptTokens(job.request, job.stop); }))
        emit promptReady(job.id, tokens);
}

void InferenceWorker::tokens(quint64 id, const QString& text) {
    if (!m_engine) return;
    std::vector<TokenId> tokens;
    if (guarded([&] { tokens = m_engine->tokenizer().encode(text.toStdString()); })) tokens.clear();
    emit promptReady(id, tokens);
}

void InferenceWorker::cacheStats(quint64 id) {
    if (m_engine) emit cacheRead(id, m_engine->cacheStats());
}

void InferenceWorker::clearCache() {
    if (m_engine) m_engine->clearCache();
    m_used = false;
    if (!m_prefixFolder.isEmpty()) QDir(m_prefixFolder).removeRecursively();
}

void InferenceWorker::keepPrefixes(const QString& folder, bool keep) {
    m_prefixFolder = folder;
    m_keepsPrefixes = keep;
    if (!keep && !folder.isEmpty()) QDir(folder).removeRecursively();
}

}  // namespace hearth::app

#include "moc_inference_worker.cpp"
