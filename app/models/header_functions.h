#pragma once

#include <QString>
#include <functional>

#include "hearth/draft_check.h"
#include "hearth/engine_options.h"
#include "hearth/memory_plan.h"
#include "hearth/model_header.h"
#include "hearth/token_work.h"

namespace hearth::app {

class ProcessChoice;

/// Reads the header of a model. Throws hearth::Error; called on worker threads.
using HeaderOpener = std::function<ModelHeader(const QString& path)>;

/// hearth::readModelHeader.
ModelHeader headerHere(const QString& path);

/// What is read of model files before one is loaded, by one way: here, or in a process of its own. All are
/// called on worker threads but `makesEmbeddings`, which is called from any, and throw hearth::Error but it
/// and `reranks`. Those that are empty are not to be had.
struct HeaderFunctions {
    std::function<MemoryPlan(const EngineOptions&)> plan = {};  ///< Engine::plan()
    std::function<DraftCheck(const EngineOptions&)> checkDraft = {};
    std::function<bool(const QString& path)> makesEmbeddings = {};  ///< isEmbeddingModel()
    std::function<bool(const QString& path)> reranks = {};          ///< isReranker(), of such a one
    std::function<TokenWork(const QString& path)> work = {};
    HeaderOpener open = headerHere;
};

/// By one of two ways, as the choice says just then: `here` or, where there is such a way, `own`. `choice`
/// outlives them.
HeaderFunctions inChosenProcess(const HeaderFunctions& here, const HeaderFunctions& own,
                                const ProcessChoice& choice);

}  // namespace hearth::app
