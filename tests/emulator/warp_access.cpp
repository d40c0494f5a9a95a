#include "emulator/warp_access.h"

#include <algorithm>
#include <bit>

namespace hearth::emulator {
namespace {

constexpr unsigned banks = 32;
constexpr uintptr_t bankBytes = 4;

/// The most words that lanes `first` to first + count - 1 want of one bank.
unsigned deepestBank(const WarpAccess& access, unsigned first, unsigned count) {
    std::array<std::array<uintptr_t, banks>, banks> words;  // (bank, number)
    std::array<unsigned, banks> found{};
    for (unsigned lane = first; lane < first + count; ++lane) {
        if (!(access.lanes >> lane & 1U)) continue;
        const uintptr_t begin = access.address[lane] / bankBytes,
                        end = (access.address[lane] + access.bytes - 1) / bankBytes;
        for (uintptr_t word = begin; word <= end; ++word) {
            auto& own = words[word % banks];
            unsigned& number = found[word % banks];
            if (std::find(own.begin(), own.begin() + number, word) == own.begin() + number)
                own[number++] = word;
        }
    }
    return *std::max_element(found.begin(), found.end());
}

}  // namespace

size_t touchedRanges(const WarpAccess& access, std::array<MemoryRange, 32>& out) {
    size_t lanes = 0;
    for (uint32_t left = access.lanes; left; left &= left - 1) {
        const uintptr_t begin = access.address[static_cast<unsigned>(std::countr_zero(left))];
        out[lanes++] = {begin, begin + access.bytes};
    }
    const auto ascends = [](const MemoryRange& a, const MemoryRange& b) { return a.begin < b.begin; };
    const auto end = out.begin() + static_cast<ptrdiff_t>(lanes);
    if (!std::is_sorted(out.begin(), end, ascends)) std::sort(out.begin(), end, ascends);
    size_t count = 0;
    for (size_t i = 0; i < lanes; ++i) {
        if (count > 0 && out[i].begin <= out[count - 1].end)
            out[count - 1].end = std::max(out[count - 1].end, out[i].end);
        else
            out[count++] = out[i];
    }
    return count;
}

size_t sectorsOf(std::span<const MemoryRange> ranges) {
    size_t count = 0;
    uintptr_t next = 0;  // the first sector that is not counted yet
    for (const MemoryRange& range : ranges) {
        const uintptr_t first = std::max(range.begin / sectorBytes, next),
                        end = (range.end + sectorBytes - 1) / sectorBytes;
        if (end > first) count += end - first;
        next = std::max(next, end);
    }
    return count;
}

BankUse bankUse(const WarpAccess& access) {
    const unsigned together = access.bytes <= 4 ? 32 : access.bytes <= 8 ? 16 : 8;
    BankUse use;
    for (unsigned first = 0; first < 32; first += together) {
        const unsigned deepest = deepestBank(access, first, together);
        use.wavefronts += deepest;
        if (deepest > 0) ++use.least;
    }
    return use;
}

}  // namespace hearth::emulator
