#pragma once

#include <cstddef>
#include <cstdint>

#include "emulator/fault.h"

namespace hearth::emulator {

/// Operations that a warp executes together.
enum class Collective : uint8_t { Barrier, Shuffle, Ballot, MmaS8, MmaS8Half, MmaF16, MmaBf16, Matrices };
constexpr size_t collectives = 8;

/// Arithmetic that kernels call by name; plain operators are not included.
enum class Operation : uint8_t { Dot4, FusedMultiplyAdd, Conversion, Special, SelectBytes };
constexpr size_t operations = 5;

struct LaunchShape {
    const char* name = "";
    const void* kernel = nullptr;  ///< its code
    unsigned gridX = 1, gridY = 1, gridZ = 1, threads = 0;
    size_t dynamicSharedBytes = 0;
};

/// Receiver of all events on the emulated device: the access checker, or the meter. Without one the emulator
/// only runs.
class Observer {
public:
    virtual ~Observer() = default;
    virtual void allocated(const void* memory, size_t bytes, int device) = 0;
    /// The memory at this address now has this many bytes.
    virtual void resized(const void* memory, size_t bytes, int device) = 0;
    virtual void released(const void* memory, size_t bytes) = 0;
    virtual void hostWrote(const void* memory, size_t bytes) = 0;  ///< a copy or fill, between kernels
    virtual void hostReads(const void* memory, size_t bytes) = 0;
    /// The next launch reaches the memory of the devices whose bits are set.
    virtual void devicesReached(uint32_t devices) = 0;
    virtual void launchShaped(const LaunchShape&) {}  ///< before launchBegins()
    virtual void launchBegins(const void* arguments, size_t argumentBytes) = 0;
    virtual void blockBegins(uint32_t block, unsigned threads) = 0;
    virtual void sharedDeclared(const void* memory, size_t bytes) = 0;
    virtual void launchEnds() = 0;
    virtual void blockSynchronized() = 0;
    virtual void warpSynchronized(unsigned warp) = 0;
    /// All of `members` have arrived, and none has gone on.
    virtual void warpMet(unsigned /*warp*/, Collective, uint32_t /*members*/) {}
    virtual void ticketTaken(const void* counter) = 0;
    virtual void atomicAccess(const void* memory, size_t bytes, const Place& place) = 0;
    virtual void copyIssued(const void* to, const void* from, size_t bytes, bool reads,
                            const Place& place) = 0;
    virtual void copyAwaited(const void* to, size_t bytes) = 0;
    virtual void access(const void* memory, size_t bytes, bool write, const Place& place) = 0;
    // Only of kernels that are compiled for the meter.
    virtual void operation(Operation) {}
    virtual void instructionsReached(const void* /*code*/) {}  ///< a block of them, by the running thread
};

/// nullptr without an observer.
extern Observer* g_observer;
/// True if the kernels of this program were compiled to report every access.
extern const bool g_accessesAreReported;

}  // namespace hearth::emulator
