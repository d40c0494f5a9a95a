#pragma once

#include <cstddef>
#include <cstdint>

#include "emulator/fault.h"

namespace hearth::emulator {

/// Who hears of everything that happens on the emulated device: the access checker. Without one the emulator
/// only runs.
class Observer {
public:
    virtual ~Observer() = default;
    virtual void allocated(const void* memory, size_t bytes, int device) = 0;
    /// Memory that begins there, or begins to, has so many bytes now.
    virtual void resized(const void* memory, size_t bytes, int device) = 0;
    virtual void released(const void* memory, size_t bytes) = 0;
    virtual void hostWrote(const void* memory, size_t bytes) = 0;  ///< a copy or fill, between kernels
    virtual void hostReads(const void* memory, size_t bytes) = 0;
    /// What is launched next reaches the memory of the devices whose bits are set.
    virtual void devicesReached(uint32_t devices) = 0;
    virtual void launchBegins(const void* arguments, size_t argumentBytes) = 0;
    virtual void blockBegins(uint32_t block, unsigned threads) = 0;
    virtual void sharedDeclared(const void* memory, size_t bytes) = 0;
    virtual void launchEnds() = 0;
    virtual void blockSynchronized() = 0;
    virtual void warpSynchronized(unsigned warp) = 0;
    virtual void ticketTaken(const void* counter) = 0;
    virtual void atomicAccess(const void* memory, size_t bytes, const Place& place) = 0;
    virtual void copyIssued(const void* to, const void* from, size_t bytes, bool reads,
                            const Place& place) = 0;
    virtual void copyAwaited(const void* to, size_t bytes) = 0;
    virtual void access(const void* memory, size_t bytes, bool write, const Place& place) = 0;
};

/// nullptr when nobody listens.
extern Observer* g_observer;
/// Whether the kernels of this program were compiled to report every access.
extern const bool g_accessesAreReported;

}  // namespace hearth::emulator
