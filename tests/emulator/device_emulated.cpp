#include "emulator/device_emulated.h"

#include <sys/mman.h>

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
    std::list<std::function<void()>> queue;
    bool capturing = false;
    std::vector<std::function<void()>> captured;
};
struct EventTag {
    StreamTag* stream = nullptr;
    bool pending = false;
    std::chrono::steady_clock::time_point when;
};
struct GraphTag {
    std::vector<std::function<void()>> work;
};

}  // namespace hearth::cuda

namespace hearth::emulator {
namespace {

constexpr size_t redZone = 256;

struct State {
    DeviceOptions options;
    std::map<std::byte*, size_t> allocations;
    std::map<std::byte*, size_t> mappings;  ///< reserved addresses: what is behind them by now
    std::set<cuda::StreamTag*> streams;
    std::vector<std::string> launches;
    uint64_t allocatedBytes = 0, submissions = 0;
    int64_t allocationsLeft = -1, launchesLeft = -1;
};

State& state() {
    static State value;
    return value;
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
    if (stream.capturing) {
        stream.captured.push_back(std::move(work));
        return;
    }
    ++state().submissions;
    stream.queue.push_back(std::move(work));
    if (!state().options.lazyStreams) drain(stream);
}

/// As what gives memory back on a card does.
void drainAll() noexcept {
    for (cuda::StreamTag* stream : state().streams) {
        try {
            drain(*stream);
        } catch (const std::exception&) {
            stream->queue.clear();
        }
    }
}

/// Whether the device has so much left, of which one allocation takes note.
bool hasRoomFor(size_t bytes) {
    State& s = state();
    const bool refused = s.allocationsLeft == 0 || bytes > s.options.memoryBytes - s.allocatedBytes;
    if (s.allocationsLeft > 0) --s.allocationsLeft;
    return !refused;
}

void checkAlive() {
    if (state().launchesLeft == 0) throw Error(errors::cardStopped, {"unspecified launch failure"});
}

}  // namespace

void configureDevice(const DeviceOptions& options) {
    state().options = options;
    state().allocationsLeft = options.allocationsBeforeFailure;
    state().launchesLeft = options.launchesBeforeLoss;
    state().launches.clear();
    state().submissions = 0;
}

std::vector<std::string> takeLaunches() {
    return std::exchange(state().launches, {});
}
uint64_t allocatedBytes() {
    return state().allocatedBytes;
}
uint64_t submissions() {
    return state().submissions;
}

void queueKernel(const char* name, cuda::Grid grid, unsigned threads, size_t sharedBytes,
                 cuda::StreamHandle stream, std::shared_ptr<KernelBody> body) {
    submit(*stream, [=] {
        checkAlive();
        if (state().launchesLeft > 0) --state().launchesLeft;
        state().launches.emplace_back(name);
        g_machine.run(name, {grid.x, grid.y, grid.z}, threads, sharedBytes, *body);
    });
}

}  // namespace hearth::emulator

