#pragma once

#include <QObject>
#include <optional>
#include <thread>

#include "hearth/platform/end_signals.h"
#include "hearth/platform/pipe.h"

namespace hearth::app {

/// The end of the process: orderly, and never later than it has to be. SIGTERM, SIGINT and SIGHUP become
/// requested(). From a signal on, or from begin() on, the process has patienceMs to end by itself; then it
/// ends at once, whatever runs. That loses nothing that was acknowledged, for all of it is on disk by then.
/// One at a time; made before the threads that it may have to end with. GUI thread.
class OrderlyEnd : public QObject {
    Q_OBJECT

public:
    static constexpr int longestMs = 2600;

    explicit OrderlyEnd(int patienceMs = longestMs, QObject* parent = nullptr);
    ~OrderlyEnd() override;

    /// The window is about to close.
    void begin();
    /// It stays open after all. Without effect after a signal.
    void cancel();

signals:
    /// The system or a person asked the process to end.
    void requested();

private:
    void watch();
    void tell(char what) const;

    const int m_patienceMs;
    platform::Pipe m_pipe;  ///< signals are told through it too
    std::optional<platform::EndSignalHandler> m_signals;
    std::thread m_watcher;
};

}  // namespace hearth::app
