#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "hearth/cache_admin.h"
#include "hearth/engine_executor.h"

namespace hearth {

/// Memory that the caches of loaded models may take, which grow into what is free on the same computer. A
/// model is told its limit between two of its steps, and answers with what its cache has then. A cache that
/// is the only one has no limit but its own. Any thread; the ports outlive their leases.
class CacheLeases {
public:
    using Clock = std::chrono::steady_clock;

    struct Hooks {
        std::function<uint64_t()> freeMemory;  ///< of the host, in bytes
        std::function<void()> answered;        ///< on a thread of a model
        std::function<Clock::time_point()> now = Clock::now;
    };
    explicit CacheLeases(Hooks hooks) : m_hooks(std::move(hooks)) {}

    /// `onGpu`: the cache is in the memory of a GPU.
    void add(const std::string& id, EngineExecutor& port, bool onGpu);
    /// The port is not used any more when this returns.
    void remove(const std::string& id);
    /// Some have limits, or are to get some.
    bool isShared() const;

    /// Tells the models `busy`, which compute now, how far their caches may grow. `reserved`: bytes of what
    /// is free that a model needs which is being loaded.
    void share(const std::vector<std::string>& busy, uint64_t reserved);
    /// Asks all models on GPUs, or all others, what their caches have. False: there are none.
    bool ask(bool onGpu);
    /// Has the caches of these models, the first ones first, give back so many bytes. False: they do not have
    /// so much in all; nothing was asked for.
    bool giveBack(const std::vector<std::string>& ids, uint64_t bytes);
    /// Some answers are still to come. A model that computes for long is not waited for.
    bool isWaiting() const;

private:
    struct Lease {
        EngineExecutor* port = nullptr;
        bool onGpu = false;
        CacheMemory memory = {};
        uint64_t limit = UINT64_MAX;
        bool isAsked = false;
        Clock::time_point askedAt = {};
    };
    void tell(const std::shared_ptr<Lease>& lease, uint64_t limit);
    bool waitsFor(const Lease& lease) const;

    const Hooks m_hooks;
    mutable std::mutex m_mutex;
    std::map<std::string, std::shared_ptr<Lease>> m_leases;
};

}  // namespace hearth
