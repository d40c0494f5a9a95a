#include "backend/cpu/kernels.h"

#include <algorithm>

namespace hearth::cpu {

#if defined(__x86_64__)
namespace {
KernelTable withTiles(KernelTable table, const KernelTable& tiles) noexcept {
    table.level = IsaLevel::Amx;
    std::ranges::copy(tiles.unpackBfloat, table.unpackBfloat);
    std::ranges::copy(tiles.unpackHalves, table.unpackHalves);
    table.beginTiles = tiles.beginTiles;
    table.endTiles = tiles.endTiles;
    table.matmulBfloat = tiles.matmulBfloat;
    table.finishRows = tiles.finishRows;
    table.toBfloat = tiles.toBfloat;
    table.toHalves = tiles.toHalves;
    table.roundedAttention = tiles.roundedAttention;
    return table;
}
}  // namespace

const KernelTable& amxKernels() noexcept {
    // Put together here, not where it is compiled for AMX: what runs there at the start would run on every
    // processor.
    static const KernelTable table = withTiles(avx512Kernels, tileKernels);
    return table;
}
#endif

const KernelTable& kernelTable(IsaLevel level) noexcept {
    const IsaLevel best = detectIsa();
    if (level > best) level = best;
#if defined(__x86_64__)
    switch (level) {
        case IsaLevel::Amx:
            return amxKernels();
        case IsaLevel::Avx512Vnni:
            return avx512Kernels;
        case IsaLevel::Avx2:
            return avx2Kernels;
        case IsaLevel::Portable:
            break;
    }
#endif
    return portableKernels;
}

}  // namespace hearth::cpu
