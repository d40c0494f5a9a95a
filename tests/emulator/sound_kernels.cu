#include "emulator/sound_kernels.h"

#include "backend/cuda/primitives.h"

namespace hearth::emulator::sound {
namespace {

using namespace hearth::cuda;

HEARTH_KERNEL(256) reduce(const float* in, float* out) {
    HEARTH_SHARED(float[8], partial);
    const float sum = warpSum(in[blockX() * 256 + threadX()]);
    if (laneId() == 0) partial[warpId()] = sum;
    blockBarrier();
    if (threadX() != 0) return;
    float total = 0;
    for (int i = 0; i < 8; ++i) total += partial[i];
    out[blockX()] = total;
}

HEARTH_KERNEL(32) multiplyS8(const int8_t* a, const int8_t* b, int* d) {
    const int g = laneId() / 4, t = laneId() % 4;
    uint32_t fa[4], fb[2];
    for (int i = 0; i < 4; ++i)
        fa[i] = loadVector<uint32_t>(a + (g + (i & 1) * 8) * 32 + t * 4 + (i >> 1) * 16);
    for (int i = 0; i < 2; ++i) fb[i] = loadVector<uint32_t>(b + g * 32 + t * 4 + i * 16);
    int sum[4] = {1, 1, 1, 1};
    mmaS8(sum, fa, fb);
    const auto store = [&](int* to) {
        for (int i = 0; i < 4; ++i) to[(g + (i >> 1) * 8) * 8 + t * 2 + (i & 1)] = sum[i];
    };
    store(d);

    HEARTH_SHARED(Words4[48], rows);
    rows[laneId()] = loadVector<Words4>(a + laneId() * 16);
    if (laneId() < 16) rows[32 + laneId()] = loadVector<Words4>(b + laneId() * 16);
    warpBarrier();
    const int row = laneId() % 8, matrix = laneId() / 8;
    uint32_t ma[4], mb[4];
    loadMatrices(ma, rows + (row + matrix % 2 * 8) * 2 + matrix / 2);
    loadMatrices(mb, rows + 32 + row * 2 + matrix % 2);
    mmaS8(sum, ma, {mb[0], mb[1]}, 1);
    store(d + 128);

    int second[4];
    mmaS8Half(sum, {ma[0], ma[1]}, mb[2], 1);
    mmaS8Half(second, {ma[2], ma[3]}, mb[3], 0);
    for (int i = 0; i < 4; ++i) sum[i] += second[i];
    store(d + 256);
}

template <bool Bfloat>
HEARTH_KERNEL(32)
multiply16(const uint16_t* a, const uint16_t* b, float* d) {
    const int g = laneId() / 4, t = laneId() % 4;
    uint32_t fa[4], fb[2];
    for (int i = 0; i < 4; ++i)
        fa[i] = loadVector<uint32_t>(a + (g + (i & 1) * 8) * 16 + t * 2 + (i >> 1) * 8);
    for (int i = 0; i < 2; ++i) fb[i] = loadVector<uint32_t>(b + g * 16 + t * 2 + i * 8);
    float sum[4] = {1, 1, 1, 1};
    if (Bfloat) {
        mmaBf16(sum, fa, fb);
    } else {
        mmaF16(sum, fa, fb);
    }
    for (int i = 0; i < 4; ++i) d[(g + (i >> 1) * 8) * 8 + t * 2 + (i & 1)] = sum[i];
}

HEARTH_KERNEL(32) staged(const float* in, float* out) {
    HEARTH_SHARED(Floats4[2][32], tile);
    copyAsync16(&tile[0][threadX()], in + threadX() * 4);
    copyAsyncCommit();
    for (int i = 0; i < 4; ++i) {
        if (i + 1 < 4) copyAsync16(&tile[(i + 1) % 2][threadX()], in + ((i + 1) * 32 + threadX()) * 4);
        copyAsyncCommit();
        copyAsyncWait<1>();
        warpBarrier();
        const auto four = loadVector<Floats4>(&tile[i % 2][31 - threadX()]);
        storeVector(out + (i * 32 + threadX()) * 4, four);
        warpBarrier();
    }
}

HEARTH_KERNEL(32) add(float* data, float value) {
    data[threadX()] += value;
}

}  // namespace

void launchReduce(const float* in, float* out, unsigned blocks, StreamHandle stream) {
    launch("reduce", reduce, {blocks}, 256, 0, stream, in, out);
}
void launchMmaS8(const int8_t* a, const int8_t* b, int* d, StreamHandle stream) {
    launch("multiplyS8", multiplyS8, {1}, 32, 0, stream, a, b, d);
}
void launchMmaF16(const uint16_t* a, const uint16_t* b, float* d, bool bfloat, StreamHandle stream) {
    launch("multiply16", bfloat ? multiply16<true> : multiply16<false>, {1}, 32, 0, stream, a, b, d);
}
void launchStaged(const float* in, float* out, StreamHandle stream) {
    launch("staged", staged, {1}, 32, 0, stream, in, out);
}
void launchAdd(float* data, float value, StreamHandle stream) {
    launch("add", add, {1}, 32, 0, stream, data, value);
}

}  // namespace hearth::emulator::sound
