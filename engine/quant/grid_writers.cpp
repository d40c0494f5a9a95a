#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <vector>

#include "quant/grids.h"
#include "quant/half_float.h"
#include "quant/quantizers.h"

// The layouts are those of grid_blocks.cpp: a value is d * unit * (0.5 + code) * magnitude * sign, with a
// code of four bits a run. Signs are the values' own; where a type has only seven bits for eight, the one
// flips whose flip costs least. Scales are searched for: for each of some, the magnitudes take the nearest
// pattern, the scale is solved for by least squares, and the best one stays; then the same for d and the
// codes.
namespace hearth::quant {
namespace {

constexpr size_t superBlock = 256;
constexpr int largestCode = 15;

/// Finds the pattern of a codebook that is nearest to some magnitudes. Rounded each to the nearest level,
/// they are a place among levels^width; for each place the patterns nearest to it are listed beforehand, so
/// that only these are compared.
template <size_t Size, size_t Width>
class GridSearch {
public:
    explicit GridSearch(const Grid<Size, Width>& grid);

    /// The highest level, to which the largest value of a run is brought near.
    float top() const noexcept { return m_levels[m_levelCount - 1]; }
    /// From the lowest.
    float level(size_t number) const noexcept { return m_levels[number]; }
    const std::array<float, Width>& pattern(size_t number) const noexcept { return m_patterns[number]; }

    /// Among the patterns listed, the one with the least weighted squared distance; the least of all where
    /// the rounded magnitudes are a pattern. `magnitudes` are in units of the levels and may be negative.
    uint16_t nearest(const float* magnitudes, const float* weights) const noexcept {
        size_t place = 0;
        for (size_t i = Width; i-- > 0;) {
            size_t level = 0;
            for (size_t l = 0; l + 1 < m_levelCount; ++l) level += magnitudes[i] > m_borders[l] ? 1U : 0U;
            place = place * m_levelCount + level;
        }
        const uint16_t* list = m_lists.data() + place * listed;
        if (m_exact[place]) return list[0];
        uint16_t best = list[0];
        float least = std::numeric_limits<float>::infinity();
        for (size_t k = 0; k < listed; ++k) {
            float error = 0;
            for (size_t i = 0; i < Width; ++i) {
                const float difference = magnitudes[i] - m_patterns[list[k]][i];
                error += weights[i] * difference * difference;
            }
            if (!(error < least)) continue;
            least = error;
            best = list[k];
        }
        return best;
    }

private:
    static constexpr size_t listed = 24, mostLevels = 8;

