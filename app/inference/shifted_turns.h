#pragma once

#include <span>
#include <stop_token>

#include "inference/generation_job.h"

namespace hearth::app {

/// Which of the oldest turns of a request cuts of the engine took out: those of which more than half is gone.
/// The last one always counts as there. Renders the request a few times. Throws what
/// PromptService::make() throws.
DroppedTurns turnsOfShifts(const Engine& engine, const GenerationRequest& request,
                           std::span<const ContextShift> cuts, const std::stop_token& stop);

}  // namespace hearth::app
