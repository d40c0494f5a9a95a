#pragma once

#include <QStringList>
#include <vector>

#include "inference/engine_status.h"

namespace hearth::app {

/// Names of the models in use for other programs, one for each part and all different: those of the files, or
/// the parts' own where files have the same name or a part is a server's. None for a single model of another
/// computer, which no program can use here.
QStringList programNames(const std::vector<EngineStatus::Part>& parts);

}  // namespace hearth::app
