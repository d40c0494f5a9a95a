#include "session/prefix_folder.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace hearth {

namespace {

constexpr const char* suffix = ".prefixes";

std::string nameOf(uint64_t key) {
    std::string digits(16, '0');
    for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit, key >>= 4U)
        *digit = "0123456789abcdef"[key & 15U];
    return digits + suffix;
}

}  // namespace

PrefixFolder::PrefixFolder(std::filesystem::path folder, uint64_t key, uint64_t mostBytes)
    : m_folder(std::move(folder)), m_file(m_folder / nameOf(key)), m_key(key), m_mostBytes(mostBytes) {
}

size_t PrefixFolder::load(const CachedPrefixes& cache, const std::function<void(double)>& progress) const {
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
    for (const auto& entry : std::filesystem::directory_iterator(m_folder, error)) {
        if (entry.path().extension() != suffix || entry.path() == m_file) continue;
        const uint64_t size = entry.file_size(error);
        if (error) continue;
        bytes += size;
        others.push_back({entry.path(), entry.last_write_time(error), size});
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
