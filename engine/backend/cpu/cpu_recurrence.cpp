#include <algorithm>
#include <cmath>
#include <vector>

#include "backend/cpu/cpu_backend.h"
#include "backend/cpu/rounded_rows.h"
#include "backend/cpu/state_store.h"

namespace hearth {

using namespace cpu;

namespace {

/// The floats of a sequence's slot from an operation's first one on.
template <class Args>
float* stateOf(const Args& args, const BatchSequence& sequence) {
    return static_cast<const CpuStateStore&>(*args.states).state(args.layer, sequence.stateSlot) +
           args.firstFloat;
}

}  // namespace

void CpuBackend::recur(const RecurrenceArgs& args) {
    for (const Slice& slice : {args.q, args.k, args.v, args.rate, args.strength, args.out}) settle(slice);
    const size_t heads = args.heads, keyDim = args.k.columns / args.keyHeads,
                 valueDim = args.v.columns / heads;
    const float* rateBias = valuesOf(args.rateBias);
    const float* decay = valuesOf(args.decay);
    const float* skip = valuesOf(args.skip);
    const size_t rows = m_batch.rows().size();
    const size_t tiles = (valueDim + recurrenceColumns - 1) / recurrenceColumns;
    const size_t tileFloats = keyDim * recurrenceColumns;
    // What a row keeps of the matrix and how strongly it writes, by head.
    m_rows.reserve((rows * heads * 2 + m_pool.threads() * tileFloats) * sizeof(float));
    float* gates = m_rows.as<float>();
    const auto ranges = m_batch.rowsBySequence();
    m_pool.runIfWorth(rows * args.v.columns * keyDim, [&](const ThreadPool::Region& region) {
        for (size_t i = region.first(rows * heads); i < region.last(rows * heads); ++i) {
            const size_t row = i / heads, head = i % heads;
            const float x = rowOf(args.rate, row)[head] + (rateBias != nullptr ? rateBias[head] : 0.0F);
            const float step = x > 20.0F ? x : std::log1p(std::exp(x));
            gates[2 * i] = std::exp(decay[head] * step);
            gates[2 * i + 1] = args.strength.buffer != nullptr
                                   ? 1.0F / (1.0F + std::exp(-rowOf(args.strength, row)[head]))
                                   : step;
        }
        region.barrier();
        float* tile = gates + rows * heads * 2 + region.index() * tileFloats;
        for (size_t task = region.next(); task < ranges.size() * heads * tiles; task = region.next()) {
            const size_t sequence = task / (heads * tiles), head = task / tiles % heads,
                         column = task % tiles * recurrenceColumns;
            const auto [first, count] = ranges[sequence];
            if (count == 0) continue;
            const size_t keyHead = args.tiledHeads ? head % args.keyHeads : head / (heads / args.keyHeads);
            float* matrix = stateOf(args, m_batch.sequence(sequence)) + head * keyDim * valueDim + column;
            RecurrenceRun run{.keys = rowOf(args.k, first) + keyHead * keyDim,
                              .queries = rowOf(args.q, first) + keyHead * keyDim,
                              .values = rowOf(args.v, first) + head * valueDim + column,
                              .out = rowOf(args.out, first) + head * valueDim + column,
                              .keyStride = args.k.buffer->columns,
                              .queryStride = args.q.buffer->columns,
                              .valueStride = args.v.buffer->columns,
                              .outStride = args.out.buffer->columns,
                              .rows = count,
                              .keyDim = keyDim,
                              .columns = std::min(recurrenceColumns, valueDim - column),
                              .gates = gates + (first * heads + head) * 2,
                              .gateStride = heads * 2,
                              .matrix = matrix,
                              .matrixStride = valueDim,
                              .skip = skip != nullptr ? skip[head] : 0.0F,
                              .corrects = args.corrects};
            // One row passes the state once and so works on it where it is; more work on a copy that is
            // dense.
            const bool copied = count > 1 || run.columns < recurrenceColumns;
            if (copied) {
                std::fill_n(tile, tileFloats, 0.0F);
                for (size_t i = 0; i < keyDim; ++i)
                    std::copy_n(matrix + i * valueDim, run.columns, tile + i * recurrenceColumns);
                run.matrix = tile;
                run.matrixStride = recurrenceColumns;
            }
            m_kernels.recur(run);
            if (!copied) continue;
            for (size_t i = 0; i < keyDim; ++i)
                std::copy_n(tile + i * recurrenceColumns, run.columns, matrix + i * valueDim);
        }
    });
}

void CpuBackend::convolve(const ConvolutionArgs& args) {
    settle(args.in);
    settle(args.out);
    const size_t columns = args.in.columns, taps = args.kernel->columns / columns;
    const float* kernel = valuesOf(args.kernel);
    const float* bias = valuesOf(args.bias);
    const auto ranges = m_batch.rowsBySequence();
    m_pool.runIfWorth(m_batch.rows().size() * columns * taps, [&](const ThreadPool::Region& region) {
        // Threads take columns: nobody waits for an earlier row of another thread.
        const size_t begin = region.first(columns), end = region.last(columns);
        std::vector<float> kept((taps - 1) * (end - begin));
        for (size_t sequence = 0; sequence < ranges.size(); ++sequence) {
            const auto [first, count] = ranges[sequence];
            if (count == 0) continue;
            float* state = stateOf(args, m_batch.sequence(sequence));
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
