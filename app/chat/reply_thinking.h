#pragma once

#include <QJsonObject>

#include "hearth/generation_request.h"

namespace hearth::app {

/// Gives a request what a chat says of reasoning (thinkingOf(), effortOf()), beside the other variables of
/// its template. Templates that do not know them leave them alone.
void setThinking(GenerationRequest& request, const QJsonObject& sampling);

}  // namespace hearth::app
