#include "window/orderly_end.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>

namespace hearth::app {

namespace {

constexpr char signalled = 's', begun = 'b', cancelled = 'c', over = 'o';
constexpr std::array endingSignals{SIGTERM, SIGINT, SIGHUP};

/// Pipe that the handler writes to, because a handler gets nothing but the signal's number. -1: there is no
/// reader.
std::atomic<int> signalPipe = -1;
static_assert(std::atomic<int>::is_always_lock_free);

/// In a handler little is allowed; write() is.
void tellOfSignal(int) {
    const int kept = errno;
    if (const int pipe = signalPipe.load(); pipe >= 0) [[maybe_unused]]
        const ssize_t written = ::write(pipe, &signalled, 1);
    errno = kept;
}

void handleSignals(void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    for (const int signal : endingSignals) ::sigaction(signal, &action, nullptr);
}

}  // namespace

OrderlyEnd::OrderlyEnd(int patienceMs, QObject* parent) : QObject(parent), m_patienceMs(patienceMs) {
    std::array<int, 2> ends{};
    // Without a pipe signals end the process as they always do.
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return;
    m_read = ends[0];
    m_write = ends[1];
    m_watcher = std::thread([this] { watch(); });
    signalPipe = m_write;
    handleSignals(tellOfSignal);
}

OrderlyEnd::~OrderlyEnd() {
    if (m_write < 0) return;
    handleSignals(SIG_DFL);
    signalPipe = -1;
    tell(over);
    m_watcher.join();
    ::close(m_read);
    ::close(m_write);
}

void OrderlyEnd::begin() {
    tell(begun);
}

void OrderlyEnd::cancel() {
    tell(cancelled);
}

void OrderlyEnd::tell(char what) const {
    if (m_write >= 0) [[maybe_unused]]
        const ssize_t written = ::write(m_write, &what, 1);
}

void OrderlyEnd::watch() {
    using Clock = std::chrono::steady_clock;
    constexpr auto never = Clock::time_point::max();
    Clock::time_point deadline = never;
    bool bySignal = false;
    for (;;) {
        int waitMs = -1;
        if (deadline != never) {
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
            if (left.count() <= 0) ::_exit(0);
            waitMs = static_cast<int>(left.count());
        }
        pollfd wanted{m_read, POLLIN, 0};
        if (::poll(&wanted, 1, waitMs) <= 0) continue;
        char what = 0;
        if (::read(m_read, &what, 1) != 1 || what == over) return;
        if (what == cancelled) {
            if (!bySignal) deadline = never;
            continue;
        }
        if (deadline == never) deadline = Clock::now() + std::chrono::milliseconds(m_patienceMs);
        if (what != signalled) continue;
        bySignal = true;
        QMetaObject::invokeMethod(this, &OrderlyEnd::requested, Qt::QueuedConnection);
    }
}

}  // namespace hearth::app
