// Rows through the matrix of a recurrent layer, written once for every instruction set; see simd.h.
#pragma once

#include "backend/cpu/kernels.h"
#include "backend/cpu/simd.h"

namespace hearth::cpu {
namespace {

/// Columns of the matrix do not know of each other, so a few of them stay in the nearest cache for all rows.
template <bool Corrects>
void recurColumns(const RecurrenceRun& run) {
    constexpr size_t parts = recurrenceColumns / lanes;
    for (size_t row = 0; row < run.rows; ++row) {
        const float* key = run.keys + row * run.keyStride;
        const float* query = run.queries + row * run.queryStride;
        const float keep = run.gates[row * run.gateStride], strength = run.gates[row * run.gateStride + 1];
        float padded[recurrenceColumns] = {};
        __builtin_memcpy(padded, run.values + row * run.valueStride, run.columns * sizeof(float));
        Floats value[parts], target[parts], sum[parts] = {};
        for (size_t p = 0; p < parts; ++p) target[p] = value[p] = load(padded + p * lanes);
        if constexpr (Corrects) {
            Floats predicted[parts] = {};
            for (size_t i = 0; i < run.keyDim; ++i)
                for (size_t p = 0; p < parts; ++p)
                    predicted[p] += load(run.matrix + i * run.matrixStride + p * lanes) * key[i];
            for (size_t p = 0; p < parts; ++p) target[p] -= predicted[p] * keep;
        }
        for (size_t p = 0; p < parts; ++p) target[p] *= strength;
        for (size_t i = 0; i < run.keyDim; ++i) {
            float* matrix = run.matrix + i * run.matrixStride;
            for (size_t p = 0; p < parts; ++p) {
                const Floats next = load(matrix + p * lanes) * keep + target[p] * key[i];
                store(matrix + p * lanes, next);
                sum[p] += next * query[i];
            }
        }
        for (size_t p = 0; p < parts; ++p) store(padded + p * lanes, sum[p] + value[p] * run.skip);
        __builtin_memcpy(run.out + row * run.outStride, padded, run.columns * sizeof(float));
    }
}

void recur(const RecurrenceRun& run) {
    run.corrects ? recurColumns<true>(run) : recurColumns<false>(run);
}

}  // namespace
}  // namespace hearth::cpu
