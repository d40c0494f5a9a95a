#include "gpu/kernel_times.h"

#include <algorithm>
#include <chrono>

#include "gpu/kernel_cases.h"

namespace hearth::test {
namespace {

constexpr int rounds = 4;

double seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Runs the operation as often as it asks for in one batch, several times; microseconds of one.
double timeOf(Backend& backend, const KernelCase& one) {
    double least = 1e30;
    for (int round = 0; round < rounds; ++round) {
        backend.synchronize();
        const double begun = seconds();
        backend.beginBatch(one.batch);
        for (int i = 0; i < one.repeats; ++i) one.run(i);
        backend.synchronize();
        least = std::min(least, seconds() - begun);
    }
    return 1e6 * least / one.repeats;
}

}  // namespace

std::vector<KernelTime> kernelTimes(Backend& backend, int divide) {
    std::vector<KernelTime> times;
    visitKernelCases(backend, {.divide = divide}, [&](const KernelCase& one) {
        times.push_back({one.operation, one.rows, timeOf(backend, one), one.bytes, one.multiplyAdds});
    });
    return times;
}

}  // namespace hearth::test
