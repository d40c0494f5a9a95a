#include "inference/inference_worker.h"

#include <QCoreApplication>
#include <QDir>
#include <algorithm>
#include <functional>
#include <optional>
#include <stdexcept>
#include <utility>

#include "hearth/device_fault.h"
#include "hearth/prompt_size.h"
#include "hearth/waking_engine.h"
#include "inference/dropped_turns.h"
#include "inference/guarded.h"
#include "inference/message_translation.h"
#include "inference/running_reply.h"
#include "inference/template_switches.h"

namespace hearth::app {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Inference)
};

/// What the end of a reply says of the graphics card.
std::optional<DeviceFault> faultOf(const Engine& engine, const RunningReply& reply, bool othersRun) {
    const auto& problem = reply.problem();
    if (!problem) return std::nullopt;
    return deviceFault(engine.info(), problem->code, problem->cause, othersRun);
}

}  // namespace

InferenceWorker::InferenceWorker(EngineFactory factory, std::function<std::stop_token()> dropCache)
    : m_factory(std::move(factory)), m_dropCache(std::move(dropCache)) {
    // What others ask for has its turn between two steps.
    m_stepTimer.setInterval(0);
    connect(&m_stepTimer, &QTimer::timeout, this, &InferenceWorker::step);
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
    // What cannot be kept is computed again.
    const auto problem = guarded([&] { m_engine->savePrefixes(progress, drop); });
    if (problem && problem->code == ErrorCode::Io) emit cacheFailed(problem->message);
}

void InferenceWorker::letGo(const std::function<void(double)>& progress) {
    endReplies();
    save(progress);
    setEngine(nullptr);
    m_used = false;
}

void InferenceWorker::setEngine(std::unique_ptr<Engine> engine) {
    if (m_engine) guarded([&] { m_engine->endAll(); });
    {
        const std::scoped_lock lock(m_engineMutex);
        m_engine.swap(engine);
    }
    if (!m_engine) return;
    const auto wake = [this] {
        m_resting = true;
        m_stepTimer.start();
    };
    setWaker(*m_engine, [this, wake] { QMetaObject::invokeMethod(this, wake, Qt::QueuedConnection); });
}

void InferenceWorker::cancelRequest(RequestId id) {
    const std::scoped_lock lock(m_engineMutex);
    if (m_engine) m_engine->cancel(id);
}

void InferenceWorker::run(const EngineTask& task) {
    task(m_engine.get());
    if (!m_engine) return;
    m_used = true;
    m_resting = true;
    m_stepTimer.start();
}

void InferenceWorker::keepCache() {
    endReplies();
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
    wanted.prefixBytes = m_prefixLimits.bytes;
    wanted.prefixBytesADay = m_prefixLimits.bytesADay;
    wanted.prefixKey = m_prefixLimits.key;
    const auto problem = guarded([&] {
        setEngine(m_factory(
            wanted,
            [this, id](const Engine::LoadProgress& progress) {
                emit loadProgress(id, translated(progress.step), progress.fraction);
            },
            stop));
    });
    if (problem) {
        emit loadFailed(id, *problem);
    } else {
        m_options = wanted;
        m_loadId = id;
        emit templateRead(id, templateSwitches(*m_engine));
        emit loaded(id, m_engine->info());
    }
}

void InferenceWorker::restart(const DeviceFault& fault, const QString& sentence) {
    setEngine(nullptr);
    const auto problem = guarded([&] {
        setEngine(loadElsewhere(m_options, fault,
                                [this](const EngineOptions& options) { return m_factory(options, {}, {}); }));
    });
    if (problem) {
        emit loadFailed(m_loadId, *problem);
        return;
    }
    EngineInfo info = m_engine->info();
    if (m_options.backend == "cpu") info.backendReason.clear();
    info.backendReason.insert(info.backendReason.begin(), fault.cause.isEmpty()
                                                              ? Message::verbatim(sentence.toStdString())
                                                              : fault.cause);
    emit templateRead(m_loadId, templateSwitches(*m_engine));
    emit loaded(m_loadId, info);
}

