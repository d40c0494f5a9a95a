#include "model/layer_embeddings.h"

#include <algorithm>
#include <cmath>

#include "model/family_table.h"
#include "model/slices.h"

namespace hearth {

void LayerEmbeddings::embed(const Batch& batch) {
    const float half = std::sqrt(0.5F);
    const auto rows = static_cast<TokenId>(m_pass.config.layerEmbeddingRows);
    const auto lacks = [&](const BatchRow& row) { return !row.given.empty() || row.token >= rows; };
    const bool given = std::any_of(batch.rows.begin(), batch.rows.end(), lacks);
    if (given) {
        Batch padded = batch;
        for (BatchRow& row : padded.rows)
            if (lacks(row)) row.token = 0;
        m_pass.backend.beginBatch(padded);
    }
    m_pass.backend.embed(*m_pass.weights.layerEmbeddings,
                         std::sqrt(static_cast<float>(m_pass.config.layerEmbedding)) * half,
                         all(m_pass.buffers.layerInputs));
    if (given) m_pass.backend.beginBatch(batch);
    LinearArgs project;
    project.in = all(m_pass.buffers.hidden);
    project.parts = {m_pass.weights.layerProjection.part()};
    project.scale = 1.0F / std::sqrt(static_cast<float>(m_pass.config.embedding));
    project.out = all(m_pass.buffers.layerGate);
    m_pass.backend.linear(project);
    m_pass.backend.norm({.in = project.out,
                         .norm = m_pass.norm(m_pass.weights.layerProjectionNorm),
                         .groupColumns = m_pass.config.layerEmbedding,
                         .scale = half,
                         .accumulate = true,
                         .out = all(m_pass.buffers.layerInputs)});
}

void LayerEmbeddings::add(uint32_t index) {
    project(index, all(m_pass.buffers.hidden));
    addTo(index, all(m_pass.buffers.hidden));
}

void LayerEmbeddings::addTo(uint32_t index, const Slice& out) {
    m_pass.backend.norm({.in = all(m_pass.buffers.branch),
                         .norm = m_pass.norm(m_pass.weights.layers[index].layerPostNorm),
                         .accumulate = true,
                         .out = out});
}

void LayerEmbeddings::project(uint32_t index, const Slice& in) {
    const LayerWeights& weights = m_pass.weights.layers[index];
    const uint64_t width = m_pass.config.layerEmbedding;
    LinearArgs gate;
    gate.in = in;
    gate.parts = {weights.layerGate.part()};
    gate.activation = m_pass.config.family->activation;
    gate.out = part(m_pass.buffers.layerGate, 0, width);
    m_pass.backend.linear(gate);
    m_pass.backend.multiply(
        {.a = gate.out, .b = part(m_pass.buffers.layerInputs, width * index, width), .out = gate.out});
    LinearArgs up;
    up.in = gate.out;
    up.parts = {weights.layerUp.part()};
    up.out = all(m_pass.buffers.branch);
    m_pass.backend.linear(up);
}

}  // namespace hearth
