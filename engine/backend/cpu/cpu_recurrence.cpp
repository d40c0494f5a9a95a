#include <algorithm>
#include <vector>

#include "backend/cpu/cpu_backend.h"

namespace hearth {

using namespace cpu;

namespace {

float* stateOf(StateStore& store, uint32_t layer, int32_t slot) {
    auto& own = static_cast<CpuStateStore&>(store);
    return own.layers[layer].as<float>() + static_cast<size_t>(slot) * own.floatsPerLayer[layer];
}

/// The rows of each sequence in the batch: first and number.
struct RowRange {
    size_t first = 0, count = 0;
};
std::vector<RowRange> rowsBySequence(const Batch& batch) {
    std::vector<RowRange> ranges(batch.sequences.size());
    for (size_t row = 0; row < batch.rows.size(); ++row) {
        RowRange& range = ranges[batch.rows[row].sequence];
        if (range.count++ == 0) range.first = row;
    }
    return ranges;
}

}  // namespace

void CpuBackend::convolve(const ConvolutionArgs& args) {
    settle(args.in);
    settle(args.out);
    const size_t columns = args.in.columns, taps = args.kernel->columns / columns;
    const float* kernel = valuesOf(args.kernel);
    const float* bias = valuesOf(args.bias);
    const std::vector<RowRange> ranges = rowsBySequence(m_batch);
    share(m_batch.rows.size() * columns * taps, [&](const ThreadPool::Region& region) {
        // Threads take columns: nobody waits for an earlier row of another thread.
        const size_t begin = region.first(columns), end = region.last(columns);
        std::vector<float> kept((taps - 1) * (end - begin));
        for (size_t sequence = 0; sequence < ranges.size(); ++sequence) {
            const auto [first, count] = ranges[sequence];
            if (count == 0) continue;
            float* state =
                stateOf(*args.states, args.layer, m_batch.sequences[sequence].stateSlot) + args.firstFloat;
            // The i-th input, counted from the oldest one kept.
            const auto input = [&](size_t i) {
                return i < taps - 1 ? state + i * columns : rowOf(args.in, first + i - (taps - 1));
            };
            for (size_t row = 0; row < count; ++row) {
                float* out = rowOf(args.out, first + row);
                for (size_t c = begin; c < end; ++c) out[c] = bias != nullptr ? bias[c] : 0.0F;
                for (size_t tap = 0; tap < taps; ++tap) {
                    const float* in = input(row + tap);
                    for (size_t c = begin; c < end; ++c) out[c] += kernel[c * taps + tap] * in[c];
                }
                if (args.activation != Activation::None)
                    m_kernels.activate(args.activation, out + begin, nullptr, end - begin);
            }
            for (size_t i = 0; i + 1 < taps; ++i)
                std::copy(input(count + i) + begin, input(count + i) + end,
                          kept.begin() + static_cast<ptrdiff_t>(i * (end - begin)));
            for (size_t i = 0; i + 1 < taps; ++i)
                std::copy_n(kept.begin() + static_cast<ptrdiff_t>(i * (end - begin)), end - begin,
                            state + i * columns + begin);
        }
    });
}

}  // namespace hearth
