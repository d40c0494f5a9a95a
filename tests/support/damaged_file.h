#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <random>

namespace hearth::test {

/// Cuts a file off, or puts another byte somewhere in it (or, one time of 256, the same).
inline void damageFile(const std::filesystem::path& path, std::mt19937& random) {
    const auto size = static_cast<unsigned>(std::filesystem::file_size(path));
    if (random() % 2 == 0 || size == 0) {
        std::filesystem::resize_file(path, uint64_t{size} * (random() % 100) / 100);
        return;
    }
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(random() % size));
    file.put(static_cast<char>(random() % 256));
}

}  // namespace hearth::test
