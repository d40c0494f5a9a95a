#pragma once

#include <span>

#include "hearth/platform/file.h"

namespace hearth::platform {

/// States that an open file is waited for, and those that were found, combined with `|`.
enum class Ready : unsigned {
    Nothing = 0,
    ToRead = 1U << 0U,
    ToWrite = 1U << 1U,
    HalfClosed = 1U << 2U,  ///< the other end of a socket sends no more
    Gone = 1U << 3U,        ///< the other end has gone, or the file failed; found without being asked for
};
constexpr Ready operator|(Ready a, Ready b) noexcept {
    return static_cast<Ready>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr bool has(Ready all, Ready one) noexcept {
    return (static_cast<unsigned>(all) & static_cast<unsigned>(one)) != 0;
}

/// An open file that is waited for. A file that is not open is never ready.
struct Awaited {
    int descriptor = -1;
    Ready wanted = Ready::Nothing;
    Ready found = Ready::Nothing;
};

/// Longest number of files that are waited for at once.
inline constexpr size_t mostAwaited = 8;

/// Waits until one of the files is ready. `milliseconds`: -1 for ever. Returns the number of files that are;
/// 0: none in that time; -1: errno has the reason, which is EINTR after a signal.
int waitUntilReady(std::span<Awaited> files, int milliseconds) noexcept;
/// The same of one file. Returns what was found; Nothing also after a signal.
Ready waitUntilReady(FileHandle file, Ready wanted, int milliseconds) noexcept;

}  // namespace hearth::platform
