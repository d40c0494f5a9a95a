#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "format/byte_source.h"

namespace hearth::format {

/// A file of a model's folder. Errors are clauses that name the file, for the folder has others:
/// Error(Io | BadFile).
ByteSource openFolderFile(const std::filesystem::path& path);
/// All of a text file of at most 128 MiB; nullopt when there is none.
std::optional<std::string> folderTextIfThere(const std::filesystem::path& path);
/// A JSON object that keeps to the limits of hearth/bounded_json.h; Error(BadFile) for anything else.
nlohmann::json readFolderJson(const std::filesystem::path& path);
/// Likewise; an empty object when there is no such file.
nlohmann::json folderJsonIfThere(const std::filesystem::path& path);

}  // namespace hearth::format
