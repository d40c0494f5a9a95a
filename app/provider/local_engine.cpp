#include "provider/local_engine.h"

#include <utility>

#include "hearth/gguf.h"
#include "hearth/model_jobs.h"
#include "provider/placed_models.h"

namespace hearth::app {

std::unique_ptr<Engine> LocalEngine::load(const EngineOptions& options,
                                          const std::function<void(const LoadStatus&)>& progress,
                                          std::stop_token stop) const {
    EngineOptions own = options;
    own.pictureDecoder = workerOfProgram().command.front();
    return Engine::load(own, progress, std::move(stop));
}

std::unique_ptr<Embedder> LocalEngine::loadEmbedder(const EmbedderOptions& options,
                                                    const std::stop_token& stop) const {
    return Embedder::load(options, {}, stop);
}

MemoryPlan LocalEngine::plan(const EngineOptions& options) const {
    return Engine::plan(options);
}

DraftCheck LocalEngine::checkDraft(const EngineOptions& options) const {
    return hearth::checkDraft(options);
}

ModelHeader LocalEngine::header(const QString& path) const {
    return readModelHeader(path.toStdString());
}

TokenWork LocalEngine::work(const QString& path) const {
    return tokenWork(GgufFile::open(path.toStdString()));
}

bool LocalEngine::makesEmbeddings(const QString& path) const {
    return isEmbeddingModel(path.toStdString());
}

bool LocalEngine::reranks(const QString& path) const {
    return isReranker(path.toStdString());
}

std::unique_ptr<ModelProvider> LocalEngine::models(ModelPlace place, const QString& cacheFolder) const {
    WorkerProcess process = workerOfProgram();
    process.cacheFolder = cacheFolder.toStdString();
    return std::make_unique<PlacedModels>(m_place.value_or(place), std::move(process));
}

std::vector<BackendLabel> LocalEngine::backends() const {
    return backendLabels();
}

std::vector<ListedGpu> LocalEngine::listGpus() const {
    return hearth::listGpus();
}

std::function<std::vector<DeviceReading>()> LocalEngine::makeDeviceReader() const {
    const auto monitors =
        std::make_shared<const std::vector<std::unique_ptr<DeviceMonitor>>>(makeDeviceMonitors());
    return [monitors] { return readDevices(*monitors); };
}

MachineReport LocalEngine::checkMachine(const MachineCheckListener& listener, std::stop_token stop) const {
    return hearth::checkMachine(listener, std::move(stop));
}

DeviceSpeed LocalEngine::measureSpeed(const std::string& backend, int threads,
                                      std::span<const BlockType> types, std::stop_token stop) const {
    return measureDeviceSpeed(backend, threads, types, std::move(stop));
}

std::vector<KvTypeCost> LocalEngine::measureKvTypes(Engine& engine, std::span<const KvTypes> types,
                                                    const std::stop_token& stop) const {
    return kvTypeCosts(engine, types, {}, stop);
}

ModelComparison LocalEngine::compare(ModelPlace place, const std::filesystem::path& before,
                                     const std::filesystem::path& after, const ComparisonOptions& options,
                                     const std::function<void(double)>& progress,
                                     const std::stop_token& stop) const {
    ComparisonOptions chosen = options;
    if (chosen.text.empty()) chosen.text = comparisonText();
    return ModelJobs(m_place.value_or(place), workerOfProgram())
        .compare(before, after, chosen, progress, stop);
}

WeightImportance LocalEngine::calibrate(ModelPlace place, const std::filesystem::path& model,
                                        const CalibrationOptions& options,
                                        const std::function<void(double)>& progress,
                                        const std::stop_token& stop) const {
    return ModelJobs(m_place.value_or(place), workerOfProgram()).calibrate(model, options, progress, stop);
}

QuantizeReport LocalEngine::quantize(ModelPlace place, const std::filesystem::path& in,
                                     const std::filesystem::path& out, BlockType type,
                                     const std::function<void(uint64_t, uint64_t)>& progress,
                                     const std::stop_token& stop, const WeightImportance& importance,
                                     Existing existing) const {
    return ModelJobs(m_place.value_or(place), workerOfProgram())
        .quantize(in, out, type, progress, stop, importance, existing);
}

std::unique_ptr<LocalServer> LocalEngine::listen(const LocalServer::Options& options) const {
    return LocalServer::listen(options);
}

}  // namespace hearth::app
