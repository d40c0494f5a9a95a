#include "hearth/routed_engine.h"

#include <algorithm>
#include <array>
#include <exception>
#include <list>
#include <mutex>
#include <utility>

#include "hearth/error.h"
#include "router/routed_request.h"

namespace hearth {

namespace {

GenerationRequest withoutHints(const RoutingRule& rule, GenerationRequest request) {
    removeRouteHints(rule, request);
    return request;
}

/// Makes prompts as the model does that the rules name.
class RoutedPrompts final : public PromptMaker {
public:
    RoutedPrompts(const RoutingRule& rule, std::shared_ptr<const PromptMaker> small,
                  std::shared_ptr<const PromptMaker> large)
        : m_rule(rule), m_small(std::move(small)), m_large(std::move(large)) {}

    void make(GenerationRequest& request, std::stop_token stop) const override {
        const bool isSmall = decideRoute(m_rule, request).target == RouteTarget::Small;
        const auto& maker = isSmall ? m_small : m_large;
        if (!maker || request.prompt) return;
        GenerationRequest asked = withoutHints(m_rule, request);
        maker->make(asked, std::move(stop));
        request.prompt = std::move(asked.prompt);
    }

private:
    const RoutingRule m_rule;
    const std::shared_ptr<const PromptMaker> m_small, m_large;
};

MemoryPlan sumOf(const MemoryPlan& small, const MemoryPlan& large) {
    MemoryPlan sum = large;
    sum.weightsBytes += small.weightsBytes;
    sum.scratchBytes += small.scratchBytes;
    sum.kvBytes += small.kvBytes;
    sum.kvCommittedBytes += small.kvCommittedBytes;
    sum.kvConversationBytes += small.kvConversationBytes;
    sum.draftBytes += small.draftBytes;
    // A server's memory is not known.
    sum.deviceTotalBytes = std::max(small.deviceTotalBytes, large.deviceTotalBytes);
    if (large.deviceTotalBytes == 0) sum.deviceFreeBytes = small.deviceFreeBytes;
    sum.layersOnDevice += small.layersOnDevice;
    sum.layers += small.layers;
    return sum;
}

}  // namespace

class RoutedEngine final : public Engine {
public:
    RoutedEngine(std::unique_ptr<Engine> small, std::unique_ptr<Engine> large, const RoutingRule& rule)
        : m_small(std::move(small)),
          m_large(std::move(large)),
          m_rule(rule),
          m_prompts(std::make_shared<RoutedPrompts>(m_rule, m_small->prompts(), m_large->prompts())) {}

    EngineInfo info() const override;
    const Tokenizer& tokenizer() const override { return m_small->tokenizer(); }
    const ChatTemplate& chatTemplate() const override { return m_small->chatTemplate(); }
    PromptPieces renderPrompt(const GenerationRequest& request, std::stop_token stop) const override {
        return askedOf(request).renderPrompt(withoutHints(m_rule, request), std::move(stop));
    }
    std::vector<TokenId> promptTokens(const GenerationRequest& request, std::stop_token stop) const override {
        return askedOf(request).promptTokens(withoutHints(m_rule, request), std::move(stop));
    }
    PromptEstimate estimate(const GenerationRequest& request, std::stop_token stop) const override {
        GenerationRequest asked = request;
        return prepare(asked, std::move(stop));
    }
    PromptEstimate prepare(GenerationRequest& request, std::stop_token stop) const override;
    std::shared_ptr<const PromptMaker> prompts() const override { return m_prompts; }
    Engine& part(RouteTarget target) override { return target == RouteTarget::Small ? *m_small : *m_large; }
    void prefetch(const GenerationRequest& request, std::stop_token stop) override {
        part(decideRoute(m_rule, request).target).prefetch(withoutHints(m_rule, request), std::move(stop));
    }
    RequestId submit(GenerationRequest request, GenerationListener& listener, Priority priority) override;
    void cancel(RequestId id) override;
    void endAll() override;
    void setPriority(RequestId id, Priority priority) override;
    std::optional<RequestStatus> status(RequestId id) const override;
    bool step() override;
    std::vector<float> logits(std::span<const TokenId> tokens, bool all, std::stop_token stop) override {
        return m_small->logits(tokens, all, std::move(stop));
    }
    void clearCache() override;
    void keepOwners(const std::vector<std::string>& owners) override;
    void savePrefixes(const std::function<void(double)>& progress, std::stop_token stop) override;
    void closePrefixFolder() override;
    void openPrefixFolder(const std::filesystem::path& folder, uint64_t bytes, uint64_t bytesADay,
                          const std::optional<CacheKey>& key) override;
    std::optional<Error> prefixProblem() override;
    CacheStats cacheStats() const override;
    PrefixUse memoryUse(const std::vector<std::string>& owners) override;

private:
    const Engine& askedOf(const GenerationRequest& request) const {
        return decideRoute(m_rule, request).target == RouteTarget::Small ? *m_small : *m_large;
    }
    std::array<Engine*, 2> both() { return {m_small.get(), m_large.get()}; }
    void ask(RoutedRequest& request, GenerationRequest asked);
    /// Asks the models that requests turn to, and forgets those that have ended.
    void settle();
    RoutedRequest* find(RequestId id) const;

