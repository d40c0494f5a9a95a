#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>

namespace hearth::app {

class EngineStatus;
class InferenceThread;

/// The cache of the model in use while it is written for the next start: when the model goes, and before the
/// window closes. The window stays usable meanwhile. GUI thread.
class CacheKeeper : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by Application")
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

    /// Whether the window may close at once. Otherwise what runs is stopped, the cache is written, and
    /// readyToClose() follows. Asked again before that, what is not written yet is dropped.
    Q_INVOKABLE bool mayClose();
    /// The window stays open after all; the cache is written all the same.
    Q_INVOKABLE void stay();

signals:
    void changed();
    void readyToClose();

private:
    InferenceThread& m_inference;
    const EngineStatus& m_engine;
    double m_fraction = 0;
    bool m_keeping = false, m_closing = false, m_done = false;
};

}  // namespace hearth::app
