#include "model/pooled_steps.h"

#include <cmath>
#include <cstdint>
#include <numbers>

#include "model/slices.h"

namespace hearth {

namespace {

float bent(Curve curve, float value) {
    switch (curve) {
        case Curve::Tanh:
            return std::tanh(value);
        case Curve::GeluErf:
            return 0.5F * value * (1.0F + std::erf(value / std::numbers::sqrt2_v<float>));
        case Curve::None:
            break;
    }
    return value;
}

/// So many rows that stand for nothing but themselves.
Batch rowsOfNothing(size_t count) {
    Batch batch;
    batch.sequences.resize(1);
    for (size_t i = 0; i < count; ++i) batch.rows.push_back({.slot = static_cast<int32_t>(i)});
    return batch;
}

}  // namespace

std::vector<float> PooledSteps::project(const PooledStep& step, const Projection& projection,
                                        std::span<const float> vectors) {
    const uint64_t columns = projection.weight->columns, rows = vectors.size() / columns;
    const auto from = m_pass.backend.allocate(rows, columns), to = m_pass.backend.allocate(rows, step.width);
    m_pass.backend.beginBatch(rowsOfNothing(rows));
    m_pass.backend.upload(all(from), rows, vectors);
    LinearArgs args;
    args.in = all(from);
    args.parts = {projection.part()};
    args.out = all(to);
    m_pass.backend.linear(args);
    std::vector<float> results(rows * step.width);
    m_pass.backend.download(all(to), rows, results);
    for (float& value : results) value = bent(step.curve, value);
    if (!step.normalized) return results;
    m_pass.backend.upload(all(to), rows, results);
    m_pass.backend.norm({.in = all(to), .norm = m_pass.norm(m_pass.weights.classifierNorm), .out = all(to)});
    m_pass.backend.download(all(to), rows, results);
    return results;
}

std::vector<float> PooledSteps::run(std::vector<float> pooled) {
    for (size_t i = 0; i < m_pass.config.pooledSteps.size() && !pooled.empty(); ++i)
        pooled = project(m_pass.config.pooledSteps[i], m_pass.weights.pooledSteps[i], pooled);
    return pooled;
}

}  // namespace hearth
