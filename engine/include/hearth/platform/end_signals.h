#pragma once

#include <cstdint>

namespace hearth::platform {

/// Signals that ask this program to end.
enum class EndSignals : uint8_t {
    Interrupt,            ///< Ctrl+C (SIGINT)
    InterruptOrTerminate  ///< and SIGTERM and SIGHUP, which services, shutdowns and closed terminals send
};

/// The signals of a kind that are handled.
enum class EndSignalUse : uint8_t {
    /// Only the first of each kind; the next one ends the program. SIGHUP stays ignored where it was (nohup).
    First,
    All
};

/// Handles signals that ask this program to end, while this object lives. One at a time.
class EndSignalHandler {
public:
    /// `note` is called in the handler, where hardly anything is allowed: setting an atomic variable without
    /// locks, and FileHandle::write().
    EndSignalHandler(EndSignals which, EndSignalUse use, void (*note)()) noexcept;
    /// Gives the signals their usual effect again.
    ~EndSignalHandler();
    EndSignalHandler(const EndSignalHandler&) = delete;
    EndSignalHandler& operator=(const EndSignalHandler&) = delete;

private:
    EndSignals m_signals;
    EndSignalUse m_use;
};

}  // namespace hearth::platform
