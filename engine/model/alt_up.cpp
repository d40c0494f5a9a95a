#include "model/alt_up.h"

#include <cmath>

#include "model/slices.h"

namespace hearth {

namespace {

/// Normalisation without a weight. Rows of zeros stay.
constexpr Norm unitNorm{.kind = NormKind::Rms, .epsilon = 1e-10F};

}  // namespace

Slice AltUp::stream(uint32_t index) const {
    const uint64_t width = m_pass.config.embedding;
    return part(m_pass.buffers.streams, width * index, width);
}

Slice AltUp::prediction(uint32_t index) const {
    const uint64_t width = m_pass.config.embedding;
    return part(m_pass.buffers.predictions, width * index, width);
}

void AltUp::copy(const Slice& in, const Slice& out, float scale, bool accumulate) {
    m_pass.backend.norm({.in = in, .norm = {}, .scale = scale, .accumulate = accumulate, .out = out});
}

void AltUp::route(uint32_t index, const Slice& in) {
    const LayerWeights& weights = m_pass.weights.layers[index];
    LinearArgs scores;
    scores.in = in;
    scores.norm = m_pass.norm(weights.streamRouterNorm);
    scores.parts = {weights.streamRouter.part()};
    scores.scale = 1.0F / static_cast<float>(m_pass.config.embedding);
    scores.softCap = 1.0F;  // which is tanh
    scores.out = all(m_pass.buffers.modalities);
    m_pass.backend.linear(scores);
}

/// The sum of x times x / rms(x) is the root mean square times the number of columns.
void AltUp::measure(const Slice& in) {
    const Slice products = all(m_pass.buffers.branch);
    m_pass.backend.norm({.in = in, .norm = unitNorm, .out = products});
    m_pass.backend.multiply({.a = in, .b = products, .out = products});
    LinearArgs sum;
    sum.in = products;
    sum.parts = {{m_pass.weights.streamOnes, nullptr}};
    sum.scale = 1.0F / static_cast<float>(m_pass.config.embedding);
    sum.out = all(m_pass.buffers.magnitude);
    m_pass.backend.linear(sum);
}

void AltUp::split() {
    const Slice hidden = all(m_pass.buffers.hidden), magnitude = all(m_pass.buffers.magnitude);
    measure(hidden);
    copy(hidden, stream(0));
    for (uint32_t i = 1; i < m_pass.config.streams; ++i) {
        LinearArgs project;
        project.in = hidden;
        project.parts = {{m_pass.weights.streamProjections[i - 1], nullptr}};
        project.out = stream(i);
        m_pass.backend.linear(project);
        m_pass.backend.norm({.in = stream(i), .norm = unitNorm, .out = stream(i)});
        m_pass.backend.multiply({.a = stream(i), .b = magnitude, .out = stream(i)});
    }
}

void AltUp::predict(uint32_t index) {
    const LayerWeights& weights = m_pass.weights.layers[index];
    const uint32_t count = m_pass.config.streams;
    const Slice hidden = all(m_pass.buffers.hidden), branch = all(m_pass.buffers.branch),
                lowRank = all(m_pass.buffers.lowRank);
    route(index, stream(m_pass.config.activeStream));
    LinearArgs mix;
    mix.in = all(m_pass.buffers.modalities);
    mix.parts = {weights.streamPredict.part()};
    mix.out = all(m_pass.buffers.streamCoefficients);
    m_pass.backend.linear(mix);
    for (uint32_t to = 0; to < count; ++to) {
        copy(stream(to), prediction(to));
        for (uint32_t from = 0; from < count; ++from)
            m_pass.backend.multiply(
                {.a = stream(from),
                 .b = part(m_pass.buffers.streamCoefficients, uint64_t{to} * count + from, 1),
                 .accumulate = true,
                 .out = prediction(to)});
    }
    copy(prediction(m_pass.config.activeStream), hidden);

    m_pass.backend.norm({.in = hidden, .norm = m_pass.norm(weights.attentionNorm), .out = lowRank});
    LinearArgs down;
    down.in = lowRank;
    down.parts = {weights.lowRankDown.part()};
    down.out = all(m_pass.buffers.lowRankInner);
    m_pass.backend.linear(down);
    LinearArgs up;
    up.in = down.out;
    up.parts = {weights.lowRankUp.part()};
    up.out = branch;
    m_pass.backend.linear(up);
    m_pass.backend.norm(
        {.in = branch, .norm = m_pass.norm(weights.lowRankNorm), .accumulate = true, .out = lowRank});
}

void AltUp::addLowRank() {
    const Slice hidden = all(m_pass.buffers.hidden);
    copy(all(m_pass.buffers.lowRank), hidden, 1.0F, true);
    m_pass.backend.multiply({.a = hidden, .b = {}, .scale = std::sqrt(0.5F), .out = hidden});
}

void AltUp::correct(uint32_t index) {
    const LayerWeights& weights = m_pass.weights.layers[index];
    const uint32_t count = m_pass.config.streams, active = m_pass.config.activeStream;
    const Slice hidden = all(m_pass.buffers.hidden), branch = all(m_pass.buffers.branch);
    route(index, hidden);
    LinearArgs mix;
    mix.in = all(m_pass.buffers.modalities);
    mix.parts = {weights.streamCorrect.part()};
    mix.out = part(m_pass.buffers.streamCoefficients, 0, count);
    m_pass.backend.linear(mix);
    copy(hidden, branch);
    copy(prediction(active), branch, -1.0F, true);
    for (uint32_t to = 0; to < count; ++to) {
        copy(prediction(to), stream(to));
        copy(branch, stream(to), 1.0F, true);
        m_pass.backend.multiply({.a = branch,
                                 .b = part(m_pass.buffers.streamCoefficients, to, 1),
                                 .accumulate = true,
                                 .out = stream(to)});
    }
    m_pass.backend.norm({.in = stream(active),
                         .norm = {.kind = NormKind::None, .weight = weights.streamScale},
                         .out = hidden});
    m_embeddings.project(index, hidden);
    for (uint32_t to = 1; to < count; ++to) m_embeddings.addTo(index, stream(to));
}

void AltUp::join() {
    const uint32_t count = m_pass.config.streams;
    const Slice hidden = all(m_pass.buffers.hidden), branch = all(m_pass.buffers.branch);
    measure(stream(0));
    copy(stream(0), hidden);
    for (uint32_t i = 1; i < count; ++i) {
        LinearArgs project;
        project.in = stream(i);
        project.parts = {{m_pass.weights.streamUnprojections[i - 1], nullptr}};
        project.out = branch;
        m_pass.backend.linear(project);
        m_pass.backend.norm({.in = branch, .norm = unitNorm, .out = branch});
        m_pass.backend.multiply(
            {.a = branch, .b = all(m_pass.buffers.magnitude), .accumulate = true, .out = hidden});
    }
    m_pass.backend.multiply({.a = hidden, .b = {}, .scale = 1.0F / static_cast<float>(count), .out = hidden});
}

}  // namespace hearth
