#include <cmath>

#include "model/family_table.h"
#include "model/forward_pass.h"
#include "model/slices.h"

namespace hearth {

/// Multi-head latent attention with absorbed projections (DeepSeek-V2 2024, section 2.1.2): all heads share
/// one key, the compressed latent followed by the rotated columns, and the values are the latent itself.
void ForwardPass::latentAttention(uint32_t index, PagedKvCache& kv, const Slice& branch, bool accumulate) {
    const LayerConfig& layer = m_config.layers[index];
    const LayerWeights& weights = m_weights.layers[index];
    const LatentConfig& latent = m_config.latent;
    const uint64_t plainQueries = uint64_t{layer.heads} * latent.keyDim;
    const uint64_t queries = uint64_t{layer.heads} * layer.keyDim;

    LinearArgs toQueries;
    toQueries.in = {m_hidden.get(), 0, m_config.embedding};
    toQueries.norm = norm(weights.attentionNorm);
    if (latent.queryRank != 0) {
        LinearArgs down = toQueries;
        down.parts = {weights.qDown.part()};
        down.out = part(m_latent, plainQueries, latent.queryRank);
        m_backend.linear(down);
        toQueries.in = down.out;
        toQueries.norm = headNorm(weights.qDownNorm);
        toQueries.norm.epsilon = latent.normEpsilon;
    }
    toQueries.parts = {weights.qUp.part()};
    toQueries.out = part(m_latent, 0, plainQueries);
    m_backend.linear(toQueries);
    m_backend.headLinear({.in = toQueries.out,
                          .inStride = latent.keyDim,
                          .weight = weights.keyAbsorbed,
                          .tail = m_config.rope.dims,
                          .out = part(m_qkv, 0, queries),
                          .outStride = layer.keyDim});

    LinearArgs toKeys;
    toKeys.in = {m_hidden.get(), 0, m_config.embedding};
    toKeys.norm = norm(weights.attentionNorm);
    toKeys.parts = {weights.kvDown.part()};
    toKeys.out = part(m_qkv, queries, layer.keyDim);
    m_backend.linear(toKeys);
    const Slice compressed = part(m_qkv, queries, latent.kvRank);
    Norm narrow = headNorm(weights.kvDownNorm);
    narrow.epsilon = latent.normEpsilon;
    m_backend.norm({.in = compressed, .norm = narrow, .out = compressed});

    KvWriteArgs write = kvWrite(index, kv);
    write.q = part(m_qkv, 0, queries);
    write.k = toKeys.out;
    m_backend.writeKv(write);

    AttentionArgs attend;
    attend.q = write.q;
    attend.heads = layer.heads;
    attend.store = &kv;
    attend.layer = index;
    attend.scale = m_config.attentionScale != 0 ? m_config.attentionScale
                                                : 1.0F / std::sqrt(static_cast<float>(latent.keyDim));
    attend.out = part(m_mixed, 0, uint64_t{layer.heads} * latent.kvRank);
    attendWatched(index, attend);
    const Slice values = part(m_latent, 0, uint64_t{layer.heads} * latent.valueDim);
    m_backend.headLinear({.in = attend.out,
                          .inStride = latent.kvRank,
                          .weight = weights.valueAbsorbed,
                          .tail = 0,
                          .out = values,
                          .outStride = latent.valueDim});

    LinearArgs output;
    output.in = values;
    output.parts = {weights.output.part()};
    output.scale = accumulate ? m_config.residualScale : 1.0F;
    output.accumulate = accumulate;
    output.out = branch;
    m_backend.linear(output);
}

}  // namespace hearth
