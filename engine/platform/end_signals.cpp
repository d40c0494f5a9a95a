#include "hearth/platform/end_signals.h"

#include <signal.h>

#include <atomic>
#include <cerrno>

namespace hearth::platform {

namespace {

// A handler is told nothing but the signal's number, and may touch only what takes no lock.
std::atomic<void (*)()> noteOfSignal = nullptr;
std::atomic<bool> firstOnly = false;
static_assert(std::atomic<void (*)()>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

using Handler = void (*)(int);

/// Sets the handler of a signal; what it interrupts goes on. Returns the handler before.
Handler handle(int signal, Handler handler) noexcept {
    struct sigaction action {
    }, before{};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    (void)::sigaction(signal, &action, &before);
    return before.sa_handler;
}

void noteSignal(int signal) {
    const int kept = errno;
    if (const auto note = noteOfSignal.load()) note();
    if (firstOnly) (void)handle(signal, SIG_DFL);
    errno = kept;
}

}  // namespace

EndSignalHandler::EndSignalHandler(EndSignals which, EndSignalUse use, void (*note)()) noexcept
    : m_signals(which), m_use(use) {
    noteOfSignal = note;
    firstOnly = use == EndSignalUse::First;
    (void)handle(SIGINT, noteSignal);
    if (m_signals == EndSignals::Interrupt) return;
    (void)handle(SIGTERM, noteSignal);
    // The terminal is closed; with nohup, that is to change nothing.
    if (handle(SIGHUP, noteSignal) == SIG_IGN && use == EndSignalUse::First) (void)handle(SIGHUP, SIG_IGN);
}

EndSignalHandler::~EndSignalHandler() {
    (void)handle(SIGINT, SIG_DFL);
    if (m_signals == EndSignals::InterruptOrTerminate) {
        (void)handle(SIGTERM, SIG_DFL);
        if (handle(SIGHUP, SIG_DFL) == SIG_IGN && m_use == EndSignalUse::First) (void)handle(SIGHUP, SIG_IGN);
    }
    noteOfSignal = nullptr;
}

}  // namespace hearth::platform
