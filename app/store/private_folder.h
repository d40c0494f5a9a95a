#pragma once

#include <filesystem>
#include <system_error>

namespace hearth::app::store {

/// Makes a folder that only its owner can enter, and those above it as the system makes folders. One that is
/// there keeps its mode.
std::error_code makePrivateFolder(const std::filesystem::path& folder);

}  // namespace hearth::app::store