void InferenceWorker::unload() {
    letGo([this](double fraction) { emit keepProgress(fraction); });
    emit cacheKept();
    emit unloaded();
}

bool InferenceWorker::makePromptBeside(const GenerationJob& job,
                                       std::function<void(const GenerationJob&)> then) {
    if (!m_engine || promptBytes(job.request) <= longPromptBytes) return false;
    std::shared_ptr<const PromptMaker> prompts = m_engine->prompts();
    if (!prompts) return false;
    GenerationJob prepared = job;
    // Where it is cut depends on it.
    if (job.whenFull == WhenFull::Slide && m_engine->info().canSlide)
        prepared.request.overflow = ContextOverflow::Slide;
    m_prompts.start([this, prompts = std::move(prompts), prepared, then = std::move(then)]() mutable {
        // Whoever submits the request hears what is wrong with it.
        if (!prepared.stop.stop_requested()) guarded([&] { prompts->make(prepared.request, prepared.stop); });
        QMetaObject::invokeMethod(
            this,
            [this, prompts, prepared = std::move(prepared), then]() mutable {
                // Another model has other tokens.
                if (!m_engine || m_engine->prompts() != prompts) prepared.request.prompt.reset();
                then(prepared);
            },
            Qt::QueuedConnection);
    });
    return true;
}

void InferenceWorker::generate(const GenerationJob& job) {
    const auto goOn = [this](const GenerationJob& prepared) {
        GenerationJob next = prepared;
        next.priority = m_preparing[prepared.id];
        m_preparing.erase(prepared.id);
        begin(next);
    };
    if (!job.stop.stop_requested() && makePromptBeside(job, goOn))
        m_preparing[job.id] = job.priority;
    else
        begin(job);
}

void InferenceWorker::begin(const GenerationJob& job) {
    if (!m_engine) {
        emit failed(job.id, {ErrorCode::BadInput, Text::tr("No model is loaded. Choose one to continue.")});
        return;
    }
    if (job.stop.stop_requested()) {
        auto nothing = std::make_shared<GenerationResult>();
        nothing->reason = FinishReason::Cancelled;
        emit finished(job.id, nothing);
        return;
    }
    m_used = true;
    m_replies.push_back(std::make_unique<RunningReply>(*this, *m_engine, job));
    m_replies.back()->submit();
    tellEnded();
    if (!m_replies.empty()) m_stepTimer.start();
}

void InferenceWorker::setPriority(quint64 id, Priority priority) {
    if (const auto preparing = m_preparing.find(id); preparing != m_preparing.end())
        preparing->second = priority;
    for (const auto& reply : m_replies)
        if (reply->id() == id) reply->setPriority(priority);
}

void InferenceWorker::step() {
    if (m_replies.empty()) {
        // What the cache has on its way to the disk.
        if (!m_engine || guarded([&] { m_resting = m_engine->step(); })) m_resting = false;
    } else {
        m_resting = true;
        const auto problem = guarded([&] {
            if (!m_engine->step()) throw std::logic_error("it has lost its requests");
        });
        if (problem) failAll(*problem);
        const bool restarted = tellEnded();
        // Nobody knows what an engine does next that threw.
        if (problem && !restarted) {
            setEngine(nullptr);
            emit loadFailed(m_loadId, *problem);
        }
    }
    if (m_engine)
        if (const auto failure = m_engine->prefixProblem()) emit cacheFailed(problemOf(*failure).message);
    // One at a time, so that replies that nobody reads go on as well.
    if (!m_aside.empty() && !isRead()) {
        const std::function<void()> work = std::move(m_aside.front());
        m_aside.pop_front();
        work();
    }
    if (m_replies.empty() && m_aside.empty() && !m_resting) m_stepTimer.stop();
}

bool InferenceWorker::isRead() const {
    return std::ranges::any_of(m_replies,
                               [](const auto& reply) { return reply->priority() == Priority::Reading; });
}

void InferenceWorker::aside(std::function<void()> work) {
    if (!isRead() && m_aside.empty()) {
        work();
        return;
    }
    m_aside.push_back(std::move(work));
    m_stepTimer.start();
}

