#pragma once

#include "hearth/model_loader.h"
#include "inference/model_provider.h"

namespace hearth::app {

/// Models of this computer, each in the process that a ModelPlace names.
class PlacedModels : public ModelProvider {
public:
    PlacedModels(ModelPlace place, WorkerProcess worker);

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

private:
    const ModelLoader m_loader;
};

/// The way to start a worker by this program. There has to be an application, in whose folder the command
/// line is looked for.
WorkerProcess workerOfProgram();

}  // namespace hearth::app
