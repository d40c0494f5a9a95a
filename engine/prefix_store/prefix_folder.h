#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>

#include "prefix_store/prefix_file.h"

namespace hearth {

/// The cached prefixes of one model in a folder that models share, with a limit for all of them.
class PrefixFolder {
public:
    /// `key` as in savePrefixes().
    PrefixFolder(std::filesystem::path folder, const ContentHash& key, uint64_t mostBytes);

    /// Removes files of earlier formats, whose keys did not tell all models apart, and takes in what the file
    /// of this key holds. Returns the number of tokens.
    size_t load(const CachedPrefixes& cache, const std::function<void(double)>& progress = {}) const;
    /// Other models' files make room, those first that were not written for the longest time. Throws
    /// Error(Io).
    void save(const CachedPrefixes& cache, const std::function<void(double)>& progress = {},
              const std::stop_token& stop = {}) const;
    /// Removes the file.
    void forget() const;

private:
    std::filesystem::path m_folder, m_file;
    ContentHash m_key;
    uint64_t m_mostBytes;
};

}  // namespace hearth
