#pragma once

#include "backend/cuda/row_operations.h"

/// What the products of many rows have in common: a block of threads computes 128 weight rows (4 strips, one
/// a warp) for a group of batch rows.
namespace hearth::cuda {

constexpr int tileStrips = 4;    ///< warps along the weight rows
constexpr int tileColumns = 64;  ///< batch rows; half as many when gated

constexpr int tilesOf(int rows) {
    return (rows + stripRows * tileStrips - 1) / (stripRows * tileStrips);
}

/// One result, with all that its part and the operation ask for. `up`: of the second matrix when gated.
template <bool Gated>
HEARTH_DEVICE void storeTile(const LinearView& view, const LinearPartView& part, int row, int outRow,
                             float value, float up) {
    if (part.bias) value += part.bias[row];
    if constexpr (Gated) {
        if (view.parts[1].bias) up += view.parts[1].bias[row];
        value = activateGate(view.activation, value, up);
    } else {
        value = activate(view.activation, value);
    }
    value *= view.scale;
    if (view.softCap != 0) value = view.softCap * tanh(value / view.softCap);
    float* to = view.out.data + outRow * view.out.stride + part.firstColumn + row;
    *to = view.accumulate ? *to + value : value;
}

/// Blocks of a launch: x the tiles of all parts, y the groups of batch rows.
inline Grid tileGrid(const LinearView& view) {
    unsigned all = 0;
    for (int p = 0; p < (view.gated ? 1 : view.partCount); ++p)
        all += static_cast<unsigned>(tilesOf(view.parts[p].weight.rows));
    const int columns = view.gated ? tileColumns / 2 : tileColumns;
    return {all, static_cast<unsigned>((view.rows + columns - 1) / columns)};
}

}  // namespace hearth::cuda
