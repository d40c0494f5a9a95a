#pragma once

#include "hearth/engine.h"

namespace hearth {

/// Loads a model for Engine::logits() and logitsInParts() alone: token ids in, numbers out. Files and folders
/// without a vocabulary will do; what needs text must not be called. Throws as Engine::load() does.
std::unique_ptr<Engine> loadForNumbers(const EngineOptions& options,
                                       const std::function<void(const Engine::LoadProgress&)>& progress = {},
                                       std::stop_token stop = {});

}  // namespace hearth
