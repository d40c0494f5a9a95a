#include "store/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace hearth::app::store {

std::filesystem::path FolderLock::pathIn(const std::filesystem::path& folder) {
    return folder / "hearth.lock";
}

FolderLock::FolderLock(const std::filesystem::path& folder) {
    m_file = ::open(pathIn(folder).c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (m_file < 0) return;
    m_held = ::flock(m_file, LOCK_EX | LOCK_NB) == 0;
    if (!m_held) return;
    // For whoever finds it taken; the lock itself needs no content.
    const std::string name = std::to_string(::getpid()) + '\n';
    if (::ftruncate(m_file, 0) == 0) [[maybe_unused]]
        const ssize_t written = ::pwrite(m_file, name.data(), name.size(), 0);
}

int FolderLock::holder(const std::filesystem::path& folder) {
    const int file = ::open(pathIn(folder).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0) return 0;
    std::array<char, 16> text{};
    const ssize_t size = ::read(file, text.data(), text.size());
    ::close(file);
    int process = 0;
    std::from_chars(text.data(), text.data() + std::max<ssize_t>(0, size), process);
    return std::max(0, process);
}

FolderLock::~FolderLock() {
    // The file stays: removing it would race with the next program that opens it.
    if (m_file >= 0) ::close(m_file);
}

}  // namespace hearth::app::store
