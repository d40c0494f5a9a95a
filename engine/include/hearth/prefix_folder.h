#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "hearth/cache_key.h"

/// The folder of a cache on disk, EngineOptions::prefixFolder. These functions work on the files alone and
/// need no model. Throw nothing but std::bad_alloc: what cannot be read or removed is left out.
namespace hearth {

/// Limits of the cache on disk and its encryption key, as in EngineOptions.
struct PrefixLimits {
    uint64_t bytes = 10'000'000'000;
    uint64_t bytesADay = 10'000'000'000;
    std::optional<CacheKey> key = std::nullopt;
    bool operator==(const PrefixLimits&) const = default;
};

/// The parts of a cache, in such a folder or in memory, by tenant (GenerationRequest::tenant).
struct PrefixUse {
    struct Tenant {
        uint64_t bytes = 0;              ///< that it used, its own and shared ones
        uint64_t sharedBytes = 0;        ///< of these, what others used as well
        std::vector<size_t> sharesWith;  ///< places of the others in `tenants`, most in common first
    };
    uint64_t bytes = 0;           ///< of all models, of these tenants or not
    std::vector<Tenant> tenants;  ///< in the order they were asked for
};

/// Reads the folder, which an engine may have open. Damaged files are not counted.
PrefixUse prefixUse(const std::filesystem::path& prefixFolder, const std::vector<std::string>& tenants);
/// Removes everything cached that none of these tenants used, from a folder that no engine has open.
void keepPrefixesOf(const std::filesystem::path& prefixFolder, const std::vector<std::string>& tenants);
/// Removes the least used of a folder that no engine has open until this many bytes are left.
void limitPrefixes(const std::filesystem::path& prefixFolder, uint64_t bytes);
/// Removes what is not encrypted in a folder that no engine has open.
void removeReadablePrefixes(const std::filesystem::path& prefixFolder);

}  // namespace hearth
