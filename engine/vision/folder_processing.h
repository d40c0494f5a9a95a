#pragma once

#include <filesystem>

#include "vision/picture_processing.h"

namespace hearth {

/// Reads config.json and preprocessor_config.json, or processor_config.json where only that is there. Throws
/// Error(BadFile | Unsupported | Io).
PictureProcessing folderProcessing(const std::filesystem::path& folder);

}  // namespace hearth
