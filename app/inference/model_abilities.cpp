#include "inference/model_abilities.h"

#include "endpoints/server_fields.h"
#include "inference/message_translation.h"
#include "inference/open_models.h"

namespace hearth::app {

bool ModelAbilities::canSwitchThinking() const {
    const OpenModel& model = m_models.currentOrNone();
    return model.isReady && (model.switches.thinking || offers().unseenTemplate);
}

bool ModelAbilities::canSetEffort() const {
    const OpenModel& model = m_models.currentOrNone();
    return model.isReady && (model.switches.effort || offers().unseenTemplate);
}

bool ModelAbilities::hasPenaltyWindow() const {
    return !m_models.currentOrNone().isReady || offers().penaltyWindow;
}

QString ModelAbilities::templateNote() const {
    return translated(m_models.currentOrNone().info.templateNote);
}

QString ModelAbilities::visionProblem() const {
    return translated(m_models.currentOrNone().info.visionProblem);
}

ModelOffers ModelAbilities::offers() const {
    return offersOf(m_models.currentOrNone().info);
}

}  // namespace hearth::app
