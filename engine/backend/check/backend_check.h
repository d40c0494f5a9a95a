#pragma once

#include <functional>
#include <string>
#include <vector>

#include "backend/backend.h"

namespace hearth {

/// One operation of a backend held against the plain reference.
struct OperationCheck {
    std::string name;  ///< "product with Q4_K, 1 row"
    double error = 0;  ///< largest difference over the root mean square of the reference's results
    double tolerance = 0;
    std::string failure;    ///< what the backend said instead of computing; empty when it computed
    bool supported = true;  ///< false: the backend does not have the operation, and said so
    bool passed() const noexcept { return !supported || (failure.empty() && error <= tolerance); }
};

/// Runs every operation of backend.h on small random data on `backend` and on the reference backend:
/// `doctor`, the settings' button and the tests of backends. Takes a second or two on a CPU. `each` hears
/// every result at once.
std::vector<OperationCheck> checkBackend(Backend& backend,
                                         const std::function<void(const OperationCheck&)>& each = {});

}  // namespace hearth
