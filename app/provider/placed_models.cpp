#include "provider/placed_models.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <utility>

namespace hearth::app {

PlacedModels::PlacedModels(ModelPlace place, WorkerProcess worker)
    : m_loader(place, worker, std::filesystem::path(worker.command.front())) {
}

std::unique_ptr<Engine> PlacedModels::load(const EngineOptions& options,
                                           const std::function<void(const LoadStatus&)>& progress,
                                           std::stop_token stop) const {
    return m_loader.load(options, progress, stop);
}

std::unique_ptr<Embedder> PlacedModels::loadEmbedder(const EmbedderOptions& options,
                                                     const std::stop_token& stop) const {
    return m_loader.loadEmbedder(options, {}, stop);
}

MemoryPlan PlacedModels::plan(const EngineOptions& options) const {
    return m_loader.plan(options);
}

DraftCheck PlacedModels::checkDraft(const EngineOptions& options) const {
    return m_loader.checkDraft(options);
}

ModelHeader PlacedModels::header(const QString& path) const {
    return m_loader.header(path.toStdString());
}

TokenWork PlacedModels::work(const QString& path) const {
    return m_loader.work(path.toStdString());
}

bool PlacedModels::makesEmbeddings(const QString& path) const {
    return m_loader.makesEmbeddings(path.toStdString());
}

bool PlacedModels::reranks(const QString& path) const {
    return m_loader.reranks(path.toStdString());
}

WorkerProcess workerOfProgram() {
    WorkerProcess process;
    // Without the libraries of a window it starts fifty times as quickly.
    const QString small = QCoreApplication::applicationDirPath() + QStringLiteral("/hearth-cli");
    if (QFileInfo(small).isExecutable()) process.command.front() = small.toStdString();
    return process;
}

}  // namespace hearth::app
