// Operations on single rows of activations, written once for every instruction set; see simd.h.
#pragma once

#include "backend/cpu/kernels.h"
#include "backend/cpu/simd.h"

namespace hearth::cpu {
namespace {

typedef int8_t Bytes __attribute__((vector_size(lanes)));

/// One 32-column block of one row of x into column c of a panel block of `width`.
inline void quantizeBlock(const float* x, size_t width, size_t c, std::byte* panel) {
    constexpr size_t parts = blockColumns / lanes;
    Floats v[parts];
    Floats peak{};
    for (size_t i = 0; i < parts; ++i) {
        v[i] = load(x + i * lanes);
        peak = maximum(peak, magnitude(v[i]));
    }
    const float largestMagnitude = largest(peak);
    const float inverse = largestMagnitude > 0 ? 127.0F / largestMagnitude : 0.0F;
    const float scale = largestMagnitude / 127.0F;
    constexpr float shift = 12582912.0F;  // 1.5 * 2^23: the rounded number lands in the low bits
    int8_t q[blockColumns];
    Floats first{};
    Floats second{};
    for (size_t i = 0; i < parts; ++i) {
        const Floats rounded = v[i] * inverse + shift;
        (i < parts / 2 ? first : second) += rounded - shift;
        const Bytes bytes = __builtin_convertvector(bitsOf(rounded), Bytes);
        __builtin_memcpy(q + i * lanes, &bytes, lanes);
    }
    const int sumFirst = static_cast<int>(sum(first));
    const int sumAll = sumFirst + static_cast<int>(sum(second));
    for (size_t g = 0; g < 8; ++g) __builtin_memcpy(panel + (g * width + c) * 4, q + g * 4, 4);
    std::byte* tail = panel + 32 * width + c * 4;
    const float scaledSum = scale * static_cast<float>(sumAll);
    const int32_t bias = -8 * sumAll;
    const int32_t biasFirst = -8 * sumFirst;
    __builtin_memcpy(tail, &scale, 4);
    __builtin_memcpy(tail + 4 * width, &scaledSum, 4);
    __builtin_memcpy(tail + 8 * width, &bias, 4);
    __builtin_memcpy(tail + 12 * width, &biasFirst, 4);
}

void quantizePanel(const float* x, size_t stride, size_t columns, size_t width, std::byte* panel) {
    const size_t whole = columns / blockColumns;
    const size_t blocks = panelBlocks(columns);
    for (size_t c = 0; c < width; ++c)
        for (size_t b = 0; b < whole; ++b)
            quantizeBlock(x + c * stride + b * blockColumns, width, c, panel + b * panelBlockBytes(width));
    if (whole * blockColumns < columns) {
        for (size_t c = 0; c < width; ++c) {
            float rest[blockColumns] = {};
            __builtin_memcpy(rest, x + c * stride + whole * blockColumns,
                             (columns - whole * blockColumns) * 4);
            quantizeBlock(rest, width, c, panel + whole * panelBlockBytes(width));
        }
    }
    const size_t used = (columns + blockColumns - 1) / blockColumns;
    __builtin_memset(panel + used * panelBlockBytes(width), 0, (blocks - used) * panelBlockBytes(width));
}

void normRow(NormKind kind, const float* x, size_t columns, const float* weight, const float* bias,
             float epsilon, float* out) {
    const size_t whole = columns / lanes * lanes;
    const auto count = static_cast<float>(columns);
    float mean = 0;
    float factor = 1;
    if (kind == NormKind::Layer) {
        Floats s{};
        for (size_t k = 0; k < whole; k += lanes) s += load(x + k);
        mean = sum(s);
        for (size_t k = whole; k < columns; ++k) mean += x[k];
        mean /= count;
    }
    if (kind != NormKind::None) {
        Floats s[2] = {};
        size_t k = 0;
        for (; k + 2 * lanes <= whole; k += 2 * lanes) {
            const Floats a = load(x + k) - mean;
            const Floats b = load(x + k + lanes) - mean;
            s[0] += a * a;
            s[1] += b * b;
        }
        float total = 0;
        for (; k < columns; ++k) total += (x[k] - mean) * (x[k] - mean);
        total += sum(s[0] + s[1]);
        factor = 1.0F / __builtin_sqrtf(total / count + epsilon);
        if (kind == NormKind::UnitLength) {
            const float length = __builtin_sqrtf(total);
            factor = 1.0F / (length > epsilon ? length : epsilon);
        }
    }
    size_t k = 0;
    for (; k < whole; k += lanes) {
        Floats v = (load(x + k) - mean) * factor;
        if (weight != nullptr) v *= load(weight + k);
        if (bias != nullptr) v += load(bias + k);
        store(out + k, v);
    }
    for (; k < columns; ++k) {
        float v = (x[k] - mean) * factor;
        if (weight != nullptr) v *= weight[k];
        if (bias != nullptr) v += bias[k];
        out[k] = v;
    }
}

inline Floats activated(Activation activation, Floats x, Floats up, bool gated) {
    switch (activation) {
        case Activation::Silu:
            x = x / (1.0F + expOf(-x));
            break;
        case Activation::GeluTanh:
            x = 0.5F * x * (1.0F + tanhOf(0.7978845608F * (x + 0.044715F * x * x * x)));
            break;
        case Activation::GeluErf:
            x = 0.5F * x * (1.0F + erfOf(x * 0.7071067812F));
            break;
        case Activation::Relu:
            x = maximum(x, Floats{});
            break;
        case Activation::ReluSquared:
            x = maximum(x, Floats{}) * maximum(x, Floats{});
            break;
        case Activation::Sigmoid:
            x = 1.0F / (1.0F + expOf(-x));
            break;
        case Activation::SwigluOai:
            // The clamped gate of gpt-oss: g * sigmoid(1.702 g) * (u + 1), g at most 7, u within 7.
            x = minimum(x, spread(7.0F));
            x = x / (1.0F + expOf(x * -1.702F));
            if (gated) up = minimum(maximum(up, spread(-7.0F)), spread(7.0F)) + 1.0F;
            break;
        case Activation::Softplus:
            // max(x, 0) + ln(1 + exp(-|x|)); rare, so lane by lane.
            for (size_t i = 0; i < lanes; ++i)
                x[i] = (x[i] > 0 ? x[i] : 0.0F) + __builtin_log1pf(__builtin_expf(-__builtin_fabsf(x[i])));
            break;
        case Activation::None:
            break;
    }
    return gated ? x * up : x;
}

void activate(Activation activation, float* x, const float* up, size_t count) {
    size_t i = 0;
    const Floats none{};
    for (; i + lanes <= count; i += lanes)
        store(x + i, activated(activation, load(x + i), up != nullptr ? load(up + i) : none, up != nullptr));
    if (i == count) return;
    float a[lanes] = {};
    float b[lanes] = {};
    __builtin_memcpy(a, x + i, (count - i) * 4);
    if (up != nullptr) __builtin_memcpy(b, up + i, (count - i) * 4);
    store(a, activated(activation, load(a), load(b), up != nullptr));
    __builtin_memcpy(x + i, a, (count - i) * 4);
}

constexpr void addRowKernels(KernelTable& table) {
    table.quantize = quantizePanel;
    table.norm = normRow;
    table.activate = activate;
}

}  // namespace
}  // namespace hearth::cpu
