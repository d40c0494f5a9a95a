#pragma once

#include <cstddef>
#include <cstdint>

#include "backend/backend.h"
#include "backend/cpu/cpu_features.h"
#include "backend/cpu/strip_layout.h"

/// The inner loops of the CPU backend, one table of them per instruction set. Everything here works on one
/// thread and knows neither threads nor batches; nothing throws.
namespace hearth::cpu {

/// Widths of activation panels: 1, 2, 4 or 8 rows of the batch; the index into the tables is log2.
inline constexpr size_t panelWidths = 4;
inline constexpr size_t maxPanelWidth = 8;
constexpr size_t widthIndex(size_t width) noexcept {
    return width == 1 ? 0 : width == 2 ? 1 : width == 4 ? 2 : 3;
}

/// tile[c][r] = product of row r of the strip with column c of the panel: shape (width, 16), overwritten.
using PanelDot = void (*)(const std::byte* strip, size_t columns, const std::byte* panel, float* tile);
/// The same with float activations: x holds `width` rows of `columns` floats, `stride` floats apart.
using FloatDot = void (*)(const std::byte* strip, size_t columns, const float* x, size_t stride, float* tile);
/// Writes a strip's columns [first, first + count) as bfloat16 pairs, shape (count / 2, 16, 2); both
/// multiples of 32.
using UnpackBfloat = void (*)(const std::byte* strip, size_t first, size_t count, uint16_t* out);

/// One query tile of attention over a run of cached positions; see attention_kernel.h.
struct AttentionTile;
struct AttentionState;

struct KernelTable {
    IsaLevel level = IsaLevel::Portable;

    PanelDot panelDot[quantizedStripTypes][panelWidths] = {};
    FloatDot floatDot[stripTypes - quantizedStripTypes][panelWidths] = {};
    /// Rounds `width` rows of x to a panel: s8 with one scale per 32 columns, amax / 127 (missing columns are
    /// zero).
    void (*quantize)(const float* x, size_t stride, size_t columns, size_t width, std::byte* panel) = nullptr;

    /// Tile registers: tokens x strips in bfloat16 with float32 sums. All nullptr where there are none.
    UnpackBfloat unpackBfloat[stripTypes] = {};
    /// Once on each thread before matmulBfloat, and endTiles after the last.
    void (*beginTiles)() = nullptr;
    void (*endTiles)() = nullptr;
    /// c (+)= a * b: a is (rows, depth) bfloat16, `aStride` elements apart, rows a multiple of 16, depth of
    /// 32; b is `strips` (1 or 2) unpacked strips; c is (rows, strips * 16), `cStride` floats apart.
    void (*matmulBfloat)(const uint16_t* a, size_t aStride, size_t rows, size_t depth,
                         const uint16_t* const* b, size_t strips, float* c, size_t cStride,
                         bool accumulate) = nullptr;
    /// Rounds a row to bfloat16, to nearest even.
    void (*toBfloat)(const float* x, size_t columns, uint16_t* out) = nullptr;

    /// out = normalised x * weight (+ bias); weight and bias may be nullptr. In place is allowed.
    void (*norm)(NormKind kind, const float* x, size_t columns, const float* weight, const float* bias,
                 float epsilon, float* out) = nullptr;
    /// x = act(x), or x = act(x) * up when up is not nullptr.
    void (*activate)(Activation activation, float* x, const float* up, size_t count) = nullptr;
};

/// The table for a level; for levels that this build or processor lacks the best one below it.
const KernelTable& kernelTable(IsaLevel level) noexcept;

// One per translation unit with its own compiler flags.
extern const KernelTable portableKernels;
extern const KernelTable avx2Kernels;
extern const KernelTable avx512Kernels;
extern const KernelTable amxKernels;

}  // namespace hearth::cpu
