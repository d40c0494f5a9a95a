#pragma once

#include <string>
#include <vector>

#include "backend/backend.h"

namespace hearth::test {

/// Time of one operation as one of many in a row, so that its launch counts as little as in a model.
struct KernelTime {
    std::string operation;  ///< see KernelCase
    int rows = 0;
    double microseconds = 0;  ///< the least of several rounds
    double bytes = 0;         ///< bytes that have to be read: weights, or keys and values
    double multiplyAdds = 0;
};

/// The times of visitKernelCases(), under half a minute on a GPU.
std::vector<KernelTime> kernelTimes(Backend& backend, int divide = 1);

}  // namespace hearth::test
