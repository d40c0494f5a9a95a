#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "hearth/cache_admin.h"
#include "hearth/chat_template.h"
#include "hearth/engine.h"
#include "hearth/error.h"
#include "hearth/probe.h"
#include "hearth/prompt_service.h"

namespace hearth::test {

/// Behaviour of a ScriptedEngine. Shared with the test, so a test can read the requests.
struct EngineScript {
    std::vector<std::string> pieces = {"Hello", ", ", "world", "."};
    std::string withheld;  ///< pieces equal to this are sent as tokens without text, like parts of a call
    std::chrono::microseconds loadStep{0}, prefillStep{0}, tokenStep{0};
    int loadSteps = 3, prefillSteps = 3, promptTokens = 30, reusedTokens = 10;
    std::vector<std::string>
        titlePieces;  ///< the answer to a request with a limit on tokens; none: an empty one
    /// Replaces the pieces as the answer to a request, and to a request for a summary of the conversation.
    std::function<std::string(const GenerationRequest&)> answer, summarise;
    /// The calls of tools with which it ends its reply.
    std::function<std::vector<ToolCallDelta>(const GenerationRequest&)> calls;
    bool canCallTools = true;
    std::shared_ptr<const Tokenizer> tokenizer;        ///< none: asking for it throws
    std::shared_ptr<const ChatTemplate> chatTemplate;  ///< none: there is no template
    bool countsPrompts = false;  ///< figures say tokensPerMessage for each message in place of promptTokens
    std::string loadError, generateError;  ///< thrown when not empty
    ErrorCode generateErrorCode = ErrorCode::OutOfMemory;
    int failAfterPieces = 0;      ///< generateError comes after this many pieces
    std::string backend = "CPU";  ///< what info() says
    bool inWorker = false;        ///< what info() says
    std::string weightsHash;
    /// By token: the model's chances for it and for others (ids 1000, 2000, ... above); told when asked for.
    std::vector<std::vector<float>> candidates;
    std::vector<float> probabilities;  ///< of each token; 0.5 for tokens without an entry
    std::vector<GenerationRequest> requests, titleRequests, summaryRequests;
    std::vector<Priority> priorities;  ///< of all requests in the order they came, as they are now
    int contextLength = 2048;
    bool contextKnown = true;             ///< false: a server does not say it
    std::string serverHost;               ///< of a computer that does the work; empty: this one
    std::string draftName, draftProblem;  ///< what info() says
    bool seesPictures = false;            ///< what info() says
    std::string visionProblem;            ///< what info() says
    double plainTokenMs = 0;              ///< of replies, and what each token took
    float interTokenMs = 0;
    int draftedTokens = 0;
    bool keptReply = false;  ///< replies that may be say that they were there before
    uint64_t kvBytes = 0, freeBytes = uint64_t{1} << 30U;
    KvCost kv;
    ExpertTraffic experts;              ///< as it is now
    CacheMemory cacheMemory;            ///< result of limit()
    std::vector<uint64_t> cacheLimits;  ///< arguments of its calls
    int trainedLength = 0;
    size_t tokensPerMessage = 0;  ///< how long a made prompt and prepare() say it is; 0: 0 and 10
    size_t bytesPerToken = 0;     ///< more than 0: they go by the lengths of the texts
    size_t refusedMessages = 0;   ///< requests with this many or more never fit; 0: any number fits
    bool hasMtp = false;          ///< what info() says
    uint32_t pictureRows = 0;     ///< more than 0: it sees, and each picture costs this many tokens
    /// Pictures of low detail cost a quarter of that, those of high detail four times as much.
    bool hasDetails = false;
    bool slides = false;  ///< what info() says; then every reply has these cuts, or its request's
    std::vector<ContextShift> cuts;
    bool hasTokens = true;  ///< false: there are no prompts, as with a server's model
    /// Makes prompts, from any thread; none: they are zeros.
    std::function<void(GenerationRequest&)> makePrompt;
    std::function<void()> atClear;  ///< called when the cache is cleared
    int savedPrefixes = 0;          ///< how often, to the end
    int saveSteps = 2;
    std::vector<std::vector<std::string>> keptTenants;  ///< what keepTenants() was asked for
    int diskTokens = 0;                                 ///< result of prepare()
    double prefillMs = 1.5;                             ///< likewise
    int prefetched = 0;                                 ///< number of prefetches
    int restingSteps = 0;                               ///< number of times that step() has work to do
    std::vector<std::string> prefixFolders;             ///< opened with these limits; empty: closed
    std::string prefixProblem;                          ///< reported once
    std::chrono::microseconds saveStep{0};
    /// Attention of a token; none: the engine has no probe. May throw.
    std::function<TokenAttention(const AttentionQuestion&)> attention;
    std::chrono::microseconds deaf{0};  ///< time at a reply's start in which no stop is noticed
};

inline void pause(std::chrono::microseconds time) {
    if (time.count() > 0) std::this_thread::sleep_for(time);
}

class ScriptedPrompts final : public PromptService {
public:
    explicit ScriptedPrompts(std::shared_ptr<const EngineScript> script) : m_script(std::move(script)) {}

