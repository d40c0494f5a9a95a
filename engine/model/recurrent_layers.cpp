#include "model/recurrent_layers.h"

#include <cmath>
#include <utility>
#include <vector>

#include "model/slices.h"

namespace hearth {

void RecurrentLayers::shortConvolution(uint32_t index, const Slice& branch, bool accumulate) {
    const LayerWeights& weights = m_pass.weights.layers[index];
    const uint64_t width = m_pass.config.embedding;
    LinearArgs project;
    project.in = all(m_pass.buffers.hidden);
    project.norm = m_pass.norm(weights.attentionNorm);
    project.parts = {weights.stateIn.part()};
    project.out = part(m_pass.buffers.qkv, 0, 3 * width);
    m_pass.backend.linear(project);
    const Slice before = part(m_pass.buffers.qkv, 0, width), after = part(m_pass.buffers.qkv, width, width),
                input = part(m_pass.buffers.qkv, 2 * width, width);
    m_pass.backend.multiply({.a = before, .b = input, .out = before});
    m_pass.backend.convolve(
        {.in = before, .kernel = weights.taps, .states = m_pass.states, .layer = index, .out = input});
    m_pass.backend.multiply({.a = after, .b = input, .out = after});
    m_pass.project(weights.output, after, branch, accumulate);
}

void RecurrentLayers::convolve(uint32_t index, const Slice& in, const Slice& out) {
    const LayerWeights& weights = m_pass.weights.layers[index];
    m_pass.backend.convolve({.in = in,
                             .kernel = weights.taps,
                             .bias = weights.tapsBias,
                             .activation = Activation::Silu,
                             .states = m_pass.states,
                             .layer = index,
                             .out = out});
}

RecurrenceArgs RecurrentLayers::recurrence(uint32_t index) const {
    const LayerWeights& weights = m_pass.weights.layers[index];
    const RecurrenceConfig& r = m_pass.config.recurrence;
    RecurrenceArgs args;
    args.heads = r.heads;
    args.keyHeads = r.keyHeads;
    args.tiledHeads = r.tiledHeads;
    args.rateBias = weights.rateBias;
    args.decay = weights.decay;
    args.skip = weights.skip;
    args.strengthScale = r.strengthScale;
    args.lowestLog = r.lowestLog;
    args.states = m_pass.states;
    args.layer = index;
    args.firstFloat = uint64_t{m_pass.config.convolutionTaps - 1} * r.convolved();
    return args;
}

void RecurrentLayers::deltaNet(uint32_t index, const Slice& branch, bool accumulate) {
    const LayerWeights& weights = m_pass.weights.layers[index];
    const RecurrenceConfig& r = m_pass.config.recurrence;
    const uint64_t keys = r.keyWidth(), values = r.valueWidth();
    LinearArgs project;
    project.in = all(m_pass.buffers.hidden);
    project.norm = m_pass.norm(weights.attentionNorm);
    project.parts = {weights.stateIn.part(),
                     weights.stateGate.part(),
                     {weights.rate, nullptr},
                     {weights.strength, nullptr}};
    project.out = part(m_pass.buffers.qkv, 0, r.convolved() + values + uint64_t{2} * r.heads);
    m_pass.backend.linear(project);
    convolve(index, part(m_pass.buffers.qkv, 0, r.convolved()), part(m_pass.buffers.mixed, 0, r.convolved()));

    RecurrenceArgs args = recurrence(index);
    args.corrects = true;
    args.q = part(m_pass.buffers.mixed, 0, keys);
    args.k = part(m_pass.buffers.mixed, keys, keys);
    args.v = part(m_pass.buffers.mixed, 2 * keys, values);
    args.rate = part(m_pass.buffers.qkv, r.convolved() + values, r.heads);
    args.strength = part(m_pass.buffers.qkv, r.convolved() + values + r.heads, r.heads);
    args.out = part(m_pass.buffers.qkv, 0, values);
    answer(index, args, part(m_pass.buffers.qkv, r.convolved(), values), Activation::Silu);
    m_pass.project(weights.stateOut, args.out, branch, accumulate);
}

void RecurrentLayers::answer(uint32_t index, const RecurrenceArgs& args, const Slice& gate,
                             Activation activation) {
    const RecurrenceConfig& r = m_pass.config.recurrence;
    // x / sqrt(|x|^2 + 1e-6), written as the root mean square that backends have; queries are also scaled as
    // scores are.
    const auto dim = static_cast<float>(r.keyDim);
    const Norm unit{.kind = NormKind::Rms, .epsilon = 1e-6F / dim};
    const float length = 1.0F / std::sqrt(dim);
    m_pass.backend.norm({.in = args.q,
                         .norm = unit,
                         .groupColumns = r.keyDim,
                         .scale = length / std::sqrt(dim),
                         .out = args.q});
    m_pass.backend.norm(
        {.in = args.k, .norm = unit, .groupColumns = r.keyDim, .scale = length, .out = args.k});
    m_pass.backend.recur(args);
    m_pass.backend.norm({.in = args.out,
                         .norm = {.kind = NormKind::Rms,
                                  .weight = m_pass.weights.layers[index].stateNorms[0],
                                  .epsilon = r.normEpsilon != 0 ? r.normEpsilon : m_pass.config.normEpsilon},
                         .groupColumns = r.valueDim,
                         .out = args.out});
    m_pass.backend.multiply({.a = gate, .b = args.out, .activation = activation, .out = args.out});
}

void RecurrentLayers::kimiDelta(uint32_t index, const Slice& branch, bool accumulate) {
    const LayerWeights& weights = m_pass.weights.layers[index];
    const RecurrenceConfig& r = m_pass.config.recurrence;
    const uint64_t keys = r.keyWidth(), values = r.valueWidth(), convolved = r.convolved();
    uint64_t used = 0;
    const auto take = [&](uint64_t columns) {
        used += columns;
        return part(m_pass.buffers.qkv, used - columns, columns);
    };
    const auto linear = [&](const Slice& in, const Norm& norm, std::vector<LinearPart> parts,
                            const Slice& out) {
        LinearArgs project;
        project.in = in;
        project.norm = norm;
        project.parts = std::move(parts);
        project.out = out;
        m_pass.backend.linear(project);
    };
    const Slice hidden = all(m_pass.buffers.hidden);
    const Norm norm = m_pass.norm(weights.attentionNorm);
    const Slice inputs = take(convolved + r.heads);
    linear(hidden, norm, {weights.q.part(), weights.k.part(), weights.v.part(), {weights.strength, nullptr}},
           inputs);
    Slice rate = take(r.rank != 0 ? r.rank : keys), gate = take(r.rank != 0 ? r.rank : values);
    linear(hidden, norm, {weights.forgetDown.part(), weights.gateDown.part()},
           part(m_pass.buffers.qkv, rate.firstColumn, rate.columns + gate.columns));
    if (r.rank != 0) {
        const Slice narrowRate = rate, narrowGate = gate;
        linear(narrowRate, {}, {weights.forgetUp.part()}, rate = take(keys));
        linear(narrowGate, {}, {weights.stateGate.part()}, gate = take(values));
    }
    convolve(index, part(m_pass.buffers.qkv, 0, convolved), part(m_pass.buffers.mixed, 0, convolved));

    RecurrenceArgs args = recurrence(index);
    args.corrects = true;
    args.q = part(m_pass.buffers.mixed, 0, keys);
    args.k = part(m_pass.buffers.mixed, keys, keys);
    args.v = part(m_pass.buffers.mixed, 2 * keys, values);
    args.rate = rate;
    args.strength = part(m_pass.buffers.qkv, convolved, r.heads);
    args.out = part(m_pass.buffers.qkv, 0, values);
    answer(index, args, gate, Activation::Sigmoid);
    m_pass.project(weights.stateOut, args.out, branch, accumulate);
}

void RecurrentLayers::stateSpace(uint32_t index, const Slice& branch, bool accumulate) {
    const LayerWeights& weights = m_pass.weights.layers[index];
    const RecurrenceConfig& r = m_pass.config.recurrence;
    const uint64_t keys = r.keyWidth(), values = r.valueWidth();
    LinearArgs project;
    project.in = all(m_pass.buffers.hidden);
    project.norm = m_pass.norm(weights.attentionNorm);
    project.parts = {weights.stateIn.part()};
    project.out = part(m_pass.buffers.qkv, 0, values + r.convolved() + r.heads);
    m_pass.backend.linear(project);
    convolve(index, part(m_pass.buffers.qkv, values, r.convolved()),
             part(m_pass.buffers.mixed, 0, r.convolved()));

    RecurrenceArgs args = recurrence(index);
    args.v = part(m_pass.buffers.mixed, 0, values);
    args.k = part(m_pass.buffers.mixed, values, keys);
    args.q = part(m_pass.buffers.mixed, values + keys, keys);
    args.rate = part(m_pass.buffers.qkv, values + r.convolved(), r.heads);
    args.out = part(m_pass.buffers.qkv, values, values);
    m_pass.backend.recur(args);
    m_pass.backend.multiply({.a = part(m_pass.buffers.qkv, 0, values),
                             .b = args.out,
                             .activation = Activation::Silu,
                             .out = args.out});
    LinearArgs output;
    output.in = args.out;
    const auto groupNorm = [&](size_t group) {
        return Norm{
            .kind = NormKind::Rms, .weight = weights.stateNorms[group], .epsilon = m_pass.config.normEpsilon};
    };
    if (weights.stateNorms.empty()) {
        output.norm = {};
    } else if (r.keyHeads == 1) {
        output.norm = groupNorm(0);
    } else {
        const uint64_t width = values / r.keyHeads;
        for (uint32_t group = 0; group < r.keyHeads; ++group) {
            const Slice own = part(m_pass.buffers.qkv, values + group * width, width);
            m_pass.backend.norm({.in = own, .norm = groupNorm(group), .out = own});
        }
    }
    output.parts = {weights.stateOut.part()};
    output.scale = accumulate ? m_pass.config.residualScale : 1.0F;
    output.accumulate = accumulate;
    output.out = branch;
    m_pass.backend.linear(output);
}

void RecurrentLayers::selectiveScan(uint32_t index, const Slice& branch, bool accumulate) {
    const LayerWeights& weights = m_pass.weights.layers[index];
    const RecurrenceConfig& r = m_pass.config.recurrence;
    const uint64_t inner = r.valueDim, keys = r.keyDim;
    uint64_t used = 0;
    const auto take = [&](uint64_t columns) {
        used += columns;
        return part(m_pass.buffers.qkv, used - columns, columns);
    };
    const auto linear = [&](const Slice& in, const Norm& norm, const LinearPart& weight, const Slice& out) {
        LinearArgs project;
        project.in = in;
        project.norm = norm;
        project.parts = {weight};
        project.out = out;
        m_pass.backend.linear(project);
    };
    const Slice both = take(2 * inner), narrow = take(r.rank + 2 * keys), rates = take(inner);
    const Slice before = part(m_pass.buffers.qkv, 0, inner), gate = part(m_pass.buffers.qkv, inner, inner),
                values = part(m_pass.buffers.mixed, 0, inner);
    linear(all(m_pass.buffers.hidden), m_pass.norm(weights.attentionNorm), weights.stateIn.part(), both);
    convolve(index, before, values);
    linear(values, {}, weights.scanInputs.part(), narrow);
    const Slice narrowRates = part(m_pass.buffers.qkv, narrow.firstColumn, r.rank);
    RecurrenceArgs args = recurrence(index);
    args.k = part(m_pass.buffers.qkv, narrow.firstColumn + r.rank, keys);
    args.q = part(m_pass.buffers.qkv, narrow.firstColumn + r.rank + keys, keys);
    const auto normalize = [&](const Slice& slice, const Weight* weight) {
        if (weight == nullptr && !r.normsInputs) return;
        m_pass.backend.norm(
            {.in = slice,
             .norm = {.kind = NormKind::Rms, .weight = weight, .epsilon = m_pass.config.normEpsilon},
             .out = slice});
    };
    normalize(narrowRates, weights.scanRateNorm);
    normalize(args.k, weights.kNorm);
    normalize(args.q, weights.qNorm);
    linear(narrowRates, {}, {weights.rate, nullptr}, rates);
    args.v = values;
    args.rate = rates;
    args.out = before;
    m_pass.backend.recur(args);
    m_pass.backend.multiply({.a = gate, .b = args.out, .activation = Activation::Silu, .out = args.out});
    m_pass.project(weights.stateOut, args.out, branch, accumulate);
}

}  // namespace hearth
