#include "model/feed_forward.h"

#include <cmath>

#include "model/family_table.h"
#include "model/slices.h"

namespace hearth {

void FeedForward::run(uint32_t index, const Slice& out, bool accumulate) {
    const Slice hidden = all(m_pass.buffers.hidden);
    if (m_pass.config.layers[index].denseBesideExperts)
        denseAndExperts(index);
    else if (m_pass.config.layers[index].experts)
        experts(index, hidden, out, accumulate);
    else
        dense(index, hidden, out, accumulate);
}

void FeedForward::dense(uint32_t index, const Slice& in, const Slice& branch, bool accumulate) {
    const LayerWeights& weights = m_pass.weights.layers[index];
    LinearArgs up;
    up.in = in;
    up.norm = m_pass.config.family->normPlace == NormPlace::Parallel ? m_pass.norm(weights.attentionNorm)
                                                                     : m_pass.norm(weights.feedForwardNorm);
    if (m_pass.config.layers[index].gateThreshold != 0) {
        up.out = sparselyOpened(index, in, up.norm);
        return close(index, up.out, branch, accumulate);
    }
    up.gated = m_pass.config.family->gatedFeedForward;
    if (up.gated) up.parts.push_back(weights.gate.part());
    up.parts.push_back(weights.up.part());
    const bool curvedApart = m_pass.config.family->activation == Activation::Xielu;
    if (!curvedApart) up.activation = m_pass.config.family->activation;
    up.out = part(m_pass.buffers.inner, 0, m_pass.config.layers[index].feedForward);
    m_pass.backend.linear(up);
    if (curvedApart)
        m_pass.backend.multiply({.a = up.out,
                                 .b = {},
                                 .activation = Activation::Xielu,
                                 .out = up.out,
                                 .xielu = m_pass.config.layers[index].xielu});
    close(index, up.out, branch, accumulate);
}

void FeedForward::close(uint32_t index, const Slice& in, const Slice& branch, bool accumulate) {
    LinearArgs down;
    down.in = in;
    down.parts = {m_pass.weights.layers[index].down.part()};
    down.scale = accumulate ? m_pass.config.residualScale : 1.0F;
    down.accumulate = accumulate;
    down.out = branch;
    m_pass.backend.linear(down);
}

/// The threshold is mean + t * deviation: with the gate normalised to y = (x - mean) / deviation, what is
/// above it is (y - t) * deviation. The deviation is the mean of x * y.
Slice FeedForward::sparselyOpened(uint32_t index, const Slice& in, const Norm& norm) {
    const LayerWeights& weights = m_pass.weights.layers[index];
    const uint64_t width = m_pass.config.layers[index].feedForward;
    const auto run = [&](uint64_t number) { return part(m_pass.buffers.inner, number * width, width); };
    const Slice gate = run(0), up = run(1), above = run(2), products = run(3),
                deviation = all(m_pass.buffers.gate);
    LinearArgs both;
    both.in = in;
    both.norm = norm;
    both.parts = {weights.gate.part(), weights.up.part()};
    both.out = part(m_pass.buffers.inner, 0, 2 * width);
    m_pass.backend.linear(both);
    const Norm normalized{.kind = NormKind::Layer, .epsilon = 1e-10F};
    m_pass.backend.norm({.in = gate, .norm = normalized, .out = above});
    m_pass.backend.multiply({.a = gate, .b = above, .out = products});
    LinearArgs sum;
    sum.in = products;
    sum.parts = {{weights.columnSum, nullptr}};
    sum.scale = 1.0F / static_cast<float>(width);
    sum.out = deviation;
    m_pass.backend.linear(sum);
    Norm threshold = normalized;
    threshold.bias = weights.gateThreshold;
    m_pass.backend.norm({.in = gate, .norm = threshold, .out = above});
    m_pass.backend.multiply({.a = above, .b = deviation, .activation = Activation::Relu, .out = above});
    m_pass.backend.multiply(
        {.a = above, .b = up, .activation = m_pass.config.family->activation, .out = above});
    return above;
}

void FeedForward::experts(uint32_t index, const Slice& in, const Slice& branch, bool accumulate) {
    const LayerWeights& weights = m_pass.weights.layers[index];
    const bool shared = weights.sharedDown.weight != nullptr;
    const float average = shared && m_pass.config.experts.averagesShared ? 0.5F : 1.0F;
    const float scale = accumulate ? average * m_pass.config.residualScale : average;
    // With a residual stream as the branch's target the shared expert must read its input before anything is
    // added.
    const bool parallel = m_pass.config.family->normPlace == NormPlace::Parallel;
    Slice target = branch;
    if (shared && accumulate) target = all(parallel ? m_pass.buffers.expertBranch : m_pass.buffers.branch);
    const Norm norm = expertsNorm(index);
    ExpertsArgs args = choice(index);
    args.in = in;
    args.norm = norm;
    if (weights.routerNorm != nullptr || m_pass.config.experts.routesLayerInput)
        args.routerIn = all(m_pass.buffers.routerIn);
    args.scale = m_pass.config.experts.scale * (shared ? 1.0F : scale);
    args.accumulate = shared ? false : accumulate;
    args.out = target;
    if (m_pass.config.experts.latent != 0)
        expertsInLatent(index, args);
    else
        m_pass.backend.experts(args);
    if (!shared) return;
    sharedExpert(index, in, norm, target);
    if (accumulate)
        m_pass.backend.norm({.in = target, .norm = {}, .scale = scale, .accumulate = true, .out = branch});
    else if (scale != 1.0F)
        m_pass.backend.norm({.in = target, .norm = {}, .scale = scale, .out = target});
}

Norm FeedForward::expertsNorm(uint32_t index) const {
    const LayerWeights& weights = m_pass.weights.layers[index];
    if (m_pass.config.family->normPlace == NormPlace::Parallel) return m_pass.norm(weights.attentionNorm);
    if (weights.expertsNorm.weight != nullptr) return m_pass.norm(weights.expertsNorm);
    return m_pass.norm(weights.feedForwardNorm);
}

ExpertsArgs FeedForward::choice(uint32_t index) const {
    const LayerWeights& weights = m_pass.weights.layers[index];
    const ExpertsConfig& config = m_pass.config.experts;
    ExpertsArgs args;
    args.expertScale = weights.expertScale;
    args.router = weights.router;
    args.routerBias = weights.routerBias;
    args.selectionBias = weights.selectionBias;
    args.kind = config.router;
    args.normalizeWeights = config.normalizeWeights;
    args.used = config.used;
    args.groups = config.groups;
    args.usedGroups = config.usedGroups;
    args.gate = weights.expertGate.part();
    args.up = weights.expertUp.part();
    args.down = weights.expertDown.part();
    args.activation = config.activation;
    args.limit = m_pass.config.layers[index].expertLimit;
    args.weighsInputs = config.weighsInputs;
    return args;
}

void FeedForward::expertsInLatent(uint32_t index, ExpertsArgs args) {
    const LayerWeights& weights = m_pass.weights.layers[index];
    const uint64_t width = m_pass.config.experts.latent;
    const Slice latentIn = part(m_pass.buffers.latentExperts, 0, width),
                latentOut = part(m_pass.buffers.latentExperts, width, width);
    args.routerIn = all(m_pass.buffers.routerIn);
    m_pass.backend.norm({.in = args.in, .norm = args.norm, .out = args.routerIn});
    LinearArgs down;
    down.in = args.routerIn;
    down.parts = {weights.expertsDown.part()};
    down.out = latentIn;
    m_pass.backend.linear(down);
    LinearArgs up;
    up.in = latentOut;
    up.parts = {weights.expertsUp.part()};
    up.scale = args.scale;
    up.accumulate = args.accumulate;
    up.out = args.out;
    args.in = latentIn;
    args.norm = {};
    args.scale = 1.0F;
    args.accumulate = false;
    args.out = latentOut;
    m_pass.backend.experts(args);
    m_pass.backend.linear(up);
}

void FeedForward::sharedExpert(uint32_t index, const Slice& in, const Norm& norm, const Slice& target) {
    const LayerWeights& weights = m_pass.weights.layers[index];
    const Slice opened = sharedOpened(index, in, norm);
    if (weights.sharedRouter != nullptr) {
        LinearArgs gate;
        gate.in = in;
        gate.norm = norm;
        gate.parts = {{weights.sharedRouter, nullptr}};
        gate.activation = Activation::Sigmoid;
        gate.out = all(m_pass.buffers.gate);
        m_pass.backend.linear(gate);
        m_pass.backend.multiply({.a = opened, .b = gate.out, .out = opened});
    }
    LinearArgs down;
    down.in = opened;
    down.parts = {weights.sharedDown.part()};
    down.accumulate = true;
    down.out = target;
    m_pass.backend.linear(down);
}

Slice FeedForward::sharedOpened(uint32_t index, const Slice& in, const Norm& norm) {
    const LayerWeights& weights = m_pass.weights.layers[index];
    const ExpertsConfig& config = m_pass.config.experts;
    const float limit = m_pass.config.layers[index].sharedLimit;
    const uint64_t width = config.sharedFeedForward;
    LinearArgs up;
    up.in = in;
    up.norm = norm;
    const bool hasGate = weights.sharedGate.weight != nullptr;
    if (hasGate) up.parts.push_back(weights.sharedGate.part());
    up.parts.push_back(weights.sharedUp.part());
    up.gated = hasGate && limit == 0;
    if (limit == 0) up.activation = config.activation;
    up.out = part(m_pass.buffers.inner, 0, limit == 0 ? width : 2 * width);
    m_pass.backend.linear(up);
    if (limit == 0) return up.out;
    const Slice gate = part(m_pass.buffers.inner, 0, width), other = part(m_pass.buffers.inner, width, width);
    m_pass.backend.multiply(
        {.a = gate, .b = {}, .activation = config.activation, .out = gate, .limits = {.highest = limit}});
    m_pass.backend.multiply(
        {.a = other, .b = {}, .out = other, .limits = {.lowest = -limit, .highest = limit}});
    m_pass.backend.multiply({.a = gate, .b = other, .out = gate});
    return gate;
}

void FeedForward::denseAndExperts(uint32_t index) {
    const LayerWeights& weights = m_pass.weights.layers[index];
    const Slice hidden = all(m_pass.buffers.hidden), branch = all(m_pass.buffers.branch),
                mixture = all(m_pass.buffers.expertBranch);
    dense(index, hidden, branch, false);
    m_pass.backend.norm({.in = branch, .norm = m_pass.norm(weights.densePostNorm), .out = branch});
    m_pass.backend.norm({.in = hidden,
                         .norm = m_pass.headNorm(weights.routerNorm),
                         .scale = 1.0F / std::sqrt(static_cast<float>(m_pass.config.embedding)),
                         .out = all(m_pass.buffers.routerIn)});
    experts(index, hidden, mixture, false);
    m_pass.backend.norm(
        {.in = mixture, .norm = m_pass.norm(weights.expertsPostNorm), .accumulate = true, .out = branch});
}

}  // namespace hearth
