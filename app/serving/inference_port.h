#pragma once

#include <QThreadPool>

#include "hearth/engine_port.h"
#include "inference/inference_thread.h"

namespace hearth::app {

/// The engine of the window for others: its tasks run on the inference thread. A model of another computer is
/// none, for nothing of it is here. The inference thread outlives it.
class InferencePort final : public EnginePort {
public:
    explicit InferencePort(InferenceThread& inference);
    ~InferencePort() override;

    void post(Task task) override;
    void beside(std::function<void(const std::stop_token&)> work) override;
    void cancel(RequestId id) override { m_inference.cancelRequest(id); }

private:
    InferenceThread& m_inference;
    std::stop_source m_stop;
    QThreadPool m_beside;
};

}  // namespace hearth::app
