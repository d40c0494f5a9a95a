#include "cli/interrupt.h"

#include <atomic>
#include <chrono>

namespace hearth::cli {

namespace {
// A handler writes it and another thread reads it: of what is shared, a handler may touch what takes no lock.
std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

/// Sets it to false in front of the handler of signals, which may set it to true.
platform::EndSignals begun(platform::EndSignals which) {
    interrupted = false;
    return which;
}
}  // namespace

Interrupt::Interrupt(platform::EndSignals which)
    : m_signals(begun(which), platform::EndSignalUse::First, [] { interrupted = true; }) {
    // A handler may not touch a stop_source, so a thread looks at what it left.
    m_watcher = std::jthread([this](const std::stop_token& end) {
        while (!end.stop_requested()) {
            if (interrupted) m_source.request_stop();
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
    });
}

void Interrupt::wait() const {
    while (!token().stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

}  // namespace hearth::cli
