// Embeddings, norms outside linear operations, products, the router's choice.
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
        value = elementOf<Format>(table, row / stripRows, column / blockColumns, row % stripRows,
                                  column % blockColumns);
    }
};

HEARTH_DEVICE float tableElement(const WeightView& table, int row, int column) {
    if (table.format == WeightFormat::F32) {
        return reinterpret_cast<const float*>(table.low)[static_cast<int64_t>(row) * table.columns + column];
    }
    if (!isQuantized(table.format)) {
        const int64_t item =
            (static_cast<int64_t>(row / stripRows) * table.kBlocks * 4 + column / 8) * stripRows +
            row % stripRows;
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

HEARTH_KERNEL(256) multiply(HEARTH_PARAMETER(MultiplyView) view) {
    const auto row = static_cast<int64_t>(blockX());
    const int column = static_cast<int>(blockY() * 256 + threadX());
    if (column >= view.a.columns) return;
    const float factor =
        view.b.data ? view.b.data[row * view.b.stride + (view.b.columns == 1 ? 0 : column)] : 1.0F;
    const float value =
        view.scale * activate(view.activation, view.a.data[row * view.a.stride + column]) * factor;
    float* to = view.out.data + row * view.out.stride + column;
    *to = view.accumulate ? *to + value : value;
}

HEARTH_KERNEL(128) headTail(HEARTH_PARAMETER(HeadTailView) view) {
    const float* from = view.in.data + blockX() * view.in.stride + blockY() * view.inStride + view.inFirst;
    float* to = view.out.data + blockX() * view.out.stride + blockY() * view.outStride + view.outFirst;
    for (int i = static_cast<int>(threadX()); i < view.count; i += 128) to[i] = from[i];
}

HEARTH_DEVICE float minusInfinity() {
    return floatOf(0xff800000U);
}

/// Keeps only the groups with the best sums of their two best scores (DeepSeek-V3 technical report, 2024).
/// One warp.
HEARTH_DEVICE void limitToGroups(float* selection, float* sums, const RouterView& view) {
    const int size = view.experts / view.groups;
    for (int group = laneId(); group < view.groups; group += 32) {
        float best = minusInfinity(), second = size == 1 ? 0.0F : minusInfinity();
        for (int i = 0; i < size; ++i) {
            const float value = selection[group * size + i];
            if (value > best) {
                if (size > 1) second = best;
                best = value;
            } else if (value > second) {
                second = value;
            }
        }
        sums[group] = best + second;
    }
    warpBarrier();
    for (int group = laneId(); group < view.groups; group += 32) {
        int better = 0;  // equal sums go to the lower number
        for (int other = 0; other < view.groups; ++other) {
            better += sums[other] > sums[group] || (sums[other] == sums[group] && other < group);
        }
        if (better < view.usedGroups) continue;
        for (int i = 0; i < size; ++i) selection[group * size + i] = minusInfinity();
    }
    warpBarrier();
}

/// Softmax of `count` values in shared memory by one warp.
HEARTH_DEVICE void warpSoftmax(float* values, int count) {
    float largest = minusInfinity();
    for (int i = laneId(); i < count; i += 32) largest = values[i] > largest ? values[i] : largest;
    largest = warpMax(largest);
    float total = 0;
    for (int i = laneId(); i < count; i += 32) total += values[i] = exp(values[i] - largest);
    total = warpSum(total);
    for (int i = laneId(); i < count; i += 32) values[i] /= total;
    warpBarrier();
}

/// One warp a row. Dynamic shared memory: scores, selection (experts each), sums (groups), chosen weights
/// (used).
HEARTH_KERNEL(32) route(HEARTH_PARAMETER(RouterView) view) {
    HEARTH_SHARED_DYNAMIC(memory);
    auto* scores = reinterpret_cast<float*>(memory);
    float* selection = scores + view.experts;
    float* sums = selection + view.experts;
    float* weights = sums + view.groups;
    const float* logits = view.logits + static_cast<int64_t>(blockX()) * view.experts;
    for (int e = laneId(); e < view.experts; e += 32) {
        // A NaN counts as the worst score, so that the ranks below stay a permutation.
        const float logit = logits[e] == logits[e] ? logits[e] : -3.0e38F;
        scores[e] = view.kind == RouterCode::Sigmoid ? sigmoid(logit) : logit;
    }
    warpBarrier();
    if (view.kind == RouterCode::Softmax) warpSoftmax(scores, view.experts);
    for (int e = laneId(); e < view.experts; e += 32) {
        selection[e] = scores[e] + (view.selectionBias ? view.selectionBias[e] : 0.0F);
    }
    warpBarrier();
    if (view.groups > 1 && view.usedGroups < view.groups) limitToGroups(selection, sums, view);
    int* chosen = view.expert + static_cast<int64_t>(blockX()) * view.used;
    // The rank of an expert is the number of better ones; equal scores go to the lower number.
    for (int e = laneId(); e < view.experts; e += 32) {
        int better = 0;
        for (int other = 0; other < view.experts; ++other) {
            better += selection[other] > selection[e] || (selection[other] == selection[e] && other < e);
        }
        if (better < view.used) {
            chosen[better] = e;
            weights[better] = scores[e];
        }
    }
    warpBarrier();
    if (view.kind == RouterCode::SoftmaxAfterTopK) warpSoftmax(weights, view.used);
    float total = 1;
    if (view.normalizeWeights) {
        total = 0;
        for (int i = 0; i < view.used; ++i) total += weights[i];
        total = total > 6.103515625e-5F
                    ? total
                    : 6.103515625e-5F;  // f16's smallest normal number, as the families have it
    }
    for (int i = laneId(); i < view.used; i += 32)
        view.weight[static_cast<int64_t>(blockX()) * view.used + i] = weights[i] / total;
}

unsigned groupsOf(int columns) {
    return static_cast<unsigned>((columns + 255) / 256);
}

}  // namespace

void launchEmbed(const EmbedView& view, StreamHandle stream) {
    launch("embed", embed, {static_cast<unsigned>(view.batch.rows), groupsOf(view.out.columns)}, 256, 0,
           stream, view);
}
void launchNorm(const RowNormView& view, StreamHandle stream) {
    launch("normalizeRows", normalizeRows,
           {static_cast<unsigned>(view.rows), static_cast<unsigned>(view.in.columns / view.groupColumns)},
           256, 0, stream, view);
}
void launchMultiply(const MultiplyView& view, StreamHandle stream) {
    launch("multiply", multiply, {static_cast<unsigned>(view.rows), groupsOf(view.a.columns)}, 256, 0, stream,
           view);
}
void launchHeadTail(const HeadTailView& view, StreamHandle stream) {
    launch("headTail", headTail, {static_cast<unsigned>(view.rows), static_cast<unsigned>(view.heads)}, 128,
           0, stream, view);
}
void launchRouter(const RouterView& view, StreamHandle stream) {
    const size_t floats = static_cast<size_t>(2 * view.experts + view.groups + view.used);
    launch("route", route, {static_cast<unsigned>(view.rows)}, 32, floats * sizeof(float), stream, view);
}

}  // namespace hearth::cuda
