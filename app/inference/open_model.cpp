#include "inference/open_model.h"

#include <QCoreApplication>

#include "inference/message_translation.h"
#include "model_files/model_name.h"
#include "model_files/route_path.h"

namespace hearth::app {

namespace {

QString deviceOf(const EngineInfo& info) {
    return translatedBackend(QString::fromStdString(info.backend)) + QLatin1String(", ") +
           translated(info.device);
}

OpenModel::Part partOf(const EngineInfo& info, const EngineOptions& options) {
    return {
        .name =
            modelName(QString::fromStdString(info.modelName), QString::fromStdString(options.model.string())),
        .modelPath = QString::fromStdString(options.model.string()),
        .quantization = QString::fromStdString(info.quantization),
        .weightsHash = QString::fromStdString(info.weightsHash),
        .deviceText = deviceOf(info),
        .kvType = info.serverHost.empty() ? QString::fromStdString(kvTypesName(options.kvType)) : QString(),
        .host = QString::fromStdString(info.serverHost),
        .contextLength = info.contextLength};
}

}  // namespace

QString OpenModel::name() const {
    if (path == routePath) return QCoreApplication::translate("hearth::app::EngineStatus", "Automatic");
    return modelName(QString::fromStdString(info.modelName), path);
}

QString OpenModel::deviceText() const {
    if (!isReady) return {};
    return largeHost().isEmpty() ? deviceOf(info) : deviceOf(info) + QLatin1String(", ") + largeHost();
}

QString OpenModel::kvType() const {
    return QString::fromStdString(kvTypesName(options.kvType));
}

std::optional<RouteTarget> OpenModel::partCalled(const QString& wanted) const {
    for (size_t i = 0; i < parts.size(); ++i)
        if (parts[i].name == wanted) return static_cast<RouteTarget>(i);
    return std::nullopt;
}

QStringList OpenModel::partNames() const {
    QStringList names;
    for (const Part& part : parts) names += part.name;
    return names;
}

QStringList OpenModel::files() const {
    if (!options.large) return {path};
    return {QString::fromStdString(options.model.string()),
            QString::fromStdString(options.large->options.model.string())};
}

double OpenModel::takenBytes() const {
    if (phase != Phase::Ready) return 0;
    const MemoryPlan& memory = info.memory;
    return static_cast<double>(memory.totalBytes() - memory.kvBytes + memory.kvCommittedBytes);
}

void OpenModel::setInfo(const EngineInfo& loaded) {
    info = loaded;
    isReady = true;
    phase = Phase::Ready;
    kvTakenAtFirst = static_cast<double>(info.memory.kvCommittedBytes);
    parts.clear();
    if (info.parts.size() == 2 && options.large)
        parts = {partOf(info.parts[0], options), partOf(info.parts[1], options.large->options)};
    else
        parts = {partOf(info, options)};
}

}  // namespace hearth::app
