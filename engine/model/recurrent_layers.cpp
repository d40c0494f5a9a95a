#include "model/family_table.h"
#include "model/forward_pass.h"
#include "model/slices.h"

namespace hearth {

/// LFM2's mixer: the input is gated, convolved with the few rows before it and gated again.
void ForwardPass::shortConvolution(uint32_t index, const Slice& branch, bool accumulate) {
    const LayerWeights& weights = m_weights.layers[index];
    const uint64_t width = m_config.embedding;
    LinearArgs project;
    project.in = all(m_hidden);
    project.norm = norm(weights.attentionNorm);
    project.parts = {weights.stateIn.part()};
    project.out = part(m_qkv, 0, 3 * width);
    m_backend.linear(project);
    const Slice before = part(m_qkv, 0, width), after = part(m_qkv, width, width),
                input = part(m_qkv, 2 * width, width);
    m_backend.multiply({.a = before, .b = input, .out = before});
    m_backend.convolve(
        {.in = before, .kernel = weights.taps, .states = m_states, .layer = index, .out = input});
    m_backend.multiply({.a = after, .b = input, .out = after});
    LinearArgs output;
    output.in = after;
    output.parts = {weights.output.part()};
    output.scale = accumulate ? m_config.residualScale : 1.0F;
    output.accumulate = accumulate;
    output.out = branch;
    m_backend.linear(output);
}

}  // namespace hearth