    void make(GenerationRequest& request, std::stop_token) const override {
        if (m_script->makePrompt) return m_script->makePrompt(request);
        if (request.prompt) return;
        request.prompt.emplace().tokens.resize(m_script->bytesPerToken > 0
                                                   ? tokensByLength(request)
                                                   : request.messages.size() * m_script->tokensPerMessage);
        addPictures(*request.prompt, request);
    }
    const Tokenizer& tokenizer() const override {
        if (m_script->tokenizer) return *m_script->tokenizer;
        throw Error(ErrorCode::Unsupported, "The script has no vocabulary.");
    }
    std::string_view templateSource() const override {
        return m_script->chatTemplate ? m_script->chatTemplate->source() : std::string_view();
    }
    size_t tokensByLength(const GenerationRequest& request) const {
        size_t bytes = request.rawText ? request.rawText->size() : 0;
        for (const ChatMessage& message : request.messages) bytes += message.content.size();
        return bytes / m_script->bytesPerToken;
    }

    uint32_t rowsOf(PictureDetail detail) const {
        const uint32_t rows = m_script->pictureRows;
        if (!m_script->hasDetails || detail == PictureDetail::Auto) return rows;
        return detail == PictureDetail::Low ? rows / 4 : rows * 4;
    }

private:
    /// Adds pictures after all texts.
    void addPictures(Prompt& prompt, const GenerationRequest& request) const {
        for (const ChatMessage& message : request.messages)
            for (const MessagePicture& picture : message.pictures) {
                const uint32_t rows = rowsOf(picture.detail);
                prompt.spans.push_back({.content = picture.file->hash(),
                                        .first = static_cast<int64_t>(prompt.tokens.size()),
                                        .rows = rows,
                                        .positions = rows});
                prompt.tokens.resize(prompt.tokens.size() + rows);
                prompt.pictures.push_back({.spans = 1, .rows = rows});
            }
    }

    const std::shared_ptr<const EngineScript> m_script;
};

class ScriptedCache final : public CacheAdmin {
public:
    explicit ScriptedCache(EngineScript& script) : m_script(script) {}

    void clear() override {
        if (m_script.atClear) m_script.atClear();
    }
    void keepTenants(const std::vector<std::string>& tenants) override {
        m_script.keptTenants.push_back(tenants);
    }
    PrefixUse use(const std::vector<std::string>&) override { return {}; }
    CacheStats stats() override {
        CacheStats stats;
        stats.experts = m_script.experts;
        return stats;
    }
    CacheMemory limit(uint64_t bytes) override {
        m_script.cacheLimits.push_back(bytes);
        if (m_script.cacheMemory.taken > bytes) m_script.cacheMemory.taken = bytes;
        return m_script.cacheMemory;
    }
    void open(const std::filesystem::path& folder, const PrefixLimits& limits) override {
        m_script.prefixFolders.push_back(folder.string() + " " + std::to_string(limits.bytes) + " " +
                                         std::to_string(limits.bytesADay) + (limits.key ? " encrypted" : ""));
    }
    void close() override { m_script.prefixFolders.emplace_back(); }
    void flush(const std::function<void(double)>& progress, std::stop_token stop) override {
        const int steps = m_script.saveSteps;
        for (int step = 1; step <= steps; ++step) {
            if (stop.stop_requested()) return;
            pause(m_script.saveStep);
            if (progress) progress(static_cast<double>(step) / steps);
        }
        ++m_script.savedPrefixes;
    }
    std::optional<Error> takeProblem() override {
        if (m_script.prefixProblem.empty()) return std::nullopt;
        return Error(ErrorCode::Io, std::exchange(m_script.prefixProblem, {}));
    }

private:
    EngineScript& m_script;
};

class ScriptedProbe final : public Probe {
public:
    explicit ScriptedProbe(const EngineScript& script) : m_script(script) {}