namespace hearth::cuda {

using emulator::state;

std::vector<DeviceProperties> devices() {
    if (!state().options.absence.empty()) throw Error(ErrorCode::Device, state().options.absence);
    DeviceProperties properties;
    properties.name = "Emulated device";
    properties.major = state().options.major;
    properties.minor = state().options.minor;
    properties.multiprocessors = state().options.multiprocessors;
    properties.totalBytes = state().options.memoryBytes;
    properties.sharedBytesPerBlock = properties.major < 8 ? 64U << 10U : 99U << 10U;
    properties.runtimeVersion = properties.driverVersion = 13000;
    properties.busId = "0000:00:00.0";
    return {properties};
}

void selectDevice(int) {
    emulator::g_machine.setSharedLimit(devices().front().sharedBytesPerBlock);
}

MemoryInfo memoryInfo() {
    return {state().options.memoryBytes - std::min(state().allocatedBytes, state().options.memoryBytes),
            state().options.memoryBytes};
}

void* allocateDevice(size_t bytes) {
    auto& s = state();
    if (!emulator::hasRoomFor(bytes)) {
        const auto mib = [](uint64_t size) { return std::to_string((size + 0xfffffU) >> 20U) + " MiB"; };
        throw Error(errors::cardOutOfMemory,
                    {mib(bytes) + " asked for, " + mib(memoryInfo().freeBytes) + " free"});
    }
    const size_t padded = (bytes + 255) / 256 * 256 + 2 * emulator::redZone;
#if defined(__SANITIZE_ADDRESS__)
    auto* data = static_cast<std::byte*>(std::aligned_alloc(256, (bytes + 255) / 256 * 256));
    std::memset(data, emulator::undefinedByte, bytes);
    (void)padded;
#else
    auto* data = static_cast<std::byte*>(std::aligned_alloc(256, padded));
    std::memset(data, emulator::undefinedByte, padded);
    data += emulator::redZone;
#endif
    s.allocations[data] = bytes;
    s.allocatedBytes += bytes;
    if (emulator::g_observer) emulator::g_observer->allocated(data, bytes);
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
    const size_t bytes = found->second;
    if (emulator::g_observer) emulator::g_observer->released(data, bytes);
    s.allocatedBytes -= bytes;
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
    return state().options.mappingStep;
}

void* reserveAddresses(size_t bytes) {
    void* addresses = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (addresses == MAP_FAILED) throw Error(errors::cardFault, {"no addresses are left"});
    state().mappings[static_cast<std::byte*>(addresses)] = 0;
    return addresses;
}

void releaseAddresses(void* addresses, size_t bytes) noexcept {
    const auto found = state().mappings.find(static_cast<std::byte*>(addresses));
    if (found == state().mappings.end() || found->second != 0) std::abort();
    state().mappings.erase(found);
    munmap(addresses, bytes);
}

bool mapMemory(void* at, size_t bytes) {
    auto& s = state();
    if (!emulator::hasRoomFor(bytes)) return false;
    const auto range = std::prev(s.mappings.upper_bound(static_cast<std::byte*>(at)));
    if (range->first + range->second != at || mprotect(at, bytes, PROT_READ | PROT_WRITE) != 0) std::abort();
    std::memset(at, emulator::undefinedByte, bytes);
    range->second += bytes;
    s.allocatedBytes += bytes;
    if (emulator::g_observer) emulator::g_observer->resized(range->first, range->second);
    return true;
}

void unmapMemory(void* at, size_t bytes) noexcept {
    emulator::drainAll();
    auto& s = state();
    const auto range = std::prev(s.mappings.upper_bound(static_cast<std::byte*>(at)));
    if (range->first + range->second != static_cast<std::byte*>(at) + bytes) std::abort();
    range->second -= bytes;
    s.allocatedBytes -= bytes;
    mprotect(at, bytes, PROT_NONE);
    if (!emulator::g_observer) return;
    if (range->second == 0)
        emulator::g_observer->released(range->first, bytes);
    else
        emulator::g_observer->resized(range->first, range->second);
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
    return *state().streams.insert(new StreamTag).first;
}
void destroyStream(StreamHandle stream) noexcept {
    state().streams.erase(stream);
    delete stream;
}

void copyToDevice(void* to, const void* from, size_t bytes, StreamHandle stream) {
    emulator::checkAlive();
    emulator::submit(*stream, [=] {
        if (emulator::g_observer) emulator::g_observer->hostWrote(to, bytes);
        std::memcpy(to, from, bytes);
    });
}
void copyToHost(void* to, const void* from, size_t bytes, StreamHandle stream) {
    emulator::checkAlive();
    emulator::submit(*stream, [=] {
        if (emulator::g_observer) emulator::g_observer->hostReads(from, bytes);
        std::memcpy(to, from, bytes);
    });
}
void copyOnDevice(void* to, const void* from, size_t bytes, StreamHandle stream) {
    emulator::submit(*stream, [=] {
        if (emulator::g_observer) emulator::g_observer->hostWrote(to, bytes);
        std::memmove(to, from, bytes);
    });
}
void fillDevice(void* to, uint8_t value, size_t bytes, StreamHandle stream) {
    emulator::submit(*stream, [=] {
        if (emulator::g_observer) emulator::g_observer->hostWrote(to, bytes);
        std::memset(to, value, bytes);
    });
}
void synchronize(StreamHandle stream) {
    emulator::checkAlive();
    emulator::drain(*stream);
}

EventHandle createEvent() {
    return new EventTag;
}
void destroyEvent(EventHandle event) noexcept {
    delete event;
}
void recordEvent(EventHandle event, StreamHandle stream) {
    event->stream = stream;
    event->pending = true;
    emulator::submit(*stream, [=] {
        event->pending = false;
        event->when = std::chrono::steady_clock::now();
    });
}
void waitEvent(EventHandle event) {
    while (event->pending && event->stream && !event->stream->queue.empty()) emulator::runOne(*event->stream);
}
void streamWaitEvent(StreamHandle stream, EventHandle event) {
    emulator::submit(*stream, [=] { waitEvent(event); });
}
float elapsedMs(EventHandle from, EventHandle to) {
    return std::chrono::duration<float, std::milli>(to->when - from->when).count();
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
