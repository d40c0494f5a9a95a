#include "inference/model_context.h"

#include "inference/context_note.h"
#include "inference/open_models.h"

namespace hearth::app {

int ModelContext::length() const {
    return m_models.currentOrNone().info.contextLength;
}

bool ModelContext::isKnown() const {
    const EngineInfo& info = m_models.currentOrNone().info;
    return info.serverHost.empty() || info.trainedContextLength > 0;
}

int ModelContext::trainedLength() const {
    return m_models.currentOrNone().info.memory.training.length;
}

QString ModelContext::kvType() const {
    return m_models.currentOrNone().kvType();
}

QString ModelContext::noteAt(int length) const {
    const OpenModel& model = m_models.currentOrNone();
    return model.isReady ? contextNote(model.info.memory.training, length) : QString();
}

}  // namespace hearth::app
