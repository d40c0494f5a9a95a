#pragma once

#include <cstddef>
#include <cstdint>

#include "backend/cuda/device.h"

// clang-format off
/// Everything that a kernel file uses of the device besides plain C++. This header and the two files that continue it are
/// the only code that differs between nvcc and the emulator; kernel files contain no compiler checks.
///
/// | name                                    | meaning                                                                     |
/// |-----------------------------------------|-----------------------------------------------------------------------------|
/// | HEARTH_KERNEL(threads)                  | return type and attributes of a kernel with at most `threads` threads a block |
/// | HEARTH_KERNEL_SEVERAL(threads, blocks)  | the same with `blocks` blocks resident on a multiprocessor                   |
/// | HEARTH_PARAMETER(type)                  | a structure as kernel parameter, read in place                               |
/// | HEARTH_DEVICE                           | a function for kernels, inlined                                              |
/// | HEARTH_DEVICE_CALLED                    | the same, compiled once and called: for the end of many kernels              |
/// | HEARTH_TABLE                            | a constant table in device memory                                            |
/// | HEARTH_SHARED(type, name)               | a shared variable of the block; undefined at first                           |
/// | HEARTH_SHARED_DYNAMIC(name)             | std::byte[]: dynamic shared memory, aligned to 16; undefined at first        |
/// | threadX(), blockX/Y/Z(), blockThreads(), gridX() | position of this thread                                             |
/// | blockBarrier(), warpBarrier()           | all threads of the block or warp meet and see what the others wrote          |
/// | shuffle(v, lane), shuffleXor(v, mask), ballot(p) | exchange across the whole warp; no memory order                     |
/// | dot4(a, b, c)                           | c + the dot product of four signed bytes                                     |
/// | mmaS8, mmaF16, mmaBf16                  | D = A·B + D on the tensor cores; fragments as in PTX (m16n8k32, m16n8k16, m16n8k16) |
/// | mmaS8(d, a, b, start)                   | D = A·B + start                                                              |
/// | mmaS8Half(d, a, b, start)               | the same for k 0 to 15 (m16n8k16)                                            |
/// | loadMatrices(to, row)                   | four matrices of 8 rows of 16 bytes from shared memory: lane 8i + r names row r of matrix i; word i of lane 4g + t becomes word t of row g of matrix i |
/// | SharedPlace, sharedPlace(memory)        | a shared address kept in one register, which no compiler computes again; all lanes of a warp ask together |
/// | loadShared<T>(place)                    | 1 to 16 bytes, aligned to their size                                         |
/// | copyAsync16(shared, global), copyAsyncCommit(), copyAsyncWait<N>() | copies that bypass the registers, in groups; through registers on GPUs without copiesPassRegisters |
/// | loadVector<T>, storeVector, loadStreaming<T> | 4, 8 or 16 bytes, aligned to their size; streaming: read once           |
/// | ticket(counter, count)                  | number of this arrival, 0 to count - 1, then from 0 again; orders all memory of the blocks |
/// | beginsEarly, launchesOverlap()          | launchEarly() begins early: on the architecture compiled for; on this GPU    |
/// | keepHere(i)                             | i itself; what depends on it is computed after this line                     |
/// | floatFromHalf, halfFromFloat, ...       | 16-bit floats kept as bits                                                   |
/// | launch(name, kernel, grid, threads, sharedBytes, stream, ...) | on the host                                            |
/// | launchEarly(...)                        | the same for a kernel that calls waitForLaunchBefore() before it touches anything a launch of its step may write: its blocks may begin when all blocks of the launch before have called letNextLaunchBegin() or ended |
// clang-format on
namespace hearth::cuda {

constexpr int warpSize32 = 32;
constexpr uint32_t allLanes = 0xffffffffU;

/// 16 and 8 bytes that travel as one load.
struct alignas(16) Words4 {
    uint32_t x, y, z, w;
};
struct alignas(8) Words2 {
    uint32_t x, y;
};
struct alignas(16) Floats4 {
    float x, y, z, w;
};
struct alignas(8) Floats2 {
    float x, y;
};

}  // namespace hearth::cuda

#if defined(HEARTH_CUDA_EMULATOR)
#include "emulator/primitives_emulated.h"
#else
#include "backend/cuda/primitives_nvcc.h"
#endif

namespace hearth::cuda {

HEARTH_DEVICE int laneId() {
    return static_cast<int>(threadX() & 31U);
}
HEARTH_DEVICE int warpId() {
    return static_cast<int>(threadX() >> 5U);
}

/// Butterfly: every lane gets the same bits, in an order that never changes.
HEARTH_DEVICE float warpSum(float value) {
    for (int mask = 16; mask > 0; mask >>= 1) value += shuffleXor(value, mask);
    return value;
}
HEARTH_DEVICE int warpSum(int value) {
    for (int mask = 16; mask > 0; mask >>= 1) value += shuffleXor(value, mask);
    return value;
}
HEARTH_DEVICE float warpMax(float value) {
    for (int mask = 16; mask > 0; mask >>= 1) {
        const float other = shuffleXor(value, mask);
        value = other > value ? other : value;
    }
    return value;
}

}  // namespace hearth::cuda
