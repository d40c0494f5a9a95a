#pragma once

#include "hearth/platform/file.h"

namespace hearth::platform {

/// Another process that this one did not start. The handle stays that of the process: a later process with
/// the same number is never meant. Where the system has no such handles (before Linux 5.3) none is open.
class ProcessHandle {
public:
    /// Opens a handle of a process; see isOpen().
    explicit ProcessHandle(int process) noexcept;
    bool isOpen() const noexcept { return m_file.isOpen(); }
    /// Returns whether the process has ended within this time.
    bool waitForEnd(int milliseconds) const noexcept;
    /// Asks the process to end.
    void end() const noexcept;
    void kill() const noexcept;

private:
    File m_file;
};

}  // namespace hearth::platform
