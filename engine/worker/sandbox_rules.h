#pragma once

#include <filesystem>

#include "hearth/engine_options.h"
#include "hearth/sandbox.h"

namespace hearth {

/// Rules for the process of a model. It may reach the files of the model, of its draft model and of its
/// vision part (all parts of them; in folders also the targets of links), the folder of the cache unless the
/// path is empty, and what the engine asks the system about the machine and the time.
SandboxRules rulesFor(const EngineOptions& options, const std::filesystem::path& cacheFolder);

}  // namespace hearth
