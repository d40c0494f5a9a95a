#include <cmath>

#include "model/family_table.h"
#include "model/forward_pass.h"
#include "model/slices.h"

namespace hearth {

/// Gemma 4's mixture: a dense part and experts read the same input, each behind its own norm, and are added
/// after another norm each. The router reads the input scaled in its own way.
void ForwardPass::denseAndExperts(uint32_t index) {
    const LayerWeights& weights = m_weights.layers[index];
    const Slice hidden = all(m_hidden), branch = all(m_branch), mixture = all(m_expertBranch);
    feedForward(index, hidden, branch, false);
    m_backend.norm({.in = branch, .norm = norm(weights.densePostNorm), .out = branch});
    m_backend.norm({.in = hidden,
                    .norm = headNorm(weights.routerNorm),
                    .scale = 1.0F / std::sqrt(static_cast<float>(m_config.embedding)),
                    .out = all(m_routerIn)});
    experts(index, hidden, mixture, false);
    m_backend.norm({.in = mixture, .norm = norm(weights.expertsPostNorm), .accumulate = true, .out = branch});
}

/// Calculates an additional input of every layer (Gemma 3n, 4): the token's own embedding for the layer plus
/// a normalised projection of its main embedding, together divided by sqrt(2). Rows that are given use those
/// of the padding token, which is the first one in this family (transformers, Gemma4Model).
void ForwardPass::embedForLayers(const Batch& batch) {
    const float half = std::sqrt(0.5F);
    const bool given = hasGiven(batch);
    if (given) {
        Batch padded = batch;
        for (BatchRow& row : padded.rows)
            if (!row.given.empty()) row.token = 0;
        m_backend.beginBatch(padded);
    }
    m_backend.embed(*m_weights.layerEmbeddings, std::sqrt(static_cast<float>(m_config.layerEmbedding)) * half,
                    all(m_layerInputs));
    if (given) m_backend.beginBatch(batch);
    LinearArgs project;
    project.in = all(m_hidden);
    project.parts = {m_weights.layerProjection.part()};
    project.scale = 1.0F / std::sqrt(static_cast<float>(m_config.embedding));
    project.out = all(m_layerGate);
    m_backend.linear(project);
    m_backend.norm({.in = project.out,
                    .norm = norm(m_weights.layerProjectionNorm),
                    .groupColumns = m_config.layerEmbedding,
                    .scale = half,
                    .accumulate = true,
                    .out = all(m_layerInputs)});
}

void ForwardPass::addLayerEmbedding(uint32_t index) {
    const LayerWeights& weights = m_weights.layers[index];
    const uint64_t width = m_config.layerEmbedding;
    LinearArgs gate;
    gate.in = all(m_hidden);
    gate.parts = {weights.layerGate.part()};
    gate.activation = m_config.family->activation;
    gate.out = part(m_layerGate, 0, width);
    m_backend.linear(gate);
    m_backend.multiply({.a = gate.out, .b = part(m_layerInputs, width * index, width), .out = gate.out});
    LinearArgs up;
    up.in = gate.out;
    up.parts = {weights.layerUp.part()};
    up.out = all(m_branch);
    m_backend.linear(up);
    m_backend.norm(
        {.in = up.out, .norm = norm(weights.layerPostNorm), .accumulate = true, .out = all(m_hidden)});
}

}  // namespace hearth
