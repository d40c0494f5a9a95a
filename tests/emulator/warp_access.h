#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

/// Cost of one memory instruction of a warp on a GPU, from the addresses of its lanes.
namespace hearth::emulator {

constexpr uintptr_t sectorBytes =
    32;  ///< smallest unit that a GPU reads and writes (CUDA C++ Best Practices, 10.2.1)

struct WarpAccess {
    uint32_t lanes = 0;  ///< a bit for each that takes part
    uint32_t bytes = 0;  ///< of each lane: 1, 2, 4, 8 or 16
    std::array<uintptr_t, 32> address{};
};

/// Bytes from `begin` to before `end`.
struct MemoryRange {
    uintptr_t begin = 0, end = 0;
};

/// Merges the bytes that the lanes touch into ranges, in ascending order with gaps between them. Returns
/// their number.
size_t touchedRanges(const WarpAccess& access, std::array<MemoryRange, 32>& out);
/// Number of sectors that such ranges touch.
size_t sectorsOf(std::span<const MemoryRange> ranges);

/// Shared memory cycles of one instruction. It has 32 banks of 4 bytes, and delivers a word of each at a
/// time, the same word to any number of lanes. Lanes with 8 bytes are served in two halves, with 16 bytes in
/// four quarters (CUDA C++ Programming Guide, "Shared Memory" of 5.x to 9.x).
struct BankUse {
    unsigned wavefronts = 0;
    unsigned least = 0;  ///< the same if no two words shared a bank
};
BankUse bankUse(const WarpAccess& access);

}  // namespace hearth::emulator
