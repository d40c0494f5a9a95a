#include "emulator/meter.h"

#include <algorithm>
#include <bit>

#include "emulator/machine.h"

namespace hearth::emulator {
namespace {

/// Sets the bits of a range and adds what was not set before.
void touch(std::vector<uint32_t>& touched, uintptr_t base, const MemoryRange& range, MemoryCount& count) {
    for (uintptr_t at = range.begin; at < range.end;) {
        const uintptr_t sector = at / sectorBytes, end = std::min(range.end, (sector + 1) * sectorBytes);
        const auto bits = static_cast<uint32_t>(((uint64_t{1} << (end - at)) - 1) << (at % sectorBytes));
        uint32_t& own = touched[sector - base / sectorBytes];
        if (own == 0) ++count.firstSectors;
        count.firstBytes += static_cast<uint64_t>(std::popcount(bits & ~own));
        own |= bits;
        at = end;
    }
}

/// The index of a width of 1, 2, 4, 8 or 16 bytes.
size_t widthIndex(uint32_t bytes) {
    return std::min<size_t>(static_cast<size_t>(std::countr_zero(bytes)), 4);
}

}  // namespace

MemoryCount& MemoryCount::operator+=(const MemoryCount& more) {
    instructions += more.instructions;
    bytes += more.bytes;
    sectors += more.sectors;
    firstBytes += more.firstBytes;
    firstSectors += more.firstSectors;
    return *this;
}

SharedCount& SharedCount::operator+=(const SharedCount& more) {
    instructions += more.instructions;
    wavefronts += more.wavefronts;
    least += more.least;
    return *this;
}

size_t Meter::KeyHash::operator()(const Key& key) const noexcept {
    uint64_t mixed = reinterpret_cast<uintptr_t>(key.code) * 0x9e3779b97f4a7c15ULL;
    mixed ^= (uint64_t{key.line} << 32U | key.column << 16U | key.kind) * 0xbf58476d1ce4e5b9ULL;
    return static_cast<size_t>(mixed ^ mixed >> 29U);
}

Meter::Meter() {
    g_observer = this;
}

Meter::~Meter() {
    g_observer = nullptr;
}

void Meter::name(const std::string& label) {
    for (auto& [begin, region] : m_regions) {
        if (region.label.empty()) region.label = label;
    }
}

std::vector<LaunchCount> Meter::take() {
    return std::exchange(m_launches, {});
}

std::vector<PlaceCount> Meter::takePlaces() {
    std::vector<PlaceCount> found;
    for (KnownPlace& known : m_places) {
        if (known.count.device.instructions > 0 || known.count.shared.instructions > 0)
            found.push_back(known.count);
        known.count.device = {};
        known.count.shared = {};
    }
    return found;
}

void Meter::allocated(const void* memory, size_t bytes, int) {
    const auto begin = reinterpret_cast<uintptr_t>(memory);
    Region region;
    region.begin = begin;
    region.end = begin + bytes;
    m_regions[begin] = std::move(region);
    m_lastRegion = nullptr;
}

void Meter::resized(const void* memory, size_t bytes, int device) {
    const auto found = m_regions.find(reinterpret_cast<uintptr_t>(memory));
    if (found == m_regions.end()) return allocated(memory, bytes, device);
    found->second.end = found->first + bytes;
}

void Meter::released(const void* memory, size_t) {
    m_regions.erase(reinterpret_cast<uintptr_t>(memory));
    m_lastRegion = nullptr;
}

void Meter::launchShaped(const LaunchShape& shape) {
    LaunchCount launch;
    launch.shape = shape;
    launch.blocks = uint64_t{shape.gridX} * shape.gridY * shape.gridZ;
    m_launches.push_back(std::move(launch));
    m_warps.resize(std::max<size_t>(m_warps.size(), shape.threads / Machine::warpThreads));
}

void Meter::blockBegins(uint32_t, unsigned) {
    ++m_launches.back().blocksRun;
    // The block before has ended.
    for (Warp& warp : m_warps) {
        warp.last.fill({});
        closeWarp(warp);
    }
}

void Meter::sharedDeclared(const void*, size_t bytes) {
    LaunchCount& launch = m_launches.back();
    if (launch.blocksRun == 1) launch.sharedBytes += bytes;
}

void Meter::launchEnds() {
    LaunchCount& launch = m_launches.back();
    for (Warp& warp : m_warps) closeWarp(warp);
    for (auto& [begin, region] : m_regions) {
        if (region.touchedByReads.empty() && region.touchedByWrites.empty()) continue;
        launch.regions.push_back({region.label, region.end - begin, region.read, region.written});
        launch.read += region.read;
        launch.written += region.written;
        region.read = region.written = {};
        region.touchedByReads.clear();
        region.touchedByWrites.clear();
    }
}

void Meter::blockSynchronized() {
    ++m_launches.back().blockBarriers;
    for (Warp& warp : m_warps) closeWarp(warp);
}

void Meter::warpMet(unsigned warp, Collective kind, uint32_t members) {
    ++m_launches.back().met[static_cast<size_t>(kind)];
    if (members == 0xffffffffU) closeWarp(m_warps[warp]);
}

void Meter::atomicAccess(const void*, size_t, const Place&) {
    ++m_launches.back().atomics;
}

void Meter::copyIssued(const void* to, const void* from, size_t bytes, bool reads, const Place& place) {
    if (g_here.thread % Machine::warpThreads == 0) ++m_launches.back().asyncCopies;
    if (reads) note(from, bytes, false, place, 1);
    note(to, bytes, true, place, 1);
}

void Meter::access(const void* memory, size_t bytes, bool write, const Place& place) {
    if (std::has_single_bit(bytes) && bytes <= 16) return note(memory, bytes, write, place, 0);
    // A copy of a structure, which nvcc makes of words.
    const size_t piece = bytes % 4 == 0 ? 4 : 1;
    for (size_t i = 0; i < bytes; i += piece)
        note(static_cast<const std::byte*>(memory) + i, piece, write, place, static_cast<unsigned>(2 + i));
}

void Meter::operation(Operation kind) {
    if (!m_launches.empty()) ++m_launches.back().done[static_cast<size_t>(kind)];
}

void Meter::instructionsReached(const void* code) {
    const unsigned lane = g_here.thread % Machine::warpThreads;
    Warp& warp = m_warps[g_here.thread / Machine::warpThreads];
    Warp::Last& last = warp.last[lane];
    if (last.code) {
        Branch& branch = warp.branches[last.number].all[last.passed];
        if (!branch.next) {
            branch.next = code;
        } else if (branch.next != code && !branch.diverged) {
            branch.diverged = true;
            ++m_launches.back().divergentBranches;
        }
    }
    const uint32_t number = blockNumber(code);
    if (number >= warp.branches.size()) warp.branches.resize(2 * m_blockNumbers.size());
    Branches& own = warp.branches[number];
    if (own.all.empty()) warp.usedBranches.push_back(number);
    const uint32_t passed = own.passed[lane]++;
    if (passed >= own.all.size()) own.all.resize(passed + 1);
    last = {code, number, passed};
}

uint32_t Meter::blockNumber(const void* code) {
    auto& known = m_knownBlocks[reinterpret_cast<uintptr_t>(code) % m_knownBlocks.size()];
    if (known.first != code)
        known = {code,
                 m_blockNumbers.emplace(code, static_cast<uint32_t>(m_blockNumbers.size())).first->second};
    return known.second;
}

Meter::Region* Meter::regionOf(uintptr_t address) {
    if (m_lastRegion && address >= m_lastRegion->begin && address < m_lastRegion->end) return m_lastRegion;
    const auto after = m_regions.upper_bound(address);
    if (after == m_regions.begin()) return nullptr;
    Region& region = std::prev(after)->second;
    if (address >= region.end) return nullptr;
    return m_lastRegion = &region;
}

uint32_t Meter::numberOf(const Key& key, const Place& place, uint32_t bytes, bool write, bool shared) {
    auto& known = m_knownKeys[KeyHash{}(key) % m_knownKeys.size()];
    if (known.first == key) return known.second;
    const auto [found, isNew] = m_numbers.emplace(key, static_cast<uint32_t>(m_places.size()));
    if (isNew) m_places.push_back({{place, bytes, write, {}, {}}, shared});
    known = {key, found->second};
    return found->second;
}

void Meter::note(const void* memory, size_t bytes, bool write, const Place& place, unsigned kind) {
    const bool shared = g_machine.isShared(memory);
    const auto address = reinterpret_cast<uintptr_t>(memory);
    if (!shared && !regionOf(address)) return;  // a variable, a parameter or a constant
    const unsigned lane = g_here.thread % Machine::warpThreads;
    Warp& warp = m_warps[g_here.thread / Machine::warpThreads];
    const unsigned what =
        kind << 8U | static_cast<unsigned>(bytes) << 2U | (write ? 2U : 0U) | (shared ? 1U : 0U);
    const Key key{place.code ? place.code : warp.last[lane].code, place.file, place.line, place.column, what};
    const uint32_t number = numberOf(key, place, static_cast<uint32_t>(bytes), write, shared);
    if (number >= warp.instructions.size()) warp.instructions.resize(2 * m_places.size());
    Instructions& own = warp.instructions[number];
    if (own.all.empty()) warp.used.push_back(number);
    const uint32_t passed = own.passed[lane]++;
    if (passed >= own.all.size()) own.all.resize(passed + 1);
    WarpAccess& access = own.all[passed];
    access.bytes = static_cast<uint32_t>(bytes);
    access.lanes |= 1U << lane;
    access.address[lane] = address;
}

void Meter::closeWarp(Warp& warp) {
    for (const uint32_t number : warp.used) {
        Instructions& own = warp.instructions[number];
        for (const WarpAccess& access : own.all) count(m_places[number], access);
        own.all.clear();
        own.passed.fill(0);
    }
    warp.used.clear();
    for (const uint32_t number : warp.usedBranches) {
        warp.branches[number].all.clear();
        warp.branches[number].passed.fill(0);
    }
    warp.usedBranches.clear();
    // Each lane continues from its current block, which counts again.
    for (unsigned lane = 0; lane < Machine::warpThreads; ++lane) {
        Warp::Last& last = warp.last[lane];
        if (!last.code) continue;
        Branches& own = warp.branches[last.number];
        if (own.all.empty()) {
            own.all.resize(1);
            warp.usedBranches.push_back(last.number);
        }
        own.passed[lane] = 1;
        last.passed = 0;
    }
}

void Meter::count(KnownPlace& place, const WarpAccess& access) {
    LaunchCount& launch = m_launches.back();
    const auto direction = place.count.write ? LaunchCount::Store : LaunchCount::Load;
    ++launch.byWidth[place.shared ? LaunchCount::Shared : LaunchCount::Device][direction]
                    [widthIndex(access.bytes)];
    if (!place.shared) return countDevice(place, access);
    const BankUse use = bankUse(access);
    const SharedCount one{1, use.wavefronts, use.least};
    launch.shared += one;
    place.count.shared += one;
}

void Meter::countDevice(KnownPlace& place, const WarpAccess& access) {
    std::array<MemoryRange, 32> ranges;
    const size_t count = touchedRanges(access, ranges);
    MemoryCount all;
    all.instructions = 1;
    all.sectors = sectorsOf(std::span(ranges).first(count));
    for (size_t i = 0; i < count; ++i) {
        Region* region = regionOf(ranges[i].begin);
        if (!region) continue;
        MemoryCount one;
        one.bytes = ranges[i].end - ranges[i].begin;
        auto& touched = place.count.write ? region->touchedByWrites : region->touchedByReads;
        const size_t sectors = (region->end + sectorBytes - 1) / sectorBytes - region->begin / sectorBytes;
        if (touched.size() < sectors) touched.resize(sectors);
        touch(touched, region->begin, {ranges[i].begin, std::min(ranges[i].end, region->end)}, one);
        if (i == 0) {
            one.instructions = 1;
            one.sectors = all.sectors;  // lanes of an instruction rarely differ in their allocation
        }
        (place.count.write ? region->written : region->read) += one;
        all.bytes += one.bytes;
        all.firstBytes += one.firstBytes;
        all.firstSectors += one.firstSectors;
    }
    place.count.device += all;
}

}  // namespace hearth::emulator
