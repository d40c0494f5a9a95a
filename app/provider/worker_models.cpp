#include "provider/worker_models.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <chrono>
#include <utility>

namespace hearth::app {

namespace {

/// A header is soon read, and a person waits for the list of models.
WorkerProcess impatient(WorkerProcess process) {
    process.patience = std::chrono::seconds(20);
    return process;
}

}  // namespace

WorkerModels::WorkerModels(WorkerProcess process)
    : m_process(std::move(process)), m_reader(impatient(m_process)) {
}

std::unique_ptr<Engine> WorkerModels::load(const EngineOptions& options,
                                           const std::function<void(const LoadStatus&)>& progress,
                                           std::stop_token stop) const {
    return loadInWorker(options, m_process, progress, std::move(stop));
}

std::unique_ptr<Embedder> WorkerModels::loadEmbedder(const EmbedderOptions& options,
                                                     const std::stop_token& stop) const {
    return loadEmbedderInWorker(options, m_process, {}, stop);
}

MemoryPlan WorkerModels::plan(const EngineOptions& options) const {
    return m_reader.plan(options);
}

DraftCheck WorkerModels::checkDraft(const EngineOptions& options) const {
    return m_reader.checkDraft(options);
}

ModelHeader WorkerModels::header(const QString& path) const {
    return m_reader.header(path.toStdString());
}

TokenWork WorkerModels::work(const QString& path) const {
    return m_reader.work(path.toStdString());
}

bool WorkerModels::makesEmbeddings(const QString& path) const {
    return m_reader.makesEmbeddings(path.toStdString());
}

bool WorkerModels::reranks(const QString& path) const {
    return m_reader.reranks(path.toStdString());
}

WorkerProcess workerOfProgram() {
    WorkerProcess process;
    // Without the libraries of a window it starts fifty times as quickly.
    const QString small = QCoreApplication::applicationDirPath() + QStringLiteral("/hearth-cli");
    if (QFileInfo(small).isExecutable()) process.command.front() = small.toStdString();
    return process;
}

}  // namespace hearth::app
