#include "store/folder_lock.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include "hearth/platform/process.h"

namespace hearth::app::store {

std::filesystem::path FolderLock::pathIn(const std::filesystem::path& folder) {
    return folder / "hearth.lock";
}

FolderLock::FolderLock(const std::filesystem::path& folder) {
    using platform::Open;
    m_file = platform::File(pathIn(folder), Open::Read | Open::Write | Open::Create | Open::NoLink);
    m_held = m_file.isOpen() && m_file.lock();
    if (!m_held) return;
    // For whoever finds it taken; the lock itself needs no content.
    const std::string name = std::to_string(platform::processId()) + '\n';
    if (m_file.truncate(0)) (void)m_file.writeAt(0, name);
}

int FolderLock::holder(const std::filesystem::path& folder) {
    using platform::Open;
    const platform::File file(pathIn(folder), Open::Read | Open::NoLink | Open::NoWait);
    std::array<char, 16> text{};
    const ptrdiff_t size = file.read(text);
    int process = 0;
    std::from_chars(text.data(), text.data() + std::max<ptrdiff_t>(0, size), process);
    return std::max(0, process);
}

}  // namespace hearth::app::store
