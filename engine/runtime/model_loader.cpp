#include "hearth/model_loader.h"

#include <chrono>
#include <optional>
#include <utility>

#include "hearth/devices.h"
#include "hearth/gguf.h"
#include "worker/worker_errors.h"

namespace hearth {

namespace {

/// A header is read quickly, and a person waits for the list of models.
WorkerProcess impatient(WorkerProcess worker) {
    worker.patience = std::chrono::seconds(20);
    return worker;
}

/// A model of these options runs on the CPU. `reason`: why "auto" chose it; empty where it was asked for.
/// Options that name GPUs are for this process, which says what is wrong with them.
template <class Options>
bool runsOnCpu(const Options& options, Message& reason) {
    if (!options.devices.empty()) return false;
    if (options.backend == "cpu") return true;
    if (options.backend != "auto") return false;
    const std::optional<Message> none = whyNoGpu();
    reason = none.value_or(Message());
    return none.has_value();
}

}  // namespace

ModelLoader::ModelLoader(ModelPlace place, WorkerProcess worker, std::filesystem::path pictureDecoder)
    : m_place(place),
      m_worker(std::move(worker)),
      m_pictureDecoder(std::move(pictureDecoder)),
      m_reader(impatient(m_worker)) {
}

template <class Options>
std::optional<WorkerProcess> ModelLoader::workerFor(const Options& options) const {
    if (m_place == ModelPlace::Sandbox) return m_worker;
    Message reason;
    if (m_place == ModelPlace::InProcess || !runsOnCpu(options, reason)) return std::nullopt;
    WorkerProcess worker = m_worker;
    worker.isSandbox = false;
    worker.reason = std::move(reason);
    return worker;
}

std::unique_ptr<Engine> ModelLoader::load(const EngineOptions& options,
                                          const std::function<void(const LoadStatus&)>& progress,
                                          const std::stop_token& stop) const {
    EngineOptions here = options;
    if (here.pictureDecoder.empty()) here.pictureDecoder = m_pictureDecoder;
    if (const auto worker = workerFor(options)) {
        try {
            return loadInWorker(options, *worker, progress, stop);
        } catch (const Error& error) {
            if (worker->isSandbox || !hasNoWorkers(error)) throw;
            here.placeReason = Message(errors::runsWithoutWorker, error.message().arguments());
        }
    }
    return Engine::load(here, progress, stop);
}

std::unique_ptr<Embedder> ModelLoader::loadEmbedder(const EmbedderOptions& options,
                                                    const std::function<void(double)>& progress,
                                                    const std::stop_token& stop) const {
    EmbedderOptions here = options;
    if (const auto worker = workerFor(options)) {
        try {
            return loadEmbedderInWorker(options, *worker, progress, stop);
        } catch (const Error& error) {
            if (worker->isSandbox || !hasNoWorkers(error)) throw;
            here.placeReason = Message(errors::runsWithoutWorker, error.message().arguments());
        }
    }
    return Embedder::load(here, progress, stop);
}

template <class Read, class ReadHere>
auto ModelLoader::read(const Read& inWorker, const ReadHere& here) const {
    if (m_place == ModelPlace::InProcess) return here();
    try {
        return inWorker();
    } catch (const Error& error) {
        if (m_place == ModelPlace::Sandbox || !hasNoWorkers(error)) throw;
    }
    return here();
}

MemoryPlan ModelLoader::plan(const EngineOptions& options) const {
    const auto here = [&] { return Engine::plan(options); };
    // A plan for a GPU asks its driver, which a worker cannot.
    if (Message reason; m_place == ModelPlace::Automatic && !runsOnCpu(options, reason)) return here();
    return read([&] { return m_reader.plan(options); }, here);
}

DraftCheck ModelLoader::checkDraft(const EngineOptions& options) const {
    return read([&] { return m_reader.checkDraft(options); }, [&] { return hearth::checkDraft(options); });
}

ModelHeader ModelLoader::header(const std::filesystem::path& model) const {
    return read([&] { return m_reader.header(model); }, [&] { return readModelHeader(model); });
}

TokenWork ModelLoader::work(const std::filesystem::path& model) const {
    return read([&] { return m_reader.work(model); }, [&] { return tokenWork(GgufFile::open(model)); });
}

bool ModelLoader::isOne(bool (HeaderReader::*inWorker)(const std::filesystem::path&) const,
                        bool (*here)(const std::filesystem::path&),
                        const std::filesystem::path& model) const {
    try {
        return read([&] { return (m_reader.*inWorker)(model); }, [&] { return here(model); });
    } catch (const Error&) {
        // Nobody reads it where no worker can be started for a sandbox.
        return false;
    }
}

bool ModelLoader::makesEmbeddings(const std::filesystem::path& model) const {
    return isOne(&HeaderReader::makesEmbeddings, &isEmbeddingModel, model);
}

bool ModelLoader::reranks(const std::filesystem::path& model) const {
    return isOne(&HeaderReader::reranks, &isReranker, model);
}

}  // namespace hearth
