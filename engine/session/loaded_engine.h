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
#include "prefix_store/response_cache.h"
#include "session/context_shifts.h"
#include "session/generation.h"
#include "session/loaded_cache.h"
#include "session/loaded_probe.h"
#include "session/loaded_prompts.h"
#include "session/reply_guides.h"
#include "session/scheduler.h"
#include "speculation/loaded_draft.h"
#include "vision/picture_encoder.h"

namespace hearth {

class BackendRegistry;
struct BackendChoice;
class GgufFile;

/// The Engine of this process: one model, one backend, one scheduler.
class LoadedEngine final : public Engine {
public:
    /// Numbers: as loadForNumbers() says.
    enum class Use : uint8_t { Text, Numbers };

    /// `backends` is asked for usable backends only while loading.
    LoadedEngine(const BackendRegistry& backends, const EngineOptions& options,
                 const std::function<void(const LoadStatus&)>& progress, const std::stop_token& stop,
                 Use use = Use::Text);

    const ModelConfig& config() const { return m_model->config(); }
    /// Vision encoder of the model; nullptr: it has none.
    const PictureEncoder* vision() const noexcept { return m_vision.get(); }
    EngineInfo info() const override { return m_info; }
    std::shared_ptr<const PromptService> prompts() const override { return m_prompts; }
    CacheAdmin* cache() override { return &*m_cache; }
    Probe* probe() override { return &*m_probe; }
    PromptEstimate prepare(GenerationRequest& request, std::stop_token stop) const override;
    void prefetch(const GenerationRequest& request, std::stop_token stop) override;
    RequestId submit(GenerationRequest request, GenerationListener& listener, Priority priority) override;
    void cancel(RequestId id) override;
    void endAll() override;
    void setPriority(RequestId id, Priority priority) override;
    std::optional<RequestStatus> status(RequestId id) const override;
    bool step() override;

private:
    /// A request that runs.
    struct Running {
        RequestId id = 0;
        GenerationRequest request;
        GenerationListener* listener = nullptr;
        std::stop_source stop;
        std::unique_ptr<Generation> generation;
        std::optional<ReplyQuestion> question;  ///< the reply is kept for it; nullopt: it is not
        std::optional<CachedResponse> answer;   ///< there already, and not told yet
        size_t cuts = 0;                        ///< of the prompt
    };
    /// Costs of the pictures of a request, from measured reading times.
    std::vector<PictureCost> costsOfPictures(const GenerationRequest& request,
                                             const PromptEstimate& estimate) const;
    ReplyStream replyStreamFor(const GenerationRequest& request, PromptPieces prompt);
    const Running* find(RequestId id) const;
    bool runsNothing() const noexcept { return m_running.empty() && m_probe->readings().empty(); }
    /// Takes a request out of the table.
    void leave(std::list<Running>::iterator running);
    /// Tells the replies that were there before.
    void repeatKept();
    /// Keeps a reply for when it is asked for again.
    void keepReply(const Running& running, const GenerationResult& result);
    void tellFinished();
    void tellFailed(const Error& error);
    /// Loads the draft model of the options, or says why not: replies come without one just as well.
    void loadDraft(const BackendRegistry& backends, const EngineOptions& options, const GgufFile& file,
                   const std::function<void(double)>& progress, const std::stop_token& stop);
    void loadTemplate(const GgufFile& file);
    /// Loads the vision encoder, if the model has one: on the device of the model, or on the CPU if the model
    /// uses several devices. An encoder that was not requested by name and cannot be used is ignored.
    void loadVision(const BackendRegistry& backends, const EngineOptions& options,
                    const BackendChoice& choice, const std::function<void(double)>& progress,
                    const std::stop_token& stop);
    /// Of prompts with pictures; nullptr: the model has no vision.
    std::shared_ptr<const PicturePrompts> picturePrompts() const;
    /// Hash of everything that the bytes of cached prefixes depend on: the whole model, and how it runs here.
    /// A draft model is not part of it: its drafts change no number, and its own cache is not stored.
    ContentHash storeSpace(const GgufFile& file, const CachePlan& cache, const BackendChoice& choice) const;
    void describe(const GgufFile& file, const CachePlan& cache);

    std::unique_ptr<Backend> m_backend;            // first: outlives everything made by it
    std::shared_ptr<const Tokenizer> m_tokenizer;  // shared with prompts, as the template is
    std::shared_ptr<const ChatTemplate> m_template;
    std::shared_ptr<GrammarMaker> m_grammars;
    std::shared_ptr<const LoadedPrompts> m_prompts;
    std::optional<ReplyGuides> m_guides;
    std::unique_ptr<Backend> m_visionBackend;  // nullptr: m_backend
    std::unique_ptr<PictureEncoder> m_vision;  // before the scheduler, whose sequences ask it for rows
    std::unique_ptr<Model> m_model;
    std::unique_ptr<LoadedDraft> m_draft;  // before the scheduler, for whose sequences it drafts
    std::optional<LoadedCache> m_cache;    // before the scheduler, which stores computed blocks in it
    std::unique_ptr<Scheduler> m_scheduler;
    mutable std::mutex m_tableMutex;  ///< of the list itself, for cancel()
    std::list<Running> m_running;
    std::optional<LoadedProbe> m_probe;
    RequestId m_lastId = 0;
    EngineInfo m_info;
    double m_prefillTokensPerS = 0;  ///< of the last prompt worth measuring
};

}  // namespace hearth
