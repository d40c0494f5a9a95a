#include "inference/cache_keeper.h"

#include "inference/engine_status.h"
#include "inference/inference_thread.h"

namespace hearth::app {

CacheKeeper::CacheKeeper(InferenceThread& inference, const EngineStatus& engine, QObject* parent)
    : QObject(parent), m_inference(inference), m_engine(engine) {
    connect(&m_inference, &InferenceThread::keepProgress, this, [this](double fraction) {
        m_keeping = true;
        m_fraction = fraction;
        emit changed();
    });
    connect(&m_inference, &InferenceThread::cacheKept, this, [this] {
        m_keeping = false;
        m_done = m_closing;
        emit changed();
        if (m_closing) emit readyToClose();
    });
}

bool CacheKeeper::mayClose() {
    if (m_done) return true;
    if (m_closing) {
        m_inference.dropCache();
        return true;
    }
    if (!m_engine.isReady() && !m_engine.isLoading() && !m_keeping) return true;
    m_closing = true;
    m_inference.keepCache();
    emit changed();
    return false;
}

void CacheKeeper::stay() {
    m_closing = m_done = false;
    emit changed();
}

}  // namespace hearth::app
