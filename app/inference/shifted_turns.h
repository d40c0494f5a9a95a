#pragma once

#include <span>
#include <stop_token>

#include "inference/generation_job.h"

namespace hearth::app {

/// The oldest turns of a request that context shifts of the engine removed: those of which more than half is
/// missing. The last one always counts as present. Renders the request a few times. Throws what
/// PromptService::make() throws.
DroppedTurns turnsOfShifts(const Engine& engine, const GenerationRequest& request,
                           std::span<const ContextShift> cuts, const std::stop_token& stop);

}  // namespace hearth::app
