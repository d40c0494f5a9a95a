#pragma once

#include <QJsonObject>
#include <QString>

#include "hearth/route.h"

namespace hearth::app {

/// Sentence about which of two models answered and why, for the line under a reply: "answered by Qwen 2.5
/// (code)".
QString routeText(const RouteOutcome& outcome, const QString& model);

/// For the recipe of a reply, see recipe_keys.h.
QJsonObject toJson(const RouteOutcome& outcome);
/// Reads the text of toJson(). An unknown name is taken for that of an easy request.
RouteOutcome routeOutcomeOf(const QJsonObject& json);

}  // namespace hearth::app