    const std::unique_ptr<Engine> m_small, m_large;
    const RoutingRule m_rule;
    const std::shared_ptr<const PromptMaker> m_prompts;
    mutable std::mutex m_mutex;  ///< of the list itself and of whom its requests ask, for cancel()
    std::list<std::unique_ptr<RoutedRequest>> m_requests;
    RequestId m_lastId = 0;
};

std::unique_ptr<Engine> routedEngine(std::unique_ptr<Engine> small, std::unique_ptr<Engine> large,
                                     const RoutingRule& rule) {
    return std::make_unique<RoutedEngine>(std::move(small), std::move(large), rule);
}

EngineInfo RoutedEngine::info() const {
    const EngineInfo small = m_small->info(), large = m_large->info();
    EngineInfo info = small;
    info.modelName = std::string(routedModelName);
    info.architecture = info.quantization = info.weightsHash = {};
    info.parameters += large.parameters;
    info.fileBytes += large.fileBytes;
    info.contextLength = large.contextLength;
    info.trainedContextLength = large.trainedContextLength;
    info.onDevice = small.onDevice || large.onDevice;
    info.canSpeculate = small.canSpeculate || large.canSpeculate;
    info.guessesItself = small.guessesItself || large.guessesItself;
    info.canSlide = false;
    if (large.serverHost.empty()) info.serverHost = {};
    info.memory = sumOf(small.memory, large.memory);
    info.parts = {small, large};
    return info;
}

PromptEstimate RoutedEngine::prepare(GenerationRequest& request, std::stop_token stop) const {
    const RouteOutcome outcome = decideRoute(m_rule, request);
    GenerationRequest asked = withoutHints(m_rule, request);
    const bool isSmall = outcome.target == RouteTarget::Small;
    const PromptEstimate estimate = (isSmall ? m_small : m_large)->prepare(asked, stop);
    const bool fits = estimate.promptTokens < m_small->info().contextLength;
    if (isSmall && outcome.reason == RouteReason::Easy && !fits) {
        asked.prompt.reset();
        return m_large->prepare(asked, std::move(stop));
    }
    request.prompt = std::move(asked.prompt);
    return estimate;
}

RequestId RoutedEngine::submit(GenerationRequest request, GenerationListener& listener, Priority priority) {
    const RouteOutcome outcome = decideRoute(m_rule, request);
    removeRouteHints(m_rule, request);
    // It is of the one that is asked first.
    std::optional<Prompt> prompt = std::exchange(request.prompt, std::nullopt);
    auto entry = std::make_unique<RoutedRequest>(
        m_rule,
        RoutedRequest::Asked{
            .id = m_lastId + 1, .request = std::move(request), .listener = &listener, .priority = priority},
        outcome);
    GenerationRequest asked = entry->request();
    asked.prompt = std::move(prompt);
    try {
        ask(*entry, std::move(asked));
    } catch (const Error& error) {
        if (!entry->turnsAwayFrom(error)) throw;
        ask(*entry, entry->request());
    }
    const std::scoped_lock lock(m_mutex);
    m_requests.push_back(std::move(entry));
    return ++m_lastId;
}

void RoutedEngine::ask(RoutedRequest& request, GenerationRequest asked) {
    Engine& engine = part(request.outcome().target);
    {
        const std::scoped_lock lock(m_mutex);
        request.at = {&engine, 0};
    }
    const RequestId id = engine.submit(std::move(asked), request, request.priority);
    const std::scoped_lock lock(m_mutex);
    request.begin(id);
    // Asked for meanwhile.
    if (request.isCancelled()) engine.cancel(id);
}

void RoutedEngine::settle() {
    for (const auto& request : m_requests) {
        while (request->isTurning()) {
            if (request->isCancelled()) {
                request->endCancelled();
                continue;
            }
            try {
                ask(*request, request->request());
            } catch (const Error& error) {
                request->failed(error);
            }
        }
    }
    std::list<std::unique_ptr<RoutedRequest>> ended;
    const std::scoped_lock lock(m_mutex);
    for (auto it = m_requests.begin(); it != m_requests.end();) {
        const auto request = it++;
        if ((*request)->hasEnded()) ended.splice(ended.end(), m_requests, request);
    }
}

RoutedRequest* RoutedEngine::find(RequestId id) const {
    const auto found =
        std::ranges::find_if(m_requests, [id](const auto& request) { return request->id() == id; });
    return found == m_requests.end() ? nullptr : found->get();
}

void RoutedEngine::cancel(RequestId id) {
    const std::scoped_lock lock(m_mutex);
    RoutedRequest* request = find(id);
    if (request == nullptr) return;
    request->cancel();
    request->at.engine->cancel(request->at.id);
}

void RoutedEngine::endAll() {
    {
        const std::scoped_lock lock(m_mutex);
        for (const auto& request : m_requests) request->cancel();
    }
    // What one of them throws is no reason to leave the other one's requests.
    std::exception_ptr problem;
    for (Engine* engine : both()) {
        try {
            engine->endAll();
        } catch (...) {
            problem = std::current_exception();
        }
    }
    settle();
    if (problem) std::rethrow_exception(problem);
}

void RoutedEngine::setPriority(RequestId id, Priority priority) {
    RoutedRequest* request = find(id);
    if (request == nullptr) return;
    request->priority = priority;
    request->at.engine->setPriority(request->at.id, priority);
}

std::optional<RequestStatus> RoutedEngine::status(RequestId id) const {
    const RoutedRequest* request = find(id);
    if (request == nullptr) return std::nullopt;
    return request->at.engine->status(request->at.id).value_or(RequestStatus());
}

bool RoutedEngine::step() {
    bool worked = false;
    for (Engine* engine : both()) worked = engine->step() || worked;
    settle();
    return worked || !m_requests.empty();
}

void RoutedEngine::clearCache() {
    for (Engine* engine : both()) engine->clearCache();
}

void RoutedEngine::keepOwners(const std::vector<std::string>& owners) {
    for (Engine* engine : both()) engine->keepOwners(owners);
}

void RoutedEngine::savePrefixes(const std::function<void(double)>& progress, std::stop_token stop) {
    double before = 0;
    for (Engine* engine : both()) {
        engine->savePrefixes(
            [&](double share) {
                if (progress) progress(before + share / 2);
            },
            stop);
        before += 0.5;
    }
}

void RoutedEngine::closePrefixFolder() {
    for (Engine* engine : both()) engine->closePrefixFolder();
}

void RoutedEngine::openPrefixFolder(const std::filesystem::path& folder, uint64_t bytes, uint64_t bytesADay,
                                    const std::optional<CacheKey>& key) {
    for (Engine* engine : both()) engine->openPrefixFolder(folder, bytes, bytesADay, key);
}

std::optional<Error> RoutedEngine::prefixProblem() {
    std::optional<Error> problem = m_small->prefixProblem();
    return problem ? problem : m_large->prefixProblem();
}

Engine::CacheStats RoutedEngine::cacheStats() const {
    CacheStats sum = m_small->cacheStats();
    const CacheStats large = m_large->cacheStats();
    sum.blocks += large.blocks;
    sum.usedBlocks += large.usedBlocks;
    sum.bytes += large.bytes;
    sum.committedBytes += large.committedBytes;
    sum.cachedTokens += large.cachedTokens;
    sum.experts.add(large.experts);
    sum.groups.insert(sum.groups.end(), large.groups.begin(), large.groups.end());
    return sum;
}

Engine::PrefixUse RoutedEngine::memoryUse(const std::vector<std::string>& owners) {
    PrefixUse sum = m_small->memoryUse(owners);
    const PrefixUse large = m_large->memoryUse(owners);
    sum.bytes += large.bytes;
    sum.owners.resize(std::max(sum.owners.size(), large.owners.size()));
    for (size_t i = 0; i < large.owners.size(); ++i) {
        sum.owners[i].bytes += large.owners[i].bytes;
        sum.owners[i].sharedBytes += large.owners[i].sharedBytes;
        if (sum.owners[i].sharesWith.empty()) sum.owners[i].sharesWith = large.owners[i].sharesWith;
    }
    return sum;
}

}  // namespace hearth
