#include "backend/reference/reference_recurrence.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "backend/reference/reference_math.h"
#include "backend/reference/reference_objects.h"

namespace hearth::reference {

namespace {

/// A sequence's part of a layer's state.
float* stateOf(StateStore& store, uint32_t layer, int32_t slot) {
    auto& host = static_cast<HostStateStore&>(store);
    return host.data[layer].data() + static_cast<uint64_t>(slot) * host.floatsPerLayer[layer];
}

}  // namespace

namespace {

/// The selective scan of Mamba.
void scan(const ReferenceBatch& batch, const RecurrenceArgs& args) {
    const uint64_t keyDim = args.k.columns, columns = args.v.columns;
    const float* rateBias = valuesOf(args.rateBias);
    const float* decay = valuesOf(args.decay);
    const float* skip = valuesOf(args.skip);
    for (size_t row = 0; row < batch.rows.size(); ++row) {
        float* state =
            stateOf(*args.states, args.layer, batch.sequences[batch.rows[row].sequence].stateSlot) +
            args.firstFloat;
        const float* key = rowOf(args.k, row);
        const float* query = rowOf(args.q, row);
        for (uint64_t j = 0; j < columns; ++j) {
            const float value = rowOf(args.v, row)[j];
            const float step = activate(
                Activation::Softplus, rowOf(args.rate, row)[j] + (rateBias != nullptr ? rateBias[j] : 0.0F));
            float sum = 0;
            for (uint64_t i = 0; i < keyDim; ++i) {
                float& element = state[i * columns + j];
                element = element * std::exp(decay[i * columns + j] * step) + key[i] * step * value;
                sum += element * query[i];
            }
            rowOf(args.out, row)[j] = sum + (skip != nullptr ? skip[j] * value : 0.0F);
        }
        if (const int32_t kept = batch.rows[row].keptState; kept >= 0)
            std::copy_n(state, keyDim * columns, stateOf(*args.states, args.layer, kept) + args.firstFloat);
    }
}

}  // namespace

void recur(const ReferenceBatch& batch, const RecurrenceArgs& args) {
    if (args.scans()) return scan(batch, args);
    const uint64_t heads = args.heads, keyDim = args.k.columns / args.keyHeads,
                   valueDim = args.v.columns / heads;
    const float* rateBias = valuesOf(args.rateBias);
    const float* decay = valuesOf(args.decay);
    const float* skip = valuesOf(args.skip);
    const uint64_t rates = args.rate.columns / heads;  // of a head
    const auto rate = [&](size_t row, uint64_t i) {
        return rowOf(args.rate, row)[i] + (rateBias != nullptr ? rateBias[i] : 0.0F);
    };
    std::vector<float> target(valueDim);
    for (size_t row = 0; row < batch.rows.size(); ++row) {
        float* state =
            stateOf(*args.states, args.layer, batch.sequences[batch.rows[row].sequence].stateSlot) +
            args.firstFloat;
        for (uint64_t head = 0; head < heads; ++head) {
            const uint64_t keyHead = args.tiledHeads ? head % args.keyHeads : head / (heads / args.keyHeads);
            const float* query = rowOf(args.q, row) + keyHead * keyDim;
            const float* key = rowOf(args.k, row) + keyHead * keyDim;
            const float* value = rowOf(args.v, row) + head * valueDim;
            float* out = rowOf(args.out, row) + head * valueDim;
            float* matrix = state + head * keyDim * valueDim;
            const float step = activate(Activation::Softplus, rate(row, head * rates));
            const float strength =
                args.strengthScale * (args.strength.buffer != nullptr
                                          ? activate(Activation::Sigmoid, rowOf(args.strength, row)[head])
                                          : step);
            for (uint64_t i = 0; i < keyDim; ++i) {
                const float x = rate(row, head * rates + i % rates);
                const float log = args.lowestLog != 0
                                      ? args.lowestLog * activate(Activation::Sigmoid, -decay[head] * x)
                                      : decay[head] * activate(Activation::Softplus, x);
                const float keep = std::exp(log);
                for (uint64_t j = 0; j < valueDim; ++j) matrix[i * valueDim + j] *= keep;
            }
            for (uint64_t j = 0; j < valueDim; ++j) {
                float predicted = 0;
                for (uint64_t i = 0; args.corrects && i < keyDim; ++i)
                    predicted += matrix[i * valueDim + j] * key[i];
                target[j] = strength * (value[j] - predicted);
            }
            for (uint64_t j = 0; j < valueDim; ++j) {
                float sum = 0;
                for (uint64_t i = 0; i < keyDim; ++i) {
                    matrix[i * valueDim + j] += key[i] * target[j];
                    sum += matrix[i * valueDim + j] * query[i];
                }
                out[j] = sum + (skip != nullptr ? skip[head] * value[j] : 0.0F);
            }
        }
        if (const int32_t kept = batch.rows[row].keptState; kept >= 0)
            std::copy_n(state, heads * keyDim * valueDim,
                        stateOf(*args.states, args.layer, kept) + args.firstFloat);
    }
}

void convolve(const ReferenceBatch& batch, const ConvolutionArgs& args) {
    const uint64_t columns = args.in.columns, taps = args.kernel->columns / columns;
    const float* kernel = valuesOf(args.kernel);
    const float* bias = valuesOf(args.bias);
    std::vector<float> window(taps);
    for (uint32_t sequence = 0; sequence < batch.sequences.size(); ++sequence) {
        float* state =
            stateOf(*args.states, args.layer, batch.sequences[sequence].stateSlot) + args.firstFloat;
        for (uint64_t column = 0; column < columns; ++column) {
            for (uint64_t i = 0; i + 1 < taps; ++i) window[i + 1] = state[i * columns + column];
            for (size_t row = 0; row < batch.rows.size(); ++row) {
                if (batch.rows[row].sequence != sequence) continue;
                for (uint64_t i = 0; i + 1 < taps; ++i) window[i] = window[i + 1];
                window[taps - 1] = rowOf(args.in, row)[column];
                float sum = 0;
                for (uint64_t i = 0; i < taps; ++i) sum += kernel[column * taps + i] * window[i];
                rowOf(args.out, row)[column] =
                    activate(args.activation, sum + (bias != nullptr ? bias[column] : 0.0F));
                if (const int32_t slot = batch.rows[row].keptState; slot >= 0) {
                    float* kept = stateOf(*args.states, args.layer, slot) + args.firstFloat;
                    for (uint64_t i = 0; i + 1 < taps; ++i) kept[i * columns + column] = window[i + 1];
                }
            }
            for (uint64_t i = 0; i + 1 < taps; ++i) state[i * columns + column] = window[i + 1];
        }
    }
}

}  // namespace hearth::reference
