#include "hearth/platform/terminal.h"

#include <unistd.h>

namespace hearth::platform {

bool isTerminal(StandardStream stream) noexcept {
    const int descriptor = stream == StandardStream::Input    ? STDIN_FILENO
                           : stream == StandardStream::Output ? STDOUT_FILENO
                                                              : STDERR_FILENO;
    return ::isatty(descriptor) == 1;
}

}  // namespace hearth::platform
