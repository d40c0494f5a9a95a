#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "hearth/chat_template.h"
#include "hearth/waking_engine.h"
#include "own_process/current_process.h"

namespace hearth {

/// An engine in another process, see loadInOwnProcess(). What it says is held to the forms of the answers;
/// numbers and texts in them are the model's word.
class ProcessEngine final : public Engine, public WakingEngine {
public:
    using Progress = std::function<void(const LoadProgress&)>;
    using LogitListener = std::function<void(size_t firstPosition, std::span<const float> logits)>;

    ProcessEngine(EngineOptions options, OwnProcess process, const Progress& progress,
                  const std::stop_token& stop);
    ~ProcessEngine() override;

    EngineInfo info() const override;
    const Tokenizer& tokenizer() const override { return *m_tokenizer; }
    /// Its text alone: it is rendered where the model is.
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
    void keepOwners(const std::vector<std::string>& owners) override;
    void savePrefixes(const std::function<void(double)>& progress, std::stop_token stop) override;
    void closePrefixFolder() override;
    void openPrefixFolder(const std::filesystem::path& folder, uint64_t bytes, uint64_t bytesADay,
                          const std::optional<CacheKey>& key) override;
    std::optional<Error> prefixProblem() override;
    CacheStats cacheStats() const override;
    PrefixUse memoryUse(const std::vector<std::string>& owners) override;
    void setWaker(std::function<void()> wake) override;

private:
    /// Starts a process and has it load the model; what is asked for beside goes there from now on.
    void start(const Progress& progress, const std::stop_token& stop);
    void take(wire::LoadedModel model);
    /// Has the process do something, another one where it is gone and nothing runs; what it answers is read
    /// by `read` behind what listeners hear. Throws Error.
    void call(wire::Call call, const std::string& arguments, const std::stop_token& stop,
              const std::function<void(wire::Reader&)>& read = {},
              const std::function<void(wire::Reader&)>& hear = {});
    void callOnce(wire::Call call, const std::string& arguments, const std::stop_token& stop,
                  const std::function<void(wire::Reader&)>& read,
                  const std::function<void(wire::Reader&)>& hear);
    /// The same for what must not throw: false where the process is gone.
    bool callIfThere(wire::Call call, const std::string& arguments = {},
                     const std::function<void(wire::Reader&)>& read = {});
    template <class T>
    T resultOf(wire::Call call, const std::string& arguments, const std::stop_token& stop) const;
    void hearLogits(wire::Call kind, KvTypes kvTypes, std::span<const TokenId> tokens,
                    const LogitListener& each, const std::stop_token& stop);
    void tell(std::vector<wire::ReplyEvent> events);
    void tellLooked(wire::ReplyEvent event);
    bool nothingRuns() const noexcept { return m_running.empty() && m_looking.empty(); }
    /// The requests and questions of a process that is gone.
    void tellLost();

    EngineOptions m_options;
    const OwnProcess m_process;
    std::shared_ptr<CurrentProcess> m_current = std::make_shared<CurrentProcess>();
    std::unique_ptr<const Tokenizer> m_tokenizer;
    std::unique_ptr<const ChatTemplate> m_template;
    std::shared_ptr<const PromptMaker> m_prompts;
    mutable std::mutex m_infoMutex;
    EngineInfo m_info;
    /// Requests that run, by their numbers here, which stay unique from process to process.
    struct Running {
        RequestId there = 0;
        GenerationListener* listener = nullptr;
        bool isCancelled = false;
    };
    mutable std::mutex m_runningMutex;  ///< of the table itself, for cancel()
    std::map<RequestId, Running> m_running;
    RequestId m_lastId = 0;
    /// Questions about attention, by their numbers.
    struct Looking {
        AttentionListener* listener = nullptr;
        std::unique_ptr<std::stop_callback<std::function<void()>>> onStop;
    };
    std::map<uint64_t, Looking> m_looking;
    uint64_t m_lastQuestion = 0;
    std::optional<Error> m_loss;  ///< why the last process ended, while its requests do not know it
    bool m_triedAgain = false;    ///< to start another one unasked
    /// Whom to tell when a process ends; it is shared by those who may still do so when this goes.
    struct Waker {
        std::mutex mutex;
        std::function<void()> wake;
    };
    const std::shared_ptr<Waker> m_waker = std::make_shared<Waker>();
};

}  // namespace hearth
