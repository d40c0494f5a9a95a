#pragma once

#include <optional>

#include "inference/engine_provider.h"

namespace hearth::app {

/// The engine of this program.
class LocalEngine : public EngineProvider {
public:
    /// `place`: the process of all models and jobs, whatever is asked for; nullopt: the one asked for.
    explicit LocalEngine(std::optional<ModelPlace> place = std::nullopt) : m_place(place) {}

    std::unique_ptr<Engine> load(const EngineOptions& options,
                                 const std::function<void(const LoadStatus&)>& progress,
                                 std::stop_token stop) const override;
    std::unique_ptr<Embedder> loadEmbedder(const EmbedderOptions& options,
                                           const std::stop_token& stop) const override;
    MemoryPlan plan(const EngineOptions& options) const override;
    DraftCheck checkDraft(const EngineOptions& options) const override;
    ModelHeader header(const QString& path) const override;
    TokenWork work(const QString& path) const override;
    bool makesEmbeddings(const QString& path) const override;
    bool reranks(const QString& path) const override;

    /// There has to be an application, in whose folder the program of these processes is looked for.
    std::unique_ptr<ModelProvider> models(ModelPlace place, const QString& cacheFolder) const override;
    std::vector<BackendLabel> backends() const override;
    std::vector<ListedGpu> listGpus() const override;
    std::function<std::vector<DeviceReading>()> makeDeviceReader() const override;
    MachineReport checkMachine(const MachineCheckListener& listener, std::stop_token stop) const override;
    DeviceSpeed measureSpeed(const std::string& backend, int threads, std::span<const BlockType> types,
                             std::stop_token stop) const override;
    std::vector<KvTypeCost> measureKvTypes(Engine& engine, std::span<const KvTypes> types,
                                           const std::stop_token& stop) const override;
    ModelComparison compare(ModelPlace place, const std::filesystem::path& before,
                            const std::filesystem::path& after, const ComparisonOptions& options,
                            const std::function<void(double)>& progress,
                            const std::stop_token& stop) const override;
    WeightImportance calibrate(ModelPlace place, const std::filesystem::path& model,
                               const CalibrationOptions& options, const std::function<void(double)>& progress,
                               const std::stop_token& stop) const override;
    QuantizeReport quantize(ModelPlace place, const std::filesystem::path& in,
                            const std::filesystem::path& out, BlockType type,
                            const std::function<void(uint64_t, uint64_t)>& progress,
                            const std::stop_token& stop, const WeightImportance& importance,
                            Existing existing) const override;
    std::unique_ptr<LocalServer> listen(const LocalServer::Options& options) const override;

private:
    const std::optional<ModelPlace> m_place;
};

}  // namespace hearth::app