    void readLogits(const LogitQuestion&, const LogitListener&, std::stop_token) override {}
    void readAttention(AttentionQuestion question, AttentionListener& listener) override {
        listener.looked(m_script.attention(question));
    }

private:
    const EngineScript& m_script;
};

/// An engine without a model that plays a script, with the real one's promises: any number of replies go on
/// together, each by a part of its prompt or a piece a step, the first by priority first, and a stop request
/// ends one within a step.
class ScriptedEngine : public Engine {
public:
    explicit ScriptedEngine(std::shared_ptr<EngineScript> script)
        : m_script(std::move(script)),
          m_prompts(std::make_shared<ScriptedPrompts>(m_script)),
          m_cache(*m_script),
          m_probe(*m_script) {}

    static std::unique_ptr<Engine> load(std::shared_ptr<EngineScript> script,
                                        const std::function<void(const LoadStatus&)>& progress,
                                        std::stop_token stop) {
        const int steps = script->loadSteps;  // a test may change it for the next load
        for (int step = 0; step < steps; ++step) {
            if (stop.stop_requested()) throw Error(ErrorCode::Cancelled, "Loading was cancelled.");
            if (progress) progress({LoadStep::Weights, static_cast<double>(step) / steps, 0, 0});
            pause(script->loadStep);
        }
        if (!script->loadError.empty()) throw Error(ErrorCode::BadFile, script->loadError);
        return std::make_unique<ScriptedEngine>(script);
    }

    EngineInfo info() const override {
        EngineInfo info;
        info.modelName = "Scripted";
        info.quantization = "F32";
        info.backend = m_script->backend;
        info.weightsHash = m_script->weightsHash;
        info.onDevice = m_script->backend == "GPU";
        info.inWorker = m_script->inWorker;
        info.device.threads = 1;
        info.backendReason = {Message::verbatim("a test")};
        info.contextLength = m_script->contextLength;
        info.trainedContextLength = m_script->contextKnown ? m_script->contextLength : 0;
        info.canCallTools = m_script->canCallTools;
        info.canSlide = m_script->slides;
        info.hasMtp = m_script->hasMtp;
        info.serverHost = m_script->serverHost;
        info.memory.weightsBytes = 100;
        info.memory.kvBytes = m_script->kvBytes;
        info.memory.kv = m_script->kv;
        info.memory.experts = m_script->experts;
        info.memory.training.length = m_script->trainedLength;
        info.memory.deviceFreeBytes = m_script->freeBytes;
        info.draftName = m_script->draftName;
        info.draftProblem = Message::verbatim(m_script->draftProblem);
        info.memory.draftBytes = m_script->draftName.empty() ? 0 : 50;
        info.seesPictures = m_script->seesPictures || m_script->pictureRows > 0;
        info.visionProblem = Message::verbatim(m_script->visionProblem);
        info.memory.visionBytes = m_script->seesPictures ? 30 : 0;
        return info;
    }
    std::shared_ptr<const PromptService> prompts() const override {
        return m_script->hasTokens ? m_prompts : nullptr;
    }
    CacheAdmin* cache() override { return &m_cache; }
    Probe* probe() override { return m_script->attention ? &m_probe : nullptr; }
    PromptEstimate prepare(GenerationRequest& request, std::stop_token) const override {
        if (m_script->pictureRows > 0) m_prompts->make(request, {});
        const size_t each = m_script->tokensPerMessage == 0 ? 10 : m_script->tokensPerMessage;
        PromptEstimate estimate{
            static_cast<int>(m_script->bytesPerToken > 0 ? m_prompts->tokensByLength(request)
                                                         : request.messages.size() * each),
            5,
            m_script->prefillMs,
            {},
            m_script->diskTokens};
        if (request.prompt) estimate.pictures = pictureCosts(*request.prompt, estimate);
        for (PictureCost& cost : estimate.pictures) {
            cost.lowTokens = static_cast<int>(m_prompts->rowsOf(PictureDetail::Low));
            cost.autoTokens = static_cast<int>(m_prompts->rowsOf(PictureDetail::Auto));
            cost.highTokens = static_cast<int>(m_prompts->rowsOf(PictureDetail::High));
        }
        return estimate;
    }
    void prefetch(const GenerationRequest&, std::stop_token) override { ++m_script->prefetched; }

