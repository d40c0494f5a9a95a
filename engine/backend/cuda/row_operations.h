#pragma once

#include "backend/cuda/kernel_arguments.h"
#include "backend/cuda/primitives.h"

/// Operations of one block of threads on one row of floats: normalising, quantising, activating.
namespace hearth::cuda {

constexpr int rowThreads = 256;
constexpr int rowWarps = rowThreads / 32;

HEARTH_DEVICE float sigmoid(float x) {
    return 1.0F / (1.0F + exp(-x));
}

HEARTH_DEVICE float activate(ActivationCode code, float x) {
    switch (code) {
        case ActivationCode::Silu:
            return x * sigmoid(x);
        case ActivationCode::GeluTanh:
            return 0.5F * x * (1.0F + tanh(0.7978845608028654F * (x + 0.044715F * x * x * x)));
        case ActivationCode::GeluErf:
            return 0.5F * x * (1.0F + erf(x * 0.7071067811865476F));
        case ActivationCode::Relu:
            return x > 0 ? x : 0.0F;
        case ActivationCode::ReluSquared:
            return x > 0 ? x * x : 0.0F;
        case ActivationCode::Sigmoid:
            return sigmoid(x);
        case ActivationCode::Softplus:
            return x > 20.0F ? x : log1p(exp(x));
        default:
            return x;
    }
}

HEARTH_DEVICE float xielu(const XieluView& by, float x) {
    if (x > 0) return by.positive * x * x + by.beta * x;
    const float bounded = x < by.epsilon ? x : by.epsilon;
    return by.negative * (expm1(bounded) - x) + by.beta * x;
}

/// `limit`: of act(gate) from above and of up to both sides; 0: none.
HEARTH_DEVICE float activateGate(ActivationCode code, float gate, float up, float limit) {
    if (code != ActivationCode::SwigluOai) {
        float opened = activate(code, gate);
        if (limit != 0) {
            opened = opened > limit ? limit : opened;
            up = up > limit ? limit : up < -limit ? -limit : up;
        }
        return opened * up;
    }
    const float limited = gate < 7.0F ? gate : 7.0F;
    const float bounded = up > 7.0F ? 7.0F : up < -7.0F ? -7.0F : up;
    return limited * sigmoid(1.702F * limited) * (bounded + 1.0F);
}

/// The sum over a block of rowThreads, the same bits for every thread. `scratch` is free again when it
/// returns.
HEARTH_DEVICE float blockSum(float value, float (&scratch)[rowWarps]) {
    value = warpSum(value);
    if (laneId() == 0) scratch[warpId()] = value;
    blockBarrier();
    float total = 0;
    for (int i = 0; i < rowWarps; ++i) total += scratch[i];
    blockBarrier();
    return total;
}

struct NormScale {
    float mean, scale;
};

/// The scale from the sum of squares.
HEARTH_DEVICE float normScale(NormCode kind, float squares, int count, float epsilon) {
    if (kind == NormCode::UnitLength) {
        const float length = sqrt(squares);
        return 1.0F / (length > epsilon ? length : epsilon);
    }
    return 1.0F / sqrt(squares / static_cast<float>(count) + epsilon);
}

/// Elements i to i+3 of `count`, zeros after them; one load if the address allows it. The work is divided the
/// same way for every address, so a row's bits do not depend on its address.
HEARTH_DEVICE Floats4 loadFour(const float* in, int i, int count) {
    if (i + 3 < count && (reinterpret_cast<uint64_t>(in + i) & 15U) == 0) return loadVector<Floats4>(in + i);
    return {i < count ? in[i] : 0.0F, i + 1 < count ? in[i + 1] : 0.0F, i + 2 < count ? in[i + 2] : 0.0F,
            i + 3 < count ? in[i + 3] : 0.0F};
}

/// Computes the scale that normalises a row of `count` floats. All threads of the block take part.
HEARTH_DEVICE NormScale measureRow(const float* in, int count, const NormView& norm,
                                   float (&scratch)[rowWarps]) {
    NormScale result{0, 1};
    if (norm.kind == NormCode::None) return result;
    const int first = 4 * static_cast<int>(threadX());
    if (norm.kind == NormCode::Layer) {
        float sum = 0;
        HEARTH_UNROLL_4 for (int i = first; i < count; i += 4 * rowThreads) {
            const Floats4 x = loadFour(in, i, count);
            sum += (x.x + x.y) + (x.z + x.w);
        }
        result.mean = blockSum(sum, scratch) / static_cast<float>(count);
    }
    float squares = 0;
    const auto add = [&](int i, float value) {
        const float x = i < count ? value - result.mean : 0.0F;
        squares = fusedMultiplyAdd(x, x, squares);
    };
    HEARTH_UNROLL_4 for (int i = first; i < count; i += 4 * rowThreads) {
        const Floats4 x = loadFour(in, i, count);
        add(i, x.x);
        add(i + 1, x.y);
        add(i + 2, x.z);
        add(i + 3, x.w);
    }
    result.scale = normScale(norm.kind, blockSum(squares, scratch), count, norm.epsilon);
    return result;
}

HEARTH_DEVICE float normalized(const float* in, int i, const NormView& norm, const NormScale& by) {
    float x = (in[i] - by.mean) * by.scale;
    if (norm.weight) x *= norm.weight[i];
    if (norm.bias) x += norm.bias[i];
    return x;
}

/// The same for elements i to i+3, zeros after `count`.
HEARTH_DEVICE void normalizedFour(const float* in, int i, int count, const NormView& norm,
                                  const NormScale& by, float (&out)[4]) {
    const Floats4 x = loadFour(in, i, count);
    out[0] = (x.x - by.mean) * by.scale;
    out[1] = (x.y - by.mean) * by.scale;
    out[2] = (x.z - by.mean) * by.scale;
    out[3] = (x.w - by.mean) * by.scale;
    if (norm.weight) {
        const Floats4 weight = loadFour(norm.weight, i, count);
        out[0] *= weight.x;
        out[1] *= weight.y;
        out[2] *= weight.z;
        out[3] *= weight.w;
    }
    if (norm.bias) {
        const Floats4 bias = loadFour(norm.bias, i, count);
        out[0] += bias.x;
        out[1] += bias.y;
        out[2] += bias.z;
        out[3] += bias.w;
    }
    HEARTH_UNROLL for (int j = 0; j < 4; ++j) {
        if (i + j >= count) out[j] = 0;
    }
}

/// Quantises a block, of which eight lanes have four elements each; without `store` nothing is written.
HEARTH_DEVICE void quantizeFour(const float (&x)[4], bool store, int8_t* codes, ActivationBlock* block) {
    float largest = 0;
    HEARTH_UNROLL for (int j = 0; j < 4; ++j) {
        const float magnitude = fabs(x[j]);
        largest = magnitude > largest ? magnitude : largest;
    }
    HEARTH_UNROLL for (int mask = 4; mask > 0; mask >>= 1) {
        const float other = shuffleXor(largest, mask);
        largest = other > largest ? other : largest;
    }
    const float scale = largest / 127.0F, steps = largest > 0 ? 127.0F / largest : 0.0F;
    uint32_t four = 0;
    int sum = 0;
    HEARTH_UNROLL for (int j = 0; j < 4; ++j) {
        const int code = roundToInt(largest > 0 ? x[j] * steps : 0.0F);
        four |= (static_cast<uint32_t>(code) & 0xffU) << (8U * static_cast<unsigned>(j));
        sum += code;
    }
    // Four lanes are half a block.
    sum += shuffleXor(sum, 1);
    sum += shuffleXor(sum, 2);
    const int other = shuffleXor(sum, 4);
    if (!store) return;
    storeVector(codes, four);
    if (laneId() % 8 == 0) {
        *block = {scale, (static_cast<uint32_t>(sum) & 0xffffU) | static_cast<uint32_t>(other) << 16U};
    }
}

/// Quantises one row to int8, 32 elements a scale: the largest magnitude becomes 127. Elements from `count`
/// to 32 * kBlocks are zero. Eight lanes take a block, so a warp takes four. All threads of a block of
/// rowThreads take part; the caller places a barrier before anybody reads.
HEARTH_DEVICE void quantizeRow(const float* in, int count, int kBlocks, const NormView& norm,
                               const NormScale& by, int8_t* codes, ActivationBlock* blocks) {
    constexpr int blocksPerWarp = 4, ahead = 4, step = rowWarps * blocksPerWarp;
    const int lane = laneId() % 8;
    for (int first = warpId() * blocksPerWarp; first < kBlocks; first += ahead * step) {
        // All loads before the first store, which the compiler cannot know to go elsewhere.
        float x[ahead][4];
        HEARTH_UNROLL for (int n = 0; n < ahead; ++n) {
            const int block = first + n * step + laneId() / 8;
            normalizedFour(in, block * 32 + lane * 4, block < kBlocks ? count : 0, norm, by, x[n]);
        }
        HEARTH_UNROLL for (int n = 0; n < ahead; ++n) {
            const int block = first + n * step + laneId() / 8;
            if (first + n * step >= kBlocks) break;
            quantizeFour(x[n], block < kBlocks, codes + block * 32 + lane * 4, blocks + block);
        }
    }
}

/// A row that the registers of a block of rowThreads hold, four loads of four floats a thread.
constexpr int shortRowBlocks = 4 * 4 * rowThreads / 32;
struct ShortRow {
    Floats4 of[4];
};
HEARTH_DEVICE void loadShortRow(const float* in, int count, ShortRow& row) {
    HEARTH_UNROLL for (int n = 0; n < 4; ++n) {
        row.of[n] = loadFour(in, 4 * (static_cast<int>(threadX()) + n * rowThreads), count);
    }
}
HEARTH_DEVICE bool isShortRow(const NormView& norm, int kBlocks) {
    return kBlocks <= shortRowBlocks && norm.kind != NormCode::Layer && !norm.bias;
}

/// measureRow() and quantizeRow() to the bit for a row that is short: it is read once. `weight`: the norm's,
/// which can be loaded before the row is there.
HEARTH_DEVICE void quantizeShortRow(const float* in, int count, int kBlocks, const NormView& norm,
                                    const ShortRow& weight, float (&scratch)[rowWarps], int8_t* codes,
                                    ActivationBlock* blocks) {
    ShortRow row;
    loadShortRow(in, count, row);
    float scale = 1;
    if (norm.kind != NormCode::None) {
        float squares = 0;
        HEARTH_UNROLL for (int n = 0; n < 4; ++n) {
            const Floats4& x = row.of[n];
            squares = fusedMultiplyAdd(x.x, x.x, squares);
            squares = fusedMultiplyAdd(x.y, x.y, squares);
            squares = fusedMultiplyAdd(x.z, x.z, squares);
            squares = fusedMultiplyAdd(x.w, x.w, squares);
        }
        scale = normScale(norm.kind, blockSum(squares, scratch), count, norm.epsilon);
    }
    HEARTH_UNROLL for (int n = 0; n < 4; ++n) {
        const int first = (warpId() + n * rowWarps) * 4, block = first + laneId() / 8;
        if (first >= kBlocks) break;
        const Floats4 &x = row.of[n], &by = weight.of[n];
        float out[4] = {x.x * scale, x.y * scale, x.z * scale, x.w * scale};
        if (norm.weight) {
            out[0] *= by.x;
            out[1] *= by.y;
            out[2] *= by.z;
            out[3] *= by.w;
        }
        quantizeFour(out, block < kBlocks, codes + block * 32 + laneId() % 8 * 4, blocks + block);
    }
}

}  // namespace hearth::cuda
