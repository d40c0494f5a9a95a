#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

#include "hearth/header_reader.h"
#include "hearth/worker.h"

namespace hearth {

/// The process that reads a model and runs it.
enum class ModelPlace : uint8_t {
    Automatic,  ///< a worker where the model runs on the CPU and a worker can be started, else this process
    Sandbox,    ///< a worker or nothing; the model runs on the CPU
    InProcess,  ///< this process
};

/// Loads models and reads their files in the process that a ModelPlace names. Any thread, several at a time.
///
/// A worker costs a crash nothing but the replies under way. On GPUs the engine stays in this process.
class ModelLoader {
public:
    /// `worker`: how a worker is started. `pictureDecoder`: EngineOptions::pictureDecoder of models in this
    /// process.
    explicit ModelLoader(ModelPlace place, WorkerProcess worker = {},
                         std::filesystem::path pictureDecoder = {});

    ModelPlace place() const noexcept { return m_place; }

    /// Loads a model as Engine::load() or loadInWorker() does. EngineInfo::backendReason says where no worker
    /// could be started. Throws what these throw; errors::workerNotStarted and errors::cannotShutIn only
    /// for ModelPlace::Sandbox.
    std::unique_ptr<Engine> load(const EngineOptions& options,
                                 const std::function<void(const LoadStatus&)>& progress = {},
                                 const std::stop_token& stop = {}) const;
    /// The same as Embedder::load() or loadEmbedderInWorker(). EmbedderInfo::placeReason says where no worker
    /// could be started.
    std::unique_ptr<Embedder> loadEmbedder(const EmbedderOptions& options,
                                           const std::function<void(double)>& progress = {},
                                           const std::stop_token& stop = {}) const;

    /// Computes the memory that load() would take, as Engine::plan().
    MemoryPlan plan(const EngineOptions& options) const;
    DraftCheck checkDraft(const EngineOptions& options) const;
    ModelHeader header(const std::filesystem::path& model) const;
    TokenWork work(const std::filesystem::path& model) const;
    /// As isEmbeddingModel() and isReranker(). Do not throw.
    bool makesEmbeddings(const std::filesystem::path& model) const;
    bool reranks(const std::filesystem::path& model) const;

private:
    /// The worker that a model gets first; nullopt: none, this process loads it.
    template <class Options>
    std::optional<WorkerProcess> workerFor(const Options& options) const;
    template <class Read, class ReadHere>
    auto read(const Read& inWorker, const ReadHere& here) const;
    bool isOne(bool (HeaderReader::*inWorker)(const std::filesystem::path&) const,
               bool (*here)(const std::filesystem::path&), const std::filesystem::path& model) const;

    const ModelPlace m_place;
    const WorkerProcess m_worker;
    const std::filesystem::path m_pictureDecoder;
    HeaderReader m_reader;
};

}  // namespace hearth
