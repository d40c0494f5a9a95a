#pragma once

#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace hearth::fuzz {

/// A model folder of this process in the folder for temporary files, removed at the end.
class FolderFiles {
public:
    explicit FolderFiles(std::string_view name)
        : m_path(std::filesystem::temp_directory_path() /
                 (std::string(name) + "-" + std::to_string(::getpid()))) {
        std::filesystem::create_directories(m_path);
    }
    ~FolderFiles() {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    FolderFiles(const FolderFiles&) = delete;
    FolderFiles& operator=(const FolderFiles&) = delete;

    const std::filesystem::path& path() const noexcept { return m_path; }

    void write(const char* name, std::string_view bytes) const {
        std::ofstream(m_path / name, std::ios::binary) << bytes;
    }
    /// Writes a safetensors file with this header and `dataBytes` bytes, each 0x3C: a small number in every
    /// type.
    void writeTensors(std::string_view header, size_t dataBytes) const {
        std::string image;
        for (int i = 0; i < 8; ++i) image += static_cast<char>(static_cast<uint64_t>(header.size()) >> 8 * i);
        image += header;
        image.append(dataBytes, '\x3C');
        write("model.safetensors", image);
    }

private:
    std::filesystem::path m_path;
};

}  // namespace hearth::fuzz
