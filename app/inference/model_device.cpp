#include "inference/model_device.h"

#include <QStringList>

#include "inference/message_translation.h"
#include "inference/open_models.h"

namespace hearth::app {

namespace {

QString placeOf(const EngineInfo& info) {
    if (!info.serverHost.empty()) return {};
    if (info.inWorker)
        return ModelDevice::tr(
            "In a process of its own, in a sandbox. If it crashes, only the replies under way are lost.");
    if (info.onDevice)
        return ModelDevice::tr(
            "In Hearth's own process: a crash would end Hearth. Separate processes have not been "
            "tried on graphics cards yet.");
    return ModelDevice::tr("In Hearth's own process: a crash would end Hearth.");
}

}  // namespace

QString ModelDevice::text() const {
    return m_models.currentOrNone().deviceText();
}

QString ModelDevice::reason() const {
    return translated(m_models.currentOrNone().info.backendReason);
}

QString ModelDevice::placeText() const {
    const OpenModel& model = m_models.currentOrNone();
    if (!model.isReady) return {};
    QStringList places;
    const std::vector<EngineInfo> alone{model.info};
    for (const EngineInfo& part : model.info.parts.empty() ? alone : model.info.parts)
        places += placeOf(part);
    places.removeAll(QString());
    places.removeDuplicates();
    return places.join(QLatin1Char('\n'));
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
