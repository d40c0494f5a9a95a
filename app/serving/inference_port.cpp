#include "serving/inference_port.h"

#include <utility>

namespace hearth::app {

InferencePort::InferencePort(InferenceThread& inference) : m_inference(inference) {
    m_beside.setMaxThreadCount(1);
}

InferencePort::~InferencePort() {
    m_stop.request_stop();
    m_beside.clear();
    m_beside.waitForDone();
}

void InferencePort::beside(std::function<void(const std::stop_token&)> work) {
    m_beside.start([work = std::move(work), stop = m_stop.get_token()] { work(stop); });
}

void InferencePort::post(Task task) {
    m_inference.post([task = std::move(task)](Engine* engine) {
        static const Error noModel(ErrorCode::BadInput,
                                   "No model is loaded in Hearth's window; choose one there.");
        if (engine != nullptr && !engine->info().serverHost.empty()) engine = nullptr;
        task(engine, engine == nullptr ? &noModel : nullptr);
    });
}

}  // namespace hearth::app
