#pragma once

#include <functional>

#include "models/header_opener.h"
#include "models/installed_models.h"

namespace hearth::app {

/// Memory that loading a model would take: Engine::plan with the current engine settings, or a stand-in in
/// tests.
using MemoryPlanner = std::function<MemoryPlan(const QString& path)>;

/// Reads a model file's header, or those of a published model's folder. Never throws: problems are reported
/// in ModelFacts::problem.
ModelFacts probeModel(const QString& path, const MemoryPlanner& planner,
                      const HeaderOpener& open = headerHere);

/// Common name of a file's precision: the name of its mix, or the type that most bytes of its weights have.
QString quantizationOf(const ModelHeader& header);

}  // namespace hearth::app
