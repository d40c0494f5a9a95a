#include "hearth/platform/folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string_view>

#include "platform/file_status.h"

namespace hearth::platform {

namespace {

DIR* streamOf(void* stream) noexcept {
    return static_cast<DIR*>(stream);
}

}  // namespace

Folder::Folder(Folder&& other) noexcept
    : m_file(std::move(other.m_file)),
      m_stream(std::exchange(other.m_stream, nullptr)),
      m_isBroken(other.m_isBroken) {
}

Folder& Folder::operator=(Folder&& other) noexcept {
    std::swap(m_file, other.m_file);
    std::swap(m_stream, other.m_stream);
    std::swap(m_isBroken, other.m_isBroken);
    return *this;
}

Folder::~Folder() {
    const int kept = errno;
    if (m_stream != nullptr) ::closedir(streamOf(m_stream));
    errno = kept;
}

int Folder::descriptor() const noexcept {
    return m_stream != nullptr ? ::dirfd(streamOf(m_stream)) : m_file.descriptor();
}

std::optional<std::string> Folder::next() {
    if (m_stream == nullptr) {
        m_stream = ::fdopendir(m_file.descriptor());
        if (m_stream == nullptr) {
            m_isBroken = true;
            return std::nullopt;
        }
        (void)m_file.release();
    }
    for (;;) {
        // The end of a folder and a disk that fails differ in errno only.
        errno = 0;
        const dirent* const entry = ::readdir(streamOf(m_stream));
        if (entry == nullptr) {
            m_isBroken = m_isBroken || errno != 0;
            return std::nullopt;
        }
        const std::string_view name = entry->d_name;
        if (name != "." && name != "..") return std::string(name);
    }
}

std::optional<FileFacts> Folder::facts(const std::string& name) const noexcept {
    struct stat status {};
    if (::fstatat(descriptor(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) return std::nullopt;
    return factsOf(status);
}

File Folder::open(const std::string& name, Open how) const noexcept {
    return File(::openat(descriptor(), name.c_str(), openFlags(how), mode_t{ownerOnly}));
}

Folder Folder::below(const std::string& name) const noexcept {
    return Folder(open(name, Open::Read | Open::Folder | Open::NoLink));
}

bool Folder::makeFolder(const std::string& name) const noexcept {
    constexpr mode_t forOthersToRead = 0755;
    return ::mkdirat(descriptor(), name.c_str(), forOthersToRead) == 0;
}

bool Folder::take(const std::filesystem::path& file, const std::string& name) const noexcept {
    return ::renameat2(AT_FDCWD, file.c_str(), descriptor(), name.c_str(), RENAME_NOREPLACE) == 0;
}

bool Folder::sync() const noexcept {
    return FileHandle(descriptor()).sync();
}

}  // namespace hearth::platform
