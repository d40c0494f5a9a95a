#include <cmath>

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
    projectBranch(weights.output, after, branch, accumulate);
}

/// The short convolution in front of a layer's matrix.
void ForwardPass::convolve(uint32_t index, const Slice& in, const Slice& out) {
    const LayerWeights& weights = m_weights.layers[index];
    m_backend.convolve({.in = in,
                        .kernel = weights.taps,
                        .bias = weights.tapsBias,
                        .activation = Activation::Silu,
                        .states = m_states,
                        .layer = index,
                        .out = out});
}

/// Arguments common to delta nets and state spaces; the caller sets the slices.
RecurrenceArgs ForwardPass::recurrence(uint32_t index) const {
    const LayerWeights& weights = m_weights.layers[index];
    const RecurrenceConfig& r = m_config.recurrence;
    RecurrenceArgs args;
    args.heads = r.heads;
    args.keyHeads = r.keyHeads;
    args.tiledHeads = r.tiledHeads;
    args.rateBias = weights.rateBias;
    args.decay = weights.decay;
    args.skip = weights.skip;
    args.states = m_states;
    args.layer = index;
    args.firstFloat = uint64_t{m_config.convolutionTaps - 1} * r.convolved();
    return args;
}

/// Gated delta net: queries, keys and values are convolved, queries and keys have unit length, and what the
/// matrix answers is normalised by head and gated.
void ForwardPass::deltaNet(uint32_t index, const Slice& branch, bool accumulate) {
    const LayerWeights& weights = m_weights.layers[index];
    const RecurrenceConfig& r = m_config.recurrence;
    const uint64_t keys = r.keyWidth(), values = r.valueWidth();
    LinearArgs project;
    project.in = all(m_hidden);
    project.norm = norm(weights.attentionNorm);
    project.parts = {weights.stateIn.part(),
                     weights.stateGate.part(),
                     {weights.rate, nullptr},
                     {weights.strength, nullptr}};
    project.out = part(m_qkv, 0, r.convolved() + values + uint64_t{2} * r.heads);
    m_backend.linear(project);
    convolve(index, part(m_qkv, 0, r.convolved()), part(m_mixed, 0, r.convolved()));

    RecurrenceArgs args = recurrence(index);
    args.corrects = true;
    args.q = part(m_mixed, 0, keys);
    args.k = part(m_mixed, keys, keys);
    args.v = part(m_mixed, 2 * keys, values);
    args.rate = part(m_qkv, r.convolved() + values, r.heads);
    args.strength = part(m_qkv, r.convolved() + values + r.heads, r.heads);
    args.out = part(m_qkv, 0, values);
    // x / sqrt(|x|^2 + 1e-6), written as the root mean square that backends have; queries are also scaled as
    // scores are.
    const auto dim = static_cast<float>(r.keyDim);
    const Norm unit{.kind = NormKind::Rms, .epsilon = 1e-6F / dim};
    const float length = 1.0F / std::sqrt(dim);
    m_backend.norm({.in = args.q,
                    .norm = unit,
                    .groupColumns = r.keyDim,
                    .scale = length / std::sqrt(dim),
                    .out = args.q});
    m_backend.norm({.in = args.k, .norm = unit, .groupColumns = r.keyDim, .scale = length, .out = args.k});
    m_backend.recur(args);
    m_backend.norm(
        {.in = args.out,
         .norm = {.kind = NormKind::Rms, .weight = weights.stateNorms[0], .epsilon = m_config.normEpsilon},
         .groupColumns = r.valueDim,
         .out = args.out});
    m_backend.multiply({.a = part(m_qkv, r.convolved(), values),
                        .b = args.out,
                        .activation = Activation::Silu,
                        .out = args.out});
    projectBranch(weights.output, args.out, branch, accumulate);
}

/// Mamba-2: the gate comes before the norm.
void ForwardPass::stateSpace(uint32_t index, const Slice& branch, bool accumulate) {
    const LayerWeights& weights = m_weights.layers[index];
    const RecurrenceConfig& r = m_config.recurrence;
    const uint64_t keys = r.keyWidth(), values = r.valueWidth();
    LinearArgs project;
    project.in = all(m_hidden);
    project.norm = norm(weights.attentionNorm);
    project.parts = {weights.stateIn.part()};
    project.out = part(m_qkv, 0, values + r.convolved() + r.heads);
    m_backend.linear(project);
    convolve(index, part(m_qkv, values, r.convolved()), part(m_mixed, 0, r.convolved()));

    RecurrenceArgs args = recurrence(index);
    args.v = part(m_mixed, 0, values);
    args.k = part(m_mixed, values, keys);
    args.q = part(m_mixed, values + keys, keys);
    args.rate = part(m_qkv, values + r.convolved(), r.heads);
    args.out = part(m_qkv, values, values);
    m_backend.recur(args);
    m_backend.multiply(
        {.a = part(m_qkv, 0, values), .b = args.out, .activation = Activation::Silu, .out = args.out});
    LinearArgs output;
    output.in = args.out;
    const auto groupNorm = [&](size_t group) {
        return Norm{
            .kind = NormKind::Rms, .weight = weights.stateNorms[group], .epsilon = m_config.normEpsilon};
    };
    if (r.keyHeads == 1) {
        output.norm = groupNorm(0);
    } else {
        const uint64_t width = values / r.keyHeads;
        for (uint32_t group = 0; group < r.keyHeads; ++group) {
            const Slice own = part(m_qkv, values + group * width, width);
            m_backend.norm({.in = own, .norm = groupNorm(group), .out = own});
        }
    }
    output.parts = {weights.output.part()};
    output.scale = accumulate ? m_config.residualScale : 1.0F;
    output.accumulate = accumulate;
    output.out = branch;
    m_backend.linear(output);
}

}  // namespace hearth
