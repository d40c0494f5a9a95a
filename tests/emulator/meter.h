#pragma once

#include <array>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "emulator/observer.h"
#include "emulator/warp_access.h"

namespace hearth::emulator {

/// Device memory traffic of warp instructions.
struct MemoryCount {
    uint64_t instructions = 0;
    uint64_t bytes = 0;         ///< needed: those of an instruction counted once for all lanes
    uint64_t sectors = 0;       ///< of 32 bytes that the instructions touch, summed over them
    uint64_t firstBytes = 0;    ///< that nothing in the launch touched before
    uint64_t firstSectors = 0;  ///< likewise: those that an unlimited cache has to fetch

    MemoryCount& operator+=(const MemoryCount& more);
    /// Sectors over those that the bytes would fill; 1 is the best.
    double excess() const {
        return bytes ? static_cast<double>(sectors * sectorBytes) / static_cast<double>(bytes) : 1;
    }
};

struct SharedCount {
    uint64_t instructions = 0;
    uint64_t wavefronts = 0, least = 0;  ///< see BankUse

    SharedCount& operator+=(const SharedCount& more);
    uint64_t conflicts() const { return wavefronts - least; }
};

/// Traffic of a launch to one allocation.
struct RegionCount {
    std::string label;   ///< see Meter::name()
    uint64_t bytes = 0;  ///< of the allocation
    MemoryCount read, written;
};

/// Counts of one launch. For a launch that ran only some of its blocks (MachineOptions::blocksAtMost) they
/// cover those blocks; counts that grow with the grid are `blocks / blocksRun` times as large.
struct LaunchCount {
    enum Space { Device, Shared };
    enum Direction { Load, Store };

    LaunchShape shape;
    uint64_t blocks = 0, blocksRun = 0;
    uint64_t sharedBytes = 0;  ///< of a block, dynamic and static
    MemoryCount read, written;
    std::vector<RegionCount> regions;  ///< those that were touched
    SharedCount shared;
    /// Warp instructions by space, direction and width: 1, 2, 4, 8, 16 bytes a lane.
    uint64_t byWidth[2][2][5] = {};
    std::array<uint64_t, collectives> met{};  ///< warp instructions by Collective
    uint64_t blockBarriers = 0;               ///< of a block, not of its warps
    uint64_t asyncCopies = 0;                 ///< warp instructions; they are among loads and stores as well
    uint64_t atomics = 0;                     ///< of lanes
    std::array<uint64_t, operations> done{};  ///< lanes' operations by Operation
    /// Number of times that the lanes of a warp took different branches after one basic block.
    uint64_t divergentBranches = 0;
};

/// Traffic of one place in a kernel's source, in all launches.
struct PlaceCount {
    Place place;
    uint32_t bytes = 0;  ///< of a lane
    bool write = false;
    MemoryCount device;
    SharedCount shared;
};

/// Counts the work of a GPU in kernels that were compiled with METERED (CMakeLists.txt). Accesses of one
/// warp's instruction are matched by their source location: the nth time that a lane reaches a place belongs
/// to the nth time of the other lanes, from one meeting of the whole warp to the next. If lanes diverge and
/// meet again between meetings, a GPU may join them elsewhere: an instruction is counted once for all lanes
/// that reach it equally often.
///
/// Not seen: registers, arithmetic other than Operation, constants and parameters, and hits in the caches of
/// a GPU. The compiler of the host may have merged or left out an access that nvcc would not.
class Meter final : public Observer {
public:
    Meter();
    ~Meter() override;

    /// Calls all device memory that is allocated and has no name yet so.
    void name(const std::string& label);
    /// The launches since the last call.
    std::vector<LaunchCount> take();
    /// Of the launches since the last call.
    std::vector<PlaceCount> takePlaces();

    void allocated(const void* memory, size_t bytes, int device) override;
    void resized(const void* memory, size_t bytes, int device) override;
    void released(const void* memory, size_t bytes) override;
    void hostWrote(const void*, size_t) override {}
    void hostReads(const void*, size_t) override {}
    void devicesReached(uint32_t) override {}
    void launchShaped(const LaunchShape& shape) override;
    void launchBegins(const void*, size_t) override {}
    void blockBegins(uint32_t block, unsigned threads) override;
    void sharedDeclared(const void* memory, size_t bytes) override;
    void launchEnds() override;
    void blockSynchronized() override;
    void warpSynchronized(unsigned) override {}
    void warpMet(unsigned warp, Collective kind, uint32_t members) override;
    void ticketTaken(const void*) override {}
    void atomicAccess(const void* memory, size_t bytes, const Place& place) override;
    void copyIssued(const void* to, const void* from, size_t bytes, bool reads, const Place& place) override;
    void copyAwaited(const void*, size_t) override {}
    void access(const void* memory, size_t bytes, bool write, const Place& place) override;
    void operation(Operation kind) override;
    void instructionsReached(const void* code) override;

private:
    struct Region {
        uintptr_t begin = 0, end = 0;
        std::string label;
        MemoryCount read, written;  ///< by this launch
        /// For each sector a bit for each byte that this launch read or wrote.
        std::vector<uint32_t> touchedByReads, touchedByWrites;
    };
    struct Key {
        const void* code = nullptr;  ///< the block of instructions, or the access itself
        const char* file = nullptr;
        unsigned line = 0, column = 0, kind = 0;
        bool operator==(const Key&) const = default;
    };
    struct KeyHash {
        size_t operator()(const Key& key) const noexcept;
    };
    /// The instructions of one place that lanes have come by since the warp met.
    struct Instructions {
        std::array<uint32_t, 32> passed{};  ///< how often, by lane
        std::vector<WarpAccess> all;
    };
    struct Branch {
        const void* next = nullptr;
        bool diverged = false;
    };
    struct Branches {
        std::array<uint32_t, 32> passed{};
        std::vector<Branch> all;
    };
    struct Warp {
        std::vector<Instructions> instructions;  ///< by number of the place
        std::vector<uint32_t> used;
        std::vector<Branches> branches;  ///< by number of the block of instructions
        std::vector<uint32_t> usedBranches;
        struct Last {
            const void* code = nullptr;
            uint32_t number = 0, passed = 0;
        };
        std::array<Last, 32> last;
    };
    struct KnownPlace {
        PlaceCount count;
        bool shared = false;
    };

    uint32_t blockNumber(const void* code);
    Region* regionOf(uintptr_t address);
    void note(const void* memory, size_t bytes, bool write, const Place& place, unsigned kind);
    uint32_t numberOf(const Key& key, const Place& place, uint32_t bytes, bool write, bool shared);
    void closeWarp(Warp& warp);
    void count(KnownPlace& place, const WarpAccess& access);
    void countDevice(KnownPlace& place, const WarpAccess& access);

    std::map<uintptr_t, Region> m_regions;
    Region* m_lastRegion = nullptr;
    std::unordered_map<Key, uint32_t, KeyHash> m_numbers;
    std::vector<KnownPlace> m_places;
    std::unordered_map<const void*, uint32_t> m_blockNumbers;
    // Of the numbers some at hand, by the lowest bits of what has them.
    std::array<std::pair<const void*, uint32_t>, 4096> m_knownBlocks{};
    std::vector<std::pair<Key, uint32_t>> m_knownKeys{4096};
    std::vector<Warp> m_warps;  ///< of the widest launch so far
    std::vector<LaunchCount> m_launches;
};

}  // namespace hearth::emulator
