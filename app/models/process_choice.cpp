#include "models/process_choice.h"

#include <utility>

namespace hearth::app {

std::unique_ptr<Engine> ChosenModels::load(const EngineOptions& options,
                                           const std::function<void(const LoadStatus&)>& progress,
                                           std::stop_token stop) const {
    return chosen().load(options, progress, std::move(stop));
}

std::unique_ptr<Embedder> ChosenModels::loadEmbedder(const EmbedderOptions& options,
                                                     const std::stop_token& stop) const {
    return chosen().loadEmbedder(options, stop);
}

MemoryPlan ChosenModels::plan(const EngineOptions& options) const {
    return chosen().plan(options);
}

DraftCheck ChosenModels::checkDraft(const EngineOptions& options) const {
    return chosen().checkDraft(options);
}

ModelHeader ChosenModels::header(const QString& path) const {
    return chosen().header(path);
}

TokenWork ChosenModels::work(const QString& path) const {
    return chosen().work(path);
}

bool ChosenModels::makesEmbeddings(const QString& path) const {
    return chosen().makesEmbeddings(path);
}

bool ChosenModels::reranks(const QString& path) const {
    return chosen().reranks(path);
}

}  // namespace hearth::app
