#include "serving/inference_port.h"

#include <utility>

namespace hearth::app {

void InferencePort::post(Task task) {
    watchModel();
    m_inference.post([task = std::move(task)](Engine* engine) {
        static const Error noModel(ErrorCode::BadInput,
                                   "No model is loaded in Hearth's window; choose one there.");
        if (engine != nullptr && !engine->info().serverHost.empty()) engine = nullptr;
        task(engine, engine == nullptr ? &noModel : nullptr);
    });
}

void InferencePort::beside(std::function<void(const std::stop_token&)> work) {
    if (const auto model = m_inference.model()) model->port.beside(std::move(work));
}

void InferencePort::cancel(RequestId id) {
    if (const auto model = m_inference.model()) model->port.cancel(id);
}

void InferencePort::replyFailed(const Error& problem, bool othersRun) {
    if (const auto model = m_inference.model()) model->port.replyFailed(problem, othersRun);
}

void InferencePort::watch(const std::weak_ptr<EngineWatcher>& watcher) {
    const auto model = m_inference.model();
    const std::scoped_lock lock(m_mutex);
    std::erase_if(m_watchers, [](const auto& one) { return one.expired(); });
    m_watchers.push_back(watcher);
    if (model && model == m_watched.lock()) model->port.watch(watcher);
}

void InferencePort::watchModel() {
    const auto model = m_inference.model();
    const std::scoped_lock lock(m_mutex);
    if (!model || model == m_watched.lock()) return;
    m_watched = model;
    for (const auto& watcher : m_watchers) model->port.watch(watcher);
}

}  // namespace hearth::app
