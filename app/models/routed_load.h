#pragma once

#include "inference/engine_factory.h"

namespace hearth::app {

/// Loads what `one` loads, and with EngineOptions::large two of them as one engine, the small one first. Any
/// thread, if `one` may be called from it.
EngineFactory routedFactory(EngineFactory one);

}  // namespace hearth::app
