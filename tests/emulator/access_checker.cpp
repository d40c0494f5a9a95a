#include "emulator/access_checker.h"

#include <link.h>
#include <sys/mman.h>

#include <algorithm>
#include <new>

#include "emulator/machine.h"

namespace hearth::emulator {
namespace {

/// Address range of the program and of every library: their constants may be read.
int widenToObject(dl_phdr_info* info, size_t, void* data) {
    auto& ranges = *static_cast<std::vector<std::pair<uintptr_t, uintptr_t>>*>(data);
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        const auto& header = info->dlpi_phdr[i];
        if (header.p_type != PT_LOAD) continue;
        const uintptr_t start = info->dlpi_addr + header.p_vaddr;
        ranges.emplace_back(start, start + header.p_memsz);
    }
    return 1;  // the first object is the program: enough, kernels are linked into it
}

}  // namespace

AccessChecker::AccessChecker() {
    std::vector<std::pair<uintptr_t, uintptr_t>> ranges;
    dl_iterate_phdr(widenToObject, &ranges);
    for (const auto& [start, end] : ranges) {
        m_imageStart = m_imageStart ? std::min(m_imageStart, start) : start;
        m_imageEnd = std::max(m_imageEnd, end);
    }
    m_places.emplace_back();
    g_observer = this;
}

AccessChecker::~AccessChecker() {
    g_observer = nullptr;
    for (auto& [start, region] : m_regions) freeCells(region.cells, region.bytes);
    for (auto& [start, region] : m_sharedRegions) freeCells(region.cells, region.bytes);
}

