#pragma once

#include <stop_token>
#include <thread>

namespace hearth::cli {

/// Which signals ask for an end.
enum class StopSignals {
    Interrupt,            ///< Ctrl+C (SIGINT)
    InterruptOrTerminate  ///< and SIGTERM and SIGHUP, which services, shutdowns and closed terminals send
};

/// Turns Ctrl+C into a stop request while it lives: the reply ends and the figures are printed. A second
/// Ctrl+C ends the program. One at a time.
class Interrupt {
public:
    explicit Interrupt(StopSignals kinds = StopSignals::Interrupt);
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    std::stop_token token() const { return m_source.get_token(); }
    /// Returns when the end has been asked for.
    void wait() const;

private:
    StopSignals m_signals;
    std::stop_source m_source;
    std::jthread m_watcher;
};

}  // namespace hearth::cli
