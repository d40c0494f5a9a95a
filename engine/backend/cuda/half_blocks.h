#pragma once

#include "backend/cuda/row_operations.h"

/// Products with weights that are floats of 16 or 8 bits on the tensor cores. An activation x becomes two
/// f16, head + rest, after its row was multiplied by a power of two that brings the largest magnitude into
/// [2^14, 2^15): together they hold 22 bits of it, and numbers far below the largest lose nothing that a
/// float32 sum would keep. Powers of two multiply the sum back, which is exact.
///
/// The order of columns inside an mma is free as long as both sides agree: lane 4g+t has columns 8t to 8t+7
/// of each k-block, the first four in the first step. So both sides load 16 bytes at once.
namespace hearth::cuda {

/// The largest magnitude of a normalised row, the same bits for every thread of the block.
HEARTH_DEVICE float largestOfRow(const float* in, int count, const NormView& norm, const NormScale& by,
                                 float (&scratch)[rowWarps]) {
    float largest = 0;
    for (int i = 4 * static_cast<int>(threadX()); i < count; i += 4 * rowThreads) {
        float x[4];
        normalizedFour(in, i, count, norm, by, x);
        HEARTH_UNROLL for (int j = 0; j < 4; ++j) {
            const float magnitude = fabs(x[j]);
            largest = magnitude > largest ? magnitude : largest;
        }
    }
    largest = warpMax(largest);
    if (laneId() == 0) scratch[warpId()] = largest;
    blockBarrier();
    for (int i = 0; i < rowWarps; ++i) largest = scratch[i] > largest ? scratch[i] : largest;
    blockBarrier();
    return largest;
}

/// Splits one row: `halves` (kBlocks, halfBlock), zeros after `count`. Returns the factor of the sums. All
/// threads of a block of rowThreads take part; the caller places a barrier before any of them reads.
HEARTH_DEVICE float splitRow(const float* in, int count, int kBlocks, const NormView& norm,
                             const NormScale& by, float (&scratch)[rowWarps], uint16_t* halves) {
    const uint32_t found = bitsOf(largestOfRow(in, count, norm, by, scratch)) >> 23U;
    const uint32_t exponent = found < 15U ? 15U : found;  // both powers stay normal numbers
    const float power = floatOf((268U - exponent) << 23U);
    for (int i = 4 * static_cast<int>(threadX()); i < kBlocks * 32; i += 4 * rowThreads) {
        float x[4];
        normalizedFour(in, i, count, norm, by, x);
        uint32_t head[4], rest[4];
        HEARTH_UNROLL for (int j = 0; j < 4; ++j) {
            const float scaled = roundedMultiply(x[j], power);
            const uint16_t half = halfFromFloat(scaled);
            head[j] = half;
            rest[j] = halfFromFloat(scaled - floatFromHalf(half));
        }
        // Of two blocks side by side one stores its heads while the other stores its rests: so the lanes use
        // all banks of shared memory.
        const bool restFirst = i / 32 % 2 != 0;
        uint16_t *block = halves + i / 32 * halfBlock + i % 32, *heads = block, *rests = block + 32;
        const Words2 headWords{head[0] | head[1] << 16U, head[2] | head[3] << 16U},
            restWords{rest[0] | rest[1] << 16U, rest[2] | rest[3] << 16U};
        storeVector(restFirst ? rests : heads, restFirst ? restWords : headWords);
        storeVector(restFirst ? heads : rests, restFirst ? headWords : restWords);
    }
    return floatOf((exponent - 14U) << 23U);
}

/// One of the experts of a weight alone.
HEARTH_DEVICE WeightView expertOf(WeightView weight, int expert) {
    weight.low += weight.expertLow * static_cast<uint64_t>(expert);
    weight.high += weight.expertHigh * static_cast<uint64_t>(expert);
    weight.scale += weight.expertScale * static_cast<uint64_t>(expert);
    weight.super += weight.expertSuper * static_cast<uint64_t>(expert);
    return weight;
}

/// One lane's part of 16 weight rows and a k-block, and of 8 activation columns.
struct HalfRows {
    uint32_t step[2][4];
};
struct HalfColumns {
    uint32_t head[2][2], rest[2][2];
};

/// `first` is the lane's item of row g, `second` that of row g + 8.
HEARTH_DEVICE HalfRows halfRows(const Words4& first, const Words4& second) {
    return {{{first.x, second.x, first.y, second.y}, {first.z, second.z, first.w, second.w}}};
}
HEARTH_DEVICE HalfColumns halfColumns(const Words4& head, const Words4& rest) {
    return {{{head.x, head.y}, {head.z, head.w}}, {{rest.x, rest.y}, {rest.z, rest.w}}};
}

/// Two codes of 8-bit floats as f16, those of bytes 0 and 1 or 2 and 3: exact, and of E4M3 2^-8 times the
/// number, for a code is an f16 of which bits were left out. So no GPU needs an instruction for them.
HEARTH_DEVICE uint32_t twoHalves(uint32_t codes, int first, bool wide) {
    const uint32_t upper = selectBytes(codes, 0, first == 0 ? 0x1404U : 0x3424U);
    return wide ? upper : (upper >> 1U & 0x3f803f80U) | (upper & 0x80008000U);
}
/// As halfRows() from items of 8-bit floats; `wide`: E5M2.
HEARTH_DEVICE HalfRows byteRows(const Words2& first, const Words2& second, bool wide) {
    return {{{twoHalves(first.x, 0, wide), twoHalves(second.x, 0, wide), twoHalves(first.x, 2, wide),
              twoHalves(second.x, 2, wide)},
             {twoHalves(first.y, 0, wide), twoHalves(second.y, 0, wide), twoHalves(first.y, 2, wide),
              twoHalves(second.y, 2, wide)}}};
}

/// Adds the products of a k-block: always in this order, so that all kernels round alike.
HEARTH_DEVICE void addHalfBlock(float (&sums)[4], const HalfRows& rows, const HalfColumns& columns) {
    HEARTH_UNROLL for (int step = 0; step < 2; ++step) {
        mmaF16(sums, rows.step[step], columns.rest[step]);
        mmaF16(sums, rows.step[step], columns.head[step]);
    }
}

/// The same with the scales of two rows of 8-bit floats, that of row g and that of row g + 8.
HEARTH_DEVICE void addByteBlock(float (&sums)[4], const HalfRows& rows, const HalfColumns& columns,
                                const float (&scales)[2]) {
    float part[4] = {};
    addHalfBlock(part, rows, columns);
    HEARTH_UNROLL for (int i = 0; i < 4; ++i) sums[i] = fusedMultiplyAdd(scales[i / 2], part[i], sums[i]);
}
/// The scale of a k-block of one row of 8-bit floats.
HEARTH_DEVICE float byteScale(const WeightView& weight, int rowPanel, int kBlock, int row) {
    constexpr int blocks = traitsOf(WeightFormat::E4M3).superBlocks();
    const int64_t item =
        (static_cast<int64_t>(rowPanel) * weight.kBlocks + kBlock) / blocks * rowPanelRows + row;
    return reinterpret_cast<const float*>(weight.super)[item];
}

/// The power of two of a row of 16-bit weights.
HEARTH_DEVICE float halfRowScale(const WeightView& weight, int expert, int row) {
    return reinterpret_cast<const float*>(weight.scale +
                                          weight.expertScale * static_cast<uint64_t>(expert))[row];
}
/// The sum with both powers of two undone.
HEARTH_DEVICE float scaleHalf(float sum, float weightScale, float activationScale) {
    return roundedMultiply(roundedMultiply(sum, weightScale), activationScale);
}

}  // namespace hearth::cuda
