#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "hearth/waking_engine.h"
#include "worker/current_worker.h"
#include "worker/worker_cache.h"
#include "worker/worker_caller.h"
#include "worker/worker_probe.h"
#include "worker/worker_prompts.h"

namespace hearth {

/// An engine in another process, see loadInWorker(). What it says is held to the forms of the answers;
/// numbers and texts in them are the model's word.
class WorkerModel final : public Engine, public WakingEngine, private WorkerCaller {
public:
    using Progress = std::function<void(const LoadStatus&)>;

    WorkerModel(EngineOptions options, WorkerProcess process, const Progress& progress,
                const std::stop_token& stop);
    ~WorkerModel() override;

    EngineInfo info() const override;
    std::shared_ptr<const PromptService> prompts() const override { return m_prompts; }
    CacheAdmin* cache() override { return &m_cache; }
    Probe* probe() override { return &m_probe; }
    PromptEstimate prepare(GenerationRequest& request, std::stop_token stop) const override;
    void prefetch(const GenerationRequest& request, std::stop_token stop) override;
    RequestId submit(GenerationRequest request, GenerationListener& listener, Priority priority) override;
    void cancel(RequestId id) override;
    void endAll() override;
    void setPriority(RequestId id, Priority priority) override;
    std::optional<RequestStatus> status(RequestId id) const override;
    bool step() override;
    void setWaker(std::function<void()> wake) override;

private:
    void call(wire::Call call, const std::string& arguments, const std::stop_token& stop, const Read& read,
              const Read& hear) override;
    bool callIfThere(wire::Call call, const std::string& arguments, const Read& read) override;
    bool isGone() const override { return m_current->get()->isGone(); }
    std::function<void()> attentionStop(uint64_t number) const override;
    /// Calls with a request, and sends each of its pictures to a process once; `more` follows the request.
    void callAbout(wire::Call call, const GenerationRequest& request, const std::string& more,
                   const std::stop_token& stop, const Read& read);
    void callOnce(wire::Call call, const std::string& arguments, const std::stop_token& stop,
                  const Read& read, const Read& hear);
    /// Starts a process and has it load the model; what is asked for beside goes there from now on.
    void start(const Progress& progress, const std::stop_token& stop);
    void take(wire::LoadedModel model);
    void tell(std::vector<wire::ReplyEvent> events);
    bool nothingRuns() const noexcept { return m_running.empty() && !m_probe.isAsked(); }
    /// The requests and questions of a process that is gone.
    void tellLost();

    EngineOptions m_options;
    const WorkerProcess m_process;
    std::shared_ptr<CurrentWorker> m_current = std::make_shared<CurrentWorker>();
    std::shared_ptr<const WorkerPrompts> m_prompts;
    WorkerCache m_cache{*this, m_options};
    WorkerProbe m_probe{*this};
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
