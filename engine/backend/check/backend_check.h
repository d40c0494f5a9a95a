#pragma once

#include <functional>
#include <vector>

#include "backend/backend.h"
#include "hearth/machine_check.h"

namespace hearth {

/// Runs every operation of backend.h on small random data on `backend` and on the reference backend:
/// `doctor`, the settings' button and the tests of backends. Takes a second or two on a CPU. `each` hears
/// every result at once.
std::vector<OperationCheck> checkBackend(Backend& backend,
                                         const std::function<void(const OperationCheck&)>& each = {});

}  // namespace hearth
