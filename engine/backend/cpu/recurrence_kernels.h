// Rows through the matrix of a recurrent layer, written once for every instruction set; see simd.h.
#pragma once

#include "backend/cpu/kernels.h"
#include "backend/cpu/simd.h"

namespace hearth::cpu {
namespace {

/// Columns of the matrix do not know of each other, so a few of them stay in the nearest cache for all rows.
template <bool Corrects, bool ByRow>
void recurColumns(const RecurrenceRun& run) {
    constexpr size_t parts = recurrenceColumns / lanes;
    for (size_t row = 0; row < run.rows; ++row) {
        const float* key = run.keys + row * run.keyStride;
        const float* query = run.queries + row * run.queryStride;
        const float* keeps = run.gates + row * run.gateStride;
        const float strength = keeps[run.keeps], keep = keeps[0];
        float padded[recurrenceColumns] = {};
        __builtin_memcpy(padded, run.values + row * run.valueStride, run.columns * sizeof(float));
        Floats value[parts], target[parts], sum[parts] = {};
        for (size_t p = 0; p < parts; ++p) target[p] = value[p] = load(padded + p * lanes);
        if constexpr (Corrects) {
            Floats predicted[parts] = {};
            for (size_t i = 0; i < run.keyDim; ++i)
                for (size_t p = 0; p < parts; ++p)
                    predicted[p] += load(run.matrix + i * run.matrixStride + p * lanes) *
                                    (ByRow ? key[i] * keeps[i] : key[i]);
            for (size_t p = 0; p < parts; ++p) target[p] -= ByRow ? predicted[p] : predicted[p] * keep;
        }
        for (size_t p = 0; p < parts; ++p) target[p] *= strength;
        for (size_t i = 0; i < run.keyDim; ++i) {
            float* matrix = run.matrix + i * run.matrixStride;
            for (size_t p = 0; p < parts; ++p) {
                const Floats next = load(matrix + p * lanes) * (ByRow ? keeps[i] : keep) + target[p] * key[i];
                store(matrix + p * lanes, next);
                sum[p] += next * query[i];
            }
        }
        for (size_t p = 0; p < parts; ++p) store(padded + p * lanes, sum[p] + value[p] * run.skip);
        __builtin_memcpy(run.out + row * run.outStride, padded, run.columns * sizeof(float));
    }
}

void recur(const RecurrenceRun& run) {
    if (run.keeps > 1) return recurColumns<true, true>(run);
    run.corrects ? recurColumns<true, false>(run) : recurColumns<false, false>(run);
}

/// Up to recurrenceColumns numbers, followed by zeros.
struct Columns {
    float numbers[recurrenceColumns] = {};
    Columns(const float* from, size_t count) {
        if (from != nullptr) __builtin_memcpy(numbers, from, count * sizeof(float));
    }
};

/// ln(1 + e^x), lane by lane: there are few of them.
inline float softplus(float x) {
    return (x > 0 ? x : 0.0F) + __builtin_log1pf(__builtin_expf(-__builtin_fabsf(x)));
}

void scan(const RecurrenceRun& run) {
    constexpr size_t parts = recurrenceColumns / lanes;
    const Columns bias(run.rateBias, run.columns), skip(run.skips, run.columns);
    for (size_t row = 0; row < run.rows; ++row) {
        const float* key = run.keys + row * run.keyStride;
        const float* query = run.queries + row * run.queryStride;
        const Columns values(run.values + row * run.valueStride, run.columns);
        Columns steps(run.rates + row * run.rateStride, run.columns);
        for (size_t c = 0; c < run.columns; ++c)
            steps.numbers[c] = softplus(steps.numbers[c] + bias.numbers[c]);
        Floats step[parts], written[parts], sum[parts] = {};
        for (size_t p = 0; p < parts; ++p) {
            step[p] = load(steps.numbers + p * lanes);
            written[p] = step[p] * load(values.numbers + p * lanes);
        }
        for (size_t i = 0; i < run.keyDim; ++i) {
            float* matrix = run.matrix + i * run.matrixStride;
            const float* decay = run.decays + i * run.decayStride;
            for (size_t p = 0; p < parts; ++p) {
                const Floats next =
                    load(matrix + p * lanes) * expOf(load(decay + p * lanes) * step[p]) + written[p] * key[i];
                store(matrix + p * lanes, next);
                sum[p] += next * query[i];
            }
        }
        Columns out(nullptr, 0);
        for (size_t p = 0; p < parts; ++p)
            store(out.numbers + p * lanes,
                  sum[p] + load(values.numbers + p * lanes) * load(skip.numbers + p * lanes));
        __builtin_memcpy(run.out + row * run.outStride, out.numbers, run.columns * sizeof(float));
    }
}

}  // namespace
}  // namespace hearth::cpu
