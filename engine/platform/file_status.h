#pragma once

#include <sys/stat.h>

#include "hearth/platform/file.h"

namespace hearth::platform {

/// Converts what the system says about a file.
FileFacts factsOf(const struct stat& status) noexcept;
/// The system's flags for opening a file.
int openFlags(Open how) noexcept;

}  // namespace hearth::platform
