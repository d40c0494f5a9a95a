#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "backend/backend.h"
#include "hearth/chat_template.h"
#include "hearth/engine.h"
#include "model/model.h"
#include "placement/memory_plan.h"
#include "prefix_store/block_store.h"
#include "prefix_store/kept_replies.h"
#include "session/attention_reading.h"
#include "session/context_slide.h"
#include "session/generation.h"
#include "session/loaded_prompts.h"
#include "session/reply_guides.h"
#include "session/scheduler.h"
#include "speculation/loaded_draft.h"

namespace hearth {

class BackendRegistry;
struct BackendChoice;
class GgufFile;

/// The Engine of this process: one model, one backend, one scheduler.
class LoadedEngine final : public Engine {
public:
    using LogitListener = std::function<void(size_t firstPosition, std::span<const float> logits)>;

    /// Numbers: as loadForNumbers() says.
    enum class Use : uint8_t { Text, Numbers };

    /// What models may run on is asked of `backends` while loading alone.
    LoadedEngine(const BackendRegistry& backends, const EngineOptions& options,
                 const std::function<void(const LoadProgress&)>& progress, const std::stop_token& stop,
                 Use use = Use::Text);

    const ModelConfig& config() const { return m_model->config(); }
    EngineInfo info() const override { return m_info; }
    const Tokenizer& tokenizer() const override { return *m_tokenizer; }
    const ChatTemplate& chatTemplate() const override { return *m_template; }
    PromptPieces renderPrompt(const GenerationRequest& request, std::stop_token stop) const override;
    std::vector<TokenId> promptTokens(const GenerationRequest& request, std::stop_token stop) const override;
    PromptEstimate estimate(const GenerationRequest& request, std::stop_token stop) const override;
    PromptEstimate prepare(GenerationRequest& request, std::stop_token stop) const override;
    std::shared_ptr<const PromptMaker> prompts() const override { return m_prompts; }
    void prefetch(const GenerationRequest& request, std::stop_token stop) override;
    RequestId submit(GenerationRequest request, GenerationListener& listener, Priority priority) override;
    void cancel(RequestId id) override;
    void endAll() override;
    void setPriority(RequestId id, Priority priority) override;
    std::optional<RequestStatus> status(RequestId id) const override;
    bool step() override;
    void readAttention(AttentionQuestion question, AttentionListener& listener) override;
    std::vector<float> logits(std::span<const TokenId> tokens, bool all, std::stop_token stop) override;
    void logitsInParts(std::span<const TokenId> tokens, const LogitListener& each,
                       std::stop_token stop) override;
    void logitsWithCache(KvTypes kvTypes, std::span<const TokenId> tokens, const LogitListener& each,
                         std::stop_token stop) override;
    void clearCache() override;
    void savePrefixes(const std::function<void(double)>& progress = {}, std::stop_token stop = {}) override;
    void keepOwners(const std::vector<std::string>& owners) override;
    void closePrefixFolder() override;
    void openPrefixFolder(const std::filesystem::path& folder, uint64_t bytes, uint64_t bytesADay,
                          const std::optional<CacheKey>& key = std::nullopt) override;
    std::optional<Error> prefixProblem() override;
    CacheStats cacheStats() const override;
    PrefixUse memoryUse(const std::vector<std::string>& owners) override {
        return m_scheduler->memoryUse(owners);
    }

private:
    /// A request that runs.
    struct Running {
        RequestId id = 0;
        GenerationRequest request;
        GenerationListener* listener = nullptr;
        std::stop_source stop;
        std::unique_ptr<Generation> generation;
        std::optional<ReplyQuestion> question;  ///< the reply is kept for it; nullopt: it is not
        std::optional<KeptReply> answer;        ///< there already, and not told yet
        size_t cuts = 0;                        ///< of the prompt
    };
    PromptEstimate estimateOf(const Prompt& prompt) const;
    ReplyStream replyStreamFor(const GenerationRequest& request, PromptPieces prompt);
    const Running* find(RequestId id) const;
    bool runsNothing() const noexcept { return m_running.empty() && m_readings.empty(); }
    /// Takes a request out of the table.
    void leave(std::list<Running>::iterator running);
    bool rest();
    /// The same; what fails there fails nobody.
    bool restSafely();
    /// The folder that openPrefixFolder() asked for, if nothing runs.
    void openWantedStore();
    /// Tells the replies that were there before.
    void repeatKept();
    /// Keeps a reply for when it is asked for again.
    void keepReply(const Running& running, const GenerationResult& result);
    void tellFinished();
    void tellFailed(const Error& error);
    /// A pass over the tokens in a cache of their own, telling the logits of all positions or of the last
    /// one.
    void passOver(KvTypes kvTypes, std::span<const TokenId> tokens, bool all, const LogitListener& each,
                  const std::stop_token& stop);
    /// Loads the draft model of the options, or says why not: replies come without one just as well.
    void loadDraft(const BackendRegistry& backends, const EngineOptions& options, const GgufFile& file,
                   const std::function<void(double)>& progress, const std::stop_token& stop);
    void loadTemplate(const GgufFile& file);
    /// What the bytes of kept prefixes depend on: the whole model, and how it runs here. A draft model is not
    /// part of it: its guesses change no number, and its own cache is not kept.
    ContentHash storeSpace(const GgufFile& file, const CachePlan& cache, const BackendChoice& choice) const;
    void describe(const GgufFile& file, const CachePlan& cache);

    std::unique_ptr<Backend> m_backend;            // first: outlives everything made by it
    std::shared_ptr<const Tokenizer> m_tokenizer;  // shared with prompts, as the template is
    std::shared_ptr<const ChatTemplate> m_template;
    std::shared_ptr<GrammarMaker> m_grammars;
    std::shared_ptr<const LoadedPrompts> m_prompts;
    std::optional<ReplyGuides> m_guides;
    std::unique_ptr<Model> m_model;
    std::unique_ptr<LoadedDraft> m_draft;  // before the scheduler, whose sequences it guesses for
    ContentHash m_storeSpace;
    std::optional<BlockStoreOptions> m_wantedStore;  ///< once nothing runs
    std::optional<BlockStore> m_store;  // before the scheduler, which keeps on it what it computes
    KeptReplies m_replies;
    std::unique_ptr<Scheduler> m_scheduler;
    mutable std::mutex m_tableMutex;  ///< of the list itself, for cancel()
    std::list<Running> m_running;
    AttentionReadings m_readings;
    RequestId m_lastId = 0;
    std::vector<TokenId> m_prefetch;  ///< a prompt that is brought into memory; empty: none
    EngineInfo m_info;
    double m_prefillTokensPerS = 0;  ///< of the last prompt worth measuring
};

}  // namespace hearth
