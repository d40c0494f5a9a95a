#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// The emulated devices behind backend/cuda/device.h: what tests may set and see.
namespace hearth::emulator {

/// Options of one device; streams and absence apply to all devices, from the first.
struct DeviceOptions {
    bool lazyStreams = false;  ///< work waits until a synchronisation: a missing wait shows as stale data
    uint64_t memoryBytes = 4ULL << 30U;
    int major = 8, minor = 6;
    int multiprocessors = 4;
    double bytesPerS = 0;  ///< bandwidth that it reports for its memory
    /// Step by which growable memory grows, a multiple of 4,096; 0: the device cannot grow memory.
    size_t mappingStep = 4096;
    std::string absence = {};               ///< not empty: there is no device, for this reason
    int64_t allocationsBeforeFailure = -1;  ///< the allocation or growth after this many fails; -1: none
    int64_t launchesBeforeLoss = -1;        ///< the device is lost after this many launches; -1: never
    size_t sharedBytesPerBlock = 0;         ///< 0: as much as GPUs of this version have
    uint8_t unwritten = 0xff;               ///< byte in memory that was never written; 0: no NaN
};

/// Sets the options and forgets launches and losses. Nothing may be allocated that outlives a lower memory
/// limit.
void configureDevice(const DeviceOptions& options);
/// The same with several devices, 1 to 32, whose memories are apart: memory of one that is reached from
/// another is a fault of the checker.
/// `peers`: kernels may be let into the memory of other devices (openPeer()). Nothing may be allocated on
/// devices that go.
void configureDevices(const std::vector<DeviceOptions>& devices, bool peers = true);

/// Names of the kernels launched since the last call, in order; those inside graphs count at every graph
/// launch.
std::vector<std::string> takeLaunches();
uint64_t allocatedBytes();  ///< on all devices
uint64_t allocatedBytes(int device);
/// Host calls that put work on a stream since the last configureDevice: one for a whole graph.
uint64_t submissions();

}  // namespace hearth::emulator
