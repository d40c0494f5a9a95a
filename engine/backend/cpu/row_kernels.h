// Operations on single rows of activations, written once for every instruction set; see simd.h.
#pragma once

#include "backend/cpu/kernels.h"
#include "backend/cpu/recurrence_kernels.h"
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

#if defined(__AVX512F__)
struct QuantizedBlock {
    __m256i q;
    float scale;
    int sumAll, sumFirst;  ///< of the numbers, and of the first half of them
};

/// A block with the same numbers.
inline QuantizedBlock quantizedBlock(const float* x) {
    constexpr float shift = 12582912.0F;
    const Floats low = load(x);
    const Floats high = load(x + lanes);
    const float peak = largest(maximum(magnitude(low), magnitude(high)));
    const float inverse = peak > 0 ? 127.0F / peak : 0.0F;
    QuantizedBlock block;
    block.scale = peak / 127.0F;
    block.q = _mm256_inserti128_si256(
        _mm256_castsi128_si256(
            _mm512_cvtepi32_epi8(reinterpret_cast<__m512i>(bitsOf(low * inverse + shift)))),
        _mm512_cvtepi32_epi8(reinterpret_cast<__m512i>(bitsOf(high * inverse + shift))), 1);
    // Sums of eight bytes each, which are 128 more than the signed ones.
    const __m256i sums =
        _mm256_sad_epu8(_mm256_xor_si256(block.q, _mm256_set1_epi8(-128)), _mm256_setzero_si256());
    block.sumFirst = static_cast<int>(_mm256_extract_epi64(sums, 0) + _mm256_extract_epi64(sums, 1)) - 2048;
    block.sumAll = static_cast<int>(_mm256_extract_epi64(sums, 2) + _mm256_extract_epi64(sums, 3)) - 2048 +
                   block.sumFirst;
    return block;
}

/// Whole blocks of a single row: a row's blocks are 48 bytes each, one after the other.
inline void quantizeRow(const float* x, size_t blocks, std::byte* panel) {
    for (size_t b = 0; b < blocks; ++b, x += blockColumns, panel += panelBlockBytes(1)) {
        const QuantizedBlock block = quantizedBlock(x);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(panel), block.q);
        const float scaledSum = block.scale * static_cast<float>(block.sumAll);
        const int32_t bias = -8 * block.sumAll;
        const int32_t biasFirst = -8 * block.sumFirst;
        __builtin_memcpy(panel + 32, &block.scale, 4);
        __builtin_memcpy(panel + 36, &scaledSum, 4);
        __builtin_memcpy(panel + 40, &bias, 4);
        __builtin_memcpy(panel + 44, &biasFirst, 4);
    }
}

/// Whole blocks of eight rows: eight times eight groups of four columns change places.
inline void quantizeEight(const float* x, size_t stride, size_t blocks, std::byte* panel) {
    for (size_t b = 0; b < blocks; ++b, x += blockColumns, panel += panelBlockBytes(8)) {
        __m256i q[8];
        float scale[8];
        int sumAll[8];
        int sumFirst[8];
#pragma GCC unroll 8
        for (size_t c = 0; c < 8; ++c) {
            const QuantizedBlock block = quantizedBlock(x + c * stride);
            q[c] = block.q;
            scale[c] = block.scale;
            sumAll[c] = block.sumAll;
            sumFirst[c] = block.sumFirst;
        }
        __m256i two[8];
        __m256i four[8];
#pragma GCC unroll 4
        for (size_t c = 0; c < 8; c += 2) {
            two[c] = _mm256_unpacklo_epi32(q[c], q[c + 1]);
            two[c + 1] = _mm256_unpackhi_epi32(q[c], q[c + 1]);
        }
#pragma GCC unroll 2
        for (size_t c = 0; c < 8; c += 4) {
            four[c] = _mm256_unpacklo_epi64(two[c], two[c + 2]);
            four[c + 1] = _mm256_unpackhi_epi64(two[c], two[c + 2]);
            four[c + 2] = _mm256_unpacklo_epi64(two[c + 1], two[c + 3]);
            four[c + 3] = _mm256_unpackhi_epi64(two[c + 1], two[c + 3]);
        }
        auto* out = reinterpret_cast<__m256i*>(panel);
#pragma GCC unroll 4
        for (size_t g = 0; g < 4; ++g) {
            _mm256_storeu_si256(out + g, _mm256_permute2x128_si256(four[g], four[g + 4], 0x20));
            _mm256_storeu_si256(out + g + 4, _mm256_permute2x128_si256(four[g], four[g + 4], 0x31));
        }
        const __m256 scales = _mm256_loadu_ps(scale);
        const __m256i all = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(sumAll));
        const __m256i first = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(sumFirst));
        const __m256i minusEight = _mm256_set1_epi32(-8);
        _mm256_storeu_ps(reinterpret_cast<float*>(out + 8), scales);
        _mm256_storeu_ps(reinterpret_cast<float*>(out + 9), _mm256_mul_ps(scales, _mm256_cvtepi32_ps(all)));
        _mm256_storeu_si256(out + 10, _mm256_mullo_epi32(all, minusEight));
        _mm256_storeu_si256(out + 11, _mm256_mullo_epi32(first, minusEight));
    }
}
#endif

