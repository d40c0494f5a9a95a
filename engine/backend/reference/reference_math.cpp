#include "backend/reference/reference_math.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <thread>

#include "backend/kv_block_sizes.h"
#include "quant/half_float.h"

namespace hearth::reference {

float dot(const float* a, const float* b, size_t count) noexcept {
    constexpr size_t lanes = 8;
    float sums[lanes] = {};
    size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        for (size_t lane = 0; lane < lanes; ++lane) sums[lane] += a[i + lane] * b[i + lane];
    }
    float rest = 0;
    for (; i < count; ++i) rest += a[i] * b[i];
    return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7])) + rest;
}

namespace {
float sigmoid(float x) noexcept {
    return 1.0F / (1.0F + std::exp(-x));
}
}  // namespace

float activate(Activation activation, float x, const XieluNumbers& xielu) noexcept {
    switch (activation) {
        case Activation::None:
        case Activation::SwigluOai:
            return x;
        case Activation::Silu:
            return x * sigmoid(x);
        case Activation::GeluTanh: {
            const float inner = std::sqrt(2.0F / std::numbers::pi_v<float>) * (x + 0.044715F * x * x * x);
            return 0.5F * x * (1.0F + std::tanh(inner));
        }
        case Activation::GeluErf:
            return 0.5F * x * (1.0F + std::erf(x / std::numbers::sqrt2_v<float>));
        case Activation::Relu:
            return std::max(x, 0.0F);
        case Activation::ReluSquared:
            return x > 0 ? x * x : 0.0F;
        case Activation::Sigmoid:
            return sigmoid(x);
        case Activation::Softplus:
            return x > 20.0F ? x : std::log1p(std::exp(x));
        case Activation::Xielu:
            return xielu.beta * x + (x > 0 ? xielu.positive * x * x
                                           : xielu.negative * (std::expm1(std::min(x, xielu.epsilon)) - x));
    }
    return x;
}

float gate(Activation activation, float gateValue, float up, float limit) noexcept {
    if (activation != Activation::SwigluOai) {
        const float opened = activate(activation, gateValue);
        return limit != 0 ? std::min(opened, limit) * std::clamp(up, -limit, limit) : opened * up;
    }
    const float limited = std::min(gateValue, 7.0F);
    return limited * sigmoid(1.702F * limited) * (std::clamp(up, -7.0F, 7.0F) + 1.0F);
}

void normalize(NormKind kind, const float* weight, const float* bias, float epsilon, const float* in,
               float* out, size_t count) noexcept {
    double mean = 0;
    if (kind == NormKind::Layer) {
        for (size_t i = 0; i < count; ++i) mean += in[i];
        mean /= static_cast<double>(count);
    }
    double squares = 0;
    for (size_t i = 0; i < count; ++i) squares += (in[i] - mean) * (in[i] - mean);
    float scale = static_cast<float>(1.0 / std::sqrt(squares / static_cast<double>(count) + epsilon));
    if (kind == NormKind::None) scale = 1.0F;
    if (kind == NormKind::UnitLength)
        scale = static_cast<float>(1.0 / std::max(std::sqrt(squares), double{epsilon}));
    for (size_t i = 0; i < count; ++i) {
        const float value = (in[i] - static_cast<float>(mean)) * scale;
        out[i] = value * (weight != nullptr ? weight[i] : 1.0F) + (bias != nullptr ? bias[i] : 0.0F);
    }
}

