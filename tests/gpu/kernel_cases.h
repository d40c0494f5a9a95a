#pragma once

#include <functional>
#include <string>

#include "backend/backend.h"

namespace hearth::test {

/// One operation as a model would ask for it, by itself.
struct KernelCase {
    std::string operation;  ///< "product 4096 to 14336 gated, Q4_0" or "attention to 2048"
    int rows = 0;
    double bytes = 0;  ///< that have to be read: weights, or keys and values
    double multiplyAdds = 0;
    int repeats = 1;  ///< how many in a row make a time of it
    Batch batch;
    std::function<void(int)> run;  ///< within the batch; the number chooses among weights
};

struct KernelCaseOptions {
    int divide = 1;                 ///< all measures are that much smaller: a power of two up to 16
    double cacheBytes = 134217728;  ///< the weights of a product are together larger than this
    /// Called with the purpose of the memory that was allocated since the last call: "weights", "cache" or
    /// "activations".
    std::function<void(const char*)> isAllocated = [](const char*) {};
    bool fillsCache = true;  ///< false: if memory that was never written holds numbers
    /// Of an operation and its rows: whether it is visited. Nothing is made for others.
    std::function<bool(const std::string&, int)> isWanted = [](const std::string&, int) { return true; };
};

/// Products of the shapes of models with 8 and 1 billion parameters, and attention of replies and prompts,
/// one after the other; `visit` runs them.
void visitKernelCases(Backend& backend, const KernelCaseOptions& options,
                      const std::function<void(const KernelCase&)>& visit);

}  // namespace hearth::test
