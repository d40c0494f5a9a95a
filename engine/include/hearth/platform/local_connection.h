#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>

#include "hearth/platform/file.h"

namespace hearth::platform {

/// A connection to another process of this machine, by the path of its socket. For one thread.
class LocalConnection {
public:
    /// Connects; see isOpen(). `patience`: how long each call may wait.
    LocalConnection(const std::filesystem::path& address, std::chrono::milliseconds patience) noexcept;
    bool isOpen() const noexcept { return m_isOpen; }
    /// Sends all bytes.
    bool send(std::string_view bytes) const noexcept;
    /// Receives this many bytes, or those that come before the other process closes or is too late.
    std::string receive(size_t bytes) const;

private:
    File m_file;
    bool m_isOpen = false;
};

}  // namespace hearth::platform
