#pragma once

#include "hearth/header_reader.h"
#include "hearth/worker.h"
#include "inference/model_provider.h"

namespace hearth::app {

/// Models each in a process of its own that is shut in, where the bytes that others wrote are read.
class WorkerModels : public ModelProvider {
public:
    explicit WorkerModels(WorkerProcess process);

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
    const WorkerProcess m_process;
    const HeaderReader m_reader;
};

/// Start of such a process by this program. There has to be an application, in whose folder the command
/// line is looked for.
WorkerProcess workerOfProgram();

}  // namespace hearth::app
