#include "worker/worker_main.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "hearth/platform/process.h"
#include "hearth/platform/sandbox.h"
#include "hearth/probe.h"
#include "hearth/prompt_service.h"
#include "hearth/unexpected_error.h"
#include "picture/picture_codecs.h"
#include "session/loaded_engine.h"
#include "session/session_errors.h"
#include "worker/header_answers.h"
#include "worker/heartbeat.h"
#include "worker/sandbox_rules.h"
#include "worker/worker_errors.h"

namespace hearth {

using wire::Answer;
using wire::Call;
using wire::Reader;
using wire::Writer;

namespace {

/// Bytes of picture files that are kept for later requests.
constexpr uint64_t pictureBytes = 128ULL << 20U;

/// GPUs are reached by libraries and devices that are out of reach here, and so are other programs; pictures
/// are decoded in this process, which is shut in itself.
void stayInProcess(EngineOptions& options) {
    options.backend = "cpu";
    options.devices.clear();
    options.pictureDecoder.clear();
}

/// The answer to something: what `work` puts into it, or why it failed.
std::string answerOf(const std::function<void(Writer&)>& work) {
    const auto failed = [](const Error& error) {
        return wire::packed(Answer::Failed, wire::SentError{error.code(), error.message()});
    };
    try {
        Writer out;
        out.put(Answer::Done);
        work(out);
        return out.bytes();
    } catch (...) {
        return failed(currentError(errors::noMemoryForReplies));
    }
}

}  // namespace

std::stop_token StopGate::begin(uint64_t number) {
    const std::scoped_lock lock(m_mutex);
    m_number = number;
    m_source = {};
    if (m_stopped == number) m_source.request_stop();
    return m_source.get_token();
}

void StopGate::stop(uint64_t number) {
    std::stop_source source(std::nostopstate);
    {
        const std::scoped_lock lock(m_mutex);
        m_stopped = number;
        if (m_number == number) source = m_source;
    }
    source.request_stop();
}

/// Notes what becomes of one request.
class WorkerMain::Listener final : public GenerationListener {
public:
    explicit Listener(WorkerMain& server) : m_server(server) {}
    RequestId id = 0;
    bool hasEnded = false;

    void finished(GenerationResult result) override {
        note().result = std::move(result);
        hasEnded = true;
    }
    void failed(const Error& error) override {
        note().failure = wire::SentError{error.code(), error.message()};
        hasEnded = true;
    }
    void prefillProgress(int done, int total, int reused, double tokensPerS) override {
        note().prefill = {done, total, reused, tokensPerS};
    }
    void readingPicture(double done, double seconds) override { note().picture = {done, seconds}; }
    void replied(const ReplyDelta& delta) override { note().delta = delta; }

private:
    wire::ReplyEvent& note() {
        wire::ReplyEvent& event = m_server.m_events.emplace_back();
        event.id = id;
        return event;
    }
    WorkerMain& m_server;
};

/// Notes the answer to one question about attention.
class WorkerMain::AttentionNote final : public AttentionListener {
public:
    AttentionNote(WorkerMain& server, uint64_t number) : m_server(server), m_number(number) {}
    std::stop_source stop;

