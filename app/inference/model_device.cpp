#include "inference/model_device.h"

#include "inference/message_translation.h"
#include "inference/open_models.h"

namespace hearth::app {

QString ModelDevice::text() const {
    return m_models.currentOrNone().deviceText();
}

QString ModelDevice::reason() const {
    return translated(m_models.currentOrNone().info.backendReason);
}

bool ModelDevice::canCheckAgain() const {
    const EngineInfo& info = m_models.currentOrNone().info;
    return !info.backendReason.empty() && info.gpuEngineBuilt;
}

QString ModelDevice::remoteHost() const {
    const OpenModel& model = m_models.currentOrNone();
    return model.isReady ? model.remoteHost() : QString();
}

QString ModelDevice::largeHost() const {
    const OpenModel& model = m_models.currentOrNone();
    return model.isReady ? model.largeHost() : QString();
}

}  // namespace hearth::app
