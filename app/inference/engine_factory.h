#pragma once

#include <functional>
#include <memory>
#include <stop_token>

#include "hearth/engine.h"

namespace hearth::app {

/// Makes an engine: Engine::load, or a scripted one in tests.
using EngineFactory = std::function<std::unique_ptr<Engine>(
    const EngineOptions&, const std::function<void(const LoadStatus&)>&, std::stop_token)>;

}  // namespace hearth::app
