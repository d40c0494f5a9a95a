#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <source_location>
#include <string>
#include <vector>

#include "emulator/fault.h"
#include "emulator/fiber.h"
#include "emulator/observer.h"

namespace hearth::emulator {

/// Byte in memory that was never written: every float formed from it is NaN.
constexpr int undefinedByte = 0xff;

/// Order in which the threads of a block run. Correct kernels give the same result in each.
enum class Order { Forward, Reverse, Seeded };
/// Time at which the bytes of an asynchronous copy arrive.
enum class CopyArrival { AtIssue, AtWait, Seeded };

struct MachineOptions {
    Order order = Order::Forward;
    CopyArrival copies = CopyArrival::AtIssue;
    uint64_t seed = 1;
    /// Number of blocks of larger grids that run, evenly spread. The results are then invalid: for the meter.
    /// 0: all run.
    uint64_t blocksAtMost = 0;
    /// Only for kernels whose names contain this.
    const char* partial = "";
};

/// A number at every switch between threads: it has to be quick more than good (SplitMix64).
class SwitchRandom {
public:
    void seed(uint64_t seed) noexcept { m_state = seed; }
    uint64_t operator()() noexcept {
        uint64_t mixed = m_state += 0x9e3779b97f4a7c15ULL;
        mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9ULL;
        mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebULL;
        return mixed ^ (mixed >> 31U);
    }

private:
    uint64_t m_state = 1;
};

/// Coordinates of the running thread. One host thread runs everything, so these are plain variables.
struct Coordinates {
    unsigned thread = 0, blockX = 0, blockY = 0, blockZ = 0, threads = 0, gridX = 1, gridY = 1, gridZ = 1;
};
extern Coordinates g_here;

/// The body of a launch: a kernel with its arguments.
class KernelBody {
public:
    virtual ~KernelBody() = default;
    virtual void run() = 0;
    virtual size_t sizeBytes() const = 0;
    virtual const void* code() const = 0;  ///< of the kernel
};

/// Runs kernels: block after block, each thread of a block a fiber, switching only where a thread has to wait
/// for others.
class Machine {
public:
    static constexpr unsigned warpThreads = 32;
    static constexpr size_t sharedArenaBytes = size_t{256} << 10U;
    static constexpr size_t redZoneBytes = 64;
    using Collective = emulator::Collective;
    using Compute = void (*)(void* const* posts, uint32_t members);

    Machine();
    void configure(const MachineOptions& options);
    const MachineOptions& options() const noexcept { return m_options; }
    void setSharedLimit(size_t bytes) noexcept { m_sharedLimit = bytes; }

    /// Throws Fault.
    void run(const char* name, std::array<unsigned, 3> grid, unsigned threads, size_t dynamicSharedBytes,
             KernelBody& body);

    // Functions that kernels call.
    void* sharedVariable(const void* tag, size_t bytes, size_t alignment, const Place& place);
    std::byte* dynamicShared() noexcept;
    void blockBarrier(const Place& place);
    /// Posts this lane's arguments; the last lane of `members` computes for all. Returns when that is done.
    void join(Collective kind, uint32_t members, void* post, Compute compute, const Place& place);
    void copyAsync(void* shared, const void* global, size_t bytes, bool valid, const Place& place);
    void copyCommit();
    void copyWait(unsigned pending);
    unsigned ticket(unsigned* counter, unsigned count, const Place& place);
    int atomicAdd(int* to, int value, const Place& place);
    /// Ends the launch: what run() throws.
    [[noreturn]] void fault(const char* kind, const Place& place, const char* what, unsigned otherLine = 0);

    bool running() const noexcept { return m_running; }
    bool isShared(const void* address) const noexcept;
    const FiberSet& fibers() const noexcept { return m_fibers; }

private:
    struct PendingCopy {
        void* to;
        const void* from;
        size_t bytes;
        unsigned group;
        bool valid, landed;
        Place place;
    };
    struct Thread {
        unsigned group = 0;  ///< the group that the next copy belongs to
        std::vector<PendingCopy> copies;
    };
    struct Meeting {
        Collective kind{};
        uint32_t members = 0, arrived = 0;
        Place place;
        std::array<void*, warpThreads> posts{};
    };
    struct Warp {
        uint32_t runnable = 0, done = 0;
        uint32_t open = 0;  ///< a bit for each collective with a waiting thread
        std::array<Meeting, 8> meetings;
    };
    struct SharedVariable {
        const void* tag;
        size_t offset, bytes;
    };

    static void threadMain(unsigned fiber);
    void runBlocks();
    void startBlock();
    void threadDone();
    void yield();  ///< continues with another thread; returns when this one is runnable again
    unsigned pickThread();
    unsigned pickBit(uint32_t mask);
    void checkRedZones(const char* when);
    [[noreturn]] void deadlock();
    void land(PendingCopy& copy);
    std::string describeThread() const;
    void recordFault(const char* kind, const Place& place, const char* what, unsigned otherLine);

    FiberSet m_fibers;
    MachineOptions m_options;
    SwitchRandom m_random;
    const char* m_name = "";
    KernelBody* m_body = nullptr;
    bool m_running = false;
    bool m_faulted = false;
    std::string m_faultKind, m_faultText;
    Place m_faultPlace;
    std::vector<Thread> m_threads;
    std::vector<Warp> m_warps;
    uint32_t m_runnableWarps = 0;
    unsigned m_current = 0, m_finished = 0, m_atBarrier = 0;
    Place m_barrierPlace;
    std::vector<unsigned*> m_tickets;  ///< counters of a launch of which not all blocks run
    bool m_partial = false;
    std::vector<SharedVariable> m_shared;
    size_t m_sharedUsed = 0, m_dynamicBytes = 0, m_sharedLimit = size_t{99} << 10U;
};

extern Machine g_machine;

}  // namespace hearth::emulator
