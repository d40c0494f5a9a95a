#pragma once

#include <filesystem>

#include "hearth/gguf.h"

namespace hearth::format {

/// Writes a tensor's values as little-endian float32, fastest axis first, a part at a time. Throws Error; a
/// file that could not be written whole is removed.
void exportTensor(const GgufFile& file, const GgufTensor& tensor, const std::filesystem::path& path);

}  // namespace hearth::format