    RequestId submit(GenerationRequest request, GenerationListener& listener, Priority priority) override {
        const std::scoped_lock lock(m_mutex);
        Playing& playing = m_playing.emplace_back();
        playing.id = ++m_lastId;
        playing.request = std::move(request);
        playing.listener = &listener;
        playing.priority = priority;
        m_script->priorities.resize(m_lastId, priority);
        return m_lastId;
    }
    void cancel(RequestId id) override {
        const std::scoped_lock lock(m_mutex);
        for (Playing& playing : m_playing)
            if (playing.id == id) playing.stop.request_stop();
    }
    void endAll() override {
        for (Playing& playing : m_playing) playing.stop.request_stop();
        while (!m_playing.empty()) (void)step();
    }
    void setPriority(RequestId id, Priority priority) override {
        for (Playing& playing : m_playing)
            if (playing.id == id) m_script->priorities[id - 1] = playing.priority = priority;
    }
    std::optional<RequestStatus> status(RequestId id) const override {
        for (const Playing& playing : m_playing)
            if (playing.id == id) return RequestStatus{};
        return std::nullopt;
    }
    bool step() override {
        if (m_playing.empty()) return m_script->restingSteps > 0 && m_script->restingSteps-- > 0;
        std::vector<std::list<Playing>::iterator> order;
        for (auto it = m_playing.begin(); it != m_playing.end(); ++it) order.push_back(it);
        std::stable_sort(order.begin(), order.end(),
                         [](const auto& a, const auto& b) { return a->priority < b->priority; });
        for (const auto& playing : order) {
            if (playing->id == 0) continue;
            try {
                if (!resume(*playing)) end(*playing).finished(std::move(playing->result));
            } catch (const Error& error) {
                // After a GPU error no request can continue.
                const bool all = m_script->backend == "GPU";
                for (const auto& failing : order)
                    if (all ? failing->id != 0 : failing == playing) end(*failing).failed(error);
            }
        }
        const std::scoped_lock lock(m_mutex);
        m_playing.remove_if([](const Playing& playing) { return playing.id == 0; });
        return true;
    }

private:
    /// A reply under way.
    struct Playing {
        RequestId id = 0;  ///< 0: it has ended
        GenerationRequest request;
        GenerationListener* listener = nullptr;
        Priority priority = Priority::Reading;
        std::stop_source stop;
        GenerationResult result;
        bool begun = false;
        std::vector<std::string> pieces;
        int prefilled = 0;  ///< parts of the prompt
    };

