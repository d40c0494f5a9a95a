#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "quant/block_writing.h"
#include "quant/non_linear_values.h"
#include "quant/quantizers.h"

// The layouts are those of table_blocks.cpp. Scales are searched for: for each of some, the values take the
// nearest of the table, the scale is solved for by least squares, and the best one stays.
namespace hearth::quant {
namespace {

constexpr size_t runElements = 32, superBlock = 256, runs = superBlock / runElements;
constexpr int lowestCode = -32, highestCode = 31;
constexpr auto& table = nonLinearValues;

using Quants = std::array<uint8_t, runElements>;

/// The lower of the two neighbours of every whole number from -127 to 112.
constexpr auto lowerNeighbours = [] {
    std::array<uint8_t, 240> below{};
    for (size_t i = 0, quant = 0; i < below.size(); ++i) {
        while (table[quant + 1] <= static_cast<float>(i) - 127) ++quant;
        below[i] = static_cast<uint8_t>(quant);
    }
    return below;
}();

/// Looked up, for scales are searched for with many roundings.
uint8_t nearest(float value) noexcept {
    if (!(value > table.front())) return 0;
    if (value >= table.back()) return static_cast<uint8_t>(table.size() - 1);
    // The sum may be rounded up to the number of entries.
    const size_t at = std::min(static_cast<size_t>(value + 127), lowerNeighbours.size() - 1);
    const uint8_t below = lowerNeighbours[at];
    return value - table[below] < table[below + 1U] - value ? below : static_cast<uint8_t>(below + 1);
}

/// Rounds a run under a scale; returns the weighted squared error.
float roundRun(const float* values, const float* weights, float scale, Quants& quants) noexcept {
    const float inverse = std::abs(scale) > 1e-30F ? 1 / scale : 0;
    float error = 0;
    for (size_t i = 0; i < runElements; ++i) {
        quants[i] = nearest(values[i] * inverse);
        const float difference = values[i] - scale * table[quants[i]];
        error += (weights == nullptr ? 1 : weights[i]) * difference * difference;
    }
    return error;
}

/// Least squares for the scale of a run under given quants.
float solvedScale(const float* values, const float* weights, const Quants& quants) noexcept {
    float qq = 0, qx = 0;
    for (size_t i = 0; i < runElements; ++i) {
        const float weighted = (weights == nullptr ? 1 : weights[i]) * table[quants[i]];
        qq += weighted * table[quants[i]];
        qx += weighted * values[i];
    }
    return qq > 0 ? qx / qq : 0;
}

float searchedScale(const float* values, const float* weights) noexcept {
    const float extreme = *std::max_element(values, values + runElements,
                                            [](float a, float b) { return std::abs(a) < std::abs(b); });
    if (!(std::abs(extreme) > 1e-30F)) return 0;
    Quants quants{};
    float best = 0, least = std::numeric_limits<float>::infinity();
    // The extreme value may become what lies up to an eighth beyond either end of the table, or a quarter
    // within.
    constexpr int candidates = 7;
    for (const float end : {table.front(), table.back()})
        for (int k = 0; k < candidates; ++k) {
            const float share = 1.125F - 0.0625F * static_cast<float>(k);
            roundRun(values, weights, extreme / (end * share), quants);
            const float scale = solvedScale(values, weights, quants);
            const float error = roundRun(values, weights, scale, quants);
            if (!(error < least)) continue;
            least = error;
            best = scale;
        }
    return best;
}

void packRun(const Quants& quants, std::byte* nibbles) noexcept {
    for (size_t i = 0; i < runElements / 2; ++i)
        nibbles[i] = static_cast<std::byte>(quants[i] | (quants[i + runElements / 2] << 4U));
}

/// The codes of the runs under a scale of the whole block, and its error.
float settleRuns(const float* values, const float* weights, float scale,
                 const std::array<float, runs>& wanted, std::array<int, runs>& codes,
                 std::array<Quants, runs>& quants) noexcept {
    float total = 0;
    for (size_t run = 0; run < runs; ++run) {
        const size_t offset = run * runElements;
        const int near = scale == 0 ? 0
                                    : static_cast<int>(std::clamp(std::round(wanted[run] / scale),
                                                                  float{lowestCode}, float{highestCode}));
        float least = std::numeric_limits<float>::infinity();
        Quants tried{};
        for (int code = std::max(near - 1, lowestCode); code <= std::min(near + 1, highestCode); ++code) {
            const float error = roundRun(values + offset, weightsAt(weights, offset),
                                         scale * static_cast<float>(code), tried);
            if (!(error < least)) continue;
            least = error;
            codes[run] = code;
            quants[run] = tried;
        }
        total += least;
    }
    return total;
}

/// Least squares for the scale of the whole block.
float solvedWhole(const float* values, const float* weights, const std::array<int, runs>& codes,
                  const std::array<Quants, runs>& quants, float otherwise) noexcept {
    double aa = 0, ax = 0;
    for (size_t i = 0; i < superBlock; ++i) {
        const size_t run = i / runElements;
        const double a = static_cast<double>(codes[run]) * table[quants[run][i % runElements]];
        const double weight = weights == nullptr ? 1.0 : weights[i];
        aa += weight * a * a;
        ax += weight * a * values[i];
    }
    return aa > 0 ? roundedToHalf(static_cast<float>(ax / aa)) : otherwise;
}

}  // namespace

void writeIQ4NL(const float* values, const float* importance, size_t count, std::byte* blocks) {
    Quants quants{};
    for (size_t b = 0; b < count; ++b, blocks += 18) {
        const float* block = values + b * runElements;
        const float* weights = weightsAt(importance, b * runElements);
        const float scale = roundedToHalf(searchedScale(block, weights));
        roundRun(block, weights, scale, quants);
        storeHalf(blocks, scale);
        packRun(quants, blocks + 2);
    }
}

void writeIQ4XS(const float* values, const float* importance, size_t count, std::byte* blocks) {
    for (size_t b = 0; b < count; ++b, blocks += 136) {
        const float* block = values + b * superBlock;
        const float* weights = weightsAt(importance, b * superBlock);
        std::array<float, runs> wanted{};
        float extreme = 0;
        for (size_t run = 0; run < runs; ++run) {
            wanted[run] = searchedScale(block + run * runElements, weightsAt(weights, run * runElements));
            if (std::abs(wanted[run]) > std::abs(extreme)) extreme = wanted[run];
        }
        float scale = roundedToHalf(extreme / lowestCode);
        std::array<int, runs> codes{};
        std::array<Quants, runs> quants{};
        float error = settleRuns(block, weights, scale, wanted, codes, quants);
        for (int turn = 0; turn < 3; ++turn) {
            const float next = solvedWhole(block, weights, codes, quants, scale);
            std::array<int, runs> nextCodes{};
            std::array<Quants, runs> nextQuants{};
            const float nextError = settleRuns(block, weights, next, wanted, nextCodes, nextQuants);
            if (!(nextError < error)) break;
            error = nextError, scale = next, codes = nextCodes, quants = nextQuants;
        }
        storeHalf(blocks, scale);
        unsigned highs = 0;
        std::array<unsigned, runs / 2> lows{};
        for (size_t run = 0; run < runs; ++run) {
            const auto code = static_cast<unsigned>(codes[run] - lowestCode);
            highs |= (code >> 4U) << (2 * run);
            lows[run / 2] |= (code & 0xFU) << (4 * (run % 2));
            packRun(quants[run], blocks + 8 + 16 * run);
        }
        blocks[2] = static_cast<std::byte>(highs & 0xFFU), blocks[3] = static_cast<std::byte>(highs >> 8U);
        for (size_t i = 0; i < lows.size(); ++i) blocks[4 + i] = static_cast<std::byte>(lows[i]);
    }
}

}  // namespace hearth::quant
