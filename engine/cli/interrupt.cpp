#include "cli/interrupt.h"

#include <atomic>
#include <chrono>
#include <csignal>

namespace hearth::cli {

namespace {
// A handler writes it and another thread reads it: of what is shared, a handler may touch what takes no lock.
std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void noteInterrupt(int signal) {
    interrupted = true;
    std::signal(signal, SIG_DFL);  // the next one ends the program
}
}  // namespace

Interrupt::Interrupt(StopSignals kinds) : m_signals(kinds) {
    interrupted = false;
    std::signal(SIGINT, noteInterrupt);
    if (m_signals == StopSignals::InterruptOrTerminate) {
        std::signal(SIGTERM, noteInterrupt);
        // The terminal is closed; with nohup, that is to change nothing.
        if (std::signal(SIGHUP, noteInterrupt) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
    }
    // A handler may not touch a stop_source, so a thread looks at what it left.
    m_watcher = std::jthread([this](const std::stop_token& end) {
        while (!end.stop_requested()) {
            if (interrupted) m_source.request_stop();
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
    });
}

Interrupt::~Interrupt() {
    std::signal(SIGINT, SIG_DFL);
    if (m_signals != StopSignals::InterruptOrTerminate) return;
    std::signal(SIGTERM, SIG_DFL);
    if (std::signal(SIGHUP, SIG_DFL) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

void Interrupt::wait() const {
    while (!token().stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

}  // namespace hearth::cli
