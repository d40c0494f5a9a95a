#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hearth {

struct EngineOptions;

// The vision encoder of a model. Names alone say which file it is: none that a stranger wrote is parsed here.

/// True for GGUF files that are the vision encoder of another model ("mmproj" in the name), no models of
/// their own. Takes paths, too.
bool isVisionFileName(std::string_view fileName);

/// Finds the files of one directory that are the vision encoder of the model `modelFile`. `names` are the
/// names of the files of that directory; others than GGUF files are ignored. Without "mmproj", types of
/// weights, numbers of parts and separators a name has to be the model's. One that has less of it
/// ("mmproj-F16.gguf") counts if all models of the directory are of one name. Best first: by the name, then
/// F16, BF16, Q8_0, F32.
std::vector<std::string> visionFilesAmong(const std::vector<std::string>& names, std::string_view modelFile);

/// Folders in which the vision encoder of a GGUF model may be: the model's own, then the one around it where
/// its own is one of several that are named after types of weights ("BF16/model.gguf").
std::vector<std::filesystem::path> visionFolders(const std::filesystem::path& model);

/// Finds all files that are the vision encoder of a model, best first: the folder itself if its config.json
/// has a "vision_config"; for a GGUF file visionFilesAmong() the files of the first of visionFolders() that
/// has some. Does not throw. Any thread.
std::vector<std::filesystem::path> visionFilesOf(const std::filesystem::path& model);
/// The best of them; nullopt: there is none.
std::optional<std::filesystem::path> visionFileOf(const std::filesystem::path& model);

/// Looks for EngineOptions::visionFile where none is asked for.
void findVisionFile(EngineOptions& options);

}  // namespace hearth
