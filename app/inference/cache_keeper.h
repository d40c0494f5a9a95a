#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QTimer>

namespace hearth::app {

class EngineStatus;
class InferenceThread;

/// The cache of the model in use while it is written for the next start: when the model is unloaded, and
/// before the window closes. The window stays usable in the meantime. GUI thread.
class CacheKeeper : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    /// Something is being written.
    Q_PROPERTY(bool keeping READ isKeeping NOTIFY changed)
    /// The window was asked to close and waits for the cache.
    Q_PROPERTY(bool closing READ isClosing NOTIFY changed)
    /// Written, 0 to 1.
    Q_PROPERTY(double fraction READ fraction NOTIFY changed)

public:
    CacheKeeper(InferenceThread& inference, const EngineStatus& engine, QObject* parent = nullptr);

    bool isKeeping() const { return m_keeping; }
    bool isClosing() const { return m_closing; }
    double fraction() const { return m_fraction; }

    /// True if the window may close at once. Otherwise running work is stopped, the cache is written, and
    /// readyToClose() follows within longestMs; anything not written by then is dropped. A second call before
    /// that drops it at once.
    Q_INVOKABLE bool mayClose();
    /// Keeps the window open after all; the cache is still written.
    Q_INVOKABLE void stay();

    /// Writing ends after the first; work that has not ended by the second is not waited for.
    static constexpr int writingMs = 1400, longestMs = 1800;

signals:
    void changed();
    /// `late`: running work did not end in time.
    void readyToClose(bool late);

private:
    void finish(bool late);

    InferenceThread& m_inference;
    const EngineStatus& m_engine;
    QTimer m_writingTimer, m_longestTimer;
    double m_fraction = 0;
    bool m_keeping = false, m_closing = false, m_done = false;
};

}  // namespace hearth::app
