#include "areas/models_area.h"

#include <QDir>
#include <QFile>
#include <algorithm>
#include <utility>

#include "endpoints/key_ring.h"
#include "hearth/host_resources.h"
#include "inference/engine_provider.h"
#include "machine/disk_speed.h"
#include "models/model_questions.h"
#include "settings/app_settings.h"

namespace hearth::app {

namespace {

/// Models of other computers, and those of this one.
EngineFactory engineOf(const EndpointDirectory& directory, const ModelProvider& models) {
    return
        [&directory, &models](const EngineOptions& wanted,
                              const std::function<void(const LoadStatus&)>& progress, std::stop_token stop) {
            auto remote = directory.engineFor(QString::fromStdString(wanted.model.string()));
            return remote ? std::move(remote) : models.load(wanted, progress, std::move(stop));
        };
}

std::vector<CuratedModel> curatedModels() {
    QFile file(QStringLiteral(":/hearth/models/curated.json"));
    return HubSearch::readCurated(file.open(QFile::ReadOnly) ? file.readAll() : QByteArray());
}

/// Jobs in the process that the settings name when they begin.
QuantizerJobs quantizerJobs(const EngineProvider& engine, const ModelProvider& models,
                            const ProcessChoice& choice) {
    return {.compare =
                [&](const auto& before, const auto& after, const auto& options, const auto& progress,
                    const auto& stop) {
                    return engine.compare(choice.place(), before, after, options, progress, stop);
                },
            .calibrate =
                [&](const auto& model, const auto& options, const auto& progress, const auto& stop) {
                    return engine.calibrate(choice.place(), model, options, progress, stop);
                },
            .quantize =
                [&](const auto& in, const auto& out, BlockType type, const auto& progress, const auto& stop,
                    const WeightImportance& importance, Existing existing) {
                    return engine.quantize(choice.place(), in, out, type, progress, stop, importance,
                                           existing);
                },
            .header = [&models](const QString& path) { return models.header(path); }};
}

KvTypeMeasurer kvTypeMeasurer(const EngineProvider& engine) {
    return [&engine](Engine& loaded, std::span<const KvTypes> types, const std::stop_token& stop) {
        return engine.measureKvTypes(loaded, types, stop);
    };
}

SpeedMeasurer speedMeasurer(const EngineProvider& engine) {
    return [&engine](const std::string& backend, int threads, std::span<const BlockType> types,
                     std::stop_token stop) {
        return engine.measureSpeed(backend, threads, types, std::move(stop));
    };
}

/// Finds the backend of models that have layers on a graphics card; empty: there is none.
std::string gpuBackendOf(const std::vector<BackendLabel>& backends) {
    const auto card = std::ranges::find(backends, DeviceType::GraphicsCard, &BackendLabel::type);
    return card != backends.end() ? card->name : std::string();
}

}  // namespace

quint64 ModelsArea::roomForModel() const {
    const MemoryPlan& used = engine.model().info.memory;
    return availableMemoryBytes() + (engine.isReady() ? used.totalBytes() : 0) +
           static_cast<quint64>(engine.models().otherBytes());
}

DownloadJob::Folders ModelsArea::downloadFolders(const QString& modelsFolder) {
    return {modelsFolder + QStringLiteral("/.downloads"), modelsFolder};
}

ModelsArea::ModelsArea(const Surroundings& around)
    : processChoice(around.settings.engine->ownProcess()),
      local(around.engine.models(ModelPlace::Automatic, around.cacheFolder),
            around.engine.models(ModelPlace::Sandbox, around.cacheFolder), processChoice),
      inference(engineOf(directory, local)),
      engine(inference, around.settings),
      cache(inference, engine),
      firstFolder(ModelsFolder::pathBy(around.settings, around.ownFolder)),
      foreign(ForeignFolders::find(QDir::homePath(),
                                   [](const char* name) { return qEnvironmentVariable(name); })),
      installed(firstFolder, installedProbe(around.settings, local), engine),
      endpoints(around.store, around.keyRing, directory),
      hubClient(HubEnvironment::ofProcess()),
      downloads(downloadFolders(firstFolder), hubClient.environment()),
      visionDownload(hubClient.environment(), downloads, firstFolder),
      hub(hubClient, curatedModels(), [this] { return roomForModel(); }),
      card(gpuReader(around.settings, local)),
      quantizer(firstFolder, quantizerJobs(around.engine, local, processChoice), inference.host().turns()),
      loadOptions(around.settings, engine,
                  [this](const EngineOptions& options) { return local.plan(options); }),
      kvCosts(around.settings, engine, inference, kvTypeMeasurer(around.engine)),
      speeds(around.store, speedMeasurer(around.engine), gpuBackendOf(around.engine.backends())),
      drafts(installed, engine, draftChecker(around.settings, local)),
      route(around.settings, installed, engine, inference,
            [this] {
                // Memory that the cache has not taken yet is free.
                const MemoryPlan& used = engine.model().info.memory;
                return availableMemoryBytes() + used.totalBytes() - used.kvBytes + used.kvCommittedBytes;
            }),
      hubPage(hubClient, downloadProbe(around.settings, local), downloads, firstFolder),
      folder({around.settings, installed, engine, around.ownFolder, foreign, measureFolderRead,
              [this] { return !downloads.isIdle(); }, around.isReplying}) {
    inference.setMemoryNeed(memoryNeed(local, around.engine));
}

}  // namespace hearth::app
