#pragma once

#include "hearth/engine.h"

namespace hearth {

/// Loads a model for its Probe::readLogits() alone: token ids in, numbers out. Files and folders without a
/// vocabulary will do; there are no prompts then, and submit() must not be called. Throws as Engine::load()
/// does.
std::unique_ptr<Engine> loadForNumbers(const EngineOptions& options,
                                       const std::function<void(const LoadStatus&)>& progress = {},
                                       std::stop_token stop = {});

}  // namespace hearth
