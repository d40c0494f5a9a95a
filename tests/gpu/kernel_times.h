#pragma once

#include <string>
#include <vector>

#include "backend/backend.h"

namespace hearth::test {

/// How long one operation takes as one of many in a row, so that starting it counts as little as it does in a
/// model.
struct KernelTime {
    std::string operation;  ///< "product 4096 to 14336 gated, Q4_0" or "attention to 2048"
    int rows = 0;
    double microseconds = 0;  ///< the least of several rounds
    double bytes = 0;         ///< that have to be read: weights, or keys and values
    double multiplyAdds = 0;
};

/// Products of the shapes of models with 8 and 1 billion parameters, each over weights that together are
/// larger than a cache, and attention of replies and prompts. Takes under half a minute on a card; with
/// `divide`, a power of two up to 16, all measures are that much smaller.
std::vector<KernelTime> kernelTimes(Backend& backend, int divide = 1);

}  // namespace hearth::test
