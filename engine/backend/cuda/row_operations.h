#pragma once

#include "backend/cuda/kernel_arguments.h"
#include "backend/cuda/primitives.h"

/// What one block of threads does with one row of floats: normalising, quantising, activating.
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

HEARTH_DEVICE float activateGate(ActivationCode code, float gate, float up) {
    if (code != ActivationCode::SwigluOai) return activate(code, gate) * up;
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

/// What normalises a row of `count` floats; all threads of the block take part.
HEARTH_DEVICE NormScale measureRow(const float* in, int count, const NormView& norm,
                                   float (&scratch)[rowWarps]) {
    NormScale result{0, 1};
    if (norm.kind == NormCode::None) return result;
    const int first = static_cast<int>(threadX());
    if (norm.kind == NormCode::Layer) {
        float sum = 0;
        for (int i = first; i < count; i += rowThreads) sum += in[i];
        result.mean = blockSum(sum, scratch) / static_cast<float>(count);
    }
    float squares = 0;
    for (int i = first; i < count; i += rowThreads) {
        const float x = in[i] - result.mean;
        squares = fusedMultiplyAdd(x, x, squares);
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

/// Quantises one row to int8, 32 elements a scale: the largest magnitude becomes 127. Elements from `count`
/// to 32 * kBlocks are zero. All threads of a block of rowThreads take part; the caller places a barrier
/// before anybody reads.
HEARTH_DEVICE void quantizeRow(const float* in, int count, int kBlocks, const NormView& norm,
                               const NormScale& by, int8_t* codes, ActivationBlock* blocks) {
    for (int block = warpId(); block < kBlocks; block += rowWarps) {
        const int i = block * 32 + laneId();
        const float x = i < count ? normalized(in, i, norm, by) : 0.0F;
        const float largest = warpMax(fabs(x));
        const float scale = largest / 127.0F;
        const int code = roundToInt(largest > 0 ? x * (127.0F / largest) : 0.0F);
        codes[i] = static_cast<int8_t>(code);
        int sum = code;
        for (int mask = 8; mask > 0; mask >>= 1) sum += shuffleXor(sum, mask);
        const int other = shuffleXor(sum, 16);
        if (laneId() == 0) {
            blocks[block] = {scale, (static_cast<uint32_t>(sum) & 0xffffU) | static_cast<uint32_t>(other)
                                                                                 << 16U};
        }
    }
}

}  // namespace hearth::cuda
