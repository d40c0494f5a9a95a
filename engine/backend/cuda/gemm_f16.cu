// Matrix products for many rows with weights of 16 bits, or of 8-bit floats, on the tensor cores, see
// gemm_int8.h. Weights and activations, which were split into two f16 each before, come through shared
// memory, a k-block a stage. The sums have the order of gemv.cu, so both kernels give the same bits.
#include "backend/cuda/gemm_int8.h"
#include "backend/cuda/half_blocks.h"
#include "backend/cuda/kernel_arguments.h"

namespace hearth::cuda {
namespace {

/// Scaling sums takes registers, of which a wider tile of 8-bit floats has too few.
template <ProductKind Kind>
constexpr TileShape shapeOf(int columns) {
    return {columns, Kind == ProductKind::Bytes ? 32 : 64};
}
constexpr int mostByteColumns = 64;

/// Number of items of 16 bytes that a row panel has of one k-block, by the kind of weights.
template <ProductKind Kind>
constexpr int rowPanelItems = rowPanelRows* blockColumns / (Kind == ProductKind::Bytes ? 16 : 8);
template <ProductKind Kind>
constexpr int weightItems = tileRowPanels* rowPanelItems<Kind>;
constexpr int columnItems = halfBlock / 8;

template <ProductKind Kind>
constexpr int stageBytes(int columns) {
    return (weightItems<Kind> + columns * columnItems) * 16;
}
template <ProductKind Kind>
constexpr int stagesOf(int columns) {
    return std::clamp((columns == mostTileColumns ? 98 : 60) * 1024 / stageBytes<Kind>(columns), 2, 4);
}

/// Scales of 8-bit floats stand for four k-blocks. They lie behind the stages, those that are multiplied with
/// beside those that are under way, which are fewer stages ahead than that.
constexpr int scaleBlocks = traitsOf(WeightFormat::E4M3).superBlocks();
constexpr int rowPanelScaleBytes = rowPanelRows * static_cast<int>(sizeof(float));
template <ProductKind Kind>
constexpr int scaleBytes = Kind == ProductKind::Bytes ? 2 * tileRowPanels* rowPanelScaleBytes : 0;
/// Of a warp's row panel.
HEARTH_DEVICE int scalePlace(int kBlock) {
    return (kBlock / scaleBlocks % 2 * tileRowPanels + warpId() % tileRowPanels) * rowPanelScaleBytes;
}

/// Positions of items in shared memory, chosen so that lanes that read together use all banks. Items of a row
/// panel are ordered by (8 columns t, row), or (t, pair of rows) if two rows share one; those of a batch row
/// by (head or rest, t).
template <ProductKind Kind>
HEARTH_DEVICE int rowPanelPlace(int t, int item) {
    return t * (rowPanelItems<Kind> / 4) + (item ^ (2 * t));
}
HEARTH_DEVICE int columnPlace(int column, int item) {
    return column * columnItems + (item ^ (column % 2 * 4));
}

/// Normalises and splits one row a block of threads.
HEARTH_KERNEL(256) splitRows(HEARTH_PARAMETER(LinearView) view) {
    HEARTH_SHARED(float[rowWarps], scratch);
    letNextLaunchBegin();
    waitForLaunchBefore();
    const int row = static_cast<int>(blockX());
    const int kBlocks = view.parts[0].weight.kBlocks;
    const float* in = inputOf(view, row);
    const int columns = in ? view.in.columns : 0;
    const NormScale by = measureRow(in, columns, view.norm, scratch);
    const float scale = splitRow(in, columns, kBlocks, view.norm, by, scratch,
                                 view.halves + static_cast<int64_t>(row) * kBlocks * halfBlock);
    if (threadX() == 0) view.halfScale[row] = scale;
}

/// Starts the copies of one k-block: each warp its row panel's, all of them the activations. RowPanels and
/// rows behind the last become zeros.
template <int Columns, ProductKind Kind>
HEARTH_DEVICE void copyStage(const LinearView& view, const TilePlace& at, const TileRange& range, int kBlock,
                             std::byte* to, std::byte* scales) {
    constexpr TileShape shape = shapeOf<Kind>(Columns);
    constexpr int threads = shape.threads();
    const WeightView& weight = view.parts[at.part].weight;
    const std::byte* items =
        weight.low + weight.expertLow * static_cast<uint64_t>(at.slot) +
        (static_cast<int64_t>(at.rowPanel) * weight.kBlocks + kBlock) * rowPanelItems<Kind> * 16;
    std::byte* rowPanel = to + warpId() % tileRowPanels * rowPanelItems<Kind> * 16;
    HEARTH_UNROLL for (int i = at.side; i < rowPanelItems<Kind> / 32; i += shape.sides()) {
        constexpr int together = rowPanelItems<Kind> / 4;
        const int item = i * 32 + laneId();
        copyAsync16(rowPanel + rowPanelPlace<Kind>(item / together, item % together) * 16, items + item * 16,
                    at.active);
    }
    if (Kind == ProductKind::Bytes && at.side == 0 && laneId() < rowPanelScaleBytes / 16 &&
        (kBlock % scaleBlocks == 0 || kBlock == range.first)) {
        const int64_t first = (static_cast<int64_t>(at.rowPanel) * weight.kBlocks + kBlock) / scaleBlocks;
        const std::byte* supers = weight.super + weight.expertSuper * static_cast<uint64_t>(at.slot);
        copyAsync16(scales + scalePlace(kBlock) + laneId() * 16,
                    supers + first * rowPanelScaleBytes + laneId() * 16, at.active);
    }
    to += weightItems<Kind> * 16;
    const int item = static_cast<int>(threadX()) % columnItems,
              first = static_cast<int>(threadX()) / columnItems;
    const int64_t rowHalves = static_cast<int64_t>(weight.kBlocks) * halfBlock;
    const uint16_t* from = view.halves + (at.firstColumn + first) * rowHalves + kBlock * halfBlock + item * 8;
    HEARTH_UNROLL for (int column = 0; column < Columns; column += threads / columnItems) {
        copyAsync16(to + columnPlace(first + column, item) * 16, from + column * rowHalves,
                    at.firstColumn + first + column < at.endColumn);
    }
    copyAsyncCommit();
}

/// A lane's weights of a k-block: rows 16m + g and 16m + 8 + g of its row panel, in shared memory.
template <ProductKind Kind>
HEARTH_DEVICE HalfRows rowsAt(const std::byte* rowPanel, int m, bool wide) {
    const int g = laneId() / 4, t = laneId() % 4, row = 16 * m + g;
    if constexpr (Kind == ProductKind::Bytes) {
        const auto item = [&](int of) {
            return loadVector<Words2>(rowPanel + rowPanelPlace<Kind>(t, of / 2) * 16 + of % 2 * 8);
        };
        return byteRows(item(row), item(row + 8), wide);
    } else {
        return halfRows(loadVector<Words4>(rowPanel + rowPanelPlace<Kind>(t, row) * 16),
                        loadVector<Words4>(rowPanel + rowPanelPlace<Kind>(t, row + 8) * 16));
    }
}

template <int Columns, ProductKind Kind>
HEARTH_KERNEL(shapeOf<Kind>(Columns).threads())
halfTile(HEARTH_PARAMETER(LinearView) view) {
    HEARTH_SHARED_DYNAMIC(memory);
    constexpr TileShape shape = shapeOf<Kind>(Columns);
    constexpr int N = shape.groups(), stages = stagesOf<Kind>(Columns), bytes = stageBytes<Kind>(Columns);
    static_assert(stages * bytes >= Columns * shape.resultRow() * static_cast<int>(sizeof(float)));
    letNextLaunchBegin();
    waitForLaunchBefore();
    const TilePlace at = tilePlace(view);
    if (at.firstColumn == at.endColumn || at.slot < 0) return;
    const TileRange range = tileRange(view);
    const int g = laneId() / 4, t = laneId() % 4;

    const bool wide = view.parts[at.part].weight.format == WeightFormat::E5M2;
    std::byte* scaleMemory = memory + stages * bytes;
    TileSums<N> sums = {}, total = {};
    HEARTH_UNROLL for (int s = 0; s < stages - 1; ++s) {
        if (range.first + s < range.last) {
            copyStage<Columns, Kind>(view, at, range, range.first + s, memory + s * bytes, scaleMemory);
        } else {
            copyAsyncCommit();
        }
    }
    int slot = 0, inRun = 0;
    HEARTH_NO_UNROLL for (int kBlock = range.first; kBlock < range.last; ++kBlock) {
        copyAsyncWait<stages - 2>();
        blockBarrier();  // everybody's copies have landed, and nobody reads the stage overwritten next
        if (kBlock + stages - 1 < range.last) {
            const int next = slot == 0 ? stages - 1 : slot - 1;
            copyStage<Columns, Kind>(view, at, range, kBlock + stages - 1, memory + next * bytes,
                                     scaleMemory);
        } else {
            copyAsyncCommit();
        }
        const std::byte* stage = memory + slot * bytes;
        slot = slot == stages - 1 ? 0 : slot + 1;
        if (!at.active) continue;
        const std::byte* rowPanel = stage + warpId() % tileRowPanels * rowPanelItems<Kind> * 16;
        HalfRows rows[2];
        HEARTH_UNROLL for (int m = 0; m < 2; ++m) rows[m] = rowsAt<Kind>(rowPanel, m, wide);
        float scales[2][2] = {};
        if constexpr (Kind == ProductKind::Bytes) {
            const auto* ofRowPanel = reinterpret_cast<const float*>(scaleMemory + scalePlace(kBlock));
            HEARTH_UNROLL for (int i = 0; i < 4; ++i) scales[i / 2][i % 2] = ofRowPanel[8 * i + g];
        }
        const std::byte* items = stage + weightItems<Kind> * 16;
        HEARTH_UNROLL for (int n = 0; n < N; ++n) {
            const int column = at.side * shape.warpColumns + 8 * n + g;
            const HalfColumns columns =
                halfColumns(loadVector<Words4>(items + columnPlace(column, t) * 16),
                            loadVector<Words4>(items + columnPlace(column, 4 + t) * 16));
            HEARTH_UNROLL for (int m = 0; m < 2; ++m) {
                if constexpr (Kind == ProductKind::Bytes)
                    addByteBlock(sums[m][n], rows[m], columns, scales[m]);
                else
                    addHalfBlock(sums[m][n], rows[m], columns);
            }
        }
        if (++inRun == range.length) {
            endRun<N>(view, range, kBlock, sums, total);
            inRun = 0;
        }
    }
    copyAsyncWait<0>();
    if (at.active && inRun > 0) endRun<N>(view, range, range.last - 1, sums, total);
    if (!gatherRuns<N>(view, at, range.length, total)) return;
    const WeightView& weight = view.parts[at.part].weight;
    float rowScales[4] = {};  // once for all columns
    if (Kind == ProductKind::Half && at.active) {
        HEARTH_UNROLL for (int j = 0; j < 4; ++j) {
            rowScales[j] = halfRowScale(weight, at.slot, at.rowPanel * rowPanelRows + 8 * j + g);
        }
    }
    HEARTH_UNROLL for (int i = 0; i < 8 * N; ++i) {
        const int row = at.rowPanel * rowPanelRows + i / (4 * N) * 16 + i % 4 / 2 * 8 + g;
        const int column = at.firstColumn + at.side * shape.warpColumns + i / 4 % N * 8 + 2 * t + i % 2;
        if (row >= weight.rows || column >= at.endColumn) continue;
        float& sum = total[i / (4 * N)][i / 4 % N][i % 4];
        const float columnScale = view.halfScale[column];
        sum = Kind == ProductKind::Bytes
                  ? roundedMultiply(sum, columnScale)
                  : scaleHalf(sum, rowScales[i / (4 * N) * 2 + i % 4 / 2], columnScale);
    }
    storeTiles<shape>(view, at, total, memory);
}

template <int Columns, ProductKind Kind>
void launchTile(const LinearView& view, StreamHandle stream) {
    launchEarly(Kind == ProductKind::Bytes ? "byteTile" : "halfTile", halfTile<Columns, Kind>, tileGrid(view),
                static_cast<unsigned>(shapeOf<Kind>(Columns).threads()),
                static_cast<size_t>(stagesOf<Kind>(Columns)) * stageBytes<Kind>(Columns) + scaleBytes<Kind>,
                stream, view);
}

template <ProductKind Kind>
void launchTiles(const LinearView& view, StreamHandle stream) {
    switch (view.plan.columns) {
        case 16:
            return launchTile<16, Kind>(view, stream);
        case 32:
            return launchTile<32, Kind>(view, stream);
        case mostByteColumns:
            return launchTile<mostByteColumns, Kind>(view, stream);
        default:
            return launchTile < Kind == ProductKind::Bytes ? mostByteColumns : mostTileColumns,
                   Kind > (view, stream);
    }
}

}  // namespace

int widestHalfTile(const LinearView& view) {
    int most = isByteFloat(view.parts[0].weight.format) ? mostByteColumns : mostTileColumns;
    constexpr uint64_t reserve = 1024;  // what the kernel has besides
    // Those of 8-bit floats are smaller, with their scales.
    constexpr auto kind = ProductKind::Half;
    while (most > 16 &&
           static_cast<uint64_t>(stagesOf<kind>(most)) * stageBytes<kind>(most) + reserve > view.sharedLimit)
        most /= 2;
    return most;
}

TilePlan planHalfTile(const LinearView& view) {
    return planTiles(view, widestHalfTile(view));
}

void launchHalfTile(const LinearView& view, StreamHandle stream) {
    launchEarly("splitRows", splitRows, {static_cast<unsigned>(view.rows)}, 256, 0, stream, view);
    if (isByteFloat(view.parts[0].weight.format)) return launchTiles<ProductKind::Bytes>(view, stream);
    launchTiles<ProductKind::Half>(view, stream);
}

}  // namespace hearth::cuda
