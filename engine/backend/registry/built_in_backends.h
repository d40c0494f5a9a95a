#pragma once

#include "backend/registry/backend_registry.h"

namespace hearth {

/// The backends that Hearth brings: the processor, GPUs of NVIDIA, the plain reference. A new one
/// each time: whoever starts something makes one and hands it on.
BackendRegistry builtInBackends();

}  // namespace hearth