    std::array<std::array<float, Width>, Size> m_patterns{};
    std::array<float, mostLevels> m_levels{}, m_borders{};
    size_t m_levelCount = 0;
    std::vector<uint16_t> m_lists;  ///< shape (places, listed): nearest first
    std::vector<uint8_t> m_exact;   ///< by place: it is a pattern itself
};

template <size_t Size, size_t Width>
GridSearch<Size, Width>::GridSearch(const Grid<Size, Width>& grid) {
    std::vector<float> levels;
    for (size_t p = 0; p < Size; ++p)
        for (size_t i = 0; i < Width; ++i) levels.push_back(m_patterns[p][i] = grid[p][i]);
    std::sort(levels.begin(), levels.end());
    levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
    m_levelCount = std::min(levels.size(), mostLevels);
    std::copy_n(levels.begin(), m_levelCount, m_levels.begin());
    for (size_t l = 0; l + 1 < m_levelCount; ++l) m_borders[l] = (m_levels[l] + m_levels[l + 1]) / 2;

    size_t places = 1;
    for (size_t i = 0; i < Width; ++i) places *= m_levelCount;
    m_lists.resize(places * listed);
    m_exact.resize(places);
    std::array<float, Size> distances{};
    std::array<uint16_t, Size> order{};
    for (size_t place = 0; place < places; ++place) {
        distances.fill(0);
        for (size_t i = 0, rest = place; i < Width; ++i, rest /= m_levelCount)
            for (size_t p = 0; p < Size; ++p) {
                const float difference = m_levels[rest % m_levelCount] - m_patterns[p][i];
                distances[p] += difference * difference;
            }
        std::iota(order.begin(), order.end(), uint16_t{0});
        std::partial_sort(order.begin(), order.begin() + listed, order.end(), [&](uint16_t a, uint16_t b) {
            return distances[a] != distances[b] ? distances[a] < distances[b] : a < b;
        });
        std::copy_n(order.begin(), listed, m_lists.begin() + static_cast<std::ptrdiff_t>(place * listed));
        m_exact[place] = distances[order[0]] == 0 ? 1 : 0;
    }
}

/// Differences between the types, apart from their codebooks and the order of bits.
struct Shape {
    size_t runElements;  ///< that share a code
    float unit;          ///< of d
    bool evenSigns;      ///< eight signs have an even number of minuses
};

/// A block as it is stored; the arrays are filled as far as the type has runs and patterns.
struct FittedBlock {
    float scale = 0;  ///< d
    std::array<uint8_t, 16> codes{};
    std::array<uint16_t, 64> patterns{};
    std::array<uint8_t, 32> signs{};  ///< of eight elements, bit i for element i
};

/// One block's values while it is searched for.
template <size_t Size, size_t Width>
class BlockSearch {
public:
    BlockSearch(const GridSearch<Size, Width>& grid, Shape shape, const float* values, const float* weights);

    FittedBlock fitted() const noexcept;

private:
    using Patterns = std::array<uint16_t, 64>;
    struct Settled {
        float error = 0;
        std::array<uint8_t, 16> codes{};
        Patterns patterns{};
    };
    /// The step that is best for a run, and what a squared difference from it costs.
    struct Wanted {
        float step = 0, cost = 0;
    };
    /// Weighted sums of products of magnitudes m and the patterns' g.
    struct Sums {
        float mm = 0, mg = 0, gg = 0;
        float error(float scale) const noexcept { return mm - scale * (2 * mg - scale * gg); }
    };

    size_t runs() const noexcept { return superBlock / m_shape.runElements; }
    void takeSigns(const float* values) noexcept;
    /// Gives the patterns of a run for a step.
    Sums choosePatterns(size_t run, float step, Patterns& patterns) const noexcept;
    Wanted searchedStep(size_t run) const noexcept;
    float firstScale(const std::array<Wanted, 16>& wanted) const noexcept;
    Settled settle(float scale, const std::array<Wanted, 16>& wanted) const noexcept;
    /// Least squares for d.
    float solvedScale(const Settled& settled, float otherwise) const noexcept;
    int nearestCode(float scale, float step) const noexcept {
        const float exact = scale > 0 ? step / (scale * m_shape.unit) - 0.5F : 0;
        return static_cast<int>(std::clamp(std::round(exact), 0.0F, float{largestCode}));
    }
    float step(float scale, int code) const noexcept {
        return scale * m_shape.unit * (0.5F + static_cast<float>(code));
    }

