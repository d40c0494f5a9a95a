#include "serving/inference_port.h"

#include <utility>

namespace hearth::app {

void InferencePort::post(Task task) {
    m_inference.post([task = std::move(task)](Engine* engine) {
        static const Error noModel(ErrorCode::BadInput,
                                   "No model is loaded in Hearth's window; choose one there.");
        if (engine != nullptr && !engine->info().serverHost.empty()) engine = nullptr;
        task(engine, engine == nullptr ? &noModel : nullptr);
    });
}

}  // namespace hearth::app
