#pragma once

#include <QStringList>
#include <vector>

#include "inference/open_model.h"

namespace hearth::app {

/// Names of open models for other programs, one for each part and all different: those of the files, or the
/// parts' own where files have the same name. Empty for a model of another computer: what programs of
/// this computer send does not leave it.
QStringList programNames(const std::vector<OpenModel::Part>& parts);

}  // namespace hearth::app
