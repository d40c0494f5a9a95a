#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/// Device functions that the CUDA backend needs. Two implementations: device_cuda.cpp on the CUDA runtime,
/// and the emulator's in tests/emulator, so that everything above this header runs and is tested without a
/// GPU.
///
/// Of several devices one is selected for each thread: what is allocated, streams and events are of that one.
/// Work on a stream selects the stream's device.
///
/// Work on one stream runs in order; copies and kernels are asynchronous, and only synchronize() and waiting
/// on an event promise that they are done. Host memory given to a copy must stay as it is until then.
/// Failures throw hearth::Error(Device | OutOfMemory) with a sentence for people.
namespace hearth::cuda {

using StreamHandle = struct StreamTag*;
using EventHandle = struct EventTag*;
using GraphHandle = struct GraphTag*;

/// Blocks of a launch.
struct Grid {
    unsigned x = 1, y = 1, z = 1;
};

/// A device as people and the launchers see it.
struct DeviceProperties {
    std::string name;
    int major = 0, minor = 0;  ///< compute capability
    int multiprocessors = 0;
    uint64_t totalBytes = 0;
    uint64_t sharedBytesPerBlock = 0;           ///< the most a kernel may ask for
    int runtimeVersion = 0, driverVersion = 0;  ///< 13000 is 13.0
    std::string busId;
    double memoryBytesPerS = 0;  ///< at most, as the driver states; 0: it does not
};

struct MemoryInfo {
    uint64_t freeBytes = 0, totalBytes = 0;
};

/// Every usable device, or Error(Device) saying why there is none: no driver, a driver too old, no device.
std::vector<DeviceProperties> devices();
/// Selects a device for the calling thread for the first time. Throws Error(Device) also when it is too old.
void selectDevice(int index);
/// Selects one that was selected before; costs next to nothing when it is.
void useDevice(int index);
void useDeviceOf(StreamHandle stream);
int deviceOf(StreamHandle stream);
/// Lets kernels of the selected device read the memory of `other`, what is allocated later included. False:
/// the two have no way to each other but through the host.
bool openPeer(int other);
MemoryInfo memoryInfo();

/// Aligned to 256 bytes, contents undefined. Error(OutOfMemory) says how much was asked for and how much is
/// free.
void* allocateDevice(size_t bytes);
/// Bytes to allocate when `bytes` are needed now and perhaps more later. On a GPU a power of two, so that
/// memory is rarely reallocated; in the emulator exactly `bytes`, so that an access after the needed bytes is
/// noticed.
size_t growingSize(size_t bytes);
void releaseDevice(void* memory) noexcept;

/// Memory that grows (CUDA driver API, virtual memory management): addresses are reserved, and memory is
/// mapped to them later, in multiples of this number of bytes; 0: this device does not support it.
size_t mappingStep();
/// A multiple of mappingStep(). No memory is mapped to the addresses; mapped memory must be unmapped before
/// they are released.
void* reserveAddresses(size_t bytes);
void releaseAddresses(void* addresses, size_t bytes) noexcept;
/// Maps memory to reserved addresses, both multiples of mappingStep(), contents undefined; from the first
/// address on without gaps. False: there is too little, and nothing has changed.
bool mapMemory(void* at, size_t bytes);
/// Takes away what one call of mapMemory() put there, the last one first; waits for work that may use it.
void unmapMemory(void* at, size_t bytes) noexcept;

/// Host memory that copies can reach without a detour.
void* allocatePinned(size_t bytes);
void releasePinned(void* memory) noexcept;

StreamHandle createStream();
void destroyStream(StreamHandle stream) noexcept;
void copyToDevice(void* to, const void* from, size_t bytes, StreamHandle stream);
void copyToHost(void* to, const void* from, size_t bytes, StreamHandle stream);
void copyOnDevice(void* to, const void* from, size_t bytes, StreamHandle stream);
/// Copies from another device to the one of the stream, through the host if there is no other way. The writer
/// of `from` has to be waited for with an event.
void copyBetween(void* to, const void* from, int fromDevice, size_t bytes, StreamHandle stream);
void fillDevice(void* to, uint8_t value, size_t bytes, StreamHandle stream);
void synchronize(StreamHandle stream);

EventHandle createEvent();
void destroyEvent(EventHandle event) noexcept;
void recordEvent(EventHandle event, StreamHandle stream);
void waitEvent(EventHandle event);  ///< the host waits
void streamWaitEvent(StreamHandle stream, EventHandle event);
float elapsedMs(EventHandle from, EventHandle to);  ///< both recorded and passed

/// Between the two calls, work on the stream is recorded instead of done; the result can be launched again
/// and again.
void beginCapture(StreamHandle stream);
GraphHandle endCapture(StreamHandle stream);
void launchGraph(GraphHandle graph, StreamHandle stream);
void destroyGraph(GraphHandle graph) noexcept;

/// Owns device memory.
class DeviceMemory {
public:
    DeviceMemory() = default;
    explicit DeviceMemory(size_t bytes) : m_data(bytes ? allocateDevice(bytes) : nullptr), m_bytes(bytes) {}
    DeviceMemory(DeviceMemory&& other) noexcept
        : m_data(std::exchange(other.m_data, nullptr)), m_bytes(std::exchange(other.m_bytes, 0)) {}
    DeviceMemory& operator=(DeviceMemory&& other) noexcept {
        std::swap(m_data, other.m_data);
        std::swap(m_bytes, other.m_bytes);
        return *this;
    }
    ~DeviceMemory() {
        if (m_data) releaseDevice(m_data);
    }
    std::byte* data() const noexcept { return static_cast<std::byte*>(m_data); }
    template <class T>
    T* as() const noexcept {
        return static_cast<T*>(m_data);
    }
    size_t size() const noexcept { return m_bytes; }
    explicit operator bool() const noexcept { return m_data != nullptr; }

private:
    void* m_data = nullptr;
    size_t m_bytes = 0;
};

/// Owns pinned host memory.
class PinnedMemory {
public:
    PinnedMemory() = default;
    explicit PinnedMemory(size_t bytes) : m_data(bytes ? allocatePinned(bytes) : nullptr), m_bytes(bytes) {}
    PinnedMemory(PinnedMemory&& other) noexcept
        : m_data(std::exchange(other.m_data, nullptr)), m_bytes(std::exchange(other.m_bytes, 0)) {}
    PinnedMemory& operator=(PinnedMemory&& other) noexcept {
        std::swap(m_data, other.m_data);
        std::swap(m_bytes, other.m_bytes);
        return *this;
    }
    ~PinnedMemory() {
        if (m_data) releasePinned(m_data);
    }
    std::byte* data() const noexcept { return static_cast<std::byte*>(m_data); }
    size_t size() const noexcept { return m_bytes; }

private:
    void* m_data = nullptr;
    size_t m_bytes = 0;
};

/// Owns a stream of the selected device.
struct StreamOwner {
    StreamOwner() = default;
    StreamOwner(const StreamOwner&) = delete;
    StreamOwner& operator=(const StreamOwner&) = delete;
    ~StreamOwner() { destroyStream(handle); }
    StreamHandle handle = createStream();
};

/// Owns an event of the selected device.
struct EventOwner {
    EventOwner() = default;
    EventOwner(EventOwner&& other) noexcept : handle(std::exchange(other.handle, nullptr)) {}
    EventOwner& operator=(EventOwner&&) = delete;
    ~EventOwner() {
        if (handle) destroyEvent(handle);
    }
    EventHandle handle = createEvent();
};

}  // namespace hearth::cuda
