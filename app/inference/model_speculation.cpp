#include "inference/model_speculation.h"

#include "inference/message_translation.h"
#include "inference/open_models.h"

namespace hearth::app {

bool ModelSpeculation::isPossible() const {
    return m_models.currentOrNone().info.canSpeculate;
}

bool ModelSpeculation::hasMtp() const {
    const OpenModel& model = m_models.currentOrNone();
    return model.isReady && model.info.hasMtp;
}

QString ModelSpeculation::draftPath() const {
    const OpenModel& model = m_models.currentOrNone();
    return model.drafts() ? model.draftPath : QString();
}

QString ModelSpeculation::draftProblem() const {
    return translated(m_models.currentOrNone().info.draftProblem);
}

double ModelSpeculation::lookupGain() const {
    return m_models.currentOrNone().pace[0].gain();
}

double ModelSpeculation::draftGain() const {
    return m_models.currentOrNone().pace[1].gain();
}

}  // namespace hearth::app
