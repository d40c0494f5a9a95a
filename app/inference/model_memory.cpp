#include "inference/model_memory.h"

#include <algorithm>

#include "inference/open_models.h"

namespace hearth::app {

const MemoryPlan& ModelMemory::plan() const {
    return m_models.currentOrNone().info.memory;
}

double ModelMemory::expertHitRate() const {
    const ExpertTraffic& experts = plan().experts;
    return experts.isUsed() && experts.hits + experts.misses == 0 ? -1 : experts.hitRate();
}

double ModelMemory::freeBytes() const {
    const OpenModel& model = m_models.currentOrNone();
    const double atLoad = static_cast<double>(plan().deviceFreeBytes);
    return std::max(0.0, atLoad - (kvTakenBytes() - model.kvTakenAtFirst) - m_models.bytesAfter(model));
}

double ModelMemory::kvBytesAt(int contextLength, const QString& kvType) const {
    const OpenModel& model = m_models.currentOrNone();
    if (!model.isReady) return 0;
    // The present size is known without a plan.
    if (contextLength == model.info.contextLength && kvType == model.kvType()) return kvBytes();
    return static_cast<double>(
        plan().kv.reservedBytes(contextLength, kvTypesOf(kvType.toStdString()).value_or(model.options.kvType),
                                // The free memory falls as the cache grows.
                                static_cast<uint64_t>(freeBytes() + kvTakenBytes())));
}

double ModelMemory::kvConversationBytesAt(int contextLength, const QString& kvType) const {
    const OpenModel& model = m_models.currentOrNone();
    if (!model.isReady) return 0;
    return static_cast<double>(plan().kv.conversationBytes(
        contextLength, kvTypesOf(kvType.toStdString()).value_or(model.options.kvType)));
}

}  // namespace hearth::app
