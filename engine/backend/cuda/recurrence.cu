// What carries a state from row to row: short convolutions.
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
    float* state = view.state + place[0] * view.slotFloats + column;
    float window[maxConvolutionTaps];
    for (int i = 0; i < kept; ++i) window[i] = state[static_cast<int64_t>(i) * columns];
    const float* kernel = view.kernel + static_cast<int64_t>(column) * view.taps;
    for (int row = first; row < first + rows; ++row) {
        window[kept] = view.in.data[row * view.in.stride + column];
        float sum = 0;
        for (int i = 0; i <= kept; ++i) sum += kernel[i] * window[i];
        if (view.bias) sum += view.bias[column];
        view.out.data[row * view.out.stride + column] = activate(view.activation, sum);
        for (int i = 0; i < kept; ++i) window[i] = window[i + 1];
    }
    for (int i = 0; i < kept; ++i) state[static_cast<int64_t>(i) * columns] = window[i];
}

}  // namespace

void launchConvolution(const ConvolutionView& view, StreamHandle stream) {
    launch(
        "convolve", convolve,
        {static_cast<unsigned>((view.in.columns + 255) / 256), static_cast<unsigned>(view.batch.sequences)},
        256, 0, stream, view);
}

}  // namespace hearth::cuda
