#pragma once

#include <QString>
#include <functional>
#include <memory>
#include <stop_token>

#include "hearth/draft_check.h"
#include "hearth/embedder.h"
#include "hearth/engine.h"
#include "hearth/memory_plan.h"
#include "hearth/model_header.h"
#include "hearth/token_work.h"

namespace hearth::app {

/// Reads the files of models of this computer, and loads them. Implementations differ in where that is done:
/// in this process (EngineProvider), or in a process of its own for each model. Any thread, several at a
/// time; all functions read files, so none is called on the GUI thread but where said. They throw
/// hearth::Error but where said.
class ModelProvider {
public:
    virtual ~ModelProvider() = default;

    /// Loads a model as Engine::load() does.
    virtual std::unique_ptr<Engine> load(const EngineOptions& options,
                                         const std::function<void(const LoadStatus&)>& progress,
                                         std::stop_token stop) const = 0;
    /// Loads a model as Embedder::load() does.
    virtual std::unique_ptr<Embedder> loadEmbedder(const EmbedderOptions& options,
                                                   const std::stop_token& stop) const = 0;
    /// Computes the memory that load() would take, from the header alone.
    virtual MemoryPlan plan(const EngineOptions& options) const = 0;
    /// Checks whether the draft model of the options fits their model.
    virtual DraftCheck checkDraft(const EngineOptions& options) const = 0;
    virtual ModelHeader header(const QString& path) const = 0;
    virtual TokenWork work(const QString& path) const = 0;
    /// True for models that make embeddings or score pairs; false also for files that cannot be read. May be
    /// called on the GUI thread. Does not throw.
    virtual bool makesEmbeddings(const QString& path) const = 0;
    /// True for those of them that only score pairs. Does not throw.
    virtual bool reranks(const QString& path) const = 0;
};

}  // namespace hearth::app
