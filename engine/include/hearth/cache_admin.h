#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "hearth/error.h"
#include "hearth/expert_traffic.h"
#include "hearth/prefix_folder.h"

namespace hearth {

/// The size of a cache and what is in it, at one moment.
struct CacheStats {
    uint64_t blocks = 0, usedBlocks = 0;  ///< of layers that see everything
    uint64_t bytes = 0;                   ///< at most
    uint64_t committedBytes = 0;          ///< of those, what is taken
    uint64_t cachedTokens = 0;
    /// Layers that keep as much, those that see everything first.
    struct Group {
        uint32_t window = 0;  ///< positions that the layers see; 0: all
        uint64_t blocks = 0, bytes = 0;
    };
    std::vector<Group> groups;
    ExpertTraffic experts = {};
};

/// Memory of the keys and values of a model, in bytes.
struct CacheMemory {
    uint64_t taken = 0;
    uint64_t most = 0;  ///< without a limit
};

/// Looks after the cache of a loaded model, in memory and on disk. Calls as the engine's, between two steps.
/// Functions that need only a folder are in prefix_folder.h.
class CacheAdmin {
public:
    virtual ~CacheAdmin() = default;
    /// Forgets every cached prefix and kept reply, also those of this model on disk.
    virtual void clear() = 0;
    /// Forgets everything cached that none of these tenants used: in memory, and on disk for any model. See
    /// GenerationRequest::tenant.
    virtual void keepTenants(const std::vector<std::string>& tenants) = 0;
    /// The keys and values of ended requests in memory, by tenant.
    virtual PrefixUse use(const std::vector<std::string>& tenants) = 0;
    virtual CacheStats stats() = 0;
    /// Takes so many bytes at most for keys and values from now on. Cached prefixes that do not fit go, the
    /// least recently used first; what running requests hold stays until they end. Returns what there is
    /// then.
    virtual CacheMemory limit(uint64_t bytes) = 0;

    /// Keeps what is computed from now on in this folder; while requests run it begins when the last one has
    /// ended. With the folder that is open already, and its key, only the limits change, at once: what is too
    /// much goes.
    virtual void open(const std::filesystem::path& folder, const PrefixLimits& limits) = 0;
    /// Keeps nothing on disk from now on. What is there stays.
    virtual void close() = 0;
    /// Waits until all that is cached is in the open folder, where the same model with any length of context
    /// finds it when it is loaded again. Blocks go there by themselves while people read; this is for the end
    /// of a program. They hold what was said: only the user can read them. `progress` hears of the share that
    /// is written, 0 to 1. After a stop request what is written by then is kept. Throws Error(Io) when
    /// something could not be written since the last call.
    virtual void flush(const std::function<void(double)>& progress = {}, std::stop_token stop = {}) = 0;
    /// The reason why something could not be written to or read from the folder since the last call, or since
    /// flush() threw it; nullopt: there was none. Replies do not depend on it.
    virtual std::optional<Error> takeProblem() = 0;
};

}  // namespace hearth
