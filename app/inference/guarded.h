#pragma once

#include <functional>
#include <optional>

#include "inference/generation_job.h"

namespace hearth::app {

/// Runs `work`; whatever it throws becomes a sentence. nullopt: it threw nothing.
std::optional<InferenceProblem> guarded(const std::function<void()>& work);

/// The same for an error that an engine told of.
InferenceProblem problemOf(const Error& error);

}  // namespace hearth::app