    GenerationListener& end(Playing& playing) {
        const std::scoped_lock lock(m_mutex);
        playing.id = 0;
        return *playing.listener;
    }
    static bool wantsSummary(const GenerationRequest& request) {
        return !request.messages.empty() &&
               request.messages.back().content.starts_with("Summarise the conversation so far");
    }
    /// It is not what a person asked for.
    static bool isAside(const GenerationRequest& request) {
        return wantsSummary(request) || request.sampling.maxTokens > 0;
    }
    void begin(Playing& playing) {
        playing.begun = true;
        const bool isSummary = wantsSummary(playing.request);
        const bool isTitle = !isSummary && playing.request.sampling.maxTokens > 0;
        (isSummary ? m_script->summaryRequests
         : isTitle ? m_script->titleRequests
                   : m_script->requests)
            .push_back(playing.request);
        const auto& answer = isSummary ? m_script->summarise : m_script->answer;
        playing.pieces = isTitle ? m_script->titlePieces : m_script->pieces;
        if (isSummary || (answer && !isTitle))
            playing.pieces = {answer ? answer(playing.request) : std::string()};
        pause(m_script->deaf);
        if (m_script->refusedMessages > 0 && playing.request.messages.size() >= m_script->refusedMessages)
            throw Error(ErrorCode::ContextFull, "The script has no room for this.");
        GenerationResult& result = playing.result;
        result.seed = playing.request.sampling.seed.value_or(42);
        result.metrics.promptTokens =
            m_script->countsPrompts
                ? static_cast<int>(playing.request.messages.size() * m_script->tokensPerMessage)
                : m_script->promptTokens;
        if (m_script->slides) result.cuts = m_script->cuts.empty() ? playing.request.cuts : m_script->cuts;
        result.metrics.reusedTokens = m_script->reusedTokens;
        result.metrics.processedTokens = m_script->promptTokens - m_script->reusedTokens;
    }
    /// False: its result is there.
    bool resume(Playing& playing) {
        if (!playing.begun) begin(playing);
        GenerationResult& result = playing.result;
        if (playing.stop.stop_requested()) {
            result.reason = FinishReason::Cancelled;
            return false;
        }
        if (playing.prefilled <= m_script->prefillSteps) {
            const int toDo = result.metrics.processedTokens;
            playing.listener->prefillProgress(
                m_script->reusedTokens + toDo * playing.prefilled / std::max(1, m_script->prefillSteps),
                m_script->promptTokens, m_script->reusedTokens, 1000);
            ++playing.prefilled;
            pause(m_script->prefillStep);
            return true;
        }
        const std::vector<std::string>& pieces = playing.pieces;
        const auto place = static_cast<size_t>(result.metrics.generatedTokens);
        if (place < pieces.size()) {
            if (!m_script->generateError.empty() &&
                result.metrics.generatedTokens == m_script->failAfterPieces)
                throw Error(m_script->generateErrorCode, m_script->generateError);
            say(playing, pieces[place]);
            return true;
        }
        if (m_script->calls && !isAside(playing.request))
            for (const ToolCallDelta& call : m_script->calls(playing.request)) {
                ReplyDelta delta;
                delta.call = call;
                delta.shown = call.written;
                result.text += delta.shown;
                playing.listener->replied(delta);
            }
        result.metrics.plainTokenMs = m_script->plainTokenMs;
        result.metrics.draftedTokens = m_script->draftedTokens;
        result.metrics.keptReply = m_script->keptReply && playing.request.replyReuse == ReplyReuse::Use;
        if (m_script->interTokenMs > 0 && result.metrics.generatedTokens > 1)
            result.metrics.interTokenMs.assign(static_cast<size_t>(result.metrics.generatedTokens) - 1,
                                               m_script->interTokenMs);
        return false;
    }
    void say(Playing& playing, const std::string& piece) {
        GenerationResult& result = playing.result;
        const auto place = static_cast<size_t>(result.metrics.generatedTokens);
        GeneratedToken token;
        token.token = 100 + result.metrics.generatedTokens;
        token.probability = place < m_script->probabilities.size() ? m_script->probabilities[place] : 0.5F;
        if (playing.request.candidates > 0 && place < m_script->candidates.size())
            for (const float chance : m_script->candidates[place])
                token.candidates.push_back(
                    {.token = token.token + 1000 * static_cast<TokenId>(token.candidates.size()),
                     .plainProbability = chance});
        result.tokens.push_back(token);
        ++result.metrics.generatedTokens;
        ReplyDelta delta;
        if (m_script->withheld.empty() || piece != m_script->withheld) delta.text = delta.shown = piece;
        result.text += delta.shown;
        delta.tokens = {token};
        playing.listener->replied(delta);
        pause(m_script->tokenStep);
    }

    std::shared_ptr<EngineScript> m_script;
    std::shared_ptr<const ScriptedPrompts> m_prompts;
    ScriptedCache m_cache;
    ScriptedProbe m_probe;
    mutable std::mutex m_mutex;  ///< of the list itself, for cancel()
    std::list<Playing> m_playing;
    RequestId m_lastId = 0;
};

/// For InferenceThread.
inline auto scripted(std::shared_ptr<EngineScript> script) {
    return [script](const EngineOptions&, const std::function<void(const LoadStatus&)>& progress,
                    std::stop_token stop) { return ScriptedEngine::load(script, progress, stop); };
}

}  // namespace hearth::test
