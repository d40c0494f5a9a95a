#include "backend/cpu/cpu_convolution.h"

#include <algorithm>

#include "backend/cpu/cpu_weight.h"
#include "backend/cpu/rounded_rows.h"
#include "backend/cpu/state_store.h"

namespace hearth::cpu {

void CpuConvolution::convolve(const ConvolutionArgs& args) {
    settle(args.in);
    settle(args.out);
    const size_t columns = args.in.columns, taps = args.kernel->columns / columns;
    const float* kernel = valuesOf(args.kernel);
    const float* bias = valuesOf(args.bias);
    const auto& store = static_cast<const CpuStateStore&>(*args.states);
    const auto ranges = m_batch.rowsBySequence();
    m_pool.runIfWorth(m_batch.rows().size() * columns * taps, [&](const ThreadPool::Region& region) {
        // Threads take columns: nobody waits for an earlier row of another thread.
        const size_t begin = region.first(columns), end = region.last(columns);
        for (size_t sequence = 0; sequence < ranges.size(); ++sequence) {
            const auto [first, count] = ranges[sequence];
            if (count == 0) continue;
            float* state = store.state(args.layer, m_batch.sequence(sequence).stateSlot) + args.firstFloat;
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
                const int32_t slot = m_batch.rows()[first + row].keptState;
                if (slot < 0) continue;
                float* kept = store.state(args.layer, slot) + args.firstFloat;
                for (size_t i = 0; i + 1 < taps; ++i)
                    std::copy(input(row + 1 + i) + begin, input(row + 1 + i) + end,
                              kept + i * columns + begin);
            }
            // Each comes from behind where it goes, so none is read after it was written.
            for (size_t i = 0; i + 1 < taps; ++i)
                std::copy(input(count + i) + begin, input(count + i) + end, state + i * columns + begin);
        }
    });
}

}  // namespace hearth::cpu
