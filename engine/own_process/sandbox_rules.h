#pragma once

#include <filesystem>

#include "hearth/engine_options.h"
#include "sandbox/sandbox.h"

namespace hearth {

/// What the process of a model may reach: the files of the model and of its draft model (all parts of them;
/// in folders also what their links lead to), the folder of the cache unless it is empty, and what the engine
/// asks the system about the machine and the time.
SandboxRules rulesFor(const EngineOptions& options, const std::filesystem::path& cacheFolder);

}  // namespace hearth
