#include "emulator/known_kernels.h"

#include "backend/cuda/primitives.h"

namespace hearth::emulator::known {
namespace {

using namespace hearth::cuda;

HEARTH_KERNEL(32) contiguous(float* data) {
    data[1024 + threadX()] = data[threadX()];
}

/// Stride of two floats, and of a sector.
HEARTH_KERNEL(32) strided(float* data) {
    data[1024 + threadX() * 8] = data[threadX() * 2];
}

HEARTH_KERNEL(32) broadcast(float* data) {
    data[1024 + threadX()] = data[7];
}

HEARTH_KERNEL(32) misaligned(float* data) {
    data[1024 + threadX()] = data[threadX() + 1];
}

/// All lanes want bytes of one word, then of neighbouring ones.
HEARTH_KERNEL(32) narrow(float* data) {
    const auto* bytes = reinterpret_cast<const uint8_t*>(data);
    const auto* halves = reinterpret_cast<const uint16_t*>(data);
    data[1024 + threadX()] = static_cast<float>(bytes[threadX()] + halves[512 + threadX()]);
}

/// 16 bytes a lane through device and shared memory: four wavefronts each, and no conflict.
HEARTH_KERNEL(32) vectors(float* data) {
    HEARTH_SHARED(Words4[32], tile);
    storeVector(tile + threadX(), loadVector<Words4>(data + threadX() * 4));
    warpBarrier();
    storeVector(data + 1024 + threadX() * 4, loadVector<Words4>(tile + (31 - threadX())));
}

/// Lanes so many words apart meet in so many words of one bank.
template <int Stride>
HEARTH_KERNEL(32)
conflicts(float* data) {
    HEARTH_SHARED(float[32 * 33], tile);
    for (int i = 0; i < 33; ++i) tile[i * 32 + laneId()] = 1.0F;  // none
    warpBarrier();
    data[1024 + threadX()] = tile[laneId() * Stride];
}

/// Eight bytes a lane: half a warp at a time.
HEARTH_KERNEL(32) conflictsOfPairs(float* data) {
    HEARTH_SHARED(Floats2[64], tile);
    storeVector(tile + threadX(), Floats2{1, 2});       // two wavefronts
    storeVector(tile + 32 + threadX(), Floats2{3, 4});  // two
    warpBarrier();
    const auto two = loadVector<Floats2>(tile + laneId() * 2);  // four
    data[1024 + threadX()] = two.x + two.y;
}

HEARTH_KERNEL(32) meetings(float* data) {
    float value = data[threadX()];
    value += shuffleXor(value, 1);
    value += shuffle(value, 3);
    const uint32_t bits = ballot(value > 0);
    value = warpSum(value);  // five shuffles
    warpBarrier();
    data[1024 + threadX()] = value + static_cast<float>(bits & 1U);
}

HEARTH_KERNEL(32) arithmetic(float* data) {
    int sum = 0;
    for (int i = 0; i < 3; ++i) sum = dot4(static_cast<uint32_t>(i), 0x01010101U, sum);
    float value = fusedMultiplyAdd(static_cast<float>(sum), 2.0F, 1.0F);
    value = exp(value) + tanh(value) + floatFromHalf(halfFromFloat(value));
    data[1024 + threadX()] = value;
}

HEARTH_KERNEL(32) products(float* data) {
    const uint32_t a[4] = {1, 2, 3, 4}, b[2] = {5, 6};
    int whole[4] = {}, half[4];
    mmaS8(whole, a, b);
    mmaS8(whole, a, b);
    mmaS8Half(half, {1, 2}, 3, 0);
    float f16[4] = {}, bf16[4] = {};
    mmaF16(f16, a, b);
    mmaBf16(bf16, a, b);
    data[1024 + threadX()] = static_cast<float>(whole[0] + half[0]) + f16[0] + bf16[0];
}

/// Rows of 128 bytes: as they come, their pieces lie in the same banks; changing places by row, in all.
HEARTH_KERNEL(32) matrices(float* data) {
    HEARTH_SHARED(Words4[8 * 8], rows);
    for (int i = 0; i < 2; ++i) copyAsync16(rows + i * 32 + threadX(), data + (i * 32 + threadX()) * 4);
    copyAsyncCommit();
    copyAsyncWait<0>();
    warpBarrier();
    const int row = laneId() % 8, piece = laneId() / 8;
    uint32_t plain[4], swizzled[4];
    loadMatrices(plain, rows + row * 8 + piece);
    loadMatrices(swizzled, rows + row * 8 + (piece ^ row));
    data[1024 + threadX()] = static_cast<float>(plain[0] + swizzled[0]);
}

/// Two warps a block, four blocks.
HEARTH_KERNEL(64) barriers(float* data) {
    HEARTH_SHARED(float[64], tile);
    tile[threadX()] = data[blockX() * 64 + threadX()];
    blockBarrier();
    data[1024 + blockX() * 64 + threadX()] = tile[63 - threadX()];
    blockBarrier();
    if (threadX() == 0) ticket(reinterpret_cast<unsigned*>(data) + 4000, 4);
}

HEARTH_KERNEL(32) atomics(float* data) {
    auto* counters = reinterpret_cast<int*>(data) + 4032;
    if (laneId() < 3) atomicAddInt(counters, laneId());
}

/// A branch that lanes take differently, one that all take, and a loop that lanes leave at four different
/// times. The second half of the warp comes by fewer times, which makes instructions of 16 lanes.
HEARTH_KERNEL(32) divergence(float* data) {
    if (data[0] > 0) data[2000] = 1.0F;
    if (laneId() < 16) {
        data[1024 + threadX()] = 1.0F;
    } else {
        data[2048 + threadX()] = 2.0F;
    }
    warpBarrier();
    for (int i = 0; i <= laneId() % 4; ++i) data[1024 + i * 32 + threadX()] = 3.0F;
}

template <auto Body>
void launchOne(float* data, StreamHandle stream, const char* name) {
    launch(name, Body, {1}, 32, 0, stream, data);
}

}  // namespace

const std::vector<Kernel>& kernels() {
    static const std::vector<Kernel> all{
        {"contiguous", [](float* d, StreamHandle s) { launchOne<contiguous>(d, s, "contiguous"); }},
        {"strided", [](float* d, StreamHandle s) { launchOne<strided>(d, s, "strided"); }},
        {"broadcast", [](float* d, StreamHandle s) { launchOne<broadcast>(d, s, "broadcast"); }},
        {"misaligned", [](float* d, StreamHandle s) { launchOne<misaligned>(d, s, "misaligned"); }},
        {"narrow", [](float* d, StreamHandle s) { launchOne<narrow>(d, s, "narrow"); }},
        {"vectors", [](float* d, StreamHandle s) { launchOne<vectors>(d, s, "vectors"); }},
        {"conflicts 1", [](float* d, StreamHandle s) { launchOne<conflicts<33>>(d, s, "conflicts 1"); }},
        {"conflicts 2", [](float* d, StreamHandle s) { launchOne<conflicts<2>>(d, s, "conflicts 2"); }},
        {"conflicts 4", [](float* d, StreamHandle s) { launchOne<conflicts<4>>(d, s, "conflicts 4"); }},
        {"conflicts 32", [](float* d, StreamHandle s) { launchOne<conflicts<32>>(d, s, "conflicts 32"); }},
        {"pairs", [](float* d, StreamHandle s) { launchOne<conflictsOfPairs>(d, s, "pairs"); }},
        {"meetings", [](float* d, StreamHandle s) { launchOne<meetings>(d, s, "meetings"); }},
        {"arithmetic", [](float* d, StreamHandle s) { launchOne<arithmetic>(d, s, "arithmetic"); }},
        {"products", [](float* d, StreamHandle s) { launchOne<products>(d, s, "products"); }},
        {"matrices", [](float* d, StreamHandle s) { launchOne<matrices>(d, s, "matrices"); }},
        {"barriers", [](float* d, StreamHandle s) { launch("barriers", barriers, {4}, 64, 0, s, d); }},
        {"atomics", [](float* d, StreamHandle s) { launchOne<atomics>(d, s, "atomics"); }},
        {"divergence", [](float* d, StreamHandle s) { launchOne<divergence>(d, s, "divergence"); }},
    };
    return all;
}

}  // namespace hearth::emulator::known
