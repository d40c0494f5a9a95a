#pragma once

#include <QJsonArray>
#include <vector>

#include "hearth/context_shift.h"

namespace hearth::app {

/// Cuts as the recipe of a reply keeps them: a list of [keep, dropTo, at].
QJsonArray toJson(const std::vector<ContextShift>& cuts);
/// Nothing where one of them is none: cuts stand on those before them.
std::vector<ContextShift> shiftsFromJson(const QJsonArray& json);

}  // namespace hearth::app
