// Operations on single rows of activations, written once for every instruction set; see simd.h.
#pragma once

#include "backend/cpu/kernels.h"
#include "backend/cpu/quantize_kernels.h"
#include "backend/cpu/recurrence_kernels.h"
#include "backend/cpu/simd.h"

namespace hearth::cpu {
namespace {

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
        case Activation::Xielu:  // RowOperations applies it
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
    const bool plain = f.bias == nullptr && f.upBias == nullptr && f.softCap == 0 && count == rowPanelRows;
    if (plain && f.activation == Activation::None && f.up == nullptr) {
        for (size_t column = 0; column < width; ++column, c += rowPanelRows) {
            float* to = out[column] + first;
            for (size_t i = 0; i < rowPanelRows; i += lanes) {
                const Floats v = load(c + i) * f.scale;
                store(to + i, f.accumulate ? load(to + i) + v : v);
            }
        }
        return;
    }
    if (plain && f.activation == Activation::Silu && f.up != nullptr && !f.accumulate) {
        for (size_t at = 0; at < width * rowPanelRows; at += lanes)
            store(out[at / rowPanelRows] + first + at % rowPanelRows,
                  activated(Activation::Silu, load(c + at), load(f.up + at), true) * f.scale);
        return;
    }
    Finish row = f;
    for (size_t column = 0; column < width; ++column) {
        if (f.up != nullptr) row.up = f.up + column * rowPanelRows;
        finishRow(c + column * rowPanelRows, count, row, out[column] + first);
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
    table.quantizeTwice = quantizePanelTwice;
    table.norm = normRow;
    table.activate = activate;
    table.recur = recur;
    table.scan = scan;
}

}  // namespace
}  // namespace hearth::cpu
