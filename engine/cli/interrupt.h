#pragma once

#include <stop_token>
#include <thread>

#include "hearth/platform/end_signals.h"

namespace hearth::cli {

/// Turns Ctrl+C into a stop request while it lives: the reply ends and the figures are printed. A second
/// Ctrl+C ends the program. One at a time.
class Interrupt {
public:
    explicit Interrupt(platform::EndSignals which = platform::EndSignals::Interrupt);

    std::stop_token token() const { return m_source.get_token(); }
    /// Returns when the end has been asked for.
    void wait() const;

private:
    platform::EndSignalHandler m_signals;
    std::stop_source m_source;
    std::jthread m_watcher;
};

}  // namespace hearth::cli