    const GridSearch<Size, Width>& m_grid;
    Shape m_shape;
    std::array<float, superBlock> m_magnitudes{}, m_weights{};
    std::array<uint8_t, 32> m_signs{};
};

template <size_t Size, size_t Width>
BlockSearch<Size, Width>::BlockSearch(const GridSearch<Size, Width>& grid, Shape shape, const float* values,
                                      const float* weights)
    : m_grid(grid), m_shape(shape) {
    m_weights.fill(1);
    if (weights != nullptr) std::copy_n(weights, superBlock, m_weights.begin());
    takeSigns(values);
}

template <size_t Size, size_t Width>
void BlockSearch<Size, Width>::takeSigns(const float* values) noexcept {
    for (size_t eight = 0; eight < m_signs.size(); ++eight) {
        unsigned signs = 0;
        // A flip costs a small value x, which has the lowest magnitude m, w * ((x + m)^2 - (x - m)^2).
        size_t cheapest = 0;
        float least = std::numeric_limits<float>::infinity();
        for (size_t i = 0; i < 8; ++i) {
            const size_t at = 8 * eight + i;
            m_magnitudes[at] = std::abs(values[at]);
            if (values[at] < 0) signs |= 1U << i;
            const float cost = m_weights[at] * m_magnitudes[at];
            if (cost < least) least = cost, cheapest = i;
        }
        if (m_shape.evenSigns && std::popcount(signs) % 2 != 0) {
            signs ^= 1U << cheapest;
            m_magnitudes[8 * eight + cheapest] *= -1;
        }
        m_signs[eight] = static_cast<uint8_t>(signs);
    }
}

template <size_t Size, size_t Width>
auto BlockSearch<Size, Width>::choosePatterns(size_t run, float step, Patterns& patterns) const noexcept
    -> Sums {
    const float inverse = step > 1e-30F ? 1 / step : 0;
    Sums sums;
    const size_t begin = run * m_shape.runElements;
    for (size_t at = begin; at < begin + m_shape.runElements; at += Width) {
        std::array<float, Width> scaled;
        for (size_t i = 0; i < Width; ++i) scaled[i] = m_magnitudes[at + i] * inverse;
        const uint16_t number = m_grid.nearest(scaled.data(), m_weights.data() + at);
        const std::array<float, Width>& pattern = m_grid.pattern(number);
        patterns[at / Width] = number;
        for (size_t i = 0; i < Width; ++i) {
            const float weighted = m_weights[at + i] * m_magnitudes[at + i];
            sums.mm += weighted * m_magnitudes[at + i];
            sums.mg += weighted * pattern[i];
            sums.gg += m_weights[at + i] * pattern[i] * pattern[i];
        }
    }
    return sums;
}

template <size_t Size, size_t Width>
auto BlockSearch<Size, Width>::searchedStep(size_t run) const noexcept -> Wanted {
    const auto first = m_magnitudes.begin() + static_cast<std::ptrdiff_t>(run * m_shape.runElements);
    float extreme = 0;
    std::for_each(first, first + static_cast<std::ptrdiff_t>(m_shape.runElements),
                  [&](float magnitude) { extreme = std::max(extreme, std::abs(magnitude)); });
    if (!(extreme > 1e-30F)) return {};
    Patterns patterns{};
    float best = 0, least = std::numeric_limits<float>::infinity();
    // The largest value may become what lies up to 0.6 beyond the highest level, or a tenth within; in runs
    // of equal values, which few patterns have but low ones, one of the two lowest levels.
    constexpr int candidates = 14;
    for (int k = 0; k < candidates; ++k) {
        const float target = k < 2 ? m_grid.level(static_cast<size_t>(k))
                                   : m_grid.top() * (0.9F + 0.0625F * static_cast<float>(k - 2));
        const Sums sums = choosePatterns(run, extreme / target, patterns);
        const float solved = sums.gg > 0 ? std::max(sums.mg / sums.gg, 0.0F) : 0;
        const float error = sums.error(solved);
        if (error < least) least = error, best = solved;
    }
    // Under the scale that was solved for, other patterns may be nearer.
    float cost = 0;
    for (int turn = 0; turn < 2; ++turn) {
        const Sums sums = choosePatterns(run, best, patterns);
        if (!(sums.gg > 0) || !(sums.mg > 0)) break;
        best = sums.mg / sums.gg, cost = sums.gg;
    }
    return {best, cost};
}

/// The widest run may have any code: that under which the steps of all are nearest to what they should be.
template <size_t Size, size_t Width>
float BlockSearch<Size, Width>::firstScale(const std::array<Wanted, 16>& wanted) const noexcept {
    float widest = 0, best = 0, least = std::numeric_limits<float>::infinity();
    for (const Wanted& run : wanted) widest = std::max(widest, run.step);
    for (int widestCode = largestCode; widestCode >= 0; --widestCode) {
        const float scale = halfToFloat(floatToHalf(widest / step(1, widestCode)));
        float error = 0;
        for (const Wanted& run : wanted) {
            const float difference = run.step - step(scale, nearestCode(scale, run.step));
            error += run.cost * difference * difference;
        }
        if (error < least) least = error, best = scale;
    }
    return best;
}

template <size_t Size, size_t Width>
auto BlockSearch<Size, Width>::settle(float scale, const std::array<Wanted, 16>& wanted) const noexcept
    -> Settled {
    Settled settled;
    Patterns tried{};
    const size_t runPatterns = m_shape.runElements / Width;
    for (size_t run = 0; run < runs(); ++run) {
        const int near = nearestCode(scale, wanted[run].step);
        float least = std::numeric_limits<float>::infinity();
        for (int code = std::max(near - 1, 0); code <= std::min(near + 1, largestCode); ++code) {
            const float width = step(scale, code);
            const float error = choosePatterns(run, width, tried).error(width);
            if (!(error < least)) continue;
            least = error;
            settled.codes[run] = static_cast<uint8_t>(code);
            std::copy_n(tried.begin() + static_cast<std::ptrdiff_t>(run * runPatterns), runPatterns,
                        settled.patterns.begin() + static_cast<std::ptrdiff_t>(run * runPatterns));
        }
        settled.error += least;
    }
    return settled;
}

template <size_t Size, size_t Width>
float BlockSearch<Size, Width>::solvedScale(const Settled& settled, float otherwise) const noexcept {
    double aa = 0, am = 0;
    for (size_t i = 0; i < superBlock; ++i) {
        const float magnitude = m_grid.pattern(settled.patterns[i / Width])[i % Width];
        const double a = static_cast<double>(step(1, settled.codes[i / m_shape.runElements])) * magnitude;
        aa += m_weights[i] * a * a;
        am += m_weights[i] * a * m_magnitudes[i];
    }
    return aa > 0 && am > 0 ? halfToFloat(floatToHalf(static_cast<float>(am / aa))) : otherwise;
}

template <size_t Size, size_t Width>
FittedBlock BlockSearch<Size, Width>::fitted() const noexcept {
    std::array<Wanted, 16> wanted{};
    for (size_t run = 0; run < runs(); ++run) wanted[run] = searchedStep(run);
    float scale = firstScale(wanted);
    Settled best = settle(scale, wanted);
    for (int turn = 0; turn < 3; ++turn) {
        const float next = solvedScale(best, scale);
        const Settled settled = settle(next, wanted);
        if (!(settled.error < best.error)) break;
        scale = next, best = settled;
    }
    return {scale, best.codes, best.patterns, m_signs};
}

void storeWord(std::byte* at, uint32_t value, size_t bytes) noexcept {
    for (size_t i = 0; i < bytes; ++i) at[i] = static_cast<std::byte>((value >> (8 * i)) & 0xFFU);
}

/// Codes as nibbles, the low one first.
void storeCodes(const FittedBlock& block, size_t runs, std::byte* at) noexcept {
    for (size_t run = 0; run < runs; run += 2)
        at[run / 2] = static_cast<std::byte>(block.codes[run] | (block.codes[run + 1] << 4U));
}

/// Four times seven signs (the eighth follows from them) and the code of a run of 32.
uint32_t signsWithCode(const FittedBlock& block, size_t run) noexcept {
    uint32_t packed = static_cast<uint32_t>(block.codes[run]) << 28U;
    for (size_t k = 0; k < 4; ++k) packed |= (block.signs[4 * run + k] & 0x7FU) << (7 * k);
    return packed;
}

/// Searches block after block; `store` writes one behind its scale.
template <size_t Size, size_t Width, typename Store>
void writeBlocks(const GridSearch<Size, Width>& grid, Shape shape, size_t blockBytes, const float* values,
                 const float* importance, size_t count, std::byte* blocks, const Store& store) {
    for (size_t b = 0; b < count; ++b, blocks += blockBytes) {
        const float* weights = importance == nullptr ? nullptr : importance + b * superBlock;
        const FittedBlock block = BlockSearch(grid, shape, values + b * superBlock, weights).fitted();
        storeWord(blocks, floatToHalf(block.scale), 2);
        store(block, blocks);
    }
}

}  // namespace

void writeIQ2XXS(const float* values, const float* importance, size_t count, std::byte* blocks) {
    static const GridSearch search(gridIq2Xxs);
    writeBlocks(search, {32, 0.25F, true}, 66, values, importance, count, blocks,
                [](const FittedBlock& block, std::byte* out) {
                    for (size_t run = 0; run < 8; ++run) {
                        for (size_t k = 0; k < 4; ++k)
                            out[2 + 8 * run + k] = static_cast<std::byte>(block.patterns[4 * run + k]);
                        storeWord(out + 6 + 8 * run, signsWithCode(block, run), 4);
                    }
                });
}

void writeIQ2XS(const float* values, const float* importance, size_t count, std::byte* blocks) {
    static const GridSearch search(gridIq2Xs);
    writeBlocks(search, {16, 0.25F, true}, 74, values, importance, count, blocks,
                [](const FittedBlock& block, std::byte* out) {
                    for (size_t k = 0; k < 32; ++k)
                        storeWord(out + 2 + 2 * k, block.patterns[k] | ((block.signs[k] & 0x7FU) << 9U), 2);
                    storeCodes(block, 16, out + 66);
                });
}

void writeIQ2S(const float* values, const float* importance, size_t count, std::byte* blocks) {
    static const GridSearch search(gridIq2S);
    writeBlocks(search, {16, 0.25F, false}, 82, values, importance, count, blocks,
                [](const FittedBlock& block, std::byte* out) {
                    std::array<uint32_t, 8> high{};
                    for (size_t k = 0; k < 32; ++k) {
                        storeWord(out + 2 + k, block.patterns[k], 1);
                        storeWord(out + 34 + k, block.signs[k], 1);
                        high[k / 4] |= (uint32_t{block.patterns[k]} >> 8U) << (2 * (k % 4));
                    }
                    for (size_t i = 0; i < high.size(); ++i) storeWord(out + 66 + i, high[i], 1);
                    storeCodes(block, 16, out + 74);
                });
}

void writeIQ3XXS(const float* values, const float* importance, size_t count, std::byte* blocks) {
    static const GridSearch search(gridIq3Xxs);
    writeBlocks(search, {32, 0.5F, true}, 98, values, importance, count, blocks,
                [](const FittedBlock& block, std::byte* out) {
                    for (size_t k = 0; k < 64; ++k) out[2 + k] = static_cast<std::byte>(block.patterns[k]);
                    for (size_t run = 0; run < 8; ++run)
                        storeWord(out + 66 + 4 * run, signsWithCode(block, run), 4);
                });
}

void writeIQ3S(const float* values, const float* importance, size_t count, std::byte* blocks) {
    static const GridSearch search(gridIq3S);
    writeBlocks(search, {32, 2, false}, 110, values, importance, count, blocks,
                [](const FittedBlock& block, std::byte* out) {
                    std::array<uint32_t, 8> high{};
                    for (size_t k = 0; k < 64; ++k) {
                        storeWord(out + 2 + k, block.patterns[k], 1);
                        high[k / 8] |= (uint32_t{block.patterns[k]} >> 8U) << (k % 8);
                    }
                    for (size_t i = 0; i < high.size(); ++i) storeWord(out + 66 + i, high[i], 1);
                    for (size_t k = 0; k < 32; ++k) storeWord(out + 74 + k, block.signs[k], 1);
                    storeCodes(block, 8, out + 106);
                });
}

}  // namespace hearth::quant
