#pragma once

#include <filesystem>
#include <memory>

#include "hearth/draft_check.h"
#include "hearth/engine_options.h"
#include "hearth/memory_plan.h"
#include "hearth/model_header.h"
#include "hearth/token_work.h"
#include "hearth/worker.h"

namespace hearth {

/// Reads the headers of model files before a model is loaded, in a worker that is sandboxed as for
/// loadInWorker() and may open those files only: untrusted bytes are parsed there. One worker answers all
/// consecutive questions about the same files, and exits after two seconds without a question.
///
/// From any thread; one question is answered at a time. All functions throw the same errors as their
/// in-process counterparts, and errors::readerEnded when the worker ended early.
class HeaderReader {
public:
    /// `process.cacheFolder` is not used: the worker writes nothing.
    explicit HeaderReader(WorkerProcess process);
    ~HeaderReader();
    HeaderReader(const HeaderReader&) = delete;
    HeaderReader& operator=(const HeaderReader&) = delete;

    ModelHeader header(const std::filesystem::path& model) const;
    /// Engine::plan() of a model in a process of its own, on the processor.
    MemoryPlan plan(const EngineOptions& options) const;
    DraftCheck checkDraft(const EngineOptions& options) const;
    TokenWork work(const std::filesystem::path& model) const;
    /// As isEmbeddingModel() and isReranker(): false for what cannot be read. Throw
    /// errors::workerNotStarted and errors::cannotShutIn alone.
    bool makesEmbeddings(const std::filesystem::path& model) const;
    bool reranks(const std::filesystem::path& model) const;

private:
    class Process;
    std::unique_ptr<Process> m_process;
};

}  // namespace hearth
