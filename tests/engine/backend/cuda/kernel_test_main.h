#pragma once

#include <span>

#include "emulator/device_emulated.h"
#include "emulator/machine.h"

/// Thread orders and streams with which the tests of kernels run.
namespace hearth::test {

/// Options of a test's emulated device unless the test asks for others.
const emulator::DeviceOptions& deviceOptions();
const emulator::MachineOptions& machineOptions();
/// True if the test runs in every order anyway and need not try any itself.
bool everyOrderRuns();

/// Records numbers that have to be the same to the bit in every order. runKernelTest() checks that.
void noteResult(std::span<const float> values);

/// Kernels that report their accesses run once, in the order of the threads: what a checker sees does not
/// depend on it. Plain ones run forward, in reverse and in three seeded orders, each with streams that work
/// at once and as late as they may; under a sanitizer once, in a seeded order with late streams.
int runKernelTest(int argc, char** argv, int (*run)(int, char**));

}  // namespace hearth::test

#define HEARTH_KERNEL_TEST_MAIN(Test)                                                 \
    int main(int argc, char** argv) {                                                 \
        return hearth::test::runKernelTest(argc, argv, [](int count, char** values) { \
            Test test;                                                                \
            return QTest::qExec(&test, count, values);                                \
        });                                                                           \
    }
