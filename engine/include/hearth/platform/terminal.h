#pragma once

#include <cstdint>

namespace hearth::platform {

enum class StandardStream : uint8_t { Input, Output, Errors };

/// True if a standard stream of this process is a terminal.
bool isTerminal(StandardStream stream) noexcept;

}  // namespace hearth::platform
