#include "emulator/device_emulated.h"

#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <set>

#include "backend/backend_errors.h"
#include "backend/cuda/device.h"
#include "emulator/machine.h"
#include "emulator/observer.h"
#include "hearth/error.h"

namespace hearth::cuda {

struct StreamTag {
    explicit StreamTag(int owner) : device(owner) {}
    int device;
    std::list<std::function<void()>> queue;
    bool capturing = false;
    std::vector<std::function<void()>> captured;
};
/// The last recording of an event. A wait refers to the recording at that time, not to later ones.
struct Recording {
    StreamTag* stream = nullptr;
    bool pending = true;
    std::chrono::steady_clock::time_point when;
};
struct EventTag {
    explicit EventTag(int owner) : device(owner) {}
    int device;
    std::shared_ptr<Recording> last;
};
struct GraphTag {
    std::vector<std::function<void()>> work;
};

}  // namespace hearth::cuda

namespace hearth::emulator {
namespace {

constexpr size_t redZone = 256;

struct Allocation {
    size_t bytes = 0;
    int device = 0;
};

struct Device {
    DeviceOptions options;
    uint64_t allocatedBytes = 0;
    int64_t allocationsLeft = -1, launchesLeft = -1;
    uint32_t reached = 1;  ///< devices whose memory its kernels were let into, itself included: a bit each
};

struct State {
    std::vector<Device> devices{1};
    bool peers = true;
    std::map<std::byte*, Allocation> allocations;
    std::map<std::byte*, Allocation> mappings;  ///< reserved addresses: what is behind them by now
    std::set<cuda::StreamTag*> streams;
    std::vector<std::string> launches;
    uint64_t submissions = 0;
};

State& state() {
    static State value;
    return value;
}

/// Of the calling thread.
// Aligned as what follows it, or mold 1.10 may begin the segment that is protected after relocation on the
// page before, which is not there: such a program does not start.
alignas(void*) thread_local int g_device = 0;

Device& deviceOf(int number) {
    return state().devices.at(static_cast<size_t>(number));
}
Device& current() {
    return deviceOf(g_device);
}

void runOne(cuda::StreamTag& stream) {
    const auto work = std::move(stream.queue.front());
    stream.queue.pop_front();
    work();
}

void drain(cuda::StreamTag& stream) {
    while (!stream.queue.empty()) runOne(stream);
}

void submit(cuda::StreamTag& stream, std::function<void()> work) {
    g_device = stream.device;
    if (stream.capturing) {
        stream.captured.push_back(std::move(work));
        return;
    }
    ++state().submissions;
    stream.queue.push_back(std::move(work));
    if (!state().devices.front().options.lazyStreams) drain(stream);
}

/// As what gives memory back on a GPU does.
void drainAll() noexcept {
    for (cuda::StreamTag* stream : state().streams) {
        try {
            drain(*stream);
        } catch (const std::exception&) {
            stream->queue.clear();
        }
    }
}

/// True if the selected device has this many bytes left. Counts as one allocation.
bool hasRoomFor(size_t bytes) {
    Device& d = current();
    const bool refused = d.allocationsLeft == 0 || bytes > d.options.memoryBytes - d.allocatedBytes;
    if (d.allocationsLeft > 0) --d.allocationsLeft;
    return !refused;
}

/// A device that is lost says so at every call that has an answer.
void checkAlive(int device) {
    if (deviceOf(device).launchesLeft != 0) return;
    if (state().devices.size() > 1)
        throw Error(errors::oneGpuStopped, {"Emulated device", device, "unspecified launch failure"});
    throw Error(errors::gpuStopped, {"unspecified launch failure"});
}

size_t sharedBytesPerBlock(const DeviceOptions& options) {
    if (options.sharedBytesPerBlock) return options.sharedBytesPerBlock;
    return options.major < 8 ? 64U << 10U : 99U << 10U;
}

}  // namespace

void configureDevices(const std::vector<DeviceOptions>& devices, bool peers) {
    State& s = state();
    s.devices.resize(devices.size());
    for (size_t i = 0; i < devices.size(); ++i) {
        Device& device = s.devices[i];
        device.options = devices[i];
        device.allocationsLeft = devices[i].allocationsBeforeFailure;
        device.launchesLeft = devices[i].launchesBeforeLoss;
        device.reached = 1U << i;
    }
    g_device = 0;
    s.peers = peers;
    s.launches.clear();
    s.submissions = 0;
}

void configureDevice(const DeviceOptions& options) {
    configureDevices({options});
}

std::vector<std::string> takeLaunches() {
    return std::exchange(state().launches, {});
}
uint64_t allocatedBytes() {
    uint64_t bytes = 0;
    for (const Device& device : state().devices) bytes += device.allocatedBytes;
    return bytes;
}
uint64_t allocatedBytes(int device) {
    return deviceOf(device).allocatedBytes;
}
uint64_t submissions() {
    return state().submissions;
}

void queueKernel(const char* name, cuda::Grid grid, unsigned threads, size_t sharedBytes,
                 cuda::StreamHandle stream, std::shared_ptr<KernelBody> body) {
    submit(*stream, [=, device = stream->device] {
        checkAlive(device);
        Device& d = deviceOf(device);
        if (d.launchesLeft > 0) --d.launchesLeft;
        state().launches.emplace_back(name);
        g_machine.setSharedLimit(sharedBytesPerBlock(d.options));
        if (g_observer) g_observer->devicesReached(d.reached);
        g_machine.run(name, {grid.x, grid.y, grid.z}, threads, sharedBytes, *body);
    });
}

}  // namespace hearth::emulator

