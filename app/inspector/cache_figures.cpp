#include "inspector/cache_figures.h"

#include "inference/inference_thread.h"
#include "look/spoken_locale.h"

namespace hearth::app {

CacheFigures::CacheFigures(InferenceThread& inference, QObject* parent)
    : QObject(parent), m_inference(inference) {
    connect(&m_inference.caches(), &ModelCaches::statsRead, this,
            [this](quint64 id, const CacheStats& stats) {
                if (id != m_job) return;
                const QLocale locale = spokenLocale();
                m_share = stats.blocks > 0 ? double(stats.usedBlocks) / double(stats.blocks) : 0;
                m_text = tr("%1 tokens of all chats in %2 of %3 blocks")
                             .arg(locale.toString(qulonglong(stats.cachedTokens)),
                                  locale.toString(qulonglong(stats.usedBlocks)),
                                  locale.toString(qulonglong(stats.blocks)));
                // Blocks of layers with a sliding window are kept until their memory is needed.
                if (stats.groups.size() > 1) m_text += tr(", of the layers that see everything");
                emit changed();
            });
}

void CacheFigures::read() {
    m_job = m_inference.caches().stats();
}

void CacheFigures::forget() {
    m_job = 0;
    m_share = 0;
    m_text.clear();
    emit changed();
}

}  // namespace hearth::app
