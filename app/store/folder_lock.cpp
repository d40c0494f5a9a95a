#include "store/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace hearth::app::store {

FolderLock::FolderLock(const std::filesystem::path& folder) {
    m_file = ::open((folder / "hearth.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (m_file < 0) return;
    m_held = ::flock(m_file, LOCK_EX | LOCK_NB) == 0;
}

FolderLock::~FolderLock() {
    // The file stays: removing it would race with the next program that opens it.
    if (m_file >= 0) ::close(m_file);
}

}  // namespace hearth::app::store
