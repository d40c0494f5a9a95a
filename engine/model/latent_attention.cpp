#include "model/latent_attention.h"

#include <cmath>

#include "model/slices.h"

namespace hearth {

void LatentAttention::run(uint32_t index, PagedKvCache& kv, const Slice& branch, bool accumulate) {
    const LayerConfig& layer = m_pass.config.layers[index];
    const LayerWeights& weights = m_pass.weights.layers[index];
    const LatentConfig& latent = m_pass.config.latent;
    const uint64_t plainQueries = uint64_t{layer.heads} * latent.keyDim;
    const uint64_t queries = uint64_t{layer.heads} * layer.keyDim;

    LinearArgs toQueries;
    toQueries.in = all(m_pass.buffers.hidden);
    toQueries.norm = m_pass.norm(weights.attentionNorm);
    if (latent.queryRank != 0) {
        LinearArgs down = toQueries;
        down.parts = {weights.qDown.part()};
        down.out = part(m_pass.buffers.latent, plainQueries, latent.queryRank);
        m_pass.backend.linear(down);
        toQueries.in = down.out;
        toQueries.norm = m_pass.headNorm(weights.qDownNorm);
        toQueries.norm.epsilon = latent.normEpsilon;
    }
    toQueries.parts = {weights.qUp.part()};
    toQueries.out = part(m_pass.buffers.latent, 0, plainQueries);
    m_pass.backend.linear(toQueries);
    m_pass.backend.headLinear({.in = toQueries.out,
                               .inStride = latent.keyDim,
                               .weight = weights.keyAbsorbed,
                               .tail = m_pass.config.rope.dims,
                               .out = part(m_pass.buffers.qkv, 0, queries),
                               .outStride = layer.keyDim});

    LinearArgs toKeys;
    toKeys.in = all(m_pass.buffers.hidden);
    toKeys.norm = m_pass.norm(weights.attentionNorm);
    toKeys.parts = {weights.kvDown.part()};
    toKeys.out = part(m_pass.buffers.qkv, queries, layer.keyDim);
    m_pass.backend.linear(toKeys);
    const Slice compressed = part(m_pass.buffers.qkv, queries, latent.kvRank);
    Norm narrow = m_pass.headNorm(weights.kvDownNorm);
    narrow.epsilon = latent.normEpsilon;
    m_pass.backend.norm({.in = compressed, .norm = narrow, .out = compressed});

    KvWriteArgs write = m_pass.kvWrite(index, kv);
    write.q = part(m_pass.buffers.qkv, 0, queries);
    write.k = toKeys.out;
    m_pass.backend.writeKv(write);

    AttentionArgs attend;
    attend.q = write.q;
    attend.heads = layer.heads;
    attend.store = &kv;
    attend.layer = index;
    attend.scale = m_pass.config.attentionScale != 0 ? m_pass.config.attentionScale
                                                     : 1.0F / std::sqrt(static_cast<float>(latent.keyDim));
    attend.out = part(m_pass.buffers.mixed, 0, uint64_t{layer.heads} * latent.kvRank);
    m_watched.attend(index, attend);
    const Slice values = part(m_pass.buffers.latent, 0, uint64_t{layer.heads} * latent.valueDim);
    m_pass.backend.headLinear({.in = attend.out,
                               .inStride = latent.kvRank,
                               .weight = weights.valueAbsorbed,
                               .tail = 0,
                               .out = values,
                               .outStride = latent.valueDim});
    if (weights.outputGate != nullptr) {
        // Columns of the queries, which are done with.
        LinearArgs gate;
        gate.in = all(m_pass.buffers.hidden);
        gate.norm = m_pass.norm(weights.attentionNorm);
        gate.parts = {{weights.outputGate, nullptr}};
        gate.activation = Activation::Sigmoid;
        gate.out = part(m_pass.buffers.qkv, 0, layer.heads);
        m_pass.backend.linear(gate);
        m_pass.backend.multiply({.a = values, .b = gate.out, .out = values});
    }
    m_pass.project(weights.output, values, branch, accumulate);
}

}  // namespace hearth