namespace hearth::cuda {

using emulator::state;

std::vector<DeviceProperties> devices() {
    const auto& all = state().devices;
    if (!all.front().options.absence.empty()) throw Error(ErrorCode::Device, all.front().options.absence);
    std::vector<DeviceProperties> found;
    for (size_t i = 0; i < all.size(); ++i) {
        const emulator::DeviceOptions& options = all[i].options;
        DeviceProperties properties;
        properties.name = "Emulated device";
        properties.major = options.major;
        properties.minor = options.minor;
        properties.multiprocessors = options.multiprocessors;
        properties.totalBytes = options.memoryBytes;
        properties.memoryBytesPerS = options.bytesPerS;
        properties.sharedBytesPerBlock = emulator::sharedBytesPerBlock(options);
        properties.runtimeVersion = properties.driverVersion = 13000;
        properties.busId = "0000:0" + std::to_string(i) + ":00.0";
        found.push_back(properties);
    }
    return found;
}

void selectDevice(int index) {
    useDevice(index);
    emulator::checkAlive(index);
}

void useDevice(int index) {
    if (static_cast<size_t>(index) >= state().devices.size())
        throw Error(errors::gpuFault, {"invalid device ordinal"});
    emulator::g_device = index;
}

void useDeviceOf(StreamHandle stream) {
    useDevice(stream->device);
}

int deviceOf(StreamHandle stream) {
    return stream->device;
}

bool openPeer(int other) {
    emulator::checkAlive(emulator::g_device);
    if (!state().peers) return false;
    emulator::current().reached |= 1U << static_cast<unsigned>(other);
    return true;
}

MemoryInfo memoryInfo() {
    emulator::checkAlive(emulator::g_device);
    const emulator::Device& d = emulator::current();
    return {d.options.memoryBytes - std::min(d.allocatedBytes, d.options.memoryBytes), d.options.memoryBytes};
}

void* allocateDevice(size_t bytes) {
    emulator::checkAlive(emulator::g_device);
    if (!emulator::hasRoomFor(bytes)) {
        const auto mib = [](uint64_t size) { return std::to_string((size + 0xfffffU) >> 20U) + " MiB"; };
        throw Error(errors::gpuOutOfMemory,
                    {mib(bytes) + " asked for, " + mib(memoryInfo().freeBytes) + " free"});
    }
    const size_t padded = (bytes + 255) / 256 * 256 + 2 * emulator::redZone;
#if defined(__SANITIZE_ADDRESS__)
    auto* data = static_cast<std::byte*>(std::aligned_alloc(256, (bytes + 255) / 256 * 256));
    std::memset(data, emulator::current().options.unwritten, bytes);
    (void)padded;
#else
    auto* data = static_cast<std::byte*>(std::aligned_alloc(256, padded));
    std::memset(data, emulator::undefinedByte, padded);
    data += emulator::redZone;
    std::memset(data, emulator::current().options.unwritten, bytes);
#endif
    state().allocations[data] = {bytes, emulator::g_device};
    emulator::current().allocatedBytes += bytes;
    if (emulator::g_observer) emulator::g_observer->allocated(data, bytes, emulator::g_device);
    return data;
}

size_t growingSize(size_t bytes) {
    return bytes;
}

void releaseDevice(void* memory) noexcept {
    auto& s = state();
    emulator::drainAll();
    const auto found = s.allocations.find(static_cast<std::byte*>(memory));
    if (found == s.allocations.end()) std::abort();
    auto* data = found->first;
    const size_t bytes = found->second.bytes;
    if (emulator::g_observer) emulator::g_observer->released(data, bytes);
    emulator::deviceOf(found->second.device).allocatedBytes -= bytes;
    s.allocations.erase(found);
#if !defined(__SANITIZE_ADDRESS__)
    for (size_t i = 0; i < emulator::redZone; ++i) {
        if (data[bytes + i] != std::byte{emulator::undefinedByte} ||
            data[i - emulator::redZone] != std::byte{emulator::undefinedByte}) {
            std::abort();  // written past an allocation: checked runs say where
        }
    }
    data -= emulator::redZone;
#endif
    std::free(data);
}

size_t mappingStep() {
    return emulator::current().options.mappingStep;
}

void* reserveAddresses(size_t bytes) {
    void* addresses = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (addresses == MAP_FAILED) throw Error(errors::gpuFault, {"no addresses are left"});
    state().mappings[static_cast<std::byte*>(addresses)] = {0, emulator::g_device};
    return addresses;
}

void releaseAddresses(void* addresses, size_t bytes) noexcept {
    const auto found = state().mappings.find(static_cast<std::byte*>(addresses));
    if (found == state().mappings.end() || found->second.bytes != 0) std::abort();
    state().mappings.erase(found);
    munmap(addresses, bytes);
}

bool mapMemory(void* at, size_t bytes) {
    emulator::checkAlive(emulator::g_device);
    if (!emulator::hasRoomFor(bytes)) return false;
    auto& [start, range] = *std::prev(state().mappings.upper_bound(static_cast<std::byte*>(at)));
    if (range.device != emulator::g_device)
        throw emulator::Fault("device", "", 0, "memory of one device is put behind addresses of another");
    if (start + range.bytes != at || mprotect(at, bytes, PROT_READ | PROT_WRITE) != 0) std::abort();
    std::memset(at, emulator::current().options.unwritten, bytes);
    range.bytes += bytes;
    emulator::current().allocatedBytes += bytes;
    if (emulator::g_observer) emulator::g_observer->resized(start, range.bytes, range.device);
    return true;
}

void unmapMemory(void* at, size_t bytes) noexcept {
    emulator::drainAll();
    auto& [start, range] = *std::prev(state().mappings.upper_bound(static_cast<std::byte*>(at)));
    if (start + range.bytes != static_cast<std::byte*>(at) + bytes) std::abort();
    range.bytes -= bytes;
    emulator::deviceOf(range.device).allocatedBytes -= bytes;
    mprotect(at, bytes, PROT_NONE);
    if (!emulator::g_observer) return;
    if (range.bytes == 0)
        emulator::g_observer->released(start, bytes);
    else
        emulator::g_observer->resized(start, range.bytes, range.device);
}

void* allocatePinned(size_t bytes) {
    void* memory = std::malloc(bytes);
    std::memset(memory, emulator::undefinedByte, bytes);
    return memory;
}
void releasePinned(void* memory) noexcept {
    std::free(memory);
}

StreamHandle createStream() {
    emulator::checkAlive(emulator::g_device);
    return *state().streams.insert(new StreamTag(emulator::g_device)).first;
}
void destroyStream(StreamHandle stream) noexcept {
    state().streams.erase(stream);
    delete stream;
}

void copyToDevice(void* to, const void* from, size_t bytes, StreamHandle stream) {
    emulator::checkAlive(stream->device);
    emulator::submit(*stream, [=] {
        if (emulator::g_observer) emulator::g_observer->hostWrote(to, bytes);
        std::memcpy(to, from, bytes);
    });
}
void copyToHost(void* to, const void* from, size_t bytes, StreamHandle stream) {
    emulator::checkAlive(stream->device);
    emulator::submit(*stream, [=] {
        if (emulator::g_observer) emulator::g_observer->hostReads(from, bytes);
        std::memcpy(to, from, bytes);
    });
}
void copyOnDevice(void* to, const void* from, size_t bytes, StreamHandle stream) {
    emulator::checkAlive(stream->device);
    emulator::submit(*stream, [=] {
        if (emulator::g_observer) emulator::g_observer->hostWrote(to, bytes);
        std::memmove(to, from, bytes);
    });
}
void copyBetween(void* to, const void* from, int fromDevice, size_t bytes, StreamHandle stream) {
    emulator::checkAlive(fromDevice);
    copyOnDevice(to, from, bytes, stream);
}
void fillDevice(void* to, uint8_t value, size_t bytes, StreamHandle stream) {
    emulator::checkAlive(stream->device);
    emulator::submit(*stream, [=] {
        if (emulator::g_observer) emulator::g_observer->hostWrote(to, bytes);
        std::memset(to, value, bytes);
    });
}
void synchronize(StreamHandle stream) {
    emulator::checkAlive(stream->device);
    emulator::drain(*stream);
}

EventHandle createEvent() {
    return new EventTag(emulator::g_device);
}
void destroyEvent(EventHandle event) noexcept {
    delete event;
}
void recordEvent(EventHandle event, StreamHandle stream) {
    if (event->device != stream->device)
        throw emulator::Fault("device", "", 0, "an event of one device is recorded on a stream of another");
    event->last = std::make_shared<Recording>();
    event->last->stream = stream;
    emulator::submit(*stream, [recording = event->last] {
        recording->pending = false;
        recording->when = std::chrono::steady_clock::now();
    });
}
namespace {
void waitFor(const std::shared_ptr<Recording>& recording) {
    while (recording && recording->pending && !recording->stream->queue.empty())
        emulator::runOne(*recording->stream);
}
}  // namespace
void waitEvent(EventHandle event) {
    waitFor(event->last);
}
void streamWaitEvent(StreamHandle stream, EventHandle event) {
    emulator::submit(*stream, [recording = event->last] { waitFor(recording); });
}
float elapsedMs(EventHandle from, EventHandle to) {
    return std::chrono::duration<float, std::milli>(to->last->when - from->last->when).count();
}

void beginCapture(StreamHandle stream) {
    stream->capturing = true;
    stream->captured.clear();
}
GraphHandle endCapture(StreamHandle stream) {
    stream->capturing = false;
    return new GraphTag{std::exchange(stream->captured, {})};
}
void launchGraph(GraphHandle graph, StreamHandle stream) {
    emulator::submit(*stream, [work = graph->work] {
        for (const auto& one : work) one();
    });
}
void destroyGraph(GraphHandle graph) noexcept {
    delete graph;
}

}  // namespace hearth::cuda