void quantizePanel(const float* x, size_t stride, size_t columns, size_t width, std::byte* panel) {
    const size_t whole = columns / blockColumns;
    const size_t blocks = panelBlocks(columns);
    size_t first = 0;
#if defined(__AVX512F__)
    if (width == 1) quantizeRow(x, whole, panel);
    if (width == 8) quantizeEight(x, stride, whole, panel);
    if (width == 1 || width == 8) first = width;
#endif
    for (size_t c = first; c < width; ++c)
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

inline Floats finished(const Finish& f, Floats c, size_t i, const float* upValues) {
    if (f.bias != nullptr) c += load(f.bias + i);
    Floats up{};
    if (upValues != nullptr) {
        up = load(upValues + i);
        if (f.upBias != nullptr) up += load(f.upBias + i);
    }
    c = activated(f.activation, c, up, upValues != nullptr) * f.scale;
    if (f.softCap != 0) c = tanhOf(c / f.softCap) * f.softCap;
    return c;
}

void finishRow(const float* c, size_t count, const Finish& f, float* out) {
    const size_t whole = count / lanes * lanes;
    if (f.activation == Activation::None && f.up == nullptr && f.bias == nullptr && f.softCap == 0) {
        for (size_t i = 0; i < whole; i += lanes) {
            const Floats v = load(c + i) * f.scale;
            store(out + i, f.accumulate ? load(out + i) + v : v);
        }
    } else {
        for (size_t i = 0; i < whole; i += lanes) {
            const Floats v = finished(f, load(c + i), i, f.up);
            store(out + i, f.accumulate ? load(out + i) + v : v);
        }
    }
    if (whole == count) return;
    // The same on copies that are long enough.
    const size_t rest = count - whole;
    float copies[4][lanes] = {};
    Finish tail = f;
    const auto copy = [&](const float* from, float* to) {
        if (from != nullptr) __builtin_memcpy(to, from + whole, rest * 4);
        return from != nullptr ? to : nullptr;
    };
    copy(c, copies[0]);
    tail.bias = copy(f.bias, copies[1]);
    tail.up = copy(f.up, copies[2]);
    tail.upBias = copy(f.upBias, copies[3]);
    float result[lanes];
    store(result, finished(tail, load(copies[0]), 0, tail.up));
    for (size_t i = 0; i < rest; ++i) out[whole + i] = f.accumulate ? out[whole + i] + result[i] : result[i];
}

void finishPanel(const float* c, size_t width, size_t count, const Finish& f, float* const* out,
                 size_t first) {
    const bool plain = f.bias == nullptr && f.upBias == nullptr && f.softCap == 0 && count == stripRows;
    if (plain && f.activation == Activation::None && f.up == nullptr) {
        for (size_t column = 0; column < width; ++column, c += stripRows) {
            float* to = out[column] + first;
            for (size_t i = 0; i < stripRows; i += lanes) {
                const Floats v = load(c + i) * f.scale;
                store(to + i, f.accumulate ? load(to + i) + v : v);
            }
        }
        return;
    }
    if (plain && f.activation == Activation::Silu && f.up != nullptr && !f.accumulate) {
        for (size_t at = 0; at < width * stripRows; at += lanes)
            store(out[at / stripRows] + first + at % stripRows,
                  activated(Activation::Silu, load(c + at), load(f.up + at), true) * f.scale);
        return;
    }
    Finish row = f;
    for (size_t column = 0; column < width; ++column) {
        if (f.up != nullptr) row.up = f.up + column * stripRows;
        finishRow(c + column * stripRows, count, row, out[column] + first);
    }
}

void rotateHead(bool interleaved, const float* cosine, const float* sine, size_t dims, float* head) {
    size_t i = 0;
    if (interleaved) {
        for (; i + lanes <= dims; i += lanes) {
            const Floats x = load(head + i);
            store(head + i, x * load(cosine + i) + swapNeighbours(x) * load(sine + i));
        }
        for (; i + 2 <= dims; i += 2) {
            const float a = head[i];
            const float b = head[i + 1];
            head[i] = a * cosine[i] + b * sine[i];
            head[i + 1] = b * cosine[i + 1] + a * sine[i + 1];
        }
        return;
    }
    const size_t half = dims / 2;
    for (; i + lanes <= half; i += lanes) {
        const Floats a = load(head + i);
        const Floats b = load(head + half + i);
        store(head + i, a * load(cosine + i) + b * load(sine + i));
        store(head + half + i, b * load(cosine + half + i) + a * load(sine + half + i));
    }
    for (; i < half; ++i) {
        const float a = head[i];
        const float b = head[half + i];
        head[i] = a * cosine[i] + b * sine[i];
        head[half + i] = b * cosine[half + i] + a * sine[half + i];
    }
}

constexpr void addRowKernels(KernelTable& table) {
    table.finish = finishRow;
    table.finishPanel = finishPanel;
    table.rotate = rotateHead;
    table.quantize = quantizePanel;
    table.norm = normRow;
    table.activate = activate;
    table.recur = recur;
}

}  // namespace
}  // namespace hearth::cpu
