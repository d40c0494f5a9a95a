// Embeddings, norms outside linear operations, products.
#include "backend/cuda/half_blocks.h"
#include "backend/cuda/kernel_arguments.h"
#include "backend/cuda/row_operations.h"
#include "backend/cuda/weight_blocks.h"

namespace hearth::cuda {
namespace {

struct QuantizedElement {
    const WeightView& table;
    int row, column;
    float value;

    template <WeightFormat Format>
    HEARTH_DEVICE void run() {
        value = elementOf<Format>(table, row / rowPanelRows, column / blockColumns, row % rowPanelRows,
                                  column % blockColumns);
    }
};

HEARTH_DEVICE float tableElement(const WeightView& table, int row, int column) {
    if (table.format == WeightFormat::F32) {
        return reinterpret_cast<const float*>(table.low)[static_cast<int64_t>(row) * table.columns + column];
    }
    if (isByteFloat(table.format)) {
        const int64_t item =
            (static_cast<int64_t>(row / rowPanelRows) * table.kBlocks * 4 + column / 8) * rowPanelRows +
            row % rowPanelRows;
        const auto code = static_cast<uint32_t>(table.low[item * 8 + column % 8]);
        const uint32_t half = twoHalves(code, 0, table.format == WeightFormat::E5M2);
        return floatFromHalf(static_cast<uint16_t>(half)) *
               byteScale(table, row / rowPanelRows, column / blockColumns, row % rowPanelRows);
    }
    if (!isQuantized(table.format)) {
        const int64_t item =
            (static_cast<int64_t>(row / rowPanelRows) * table.kBlocks * 4 + column / 8) * rowPanelRows +
            row % rowPanelRows;
        const uint16_t bits = reinterpret_cast<const uint16_t*>(table.low)[item * 8 + column % 8];
        return floatFromHalf(bits) * reinterpret_cast<const float*>(table.scale)[row];
    }
    QuantizedElement element{table, row, column, 0};
    withFormat(table.format, element);
    return element.value;
}

HEARTH_KERNEL(256) embed(HEARTH_PARAMETER(EmbedView) view) {
    const int row = static_cast<int>(blockX());
    const int column = static_cast<int>(blockY() * 256 + threadX());
    if (column >= view.out.columns) return;
    view.out.data[row * view.out.stride + column] =
        view.scale * tableElement(view.table, view.batch.token[row], column);
}

HEARTH_KERNEL(256) placeRows(HEARTH_PARAMETER(PlaceRowsView) view) {
    const auto row = static_cast<int64_t>(blockX());
    const int column = static_cast<int>(blockY() * 256 + threadX());
    if (column >= view.out.columns) return;
    const float value = view.values[row * view.out.columns + column];
    float& to = view.out.data[view.row[row] * view.out.stride + column];
    to = view.accumulate ? to + value : value;
}

HEARTH_KERNEL(256) normalizeRows(HEARTH_PARAMETER(RowNormView) view) {
    HEARTH_SHARED(float[rowWarps], scratch);
    const int64_t first = static_cast<int64_t>(blockY()) * view.groupColumns;
    const float* from = view.in.data + blockX() * view.in.stride + first;
    float* to = view.out.data + blockX() * view.out.stride + first;
    const NormScale by = measureRow(from, view.groupColumns, view.norm, scratch);
    for (int i = static_cast<int>(threadX()); i < view.groupColumns; i += rowThreads) {
        const float value = view.scale * normalized(from, i, view.norm, by);
        to[i] = view.accumulate ? to[i] + value : value;
    }
}

HEARTH_KERNEL(256) sumExperts(HEARTH_PARAMETER(ExpertSumView) view) {
    const auto row = static_cast<int64_t>(blockX());
    const int column = static_cast<int>(blockY() * 256 + threadX());
    if (column >= view.in.columns) return;
    float sum = 0;
    for (int unit = 0; unit < view.units; ++unit) {
        const int64_t item = row * view.units + unit;
        float value = view.in.data[item * view.in.stride + column];
        if (view.expertScale) value *= view.expertScale[view.expert[item]];
        sum = fusedMultiplyAdd(view.unitWeight ? view.unitWeight[item] : 1.0F, value, sum);
    }
    float& to = view.out.data[row * view.out.stride + column];
    sum *= view.scale;
    to = view.accumulate ? to + sum : sum;
}

HEARTH_KERNEL(256) multiply(HEARTH_PARAMETER(MultiplyView) view) {
    const auto row = static_cast<int64_t>(blockX());
    const int column = static_cast<int>(blockY() * 256 + threadX());
    if (column >= view.a.columns * view.run) return;
    const int share = view.b.data ? view.a.columns * view.run / view.b.columns : 1;
    const float factor =
        view.b.data ? view.b.data[row * view.b.stride + (share == 1 ? column : column / share)] : 1.0F;
    const float a = view.a.data[row * view.a.stride + (view.run == 1 ? column : column / view.run)];
    const float curved =
        view.activation == ActivationCode::Xielu ? xielu(view.xielu, a) : activate(view.activation, a);
    const float value = view.scale * curved * factor;
    const float limited = value < view.lowest ? view.lowest : value > view.highest ? view.highest : value;
    float* to = view.out.data + row * view.out.stride + column;
    *to = view.accumulate ? *to + value : limited;
}

HEARTH_KERNEL(128) headTail(HEARTH_PARAMETER(HeadTailView) view) {
    const float* from = view.in.data + blockX() * view.in.stride + blockY() * view.inStride + view.inFirst;
    float* to = view.out.data + blockX() * view.out.stride + blockY() * view.outStride + view.outFirst;
    for (int i = static_cast<int>(threadX()); i < view.count; i += 128) to[i] = from[i];
}

unsigned groupsOf(int columns) {
    return static_cast<unsigned>((columns + 255) / 256);
}

}  // namespace

void launchEmbed(const EmbedView& view, StreamHandle stream) {
    launch("embed", embed, {static_cast<unsigned>(view.batch.rows), groupsOf(view.out.columns)}, 256, 0,
           stream, view);
}
void launchPlaceRows(const PlaceRowsView& view, StreamHandle stream) {
    launch("placeRows", placeRows, {static_cast<unsigned>(view.rows), groupsOf(view.out.columns)}, 256, 0,
           stream, view);
}
void launchNorm(const RowNormView& view, StreamHandle stream) {
    launch("normalizeRows", normalizeRows,
           {static_cast<unsigned>(view.rows), static_cast<unsigned>(view.in.columns / view.groupColumns)},
           256, 0, stream, view);
}
void launchExpertSum(const ExpertSumView& view, StreamHandle stream) {
    launch("sumExperts", sumExperts,
           {static_cast<unsigned>(view.rows), static_cast<unsigned>((view.in.columns + 255) / 256)}, 256, 0,
           stream, view);
}

void launchMultiply(const MultiplyView& view, StreamHandle stream) {
    launch("multiply", multiply, {static_cast<unsigned>(view.rows), groupsOf(view.a.columns * view.run)}, 256,
           0, stream, view);
}
void launchHeadTail(const HeadTailView& view, StreamHandle stream) {
    launch("headTail", headTail, {static_cast<unsigned>(view.rows), static_cast<unsigned>(view.heads)}, 128,
           0, stream, view);
}

}  // namespace hearth::cuda
