// Operations that carry a state from row to row: short convolutions, and matrices that rows write to and
// read.
#include "backend/cuda/kernel_arguments.h"
#include "backend/cuda/row_operations.h"

namespace hearth::cuda {
namespace {

/// A thread a column; it walks through the rows of one sequence.
HEARTH_KERNEL(256) convolve(HEARTH_PARAMETER(ConvolutionView) view) {
    const int column = static_cast<int>(blockX() * 256 + threadX());
    const int* place = view.batch.stateOf + blockY() * 3;
    const int first = place[1], rows = place[2], columns = view.in.columns, kept = view.taps - 1;
    if (column >= columns || rows == 0) return;
    const auto stateIn = [&](int slot) { return view.state + slot * view.slotFloats + column; };
    const float* before = stateIn(place[0]);
    float window[maxConvolutionTaps];
    for (int i = 0; i < kept; ++i) window[i] = before[static_cast<int64_t>(i) * columns];
    const auto leaveIn = [&](float* state) {
        for (int i = 0; i < kept; ++i) state[static_cast<int64_t>(i) * columns] = window[i];
    };
    const float* kernel = view.kernel + static_cast<int64_t>(column) * view.taps;
    for (int row = first; row < first + rows; ++row) {
        window[kept] = view.in.data[row * view.in.stride + column];
        float sum = 0;
        for (int i = 0; i <= kept; ++i) sum += kernel[i] * window[i];
        if (view.bias) sum += view.bias[column];
        view.out.data[row * view.out.stride + column] = activate(view.activation, sum);
        for (int i = 0; i < kept; ++i) window[i] = window[i + 1];
        if (view.batch.keptState[row] >= 0) leaveIn(stateIn(view.batch.keptState[row]));
    }
    leaveIn(stateIn(place[0]));
}

constexpr int recurrenceThreads = 128, recurrenceWarps = recurrenceThreads / 32;

/// Adds up what the warps have for each column; everybody gets the sum.
HEARTH_DEVICE float columnSum(float value, float* partial) {
    partial[threadX()] = value;
    blockBarrier();
    float total = 0;
    for (int warp = 0; warp < recurrenceWarps; ++warp) total += partial[warp * 32 + laneId()];
    blockBarrier();
    return total;
}

/// A block has 32 columns of one head's matrix in shared memory and takes the rows of one sequence one by
/// one; every fourth row of the matrix belongs to a warp. Dynamic shared memory: the matrix (keyDim, 32), a
/// key and a query, what is kept of each row of the matrix (keyDim each), partial sums (threads).
enum class Fading { Whole, ByRow, ByElement };

template <Fading fading>
HEARTH_DEVICE void recurRows(const RecurrenceView& view, std::byte* memory) {
    constexpr bool ByRow = fading == Fading::ByRow, ByElement = fading == Fading::ByElement;
    const int* place = view.batch.stateOf + blockZ() * 3;
    const int first = place[1], rows = place[2], head = static_cast<int>(blockY());
    if (rows == 0) return;
    auto* matrix = reinterpret_cast<float*>(memory);
    float* key = matrix + static_cast<int64_t>(view.keyDim) * 32;
    float* query = key + view.keyDim;
    float* kept = query + view.keyDim;
    float* partial = kept + view.keyDim;
    const int lane = laneId(), warp = warpId(), column = static_cast<int>(blockX()) * 32 + lane;
    const bool inside = column < view.valueDim;
    const int keyHead = view.tiledHeads ? head % view.keyHeads : head / (view.heads / view.keyHeads);
    const auto stateIn = [&](int slot) {
        return view.state + slot * view.slotFloats +
               static_cast<int64_t>(head) * view.keyDim * view.valueDim + column;
    };
    const float* before = stateIn(place[0]);
    for (int i = warp; i < view.keyDim; i += recurrenceWarps)
        matrix[i * 32 + lane] = inside ? before[static_cast<int64_t>(i) * view.valueDim] : 0.0F;
    // Everybody writes what they computed themselves, so nobody waits.
    const auto leaveIn = [&](float* state) {
        for (int i = warp; i < view.keyDim; i += recurrenceWarps)
            state[static_cast<int64_t>(i) * view.valueDim] = matrix[i * 32 + lane];
    };
    // Of a scan: the decay of row i in this column, and the column's skip.
    const float decay = ByElement ? 0.0F : view.decay[head];
    const auto decayOf = [&](int i) {
        return inside ? view.decay[static_cast<int64_t>(i) * view.valueDim + column] : 0.0F;
    };
    const auto rateOf = [&](int row, int i) {
        const int at = head * view.rates + i;
        return view.rate.data[row * view.rate.stride + at] + (view.rateBias ? view.rateBias[at] : 0.0F);
    };
    for (int row = first; row < first + rows; ++row) {
        for (int i = static_cast<int>(threadX()); i < view.keyDim; i += recurrenceThreads) {
            key[i] = view.k.data[row * view.k.stride + keyHead * view.keyDim + i];
            query[i] = view.q.data[row * view.q.stride + keyHead * view.keyDim + i];
            if constexpr (ByRow)
                kept[i] =
                    exp(view.lowestLog != 0 ? view.lowestLog * sigmoid(-decay * rateOf(row, i))
                                            : decay * activate(ActivationCode::Softplus, rateOf(row, i)));
        }
        blockBarrier();
        const float step = activate(ActivationCode::Softplus,
                                    ByElement ? (inside ? rateOf(row, column) : 0.0F) : rateOf(row, 0));
        const float strength =
            view.strengthScale *
            (view.strength.data ? sigmoid(view.strength.data[row * view.strength.stride + head]) : step);
        const float keep = exp(decay * step);
        const float value =
            inside ? view.v.data[row * view.v.stride + static_cast<int64_t>(head) * view.valueDim + column]
                   : 0.0F;
        float target = value;
        if (view.corrects) {
            float predicted = 0;
            for (int i = warp; i < view.keyDim; i += recurrenceWarps)
                predicted =
                    fusedMultiplyAdd(matrix[i * 32 + lane], ByRow ? key[i] * kept[i] : key[i], predicted);
            predicted = columnSum(predicted, partial);
            target -= ByRow ? predicted : keep * predicted;
        }
        target *= strength;
        float sum = 0;
        for (int i = warp; i < view.keyDim; i += recurrenceWarps) {
            const float next = fusedMultiplyAdd(key[i], target,
                                                matrix[i * 32 + lane] * (ByElement ? exp(decayOf(i) * step)
                                                                         : ByRow   ? kept[i]
                                                                                   : keep));
            matrix[i * 32 + lane] = next;
            sum = fusedMultiplyAdd(query[i], next, sum);
        }
        // Its barriers also keep the next row's key away until everybody is done with this one.
        sum = columnSum(sum, partial);
        if (warp == 0 && inside)
            view.out.data[row * view.out.stride + static_cast<int64_t>(head) * view.valueDim + column] =
                sum + (view.skip ? view.skip[ByElement ? column : head] * value : 0.0F);
        if (inside && view.batch.keptState[row] >= 0) leaveIn(stateIn(view.batch.keptState[row]));
    }
    if (inside) leaveIn(stateIn(place[0]));
}

HEARTH_KERNEL(128) recur(HEARTH_PARAMETER(RecurrenceView) view) {
    HEARTH_SHARED_DYNAMIC(memory);
    recurRows<Fading::Whole>(view, memory);
}

HEARTH_KERNEL(128) recurByRow(HEARTH_PARAMETER(RecurrenceView) view) {
    HEARTH_SHARED_DYNAMIC(memory);
    recurRows<Fading::ByRow>(view, memory);
}

HEARTH_KERNEL(128) scan(HEARTH_PARAMETER(RecurrenceView) view) {
    HEARTH_SHARED_DYNAMIC(memory);
    recurRows<Fading::ByElement>(view, memory);
}

}  // namespace

void launchConvolution(const ConvolutionView& view, StreamHandle stream) {
    launch(
        "convolve", convolve,
        {static_cast<unsigned>((view.in.columns + 255) / 256), static_cast<unsigned>(view.batch.sequences)},
        256, 0, stream, view);
}

void launchRecurrence(const RecurrenceView& view, StreamHandle stream) {
    const size_t floats = static_cast<size_t>(view.keyDim) * (32 + 3) + recurrenceThreads;
    const Grid grid{static_cast<unsigned>((view.valueDim + 31) / 32), static_cast<unsigned>(view.heads),
                    static_cast<unsigned>(view.batch.sequences)};
    if (view.scans)
        launch("scan", scan, grid, recurrenceThreads, floats * sizeof(float), stream, view);
    else if (view.rates > 1)
        launch("recurByRow", recurByRow, grid, recurrenceThreads, floats * sizeof(float), stream, view);
    else
        launch("recur", recur, grid, recurrenceThreads, floats * sizeof(float), stream, view);
}

}  // namespace hearth::cuda
