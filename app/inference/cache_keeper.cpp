#include "inference/cache_keeper.h"

#include "inference/engine_status.h"
#include "inference/inference_thread.h"

namespace hearth::app {

CacheKeeper::CacheKeeper(InferenceThread& inference, const EngineStatus& engine, QObject* parent)
    : QObject(parent), m_inference(inference), m_engine(engine) {
    connect(&m_inference.caches(), &ModelCaches::writeProgress, this, [this](double fraction) {
        m_keeping = true;
        m_fraction = fraction;
        emit changed();
    });
    connect(&m_inference.caches(), &ModelCaches::written, this, [this] {
        m_keeping = false;
        if (!m_closing || m_done) {
            emit changed();
            return;
        }
        finish(false);
    });
    m_writingTimer.setSingleShot(true);
    m_writingTimer.setInterval(writingMs);
    connect(&m_writingTimer, &QTimer::timeout, &m_inference.caches(), &ModelCaches::dropWrites);
    m_longestTimer.setSingleShot(true);
    m_longestTimer.setInterval(longestMs);
    connect(&m_longestTimer, &QTimer::timeout, this, [this] { finish(true); });
}

bool CacheKeeper::mayClose() {
    if (m_done) return true;
    if (m_closing) {
        m_inference.caches().dropWrites();
        return true;
    }
    if (m_engine.models().count() == 0 && !m_keeping) return true;
    m_closing = true;
    m_inference.caches().write();
    m_writingTimer.start();
    m_longestTimer.start();
    emit changed();
    return false;
}

void CacheKeeper::finish(bool late) {
    m_writingTimer.stop();
    m_longestTimer.stop();
    m_done = true;
    emit changed();
    emit readyToClose(late);
}

void CacheKeeper::stay() {
    m_writingTimer.stop();
    m_longestTimer.stop();
    m_inference.caches().allowWrites();
    m_closing = m_done = false;
    emit changed();
}

}  // namespace hearth::app
