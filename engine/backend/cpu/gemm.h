#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "backend/backend.h"
#include "backend/cpu/batch_context.h"
#include "backend/cpu/cpu_weight.h"
#include "backend/cpu/kernels.h"

namespace hearth::cpu {

/// One matrix of a product, with its bias already looked up.
struct GemmPart {
    const CpuWeight* weight = nullptr;
    size_t expert = 0;
    const float* bias = nullptr;  ///< (rows of the matrix) or nullptr
};

/// out[i] (=|+=) ... of finish, with in[i] the rows; see LinearArgs. The rows of `out` are evenly spaced
/// where tiles are used. A view: what it names outlives its run.
struct Gemm {
    Recipe recipe = Recipe::Prompt;
    std::span<const float* const> in;
    std::span<float* const> out;
    size_t columns = 0;
    NormKind normKind = NormKind::None;
    const float* normWeight = nullptr;
    const float* normBias = nullptr;
    float epsilon = 0;
    std::span<const GemmPart> parts;  ///< at most mostLinearParts
    bool gated = false;               ///< parts are gate and up
    size_t planes = 1;      ///< of 8 bits, that activations are rounded to where weights are in blocks
    bool inHalves = false;  ///< 16 bits of mantissa are enough where weights are floats
    Finish finish;
    const uint16_t* roundedIn = nullptr;  ///< for tiles: instead of `in`, roundedStride(columns) apart
    uint16_t* roundedOut = nullptr;       ///< for tiles: instead of `out`, roundedStride(output) apart

    /// Matrices whose row panels of the same number are multiplied together.
    size_t matrices() const noexcept { return gated ? 2 : 1; }
    /// Parts that have outputs of their own.
    size_t outputs() const noexcept { return gated ? 1 : parts.size(); }
    /// True if any of its matrices has weights in floats (or, for false, in blocks).
    bool anyPart(bool inFloats) const noexcept {
        return std::any_of(parts.begin(), parts.end(), [&](const GemmPart& part) {
            return isFloat(part.weight->rowPanelType) == inFloats;
        });
    }
    /// True if its panels are bounded, see KernelTable::boundsBytes.
    bool bounded(const KernelTable& kernels) const noexcept {
        return kernels.boundsBytes && std::any_of(parts.begin(), parts.end(), [](const GemmPart& part) {
                   return part.weight->rowPanelType == RowPanelType::Q8_0;
               });
    }
    /// The finishing step of the sums of a row panel and the following ones; `up` are the sums of up, for a
    /// gate.
    Finish finishOf(size_t part, size_t rowPanel, const float* up) const noexcept {
        const size_t firstOut = rowPanel * rowPanelRows;
        Finish result = finish;
        if (const float* bias = parts[part].bias) result.bias = bias + firstOut;
        if (up != nullptr) {
            result.up = up;
            if (parts[1].bias != nullptr) result.upBias = parts[1].bias + firstOut;
        }
        return result;
    }
};

/// From a tile of all planes' sums to those of the rows, shape (rows, 16); may be in place.
inline void addPlanes(size_t planes, size_t rows, const float* tile, float* sums) noexcept {
    for (size_t i = 0; i < rows * rowPanelRows; ++i) {
        const float* column = tile + i / rowPanelRows * planes * rowPanelRows + i % rowPanelRows;
        sums[i] = planes == 2 ? column[0] + column[rowPanelRows] : column[0];
    }
}

}  // namespace hearth::cpu
