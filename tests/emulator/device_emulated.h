#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// The emulated device behind backend/cuda/device.h: what tests may set and see.
namespace hearth::emulator {

struct DeviceOptions {
    bool lazyStreams = false;  ///< work waits until somebody synchronises: a missing wait shows as stale data
    uint64_t memoryBytes = 4ULL << 30U;
    int major = 8, minor = 6;
    int multiprocessors = 4;
    /// What memory that grows grows by, a multiple of 4,096; 0: the device cannot do that.
    size_t mappingStep = 4096;
    std::string absence = {};               ///< not empty: there is no device, for this reason
    int64_t allocationsBeforeFailure = -1;  ///< the allocation or growth after so many fails; -1: none
    int64_t launchesBeforeLoss = -1;        ///< the device is lost after so many launches; -1: never
};

/// Sets the options and forgets launches and losses. Nothing may be allocated that outlives a lower memory
/// limit.
void configureDevice(const DeviceOptions& options);

/// Names of the kernels launched since the last call, in order; those inside graphs count at every graph
/// launch.
std::vector<std::string> takeLaunches();
uint64_t allocatedBytes();
/// Host calls that put work on a stream since the last configureDevice: one for a whole graph.
uint64_t submissions();

}  // namespace hearth::emulator
