#pragma once

#include <memory>
#include <utility>

#include "inference/engine_provider.h"
#include "support/scripted_engine.h"

namespace hearth::test {

/// Plays what the window is given of the engine: models are scripts, nothing is measured, and of files only
/// headers are read. Tests replace single functions in a class of their own.
class PlayedProvider : public app::EngineProvider {
public:
    explicit PlayedProvider(std::shared_ptr<EngineScript> script) : m_load(scripted(std::move(script))) {}

    std::unique_ptr<Engine> load(const EngineOptions& options,
                                 const std::function<void(const LoadStatus&)>& progress,
                                 std::stop_token stop) const override {
        return m_load(options, progress, std::move(stop));
    }
    std::unique_ptr<Embedder> loadEmbedder(const EmbedderOptions&, const std::stop_token&) const override {
        throw Error(ErrorCode::BadFile, "There are no embeddings here.");
    }
    MemoryPlan plan(const EngineOptions&) const override { return {}; }
    DraftCheck checkDraft(const EngineOptions&) const override { return {}; }
    ModelHeader header(const QString& path) const override { return readModelHeader(path.toStdString()); }
    TokenWork work(const QString&) const override { return {}; }
    bool makesEmbeddings(const QString&) const override { return false; }
    bool reranks(const QString&) const override { return false; }

    std::unique_ptr<app::ModelProvider> models(ModelPlace, const QString&) const override {
        return std::make_unique<PlayedProvider>(*this);
    }
    std::vector<BackendLabel> backends() const override { return {}; }
    std::vector<ListedGpu> listGpus() const override { return {}; }
    std::function<std::vector<DeviceReading>()> makeDeviceReader() const override {
        return [] { return std::vector<DeviceReading>(); };
    }
    MachineReport checkMachine(const MachineCheckListener&, std::stop_token) const override { return {}; }
    DeviceSpeed measureSpeed(const std::string&, int, std::span<const BlockType>,
                             std::stop_token) const override {
        return {};
    }
    std::vector<KvTypeCost> measureKvTypes(Engine&, std::span<const KvTypes>,
                                           const std::stop_token&) const override {
        return {};
    }
    ModelComparison compare(ModelPlace, const std::filesystem::path&, const std::filesystem::path&,
                            const ComparisonOptions&, const std::function<void(double)>&,
                            const std::stop_token&) const override {
        return {};
    }
    WeightImportance calibrate(ModelPlace, const std::filesystem::path&, const CalibrationOptions&,
                               const std::function<void(double)>&, const std::stop_token&) const override {
        return {};
    }
    QuantizeReport quantize(ModelPlace, const std::filesystem::path&, const std::filesystem::path&, BlockType,
                            const std::function<void(uint64_t, uint64_t)>&, const std::stop_token&,
                            const WeightImportance&, Existing) const override {
        return {};
    }
    std::unique_ptr<LocalServer> listen(const LocalServer::Options&) const override { return nullptr; }

private:
    std::function<std::unique_ptr<Engine>(const EngineOptions&, const std::function<void(const LoadStatus&)>&,
                                          std::stop_token)>
        m_load;
};

}  // namespace hearth::test
