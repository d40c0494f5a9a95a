#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "hearth/engine_port.h"
#include "inference/inference_thread.h"

namespace hearth::app {

/// The model that the window has in use, whichever it is, for others. A model of another computer is none,
/// for nothing of it is here. The inference thread outlives it.
class InferencePort final : public EnginePort {
public:
    explicit InferencePort(InferenceThread& inference) : m_inference(inference) {}

    void post(Task task) override;
    void beside(std::function<void(const std::stop_token&)> work) override;
    void cancel(RequestId id) override;
    void replyFailed(const Error& problem, bool othersRun) override;
    void watch(const std::weak_ptr<EngineWatcher>& watcher) override;

private:
    /// Has engines of the model in use watched, once for each model.
    void watchModel();

    InferenceThread& m_inference;
    std::mutex m_mutex;  ///< of the rest
    std::vector<std::weak_ptr<EngineWatcher>> m_watchers;
    std::weak_ptr<HostedModel> m_watched;
};

}  // namespace hearth::app
