#pragma once

#include <QString>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <variant>

#include "hearth/model_host.h"
#include "inference/engine_factory.h"
#include "inference/generation_job.h"

namespace hearth::app {

// Events of a model.
struct LoadProgress {
    QString step;
    double fraction = 0;  ///< 0 to 1
};
struct LoadedModel {
    TemplateSwitches switches;
    EngineInfo info;
    std::optional<Error> fault = std::nullopt;  ///< of the device that it was on before
};
struct CacheProgress {
    double fraction = 0;  ///< of the cache that is written, 0 to 1
};
/// It was unloaded for the sake of another model. The next reply has it loaded again.
struct RestingModel {};
using LoadEvent = std::variant<LoadProgress, LoadedModel, CacheProgress, RestingModel, InferenceProblem>;

/// Memory that a model takes, and that is free where it would go; called on the thread of the host.
using MemoryNeed = std::function<ModelSource::Memory(const EngineOptions& options)>;

/// A model that the window wants loaded: has its host load it, on another device when its own is lost, and
/// keep its cache when it goes, and tells the window what becomes of that.
class ModelLoad : public std::enable_shared_from_this<ModelLoad> {
public:
    struct Hooks {
        /// Hears what becomes of it, from any thread.
        std::function<void(LoadEvent event)> tell;
        /// Reports why a cache could not be written, in one sentence, from any thread.
        std::function<void(const QString& sentence)> tellCacheProblem;
        /// True where caches are written. From any thread.
        std::function<bool()> isCacheKept;
        /// Made anew at the start of each writing of a cache: what ends it. From any thread.
        std::function<std::stop_token()> dropCache;
        MemoryNeed memory = {};  ///< left out: there is room
    };
    /// Objects that the hooks refer to outlive the host.
    ModelLoad(EngineOptions options, EngineFactory factory, Hooks hooks);

    /// For the host; holds a pointer to this.
    ModelSource source();

    // From any thread.
    /// Ends the first load, or the first after it was unloaded for another model, if it is under way or still
    /// to come.
    void cancel();
    /// Something was asked of the engine, so that its cache is worth writing, or nothing is left in it.
    void setUsed(bool used) { m_used = used; }
    /// Writes the cache if it is worth it. Where the engine runs.
    void keepCache(Engine& engine);

private:
    std::unique_ptr<Engine> load(const std::stop_token& stop);
    std::unique_ptr<Engine> loadElsewhere(const DeviceFault& fault);
    void noteLoaded();
    void noteFailure(const Error& reason);
    void noteUnloaded();

    EngineOptions m_options;  ///< the loop's, once it is loading
    const EngineFactory m_factory;
    const Hooks m_hooks;
    std::mutex m_mutex;       ///< of m_stop and m_loaded
    std::stop_source m_stop;  ///< of the load that may be cancelled
    LoadedModel m_loaded;     ///< passed on when the host says that it may be used
    std::atomic<bool> m_wasLoaded = false, m_used = false;
    std::optional<InferenceProblem> m_problem;  ///< why the first load failed, in words of the window
    std::optional<Error> m_failure;             ///< the host's: why it is not loaded again
};

}  // namespace hearth::app
