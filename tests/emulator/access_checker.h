#pragma once

#include <array>
#include <map>
#include <memory>
#include <vector>

#include "emulator/observer.h"

namespace hearth::emulator {

/// Watches every access of kernels that were compiled with -fsanitize=thread (whose calls come in through
/// tsan_callbacks.cpp; the sanitizer's own library is not linked). Records the last writer and the last
/// reader of every byte of device and shared memory, and the barriers that order them. It finds races for any
/// order of execution, accesses outside of allocations or in the memory of another device, reads of memory
/// that was never written, and misuse of asynchronous copies.
///
/// Not modelled: barriers of a part of a warp (they order nothing here), atomics other than ticket() as
/// synchronisation.
class AccessChecker final : public Observer {
public:
    AccessChecker();
    ~AccessChecker() override;

    void allocated(const void* memory, size_t bytes, int device) override;
    void resized(const void* memory, size_t bytes, int device) override;
    void released(const void* memory, size_t bytes) override;
    void hostWrote(const void* memory, size_t bytes) override;
    void hostReads(const void* memory, size_t bytes) override;
    void devicesReached(uint32_t devices) override { m_reached = devices; }
    void launchBegins(const void* arguments, size_t argumentBytes) override;
    void blockBegins(uint32_t block, unsigned threads) override;
    void sharedDeclared(const void* memory, size_t bytes) override;
    void launchEnds() override;
    void blockSynchronized() override;
    void warpSynchronized(unsigned warp) override;
    void ticketTaken(const void* counter) override;
    void atomicAccess(const void* memory, size_t bytes, const Place& place) override;
    void copyIssued(const void* to, const void* from, size_t bytes, bool reads, const Place& place) override;
    void copyAwaited(const void* to, size_t bytes) override;
    void access(const void* memory, size_t bytes, bool write, const Place& place) override;

private:
    /// When and by whom a byte was touched.
    struct Stamp {
        uint32_t launch = 0, block = 0;
        uint16_t thread = 0, barrier = 0, warpBarrier = 0;
        uint16_t place = 0;  ///< index into m_places
        bool operator==(const Stamp&) const = default;
    };
    enum Readers : uint8_t { NoReader, OneReader, OneWarp, OneBlock, ManyBlocks };
    struct Cell {
        Stamp write, read;
        Readers readers = NoReader;
        bool initialized = false, pendingCopy = false, atomic = false;
        bool operator==(const Cell&) const = default;
    };
    struct KnownPlace {
        std::pair<const void*, unsigned> key;
        uint16_t number = 0;
    };
    struct Region {
        uintptr_t start = 0;
        size_t bytes = 0;
        Cell* cells = nullptr;
        bool shared = false;
        int device = 0;
    };
    struct Release {
        uint32_t block;
        uint16_t barrier;  ///< of the releasing block, when it took the ticket
    };
    struct BlockTickets {
        uint16_t thread = 0, barrier = 0;  ///< who acquired, and when
        std::vector<Release> seen;
    };

    Region* find(uintptr_t address);
    Stamp now(const Place& place);
    bool isBefore(const Stamp& earlier, const Stamp& present, Readers readers) const;
    void checkRead(Cell& cell, const Stamp& present, const Place& place);
    void checkWrite(Cell& cell, const Stamp& present, const Place& place, bool atomic);
    /// Memory of a device that the running kernel has no access to does not count.
    bool isReached(const Region& region) const { return region.shared || (m_reached >> region.device & 1U); }
    bool isKnownHostMemory(uintptr_t address, size_t bytes) const;
    static Cell* makeCells(size_t bytes);
    static void freeCells(Cell* cells, size_t bytes);

    std::map<uintptr_t, Region> m_regions;
    std::map<uintptr_t, Region> m_sharedRegions;
    std::array<Region*, 2> m_last{};  ///< found last: in device memory, in shared memory
    std::vector<Place> m_places;
    std::map<std::pair<const void*, unsigned>, uint16_t> m_placeNumbers;
    std::array<KnownPlace, 1024> m_knownPlaces{};  ///< some of them, at hand
    uint32_t m_launch = 1, m_block = 0;
    uint32_t m_reached = ~0U;  ///< devices, a bit each
    uint16_t m_barrier = 0;
    std::vector<uint16_t> m_warpBarriers;
    std::map<const void*, std::vector<Release>> m_releases;
    BlockTickets m_tickets;
    uintptr_t m_arguments = 0, m_argumentsEnd = 0;
    uintptr_t m_imageStart = 0, m_imageEnd = 0;
};

}  // namespace hearth::emulator
