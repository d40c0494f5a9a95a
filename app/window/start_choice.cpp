#include "window/start_choice.h"

#include <QFileInfo>
#include <algorithm>
#include <utility>

#include "endpoints/endpoint.h"
#include "inference/engine_status.h"
#include "model_files/model_files.h"
#include "model_files/model_name.h"
#include "model_files/route_path.h"
#include "models/installed_models.h"
#include "models/models_folder.h"
#include "settings/app_settings.h"

namespace hearth::app {

namespace {

/// Model that the script `run` downloads, for people who have none yet.
const QString starterFile = QStringLiteral("SmolLM2-135M-Instruct.Q4_1.gguf");

}  // namespace

StartChoice::StartChoice(AppSettings& settings, InstalledModels& models, EngineStatus& engine,
                         std::function<bool(const QString& path)> embeds, QObject* parent)
    : QObject(parent),
      m_settings(settings),
      m_models(models),
      m_engine(engine),
      m_embeds(std::move(embeds)),
      m_gone(goneFile()) {
    connect(&m_settings, &AppSettings::changed, this, &StartChoice::changed);
    connect(&m_engine, &EngineStatus::changed, this, &StartChoice::changed);
    connect(&m_models, &InstalledModels::scanningChanged, this, &StartChoice::changed);
}

QString StartChoice::lastModel() const {
    const QString path = m_settings.models->lastModel();
    if (path == routePath) {
        const QString small = m_settings.models->routeSmall(), large = m_settings.models->routeLarge();
        const bool there = QFileInfo::exists(small) && (QFileInfo::exists(large) || readEndpointPath(large));
        return there ? path : QString();
    }
    return QFileInfo::exists(path) || readEndpointPath(path) ? path : QString();
}

QString StartChoice::goneFile() const {
    const QString last = m_settings.models->lastModel();
    const QStringList paths =
        last == routePath ? QStringList{m_settings.models->routeSmall(), m_settings.models->routeLarge()}
                          : QStringList{last};
    for (const QString& path : paths) {
        if (path.isEmpty() || QFileInfo::exists(path) || readEndpointPath(path)) continue;
        // A whole folder that is missing has a notice of its own.
        const bool isTold =
            ModelsFolder::isMissing(m_settings) && path.startsWith(m_settings.models->modelsFolder() + u'/');
        return isTold ? QString() : path;
    }
    return {};
}

QString StartChoice::goneText() const {
    if (m_gone.isEmpty() || QFileInfo::exists(m_gone)) return {};
    return tr("The model that was used last is gone: %1. Put the file back, or choose another model.")
        .arg(m_gone);
}

void StartChoice::closeGone() {
    m_gone.clear();
    emit changed();
}

QString StartChoice::modelPath(const QString& named) const {
    if (!named.isEmpty() || !m_settings.chats->startLastModel()) return named;
    if (const QString last = lastModel(); !last.isEmpty()) return last;
    // If the chosen folder of models does not exist, the last model stays the choice until it does.
    if (ModelsFolder::isMissing(m_settings)) return {};
    QStringList all = modelsIn(m_models.folder());
    if (m_embeds) all.removeIf(m_embeds);
    if (all.isEmpty()) return {};
    // An incomplete model is used only if there is no complete one; the window then says what is missing.
    const auto whole = std::find_if(all.cbegin(), all.cend(), [](const QString& path) {
        return !QFileInfo(path).isDir() || hasWeights(path);
    });
    return QFileInfo(whole != all.cend() ? *whole : all.front()).absoluteFilePath();
}

bool StartChoice::opensLastChat() const {
    return m_settings.chats->openLastChat() && m_settings.window->lastConversation() != 0;
}

QString StartChoice::modelName() const {
    const QString path = lastModel();
    if (path.isEmpty()) return {};
    if (path == routePath) return tr("Automatic");
    const ModelFacts* facts = m_models.factsOf(path);
    return facts != nullptr ? facts->name : hearth::app::modelName({}, path);
}

double StartChoice::seconds() const {
    const ModelSettings::LoadCost cost = m_settings.models->lastLoad();
    return !cost.path.isEmpty() && cost.path == lastModel() ? cost.seconds : 0;
}

double StartChoice::bytes() const {
    const QString path = lastModel();
    if (const ModelFacts* facts = m_models.factsOf(path); facts != nullptr && facts->plan.totalBytes() > 0)
        return static_cast<double>(facts->plan.totalBytes());
    const ModelSettings::LoadCost cost = m_settings.models->lastLoad();
    return !cost.path.isEmpty() && cost.path == path ? cost.bytes : 0;
}

bool StartChoice::isStarter() const {
    return QFileInfo(m_engine.modelPath()).fileName() == starterFile;
}

void StartChoice::loadLast() {
    if (const QString path = lastModel(); !path.isEmpty()) m_engine.load(path);
}

}  // namespace hearth::app