bool InferenceWorker::tellEnded() {
    std::optional<InferenceProblem> lost;
    std::optional<DeviceFault> fault;
    for (const auto& reply : m_replies) {
        while (reply->hasEnded() && reply->submitShorter()) {
        }
    }
    const bool othersRun = std::ranges::any_of(m_replies, [](const auto& one) { return !one->hasEnded(); });
    for (const auto& reply : m_replies)
        if (const auto one = faultOf(*m_engine, *reply, othersRun)) fault = one, lost = reply->problem();
    if (lost) failAll(*lost);
    std::list<std::unique_ptr<RunningReply>> ended;
    for (auto it = m_replies.begin(); it != m_replies.end();) {
        const auto reply = it++;
        if ((*reply)->hasEnded()) ended.splice(ended.end(), m_replies, reply);
    }
    for (const auto& reply : ended) reply->tellEnd();
    ended.clear();
    if (fault) restart(*fault, lost->message);
    return lost.has_value();
}

void InferenceWorker::failAll(const InferenceProblem& problem) {
    for (const auto& reply : m_replies)
        if (!reply->hasEnded()) reply->fail(problem);
    // What still has their requests refers to them, as one of two models does when the other is lost.
    if (m_engine) guarded([&] { m_engine->endAll(); });
}

void InferenceWorker::endReplies() {
    m_aside.clear();
    for (const auto& reply : m_replies) reply->cancel();
    while (!m_replies.empty()) step();
    // And what others asked for.
    if (m_engine) guarded([&] { m_engine->endAll(); });
}

void InferenceWorker::estimate(const GenerationJob& job) {
    const auto goOn = [this](const GenerationJob& prepared) { estimateInTurn(prepared); };
    if (!makePromptBeside(job, goOn)) estimateInTurn(job);
}

void InferenceWorker::estimateInTurn(const GenerationJob& job) {
    aside([this, job] {
        if (!m_engine || job.stop.stop_requested()) return;
        PromptEstimate estimate;
        // A draft that does not fit is told when it is sent; until then there is just no estimate.
        GenerationRequest request = job.request;
        int lastTurn = 0;
        const auto count = [&] {
            estimate = m_engine->prepare(request, job.stop);
            if (estimate.promptTokens >= m_engine->info().contextLength)
                lastTurn = lastTurnTokens(*m_engine, job.request, job.stop);
        };
        if (guarded(count)) return;
        emit estimated(job.id, estimate, lastTurn);
        if (estimate.diskTokens == 0) return;
        // Whoever looks at this chat will ask something there.
        guarded([&] { m_engine->prefetch(request, job.stop); });
        m_resting = true;
        m_stepTimer.start();
    });
}

void InferenceWorker::pieces(quint64 id, const std::vector<TokenId>& tokens, RouteTarget of) {
    if (!m_engine) return;
    const Engine& engine = m_engine->part(of);
    QList<QByteArray> texts;
    texts.reserve(static_cast<qsizetype>(tokens.size()));
    for (const TokenId token : tokens) {
        QByteArray text;
        if (guarded([&] { text = QByteArray::fromStdString(engine.tokenizer().pieceBytes(token, true)); }))
            text.clear();
        texts.append(text);
    }
    emit piecesReady(id, texts);
}

void InferenceWorker::prompt(const GenerationJob& job) {
    aside([this, job] {
        if (!m_engine) return;
        GenerationRequest request = job.request;
        Prompt prompt;
        // What cannot be made has no prompt; sending it tells why. Nor has what a server makes of messages.
        guarded([&] {
            (void)m_engine->prepare(request, job.stop);
            if (request.prompt)
                prompt = std::move(*request.prompt);
            else
                prompt.tokens = m_engine->promptTokens(request, job.stop);
        });
        emit promptReady(job.id, prompt.tokens, prompt.cuts);
    });
}

