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

/// What is asked of model files before one is loaded, answered by a process of its own that is shut in as
/// loadInWorker() says, with those files alone: the bytes that strangers wrote are read there. One
/// process answers all that is asked of the same files in a row, and ends when nothing was asked for two
/// seconds.
///
/// From any thread; one question is answered at a time. All throw what the same throws here, and
/// errors::readerEnded when that process ended before its time.
class HeaderReader {
public:
    /// `process.cacheFolder` is not used: it writes nothing.
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