    uint64_t number() const noexcept { return m_number; }
    bool hasEnded() const noexcept { return m_hasEnded; }
    void looked(TokenAttention attention) override { end({.looked = std::move(attention), .failure = {}}); }
    void failed(const Error& error) override {
        end({.looked = {}, .failure = wire::SentError{error.code(), error.message()}});
    }

private:
    void end(wire::ReplyEvent::Attention answer) {
        wire::ReplyEvent& event = m_server.m_events.emplace_back();
        event.id = m_number;
        event.attention = std::move(answer);
        m_hasEnded = true;
    }
    WorkerMain& m_server;
    const uint64_t m_number;
    bool m_hasEnded = false;
};

WorkerMain::WorkerMain(Channel calls, Channel questions, Channel orders, std::function<void()> leave)
    : m_calls(std::move(calls), m_working),
      m_questions(std::move(questions), m_working),
      m_orders(std::move(orders)),
      m_leave(std::move(leave)),
      m_embedder([this](const std::string& part) { m_calls.part(wire::packed(Answer::Part) + part); }),
      m_jobs([this](const std::string& part) { m_calls.part(wire::packed(Answer::Part) + part); },
             [this](const EngineOptions& models, const std::filesystem::path& writable) {
                 if (m_engine || m_embedder.isLoaded()) Reader::refuse();
                 platform::setProcessName("hearth-job");
                 shutIn(models, writable);
             }),
      m_pictures(pictureBytes) {
}

WorkerMain::~WorkerMain() = default;

void WorkerMain::serve() {
    while (const auto message = m_calls.receive())
        if (!carryOut(*message)) break;
    m_loaded = nullptr;
    m_engine.reset();
}

Engine& WorkerMain::engine() {
    if (!m_engine) Reader::refuse();
    return *m_engine;
}

template <class... T>
void WorkerMain::tell(const T&... part) {
    m_calls.part(wire::packed(Answer::Part, part...));
}

bool WorkerMain::carryOut(const std::string& message) {
    Reader in(message, &m_pictures);
    const auto number = in.take<uint64_t>();
    const auto call = in.take<Call>();
    const std::stop_token stop = m_callGate.begin(number);
    const std::string answer = answerOf([&](Writer& out) {
        Writer result;
        switch (call) {
            case Call::Load:
                load(in, stop, result);
                break;
            case Call::Prepare:
            case Call::Prefetch:
                aboutPrompts(call, in, stop, result);
                break;
            case Call::Submit:
            case Call::EndAll:
            case Call::SetPriority:
            case Call::Status:
            case Call::Step:
            case Call::ReadAttention:
                aboutRequests(call, in, result);
                break;
            case Call::ReadLogits:
                readLogits(in, stop);
                break;
            case Call::LoadEmbedder:
                loadEmbedder(in, stop, result);
                break;
            case Call::Embed:
            case Call::EmbedTokens:
            case Call::Rerank:
            case Call::TextTokens:
                m_embedder.answer(call, in, stop, result);
                break;
            case Call::ReadHeader:
                readHeader(in, result);
                break;
            case Call::Quantize:
            case Call::Calibrate:
            case Call::Compare:
                m_jobs.answer(call, in, stop, result);
                break;
            case Call::End:
                break;
            default:
                aboutCache(call, in, stop, result);
        }
        out.put(m_events);
        out.raw(result.bytes().data(), result.bytes().size());
    });
    // An answer that there was no memory for has told nothing: the next one does.
    if (answer.starts_with(wire::packed(Answer::Done))) m_events.clear();
    std::erase_if(m_listeners, [](const auto& one) { return one->hasEnded; });
    {
        const std::scoped_lock lock(m_attentionMutex);
        std::erase_if(m_attention, [](const auto& one) { return one->hasEnded(); });
    }
    return call != Call::End && m_calls.answer(answer);
}

void WorkerMain::shutIn(const EngineOptions& options, const std::filesystem::path& cacheFolder) {
    if (m_isShutIn) return;
    loadPictureCodecs();
    m_filesShut = platform::enterSandbox(rulesFor(options, cacheFolder)).filesShut;
    m_isShutIn = true;
    // Only now: threads that were there before would not be shut in.
    std::thread(&WorkerMain::answerQuestions, this).detach();
    std::thread(&WorkerMain::hearOrders, this).detach();
    std::thread(&WorkerMain::beat, this).detach();
}

void WorkerMain::readHeader(Reader& in, Writer& out) {
    const auto question = in.take<wire::HeaderQuestion>();
    auto options = in.take<EngineOptions>();
    if (m_engine || m_embedder.isLoaded()) Reader::refuse();
    platform::setProcessName("hearth-reader");
    shutIn(options, {});
    stayInProcess(options);
    answerAboutHeader(question, options, out);
}

void WorkerMain::load(Reader& in, const std::stop_token& stop, Writer& out) {
    auto options = in.take<EngineOptions>();
    const auto cacheFolder = in.take<std::filesystem::path>();
    if (m_engine || m_embedder.isLoaded()) Reader::refuse();
    platform::setProcessName("hearth-model");
    shutIn(options, cacheFolder);
    stayInProcess(options);
    m_engine = Engine::load(
        options, [this](const LoadStatus& status) { tell(status); }, stop);
    m_loaded = m_engine.get();
    const auto* const loaded = dynamic_cast<const LoadedEngine*>(m_engine.get());
    out.put(wire::LoadedModel{
        .info = m_engine->info(),
        .vocabulary = text::copyOf(promptsOf(*m_engine).tokenizer()),
        .templateSource = std::string(promptsOf(*m_engine).templateSource()),
        .kvCost = loaded != nullptr ? wire::costPartsOf(loaded->config()) : wire::KvCostParts(),
        .filesShut = m_filesShut});
}

void WorkerMain::loadEmbedder(Reader& in, const std::stop_token& stop, Writer& out) {
    auto options = in.take<EmbedderOptions>();
    if (m_engine) Reader::refuse();
    platform::setProcessName("hearth-embedder");
    EngineOptions files;
    files.model = options.model;
    shutIn(files, {});
    m_embedder.load(std::move(options), m_filesShut, stop, out);
}

void WorkerMain::aboutPrompts(Call call, Reader& in, const std::stop_token& stop, Writer& out) {
    auto request = in.take<GenerationRequest>();
    if (call == Call::Prepare) {
        out.put(engine().prepare(request, stop));
        out.put(request.prompt);
    } else {
        engine().prefetch(request, stop);
    }
}

void WorkerMain::aboutRequests(Call call, Reader& in, Writer& out) {
    if (call == Call::Submit) {
        auto request = in.take<GenerationRequest>();
        const auto priority = in.take<Priority>();
        auto listener = std::make_unique<Listener>(*this);
        listener->id = engine().submit(std::move(request), *listener, priority);
        out.put(listener->id);
        m_listeners.push_back(std::move(listener));
    } else if (call == Call::ReadAttention) {
        readAttention(in);
    } else if (call == Call::EndAll) {
        engine().endAll();
    } else if (call == Call::SetPriority) {
        const auto id = in.take<RequestId>();
        engine().setPriority(id, in.take<Priority>());
    } else if (call == Call::Status) {
        out.put(engine().status(in.take<RequestId>()));
    } else {
        out.put(engine().step());
    }
}

void WorkerMain::readAttention(Reader& in) {
    auto note = std::make_unique<AttentionNote>(*this, in.take<uint64_t>());
    AttentionQuestion question;
    in.get(question.tokens);
    in.get(question.cuts);
    in.get(question.tenant);
    in.get(question.spans);
    in.get(question.pictures);
    in.get(question.files);
    question.stop = note->stop.get_token();
    engine().probe()->readAttention(std::move(question), *note);
    const std::scoped_lock lock(m_attentionMutex);
    m_attention.push_back(std::move(note));
}

void WorkerMain::readLogits(Reader& in, const std::stop_token& stop) {
    const auto tokens = in.take<std::vector<TokenId>>();
    Probe::LogitQuestion question{.tokens = tokens};
    in.get(question.lastOnly);
    in.get(question.kvTypes);
    const auto request = in.take<std::optional<GenerationRequest>>();
    if (request) question.request = &*request;
    engine().probe()->readLogits(
        question,
        [this](size_t first, std::span<const float> logits) {
            tell(uint64_t{first}, std::vector<float>(logits.begin(), logits.end()));
        },
        stop);
}

void WorkerMain::aboutCache(Call call, Reader& in, const std::stop_token& stop, Writer& out) {
    CacheAdmin& cache = *engine().cache();
    if (call == Call::ClearCache) {
        cache.clear();
    } else if (call == Call::KeepTenants) {
        cache.keepTenants(in.take<std::vector<std::string>>());
    } else if (call == Call::FlushCache) {
        cache.flush([this](double share) { tell(share); }, stop);
    } else if (call == Call::ClosePrefixFolder) {
        cache.close();
    } else if (call == Call::OpenPrefixFolder) {
        const auto folder = in.take<std::filesystem::path>();
        cache.open(folder, in.take<PrefixLimits>());
    } else if (call == Call::TakeCacheProblem) {
        std::optional<wire::SentError> sent;
        if (const auto problem = cache.takeProblem())
            sent = wire::SentError{problem->code(), problem->message()};
        out.put(sent);
    } else if (call == Call::CacheStats) {
        out.put(cache.stats());
    } else if (call == Call::LimitCache) {
        out.put(cache.limit(in.take<uint64_t>()));
    } else {
        out.put(cache.use(in.take<std::vector<std::string>>()));
    }
}

const Tokenizer& WorkerMain::tokenizer() const {
    if (const Engine* const engine = m_loaded) return promptsOf(*engine).tokenizer();
    const Tokenizer* const embedders = m_embedder.tokenizer();
    if (embedders == nullptr) Reader::refuse();
    return *embedders;
}

void WorkerMain::answerQuestions() {
    while (const auto message = m_questions.receive()) {
        const std::string answer = answerOf([&](Writer& out) {
            Reader in(*message, &m_pictures);
            const std::stop_token stop = m_questionGate.begin(in.take<uint64_t>());
            const auto question = in.take<wire::Question>();
            if (question == wire::Question::EncodeRun) {
                const auto run = in.take<std::string>();
                out.put(text::runEncoderOf(tokenizer())(run, in.take<bool>()));
                return;
            }
            Engine* const engine = m_loaded;
            if (engine == nullptr) Reader::refuse();
            auto request = in.take<GenerationRequest>();
            promptsOf(*engine).make(request, stop);
            out.put(request.prompt);
        });
        if (!m_questions.answer(answer)) return;
    }
}

void WorkerMain::beat() {
    Heartbeat heartbeat;
    while (true) {
        m_working.wait(0);
        std::this_thread::sleep_for(std::chrono::milliseconds(Heartbeat::intervalMs));
        if (!heartbeat.beats()) continue;
        m_calls.sayAlive();
        m_questions.sayAlive();
    }
}

void WorkerMain::stopAttention(uint64_t number) {
    const std::scoped_lock lock(m_attentionMutex);
    for (const auto& note : m_attention)
        if (note->number() == number) note->stop.request_stop();
}

void WorkerMain::hearOrders() {
    try {
        while (const auto message = m_orders.receive()) {
            Reader in(*message);
            const auto order = in.take<wire::Order>();
            const auto number = in.take<uint64_t>();
            Engine* const engine = m_loaded;
            if (order == wire::Order::StopCall)
                m_callGate.stop(number);
            else if (order == wire::Order::StopQuestion)
                m_questionGate.stop(number);
            else if (order == wire::Order::StopAttention)
                stopAttention(number);
            else if (order == wire::Order::Proceed)
                m_jobs.proceed();
            else if (engine != nullptr)
                engine->cancel(number);
        }
    } catch (const Error&) {
        // As if it were gone.
    }
    m_leave();
}

}  // namespace hearth
