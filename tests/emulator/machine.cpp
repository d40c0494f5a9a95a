#include "emulator/machine.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

#include "emulator/observer.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(address, bytes) ((void)(address), (void)(bytes))
#define ASAN_UNPOISON_MEMORY_REGION(address, bytes) ((void)(address), (void)(bytes))
#endif

namespace hearth::emulator {

Coordinates g_here;
Observer* g_observer = nullptr;
Machine g_machine;

namespace {

alignas(256) std::byte g_arena[Machine::sharedArenaBytes];

}  // namespace

Machine::Machine() : m_fibers(&Machine::threadMain) {
}

void Machine::configure(const MachineOptions& options) {
    m_options = options;
    m_random.seed(options.seed);
}

bool Machine::isShared(const void* address) const noexcept {
    const auto* at = static_cast<const std::byte*>(address);
    return at >= g_arena && at < g_arena + sharedArenaBytes;
}

std::byte* Machine::dynamicShared() noexcept {
    return g_arena + redZoneBytes;
}

void Machine::run(const char* name, std::array<unsigned, 3> grid, unsigned threads, size_t dynamicSharedBytes,
                  KernelBody& body) {
    if (threads == 0 || threads > 1024 || threads % warpThreads != 0) {
        throw Fault("launch", "", 0,
                    std::string(name) + ": blocks must have 32 to 1024 threads in whole warps");
    }
    if (grid[0] == 0 || grid[1] == 0 || grid[2] == 0 || grid[1] > 65535 || grid[2] > 65535) {
        throw Fault("launch", "", 0, std::string(name) + ": the grid is empty or too large");
    }
    if (dynamicSharedBytes > m_sharedLimit) {
        throw Fault("launch", "", 0, std::string(name) + ": more shared memory than a block may have");
    }
    m_name = name;
    m_body = &body;
    m_faulted = false;
    m_dynamicBytes = dynamicSharedBytes;
    m_shared.clear();
    m_sharedUsed =
        redZoneBytes + (dynamicSharedBytes + redZoneBytes - 1) / redZoneBytes * redZoneBytes + redZoneBytes;
    ASAN_UNPOISON_MEMORY_REGION(g_arena, sharedArenaBytes);
    std::memset(g_arena, undefinedByte, m_sharedUsed);
    ASAN_POISON_MEMORY_REGION(g_arena, sharedArenaBytes);
    ASAN_UNPOISON_MEMORY_REGION(g_arena + redZoneBytes, dynamicSharedBytes);
    m_threads.resize(threads);
    m_warps.assign(threads / warpThreads, {});
    m_fibers.reserve(threads);
    if (g_observer)
        g_observer->launchShaped({name, body.code(), grid[0], grid[1], grid[2], threads, dynamicSharedBytes});
    if (g_observer) g_observer->launchBegins(&body, body.sizeBytes());
    g_here = {0, 0, 0, 0, threads, grid[0], grid[1], grid[2]};
    m_running = true;
    runBlocks();
    m_running = false;
    ASAN_UNPOISON_MEMORY_REGION(g_arena, sharedArenaBytes);
    if (g_observer) g_observer->launchEnds();
    if (!m_faulted) return;
    m_fibers.reset();
    const Place place = m_faultPlace.resolved();
    std::string file = place.file ? place.file : "";
    file = file.substr(file.rfind('/') + 1);
    throw Fault(
        m_faultKind, file, place.line,
        (file.empty() ? std::string() : file + ":" + std::to_string(place.line) + ": ") + m_faultText);
}

void Machine::runBlocks() {
    const uint64_t blocks = uint64_t{g_here.gridX} * g_here.gridY * g_here.gridZ;
    m_partial = m_options.blocksAtMost > 0 && blocks > m_options.blocksAtMost &&
                std::strstr(m_name, m_options.partial) != nullptr;
    const uint64_t count = m_partial ? m_options.blocksAtMost : blocks;
    // In seeded orders the blocks start anywhere and go on in steps that meet each of them once.
    const uint64_t start = m_options.order == Order::Seeded && blocks > 0 ? m_random() % blocks : 0;
    uint64_t stride = 1 + start;
    while (std::gcd(stride, blocks) != 1) ++stride;
    for (uint64_t i = 0; i < count && !m_faulted; ++i) {
        const uint64_t block = m_partial                           ? (i * blocks + blocks / 2) / count
                               : m_options.order == Order::Forward ? i
                               : m_options.order == Order::Reverse ? blocks - 1 - i
                                                                   : (start + i * stride) % blocks;
        g_here.blockX = static_cast<unsigned>(block % g_here.gridX);
        g_here.blockY = static_cast<unsigned>(block / g_here.gridX % g_here.gridY);
        g_here.blockZ = static_cast<unsigned>(block / g_here.gridX / g_here.gridY);
        if (g_observer) g_observer->blockBegins(static_cast<uint32_t>(block), g_here.threads);
        startBlock();
        m_current = pickThread();
        g_here.thread = m_current;
        m_fibers.enter(m_current);
        if (!m_faulted) checkRedZones("a block ended");
    }
    // A whole launch would have left them so.
    for (unsigned* counter : m_tickets) *counter = 0;
    m_tickets.clear();
}

void Machine::startBlock() {
    for (Thread& thread : m_threads) {
        thread.group = 0;
        thread.copies.clear();
    }
    for (Warp& warp : m_warps) {
        warp.runnable = 0xffffffffU;
        warp.done = 0;
        warp.open = 0;
    }
    m_runnableWarps = m_warps.size() == 32 ? 0xffffffffU : (1U << m_warps.size()) - 1;
    m_finished = m_atBarrier = 0;
    // Shared memory is undefined at the start of every block.
    std::memset(g_arena + redZoneBytes, undefinedByte, m_dynamicBytes);
    for (const SharedVariable& variable : m_shared)
        std::memset(g_arena + variable.offset, undefinedByte, variable.bytes);
    if (g_observer) {
        if (m_dynamicBytes) g_observer->sharedDeclared(g_arena + redZoneBytes, m_dynamicBytes);
        for (const SharedVariable& variable : m_shared)
            g_observer->sharedDeclared(g_arena + variable.offset, variable.bytes);
    }
}

void Machine::checkRedZones(const char* when) {
    const auto isClean = [](const std::byte* from, size_t bytes) {
        return std::all_of(from, from + bytes, [](std::byte b) { return b == std::byte{undefinedByte}; });
    };
#if !defined(__SANITIZE_ADDRESS__)
    bool clean =
        isClean(g_arena, redZoneBytes) && isClean(g_arena + redZoneBytes + m_dynamicBytes, redZoneBytes);
    for (const SharedVariable& variable : m_shared) {
        clean = clean && isClean(g_arena + variable.offset + variable.bytes, redZoneBytes);
    }
    if (clean) return;
    m_faulted = true;
    m_faultKind = "shared-bounds";
    m_faultPlace = {};
    m_faultText = std::string("written past a shared variable (seen when ") + when + ") in " + m_name;
#else
    (void)isClean, (void)when;
#endif
}

void* Machine::sharedVariable(const void* tag, size_t bytes, size_t alignment, const Place& place) {
    for (const SharedVariable& variable : m_shared) {
        if (variable.tag == tag) return g_arena + variable.offset;
    }
    const size_t offset = (m_sharedUsed + alignment - 1) / alignment * alignment;
    if (offset + bytes + redZoneBytes > sharedArenaBytes || bytes > size_t{48} << 10U ||
        offset + bytes > m_sharedLimit + (m_shared.size() + 3) * 2 * redZoneBytes) {
        fault("shared-limit", place, "more shared memory than a block may have");
    }
    ASAN_UNPOISON_MEMORY_REGION(g_arena + m_sharedUsed, offset + bytes + redZoneBytes - m_sharedUsed);
    std::memset(g_arena + m_sharedUsed, undefinedByte, offset + bytes + redZoneBytes - m_sharedUsed);
    ASAN_POISON_MEMORY_REGION(g_arena + m_sharedUsed, offset - m_sharedUsed);
    ASAN_POISON_MEMORY_REGION(g_arena + offset + bytes, redZoneBytes);
    m_shared.push_back({tag, offset, bytes});
    m_sharedUsed = offset + bytes + redZoneBytes;
    if (g_observer) g_observer->sharedDeclared(g_arena + offset, bytes);
    return g_arena + offset;
}

void Machine::threadMain(unsigned) {
    for (;;) {
        g_machine.m_body->run();
        g_machine.threadDone();
    }
}

void Machine::threadDone() {
    Thread& thread = m_threads[m_current];
    for (const PendingCopy& copy : thread.copies) {
        fault("async-copy", copy.place, "an asynchronous copy that nobody waited for");
    }
    const uint32_t bit = 1U << (m_current % warpThreads);
    Warp& warp = m_warps[m_current / warpThreads];
    warp.done |= bit;
    warp.runnable &= ~bit;
    if (!warp.runnable) m_runnableWarps &= ~(1U << (m_current / warpThreads));
    for (uint32_t open = warp.open; open; open &= open - 1) {
        const Meeting& meeting = warp.meetings[static_cast<unsigned>(std::countr_zero(open))];
        if (meeting.members & bit) {
            fault("warp", meeting.place, "waits for a thread of its warp that has returned");
        }
    }
    ++m_finished;
    if (m_atBarrier > 0)
        fault("barrier", m_barrierPlace, "a thread returned while others wait at this barrier");
    if (m_finished == m_threads.size()) {
        m_fibers.leave(m_current);
        return;  // the fiber's next block
    }
    yield();
}

unsigned Machine::pickBit(uint32_t mask) {
    if (m_options.order == Order::Forward) return static_cast<unsigned>(std::countr_zero(mask));
    if (m_options.order == Order::Reverse) return 31U - static_cast<unsigned>(std::countl_zero(mask));
    const int turn = static_cast<int>(m_random() & 31U);
    return (static_cast<unsigned>(std::countr_zero(std::rotr(mask, turn))) + static_cast<unsigned>(turn)) &
           31U;
}

unsigned Machine::pickThread() {
    if (!m_runnableWarps) deadlock();
    unsigned warp = m_current / warpThreads;
    // Staying with one warp is cheap for the host's cache; a rare change is enough to show what depends on
    // the order.
    const bool change = m_options.order == Order::Seeded && m_random() % 512 == 0;
    if (change || warp >= m_warps.size() || !m_warps[warp].runnable) warp = pickBit(m_runnableWarps);
    return warp * warpThreads + pickBit(m_warps[warp].runnable);
}

void Machine::yield() {
    const unsigned from = m_current;
    const unsigned to = pickThread();
    if (to == from) return;
    m_current = to;
    g_here.thread = to;
    m_fibers.change(from, to);
}

void Machine::deadlock() {
    for (const Warp& warp : m_warps) {
        if (!warp.open) continue;
        const Meeting& meeting = warp.meetings[static_cast<unsigned>(std::countr_zero(warp.open))];
        fault("warp", meeting.place, "waits for threads of its warp that never come");
    }
    fault("barrier", m_barrierPlace, "waits at a barrier that not every thread of the block reaches");
}

void Machine::blockBarrier(const Place& place) {
    if (m_finished > 0)
        fault("barrier", place, "reaches a barrier although threads of the block have returned");
    if (m_atBarrier == 0) m_barrierPlace = place;
    if (place.line != m_barrierPlace.line)
        fault("barrier", place, "threads of one block wait at different barriers");
    ++m_atBarrier;
    const unsigned warpIndex = m_current / warpThreads;
    Warp& warp = m_warps[warpIndex];
    warp.runnable &= ~(1U << (m_current % warpThreads));
    if (!warp.runnable) m_runnableWarps &= ~(1U << warpIndex);
    if (m_atBarrier == m_threads.size()) {
        m_atBarrier = 0;
        for (Warp& each : m_warps) each.runnable = 0xffffffffU;
        m_runnableWarps = m_warps.size() == 32 ? 0xffffffffU : (1U << m_warps.size()) - 1;
        if (g_observer) g_observer->blockSynchronized();
    }
    yield();
}

void Machine::join(Collective kind, uint32_t members, void* post, Compute compute, const Place& place) {
    const unsigned warpIndex = m_current / warpThreads;
    const unsigned lane = m_current % warpThreads;
    const uint32_t bit = 1U << lane;
    Warp& warp = m_warps[warpIndex];
    if (!(members & bit)) fault("warp", place, "a lane that its own mask does not name");
    if (members & warp.done) fault("warp", place, "the mask names a lane that has returned");
    Meeting* meeting = nullptr;
    for (uint32_t open = warp.open; open; open &= open - 1) {
        Meeting& each = warp.meetings[static_cast<unsigned>(std::countr_zero(open))];
        if (!(each.members & members)) continue;
        if (each.members != members || each.kind != kind || each.place.line != place.line) {
            fault("warp", place, "lanes of one warp meet with different masks or at different places",
                  each.place.line);
        }
        meeting = &each;
    }
    if (!meeting) {
        const auto free = static_cast<unsigned>(std::countr_one(warp.open));
        if (free >= warp.meetings.size()) fault("warp", place, "too many meetings in one warp");
        warp.open |= 1U << free;
        meeting = &warp.meetings[free];
        meeting->kind = kind;
        meeting->members = members;
        meeting->arrived = 0;
        meeting->place = place;
    }
    meeting->posts[lane] = post;
    meeting->arrived |= bit;
    if (meeting->arrived == members) {
        if (compute) compute(meeting->posts.data(), members);
        if (g_observer) g_observer->warpMet(warpIndex, kind, members);
        if (kind == Collective::Barrier && members == 0xffffffffU && g_observer)
            g_observer->warpSynchronized(warpIndex);
        warp.open &= ~(1U << static_cast<unsigned>(meeting - warp.meetings.data()));
        warp.runnable |= members;
        m_runnableWarps |= 1U << warpIndex;
        return;
    }
    warp.runnable &= ~bit;
    if (!warp.runnable) m_runnableWarps &= ~(1U << warpIndex);
    yield();
}

void Machine::land(PendingCopy& copy) {
    if (copy.landed) return;
    copy.landed = true;
    if (copy.valid) {
        std::memcpy(copy.to, copy.from, copy.bytes);
    } else {
        std::memset(copy.to, 0, copy.bytes);
    }
}

void Machine::copyAsync(void* shared, const void* global, size_t bytes, bool valid, const Place& place) {
    if (reinterpret_cast<uintptr_t>(shared) % bytes ||
        (valid && reinterpret_cast<uintptr_t>(global) % bytes)) {
        fault("alignment", place, "an asynchronous copy that is not aligned to its size");
    }
    if (!isShared(shared)) fault("bounds", place, "an asynchronous copy that does not go to shared memory");
    if (g_observer) g_observer->copyIssued(shared, global, bytes, valid, place);
    Thread& thread = m_threads[m_current];
    thread.copies.push_back({shared, global, bytes, thread.group, valid, false, place});
    const bool now = m_options.copies == CopyArrival::AtIssue ||
                     (m_options.copies == CopyArrival::Seeded && (m_random() & 1U));
    if (now) land(thread.copies.back());
}

void Machine::copyCommit() {
    ++m_threads[m_current].group;
}

void Machine::copyWait(unsigned pending) {
    Thread& thread = m_threads[m_current];
    std::erase_if(thread.copies, [&](PendingCopy& copy) {
        // Groups 0 to group-1 are committed; all but the last `pending` of them are complete now.
        if (copy.group + pending >= thread.group) return false;
        land(copy);
        if (g_observer) g_observer->copyAwaited(copy.to, copy.bytes);
        return true;
    });
}

unsigned Machine::ticket(unsigned* counter, unsigned count, const Place& place) {
    if (g_observer) {
        g_observer->atomicAccess(counter, sizeof *counter, place);
        g_observer->ticketTaken(counter);
    }
    if (m_partial) m_tickets.push_back(counter);
    const unsigned number = *counter;
    *counter = number >= count - 1 ? 0 : number + 1;
    return number;
}

int Machine::atomicAdd(int* to, int value, const Place& place) {
    if (g_observer) g_observer->atomicAccess(to, sizeof *to, place);
    const int before = *to;
    *to = before + value;
    return before;
}

std::string Machine::describeThread() const {
    return " (" + std::string(m_name) + ", block " + std::to_string(g_here.blockX) + "," +
           std::to_string(g_here.blockY) + "," + std::to_string(g_here.blockZ) + ", thread " +
           std::to_string(g_here.thread) + ")";
}

void Machine::recordFault(const char* kind, const Place& place, const char* what, unsigned otherLine) {
    m_faulted = true;
    m_faultKind = kind;
    m_faultPlace = place;
    m_faultText = what + (otherLine ? ", the other at line " + std::to_string(otherLine) : std::string()) +
                  describeThread();
}

void Machine::fault(const char* kind, const Place& place, const char* what, unsigned otherLine) {
    recordFault(kind, place, what,
                otherLine);  // a frame of its own, so that nothing on this stack owns memory
    m_fibers.leave(m_current);
    std::abort();  // an abandoned fiber never runs again
}

}  // namespace hearth::emulator
