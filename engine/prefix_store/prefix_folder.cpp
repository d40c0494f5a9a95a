#include "prefix_store/prefix_folder.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace hearth {

namespace {

constexpr const char* suffix = ".prefixes";

std::string nameOf(const ContentHash& key) {
    std::string digits;
    for (const uint64_t half : {key.high, key.low}) {
        for (unsigned shift = 64; shift != 0; shift -= 4)
            digits += "0123456789abcdef"[half >> (shift - 4) & 15U];
    }
    return digits + suffix;
}

}  // namespace

PrefixFolder::PrefixFolder(std::filesystem::path folder, const ContentHash& key, uint64_t mostBytes)
    : m_folder(std::move(folder)), m_file(m_folder / nameOf(key)), m_key(key), m_mostBytes(mostBytes) {
}

size_t PrefixFolder::load(const CachedPrefixes& cache, const std::function<void(double)>& progress) const {
    std::error_code error;
    std::vector<std::filesystem::path> outdated;
    for (std::filesystem::directory_iterator entry(m_folder, error), end; !error && entry != end;
         entry.increment(error)) {
        std::error_code unreadable;
        if (entry->path().extension() == suffix && entry->is_regular_file(unreadable) &&
            !isPrefixFile(entry->path()))
            outdated.push_back(entry->path());
    }
    for (const auto& path : outdated) std::filesystem::remove(path, error);
    return loadPrefixes(cache, m_file, m_key, progress);
}

void PrefixFolder::save(const CachedPrefixes& cache, const std::function<void(double)>& progress,
                        const std::stop_token& stop) const {
    savePrefixes(cache, m_file, m_key, m_mostBytes, progress, stop);
    struct Other {
        std::filesystem::path path;
        std::filesystem::file_time_type written;
        uint64_t bytes = 0;
    };
    std::vector<Other> others;
    std::error_code error;
    uint64_t bytes = std::filesystem::file_size(m_file, error);
    for (std::filesystem::directory_iterator entry(m_folder, error), end; !error && entry != end;
         entry.increment(error)) {
        std::error_code unreadable;
        if (entry->path().extension() != suffix || entry->path() == m_file ||
            !entry->is_regular_file(unreadable))
            continue;
        const uint64_t size = entry->file_size(unreadable);
        if (unreadable) continue;
        bytes += size;
        others.push_back({entry->path(), entry->last_write_time(unreadable), size});
    }
    std::ranges::sort(others, {}, &Other::written);
    for (const Other& other : others) {
        if (bytes <= m_mostBytes) break;
        bytes -= other.bytes;
        std::filesystem::remove(other.path, error);
    }
}

void PrefixFolder::forget() const {
    std::error_code error;
    std::filesystem::remove(m_file, error);
}

}  // namespace hearth
