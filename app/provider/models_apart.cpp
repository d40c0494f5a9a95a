#include "provider/models_apart.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <chrono>
#include <utility>

namespace hearth::app {

namespace {

/// A header is soon read, and a person waits for the list of models.
OwnProcess impatient(OwnProcess process) {
    process.patience = std::chrono::seconds(20);
    return process;
}

}  // namespace

ModelsApart::ModelsApart(OwnProcess process) : m_process(std::move(process)), m_reader(impatient(m_process)) {
}

std::unique_ptr<Engine> ModelsApart::load(const EngineOptions& options,
                                          const std::function<void(const LoadStatus&)>& progress,
                                          std::stop_token stop) const {
    return loadInOwnProcess(options, m_process, progress, std::move(stop));
}

std::unique_ptr<Embedder> ModelsApart::loadEmbedder(const EmbedderOptions& options,
                                                    const std::stop_token& stop) const {
    return loadEmbedderInOwnProcess(options, m_process, {}, stop);
}

MemoryPlan ModelsApart::plan(const EngineOptions& options) const {
    return m_reader.plan(options);
}

DraftCheck ModelsApart::checkDraft(const EngineOptions& options) const {
    return m_reader.checkDraft(options);
}

ModelHeader ModelsApart::header(const QString& path) const {
    return m_reader.header(path.toStdString());
}

TokenWork ModelsApart::work(const QString& path) const {
    return m_reader.work(path.toStdString());
}

bool ModelsApart::makesEmbeddings(const QString& path) const {
    return m_reader.makesEmbeddings(path.toStdString());
}

bool ModelsApart::reranks(const QString& path) const {
    return m_reader.reranks(path.toStdString());
}

OwnProcess processOfProgram() {
    OwnProcess process;
    // Without the libraries of a window it starts fifty times as quickly.
    const QString small = QCoreApplication::applicationDirPath() + QStringLiteral("/hearth-cli");
    if (QFileInfo(small).isExecutable()) process.command.front() = small.toStdString();
    return process;
}

}  // namespace hearth::app