AccessChecker::Cell* AccessChecker::makeCells(size_t bytes) {
    void* memory = mmap(nullptr, bytes * sizeof(Cell), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    return static_cast<Cell*>(memory);  // zero pages are valid, empty cells
}

void AccessChecker::freeCells(Cell* cells, size_t bytes) {
    munmap(cells, bytes * sizeof(Cell));
}

void AccessChecker::allocated(const void* memory, size_t bytes, int device) {
    const auto start = reinterpret_cast<uintptr_t>(memory);
    m_regions[start] = {start, bytes, makeCells(bytes), false, device};
    m_last = {};
}

void AccessChecker::resized(const void* memory, size_t bytes, int device) {
    const auto found = m_regions.find(reinterpret_cast<uintptr_t>(memory));
    if (found == m_regions.end()) return allocated(memory, bytes, device);
    Region& region = found->second;
    Cell* cells = makeCells(bytes);
    std::copy_n(region.cells, std::min(bytes, region.bytes), cells);
    freeCells(region.cells, region.bytes);
    region.cells = cells;
    region.bytes = bytes;
    m_last = {};
}

void AccessChecker::released(const void* memory, size_t) {
    const auto found = m_regions.find(reinterpret_cast<uintptr_t>(memory));
    if (found == m_regions.end()) return;
    freeCells(found->second.cells, found->second.bytes);
    m_regions.erase(found);
    m_last = {};
}

AccessChecker::Region* AccessChecker::find(uintptr_t address) {
    const bool shared = g_machine.isShared(reinterpret_cast<const void*>(address));
    Region*& last = m_last[shared];
    if (last && address >= last->start && address < last->start + last->bytes) return last;
    auto& regions = shared ? m_sharedRegions : m_regions;
    auto next = regions.upper_bound(address);
    if (next == regions.begin()) return nullptr;
    Region& region = (--next)->second;
    if (address >= region.start + region.bytes) return nullptr;
    return last = &region;
}

void AccessChecker::hostWrote(const void* memory, size_t bytes) {
    const auto address = reinterpret_cast<uintptr_t>(memory);
    Region* region = find(address);
    if (!region || address + bytes > region->start + region->bytes) {
        throw Fault("bounds", "", 0, "a copy or fill of the host leaves its allocation");
    }
    ++m_launch;
    for (size_t i = 0; i < bytes; ++i) {
        Cell& cell = region->cells[address - region->start + i];
        cell.initialized = true;
        cell.atomic = cell.pendingCopy = false;
    }
}

void AccessChecker::hostReads(const void* memory, size_t bytes) {
    const auto address = reinterpret_cast<uintptr_t>(memory);
    Region* region = find(address);
    if (!region || address + bytes > region->start + region->bytes) {
        throw Fault("bounds", "", 0, "a copy to the host leaves its allocation");
    }
}

void AccessChecker::launchBegins(const void* arguments, size_t argumentBytes) {
    ++m_launch;
    m_arguments = reinterpret_cast<uintptr_t>(arguments);
    m_argumentsEnd = m_arguments + argumentBytes;
    m_releases.clear();
}

void AccessChecker::launchEnds() {
    for (auto& [start, region] : m_sharedRegions) freeCells(region.cells, region.bytes);
    m_sharedRegions.clear();
    m_last = {};
}

void AccessChecker::blockBegins(uint32_t block, unsigned threads) {
    m_block = block;
    m_barrier = 0;
    m_warpBarriers.assign(threads / Machine::warpThreads, 0);
    m_tickets = {};
}

void AccessChecker::sharedDeclared(const void* memory, size_t bytes) {
    const auto start = reinterpret_cast<uintptr_t>(memory);
    const auto found = m_sharedRegions.find(start);
    if (found == m_sharedRegions.end()) {
        m_sharedRegions[start] = {start, bytes, makeCells(bytes), true, 0};
    } else {
        std::fill_n(found->second.cells, bytes, Cell{});
    }
    m_last = {};
}

void AccessChecker::blockSynchronized() {
    ++m_barrier;
}
void AccessChecker::warpSynchronized(unsigned warp) {
    ++m_warpBarriers[warp];
}

void AccessChecker::ticketTaken(const void* counter) {
    auto& releases = m_releases[counter];
    m_tickets = {static_cast<uint16_t>(g_here.thread), m_barrier, releases};
    releases.push_back({m_block, m_barrier});
}

AccessChecker::Stamp AccessChecker::now(const Place& place) {
    const auto key =
        place.code ? std::pair{place.code, 0U} : std::pair{static_cast<const void*>(place.file), place.line};
    // A kernel comes by few places again and again.
    KnownPlace& known =
        m_knownPlaces[(reinterpret_cast<uintptr_t>(key.first) ^ key.second * 64) % m_knownPlaces.size()];
    if (known.key != key || !known.number) {
        auto& number = m_placeNumbers[key];
        if (!number && m_places.size() < 65535) {
            number = static_cast<uint16_t>(m_places.size());
            m_places.push_back(place);
        }
        known = {key, number};
    }
    return {m_launch,
            m_block,
            static_cast<uint16_t>(g_here.thread),
            m_barrier,
            m_warpBarriers[g_here.thread / Machine::warpThreads],
            known.number};
}

/// True if the present access is ordered after an earlier one.
bool AccessChecker::isBefore(const Stamp& earlier, const Stamp& present, Readers readers) const {
    if (earlier.launch != present.launch) return true;
    if (readers == ManyBlocks) return false;
    if (earlier.block != present.block) {
        for (const Release& release : m_tickets.seen) {
            if (release.block != earlier.block || earlier.barrier > release.barrier) continue;
            // The releasing block's writes before the barrier ahead of its ticket are seen by the thread that
            // took our ticket and, after the next barrier, by its block.
            return earlier.barrier < release.barrier &&
                   (present.thread == m_tickets.thread || present.barrier > m_tickets.barrier);
        }
        return false;
    }
    if (earlier.barrier < present.barrier) return true;
    if (readers == OneBlock) return false;
    if (readers != OneWarp && earlier.thread == present.thread) return true;
    return earlier.thread / Machine::warpThreads == present.thread / Machine::warpThreads &&
           earlier.warpBarrier < present.warpBarrier;
}

void AccessChecker::checkRead(Cell& cell, const Stamp& present, const Place& place) {
    if (cell.pendingCopy) {
        g_machine.fault("async-copy", place, "reads what an asynchronous copy has not been waited for",
                        m_places[cell.write.place].line);
    }
    if (!cell.initialized) g_machine.fault("uninitialized", place, "reads memory that nobody wrote");
    if (cell.write.launch && !isBefore(cell.write, present, OneReader)) {
        g_machine.fault("race", place, "reads what another thread writes without a barrier between",
                        m_places[cell.write.place].resolved().line);
    }
    const Stamp& read = cell.read;
    if (cell.readers == NoReader || read.launch != present.launch) {
        cell.readers = OneReader;
    } else if (read.block != present.block) {
        cell.readers = isBefore(read, present, cell.readers) ? OneReader : ManyBlocks;
    } else if (cell.readers == ManyBlocks) {
        return;
    } else if (read.barrier < present.barrier) {
        cell.readers = OneReader;
    } else if (read.thread / Machine::warpThreads != present.thread / Machine::warpThreads ||
               cell.readers == OneBlock) {
        cell.readers = OneBlock;
    } else if (read.thread != present.thread) {
        cell.readers = OneWarp;
    }
    cell.read = present;
}

void AccessChecker::checkWrite(Cell& cell, const Stamp& present, const Place& place, bool atomic) {
    if (cell.pendingCopy)
        g_machine.fault("async-copy", place, "writes where an asynchronous copy is under way");
    const bool bothAtomic = atomic && cell.atomic;
    if (!bothAtomic && cell.write.launch && !isBefore(cell.write, present, OneReader)) {
        g_machine.fault("race", place, "writes where another thread writes without a barrier between",
                        m_places[cell.write.place].resolved().line);
    }
    if (!bothAtomic && cell.readers != NoReader && !isBefore(cell.read, present, cell.readers)) {
        g_machine.fault("race", place, "writes what another thread reads without a barrier between",
                        m_places[cell.read.place].resolved().line);
    }
    cell.write = present;
    cell.readers = NoReader;
    cell.initialized = true;
    cell.atomic = atomic;
}

bool AccessChecker::isKnownHostMemory(uintptr_t address, size_t bytes) const {
    return g_machine.fibers().onStack(reinterpret_cast<const void*>(address)) ||
           (address >= m_imageStart && address + bytes <= m_imageEnd) ||
           (address >= m_arguments && address + bytes <= m_argumentsEnd);
}

void AccessChecker::access(const void* memory, size_t bytes, bool write, const Place& place) {
    const auto address = reinterpret_cast<uintptr_t>(memory);
    const bool shared = g_machine.isShared(memory);
    if (!shared && isKnownHostMemory(address, bytes)) return;
    Region* region = find(address);
    if (!region || address + bytes > region->start + region->bytes) {
        const bool wild = !shared && !region && find(address - 1) == nullptr;
        g_machine.fault(shared ? "shared-bounds"
                        : wild ? "wild"
                               : "bounds",
                        place,
                        shared ? "leaves its variable in shared memory"
                        : wild ? "follows a pointer that leads nowhere"
                               : "leaves its allocation");
    }
    if (!isReached(*region)) g_machine.fault("device", place, "reaches into the memory of another device");
    const Stamp present = now(place);
    Cell* cells = region->cells + (address - region->start);
    const Cell before = *cells;
    for (size_t i = 0; i < bytes; ++i) {
        // The bytes of a word have mostly gone through the same.
        if (i > 0 && cells[i] == before) {
            cells[i] = *cells;
        } else if (write) {
            checkWrite(cells[i], present, place, false);
        } else {
            checkRead(cells[i], present, place);
        }
    }
}

void AccessChecker::atomicAccess(const void* memory, size_t bytes, const Place& place) {
    const auto address = reinterpret_cast<uintptr_t>(memory);
    Region* region = find(address);
    if (!region || address + bytes > region->start + region->bytes) {
        g_machine.fault("wild", place, "an atomic operation outside of every allocation");
    }
    if (!isReached(*region)) g_machine.fault("device", place, "reaches into the memory of another device");
    const Stamp present = now(place);
    for (size_t i = 0; i < bytes; ++i) {
        Cell& cell = region->cells[address - region->start + i];
        if (!cell.initialized)
            g_machine.fault("uninitialized", place, "an atomic operation on memory that nobody wrote");
        checkWrite(cell, present, place, true);
    }
}

void AccessChecker::copyIssued(const void* to, const void* from, size_t bytes, bool reads,
                               const Place& place) {
    if (reads) access(from, bytes, false, place);
    access(to, bytes, true, place);
    const auto address = reinterpret_cast<uintptr_t>(to);
    Region* region = find(address);
    for (size_t i = 0; i < bytes; ++i) region->cells[address - region->start + i].pendingCopy = true;
}

void AccessChecker::copyAwaited(const void* to, size_t bytes) {
    const auto address = reinterpret_cast<uintptr_t>(to);
    Region* region = find(address);
    for (size_t i = 0; i < bytes; ++i) {
        Cell& cell = region->cells[address - region->start + i];
        cell.pendingCopy = false;
        cell.write = now(m_places[cell.write.place]);  // visible to others only after the next barrier
    }
}

}  // namespace hearth::emulator
