#include "store/private_folder.h"

#include <cerrno>

#include "hearth/platform/file_names.h"

namespace hearth::app::store {

std::error_code makePrivateFolder(const std::filesystem::path& folder) {
    std::error_code problem;
    const std::filesystem::path clean = folder.has_filename() ? folder : folder.parent_path();
    if (clean.has_parent_path()) std::filesystem::create_directories(clean.parent_path(), problem);
    if (problem) return problem;
    if (platform::makePrivateFolder(clean)) return {};
    const int reason = errno;
    if (reason == EEXIST && std::filesystem::is_directory(clean, problem)) return {};
    return {reason, std::generic_category()};
}

}  // namespace hearth::app::store
