#include "engine/backend/cuda/kernel_test_main.h"

#include <QCoreApplication>
#include <cstdio>
#include <string_view>
#include <vector>

#include "emulator/observer.h"

namespace hearth::test {
namespace {

using emulator::CopyArrival, emulator::DeviceOptions, emulator::MachineOptions, emulator::Order;

struct Setting {
    const char* name;
    MachineOptions machine;
};
constexpr Setting settings[] = {
    {"forward", {Order::Forward, CopyArrival::AtIssue, 1}},
    {"reverse", {Order::Reverse, CopyArrival::AtWait, 1}},
    {"seed 1", {Order::Seeded, CopyArrival::Seeded, 1}},
    {"seed 2", {Order::Seeded, CopyArrival::Seeded, 2}},
    {"seed 3", {Order::Seeded, CopyArrival::Seeded, 3}},
};
#if defined(__SANITIZE_ADDRESS__)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

// Memory is as large as was asked for, so that every access behind it is noticed.
DeviceOptions g_device{.mappingStep = 0};
MachineOptions g_order;
std::vector<size_t> g_results;

}  // namespace

const DeviceOptions& deviceOptions() {
    return g_device;
}
const MachineOptions& machineOptions() {
    return g_order;
}
bool everyOrderRuns() {
    return !emulator::g_accessesAreReported && !sanitized;
}

void noteResult(std::span<const float> values) {
    const auto bytes = std::as_bytes(values);
    g_results.push_back(
        std::hash<std::string_view>{}({reinterpret_cast<const char*>(bytes.data()), bytes.size()}));
}

int runKernelTest(int argc, char** argv, int (*run)(int, char**)) {
    const QCoreApplication application(argc, argv);
    if (emulator::g_accessesAreReported) return run(argc, argv);
    int failures = 0;
    std::vector<size_t> first;
    for (const Setting& setting : settings) {
        for (const bool lazy : {false, true}) {
            if (sanitized && (setting.machine.seed != 2 || !lazy)) continue;
            std::printf("==== threads: %s; streams: %s\n", setting.name, lazy ? "late" : "at once");
            std::fflush(stdout);
            g_device.lazyStreams = lazy;
            g_order = setting.machine;
            g_results.clear();
            failures += run(argc, argv);
            if (first.empty()) first = g_results;
            if (g_results == first) continue;
            std::printf("FAIL!  : the results are not those of the first order\n");
            ++failures;
        }
    }
    return failures > 127 ? 127 : failures;
}

}  // namespace hearth::test
