#include "window/orderly_end.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <span>
#include <string_view>

#include "hearth/platform/process.h"
#include "hearth/platform/readiness.h"

namespace hearth::app {

namespace {

constexpr char signalled = 's', begun = 'b', cancelled = 'c', over = 'o';

/// Pipe that the handler writes to, because a handler gets nothing but the signal's number. nullptr: there is
/// no reader.
std::atomic<const platform::File*> signalPipe = nullptr;
static_assert(std::atomic<const platform::File*>::is_always_lock_free);

void tellOfSignal() {
    if (const platform::File* const pipe = signalPipe.load())
        (void)pipe->write(std::string_view(&signalled, 1));
}

}  // namespace

OrderlyEnd::OrderlyEnd(int patienceMs, QObject* parent) : QObject(parent), m_patienceMs(patienceMs) {
    // Without a pipe signals end the process as they always do.
    if (!m_pipe.isOpen()) return;
    m_watcher = std::thread([this] { watch(); });
    signalPipe = &m_pipe.writer;
    m_signals.emplace(platform::EndSignals::InterruptOrTerminate, platform::EndSignalUse::All, tellOfSignal);
}

OrderlyEnd::~OrderlyEnd() {
    if (!m_pipe.isOpen()) return;
    m_signals.reset();
    signalPipe = nullptr;
    tell(over);
    m_watcher.join();
}

void OrderlyEnd::begin() {
    tell(begun);
}

void OrderlyEnd::cancel() {
    tell(cancelled);
}

void OrderlyEnd::tell(char what) const {
    if (m_pipe.isOpen()) (void)m_pipe.writer.write(std::string_view(&what, 1));
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
            if (left.count() <= 0) platform::endNow(0);
            waitMs = static_cast<int>(left.count());
        }
        using platform::Ready;
        if (waitUntilReady(m_pipe.reader, Ready::ToRead, waitMs) == Ready::Nothing) continue;
        char what = 0;
        if (m_pipe.reader.read(std::span(&what, 1)) != 1 || what == over) return;
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
