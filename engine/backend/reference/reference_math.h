#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "backend/backend.h"

/// The scalar formulas of backend.h, in float32 with plain loops.
namespace hearth::reference {

/// Dot product with eight running sums, so that a row's rounding does not grow with its length.
float dot(const float* a, const float* b, size_t count) noexcept;

/// act(x). SwigluOai needs both halves of a gated linear and is only known to gate().
float activate(Activation activation, float x, const XieluNumbers& xielu = {}) noexcept;
/// act(gate) * up; for SwigluOai min(gate, 7) * sigmoid(1.702 * gate) * (clamp(up, -7, 7) + 1) (gpt-oss model
/// GPU).
float gate(Activation activation, float gateValue, float up, float limit = 0.0F) noexcept;

/// Normalises one vector; weight and bias have its length or are null. `in` and `out` may be the same.
void normalize(NormKind kind, const float* weight, const float* bias, float epsilon, const float* in,
               float* out, size_t count) noexcept;

/// Rounds one head's numbers of one position as the cache type stores values: F16 to nearest even, Q8_0 and
/// Q4_0 in groups of 64. Returns by writing back.
void roundAsStored(KvType type, std::span<float> values) noexcept;

/// Rounds one head's keys of a whole block, rows of `columns` numbers `stride` apart, as the type stores
/// them: Q8_0 and Q4_0 column by column.
void roundKeyBlock(KvType type, float* keys, size_t stride, size_t columns) noexcept;

/// Rotates one head at the positions of its row. The table holds one frequency a pair.
void rotate(const Rope& rope, const float* inverseFrequency, const RowPositions& at, float* head) noexcept;

/// Runs body(first, last) over [0, count) on a few threads; returns when all are done.
void parallel(size_t count, size_t workPerItem, int threads, const std::function<void(size_t, size_t)>& body);

}  // namespace hearth::reference