namespace {

/// Numbers that share a scale, `stride` apart.
struct ScaleGroup {
    float* first;
    size_t count, stride;
    float& operator[](size_t i) const noexcept { return first[i * stride]; }
};

float asHalf(float x) noexcept {
    return halfToFloat(floatToHalf(x));
}

void roundToEightBits(const ScaleGroup& group) noexcept {
    float largest = 0;
    for (size_t i = 0; i < group.count; ++i) largest = std::max(largest, std::abs(group[i]));
    const float scale = largest / 127.0F;
    const float inverse = scale != 0 ? 1.0F / scale : 0.0F;
    const float stored = asHalf(scale);
    for (size_t i = 0; i < group.count; ++i) group[i] = std::round(group[i] * inverse) * stored;
}

/// The smallest float16 with three bits of mantissa that is no smaller: what fits into a byte, as scales have
/// no sign.
float roundedUpToByte(float scale) noexcept {
    uint16_t half = floatToHalf(scale);
    if (halfToFloat(half) < scale) ++half;
    return halfToFloat(static_cast<uint16_t>((half + 0x7fU) >> 7U << 7U));
}

/// Keys alone.
void roundColumnToEightBits(const ScaleGroup& group) noexcept {
    float least = group[0], most = group[0];
    for (size_t i = 1; i < group.count; ++i) {
        least = std::min(least, group[i]);
        most = std::max(most, group[i]);
    }
    const float scale =
        roundedUpToByte(std::max((most - least) / keyCodeSteps, std::abs(least) / keyOffsetReach));
    const float inverse = scale > 0 ? 1.0F / scale : 0.0F;
    const float offset = std::floor(least * inverse / keyOffsetStep) * keyOffsetStep;
    for (size_t i = 0; i < group.count; ++i) {
        const float code = std::floor(group[i] * inverse + 0.5F) - offset;
        group[i] = (std::clamp(code, 0.0F, 255.0F) + offset) * scale;
    }
}

void roundToFourBits(const ScaleGroup& group, bool scaleInByte) noexcept {
    float least = group[0], most = group[0];
    for (size_t i = 1; i < group.count; ++i) {
        least = std::min(least, group[i]);
        most = std::max(most, group[i]);
    }
    least = asHalf(least);
    const float step = (most - least) / 15.0F;
    const float stored = scaleInByte ? roundedUpToByte(step) : asHalf(step);
    const float inverse = stored > 0 ? 1.0F / stored : 0.0F;
    for (size_t i = 0; i < group.count; ++i) {
        const float code = std::floor((group[i] - least) * inverse + 0.5F);
        group[i] = least + std::clamp(code, 0.0F, 15.0F) * stored;
    }
}

}  // namespace

void roundAsStored(KvType type, std::span<float> values) noexcept {
    if (type == KvType::F32) return;
    if (type == KvType::F16) {
        for (float& value : values) value = asHalf(value);
        return;
    }
    for (size_t first = 0; first < values.size(); first += kvGroupColumns) {
        const ScaleGroup group{values.data() + first, std::min(kvGroupColumns, values.size() - first), 1};
        if (type == KvType::Q8_0)
            roundToEightBits(group);
        else
            roundToFourBits(group, false);
    }
}

void roundKeyBlock(KvType type, float* keys, size_t stride, size_t columns) noexcept {
    for (size_t column = 0; column < columns; ++column) {
        const ScaleGroup group{keys + column, PagedKvCache::blockPositions, stride};
        if (type == KvType::Q8_0)
            roundColumnToEightBits(group);
        else
            roundToFourBits(group, true);
    }
}

void rotate(const Rope& rope, const float* inverseFrequency, const RowPositions& at, float* head) noexcept {
    if (rope.pairing == RopePairing::None) return;
    const uint32_t pairs = rope.dims / 2;
    float* first = head + rope.firstDim;
    for (uint32_t pair = 0; pair < pairs; ++pair) {
        // The angle is taken in float32, as training frameworks do.
        const float angle = static_cast<float>(at.*rope.sections.positionOf(pair)) * inverseFrequency[pair];
        const float cosine = std::cos(angle) * rope.magnitude, sine = std::sin(angle) * rope.magnitude;
        float& a = rope.pairing == RopePairing::Interleaved ? first[size_t{2} * pair] : first[pair];
        float& b =
            rope.pairing == RopePairing::Interleaved ? first[size_t{2} * pair + 1] : first[pair + pairs];
        const float x = a, y = b;
        a = x * cosine - y * sine;
        b = x * sine + y * cosine;
    }
}

void parallel(size_t count, size_t workPerItem, int threads,
              const std::function<void(size_t, size_t)>& body) {
    constexpr size_t worthAThread = 400'000;  // multiplications; starting a thread costs some 20 microseconds
    const size_t useful =
        std::min(static_cast<size_t>(std::max(threads, 1)), count * workPerItem / worthAThread);
    if (useful < 2) {
        body(0, count);
        return;
    }
    std::vector<std::jthread> workers;
    for (size_t i = 1; i < useful; ++i) {
        workers.emplace_back([&, i] { body(count * i / useful, count * (i + 1) / useful); });
    }
    body(0, count / useful);
}

}  // namespace hearth::reference