void InferenceWorker::tokens(quint64 id, const QString& text) {
    aside([this, id, text] {
        if (!m_engine) return;
        std::vector<TokenId> tokens;
        if (guarded([&] { tokens = m_engine->tokenizer().encode(text.toStdString()); })) tokens.clear();
        emit promptReady(id, tokens);
    });
}

void InferenceWorker::cacheStats(quint64 id) {
    if (m_engine) emit cacheRead(id, m_engine->cacheStats());
}

void InferenceWorker::cacheUse(quint64 id, const std::vector<std::string>& owners) {
    aside([this, id, owners] {
        Engine::PrefixUse disk, memory;
        const auto read = [&] {
            disk = Engine::prefixUse(m_prefixFolder.toStdString(), owners);
            if (m_engine) memory = m_engine->memoryUse(owners);
        };
        if (guarded(read)) return;
        memory.owners.resize(owners.size());
        emit cacheUseRead(id, disk, memory);
    });
}

void InferenceWorker::measureKvTypes(quint64 id, const KvTypeMeasurer& measure,
                                     const std::vector<KvTypes>& types, std::stop_token stop) {
    KvMeasurement outcome;
    const bool rests = m_engine && m_replies.empty() && m_aside.empty() && !m_resting;
    if (rests && !stop.stop_requested()) {
        const auto problem = guarded([&] { outcome.costs = measure(*m_engine, types, stop); });
        if (problem && problem->code != ErrorCode::Cancelled) outcome.problem = problem->message;
    }
    emit kvTypesMeasured(id, outcome);
}

void InferenceWorker::clearCache() {
    // What a reply leaves behind that was stopped would come after.
    while (std::ranges::any_of(m_replies, [](const auto& reply) { return reply->stopRequested(); })) step();
    if (m_engine) m_engine->clearCache();
    m_used = false;
    if (m_prefixFolder.isEmpty())
        m_ownersLeft.emplace();
    else
        QDir(m_prefixFolder).removeRecursively();
}

void InferenceWorker::keepOwners(const std::vector<std::string>& owners) {
    // What a reply leaves behind that was stopped would come after.
    while (std::ranges::any_of(m_replies, [](const auto& reply) { return reply->stopRequested(); })) step();
    if (m_engine) guarded([&] { m_engine->keepOwners(owners); });
    // Also where the engine has no folder: one on another computer, or none.
    if (m_prefixFolder.isEmpty())
        m_ownersLeft = owners;
    else
        Engine::keepOwners(m_prefixFolder.toStdString(), owners);
}

void InferenceWorker::keepPrefixes(const QString& folder, bool keep, PrefixLimits limits) {
    const bool onlyLimits = keep && m_keepsPrefixes && folder == m_prefixFolder;
    if (onlyLimits && limits == m_prefixLimits) return;
    if (onlyLimits && limits.key != m_prefixLimits.key) {
        // At once and also where no engine has the folder open.
        if (m_engine) m_engine->closePrefixFolder();
        QDir(folder).removeRecursively();
    }
    m_prefixFolder = folder;
    m_keepsPrefixes = keep;
    m_prefixLimits = limits;
    const std::string path = folder.toStdString();
    const auto left = std::exchange(m_ownersLeft, std::nullopt);
    if (keep) {
        if (left) Engine::keepOwners(path, *left);
        if (m_engine)
            guarded([&] { m_engine->openPrefixFolder(path, limits.bytes, limits.bytesADay, limits.key); });
        else if (onlyLimits)
            Engine::limitPrefixes(path, limits.bytes);
        return;
    }
    if (m_engine) m_engine->closePrefixFolder();
    if (!folder.isEmpty()) QDir(folder).removeRecursively();
}

void InferenceWorker::leavePrefixes(const QString& folder) {
    if (m_engine) m_engine->closePrefixFolder();
    m_prefixFolder = folder;
    m_keepsPrefixes = false;
    if (const auto left = std::exchange(m_ownersLeft, std::nullopt))
        Engine::keepOwners(folder.toStdString(), *left);
    Engine::removeReadablePrefixes(folder.toStdString());
}

}  // namespace hearth::app

#include "moc_inference_worker.cpp"
