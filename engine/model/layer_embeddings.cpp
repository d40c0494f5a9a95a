#include "model/layer_embeddings.h"

#include <cmath>

#include "model/family_table.h"
#include "model/given_rows.h"
#include "model/slices.h"

namespace hearth {

void LayerEmbeddings::embed(const Batch& batch) {
    const float half = std::sqrt(0.5F);
    const bool given = GivenRows::any(batch);
    if (given) {
        Batch padded = batch;
        for (BatchRow& row : padded.rows)
            if (!row.given.empty()) row.token = 0;
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
    const LayerWeights& weights = m_pass.weights.layers[index];
    const uint64_t width = m_pass.config.layerEmbedding;
    LinearArgs gate;
    gate.in = all(m_pass.buffers.hidden);
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
    m_pass.backend.norm({.in = up.out,
                         .norm = m_pass.norm(weights.layerPostNorm),
                         .accumulate = true,
                         .out = all(m_pass.buffers.hidden)});
}

}  // namespace hearth
