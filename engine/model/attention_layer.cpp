#include "model/attention_layer.h"

#include <cmath>

#include "model/family_table.h"
#include "model/slices.h"

namespace hearth {

bool AttentionLayer::run(uint32_t index, PagedKvCache& kv, const Slice& branch, bool accumulate) {
    const LayerConfig& layer = m_pass.config.layers[index];
    const LayerWeights& weights = m_pass.weights.layers[index];
    const uint64_t queries = uint64_t{layer.heads} * layer.keyDim;
    const uint64_t keys = uint64_t{layer.kvHeads} * layer.keyDim,
                   values = uint64_t{layer.kvHeads} * layer.valueDim;

    LinearArgs project;
    project.in = all(m_pass.buffers.hidden);
    project.norm = m_pass.norm(weights.attentionNorm);
    project.parts = {weights.q.part()};
    const bool ownCache = layer.cacheOf < 0;
    if (weights.k.weight != nullptr) {
        const Projection& v = weights.v.weight != nullptr ? weights.v : weights.k;
        project.parts = {weights.q.part(), weights.k.part(), v.part()};
    }
    uint64_t projected = ownCache ? queries + keys + values : queries;
    Slice gate;
    if (weights.outputGate != nullptr) {
        gate = part(m_pass.buffers.qkv, projected, weights.outputGate->rows);
        project.parts.push_back({weights.outputGate, nullptr});
        projected += gate.columns;
    }
    project.out = part(m_pass.buffers.qkv, 0, projected);
    m_pass.backend.linear(project);

    if (const float limit = m_pass.config.projectionLimit; limit != 0) {
        const Slice limited = part(m_pass.buffers.qkv, 0, ownCache ? queries + keys + values : queries);
        m_pass.backend.multiply(
            {.a = limited, .b = {}, .out = limited, .limits = {.lowest = -limit, .highest = limit}});
    }

    KvWriteArgs write = m_pass.kvWrite(index, kv);
    write.q = part(m_pass.buffers.qkv, 0, queries);
    write.qNorm = m_pass.headNorm(weights.qNorm);
    if (ownCache) {
        write.k = part(m_pass.buffers.qkv, queries, keys);
        write.v = part(m_pass.buffers.qkv, queries + keys, values);
        write.kNorm = m_pass.headNorm(weights.kNorm);
        if (m_pass.config.normalizesValues)
            write.vNorm = {.kind = NormKind::Rms, .epsilon = m_pass.config.normEpsilon};
    }
    if (weights.rotatedNorm != nullptr || layer.normalizesHeads)
        write.qNorm = write.kNorm = {.kind = NormKind::Rms, .epsilon = m_pass.config.normEpsilon};
    m_pass.backend.writeKv(write);
    const bool addsToBranch = accumulate && branch.buffer != m_pass.buffers.hidden.get();
    if (!m_pass.narrowToLogitRows(index, {write.q, gate, addsToBranch ? branch : Slice{}})) return false;
    if (weights.rotatedNorm != nullptr)
        m_pass.backend.norm({.in = write.q,
                             .norm = {.kind = NormKind::None, .weight = weights.rotatedNorm},
                             .groupColumns = layer.keyDim,
                             .out = write.q});

    AttentionArgs attend;
    attend.q = write.q;
    attend.heads = layer.heads;
    attend.store = &kv;
    attend.layer = write.layer;
    attend.scale = m_pass.config.attentionScale != 0 ? m_pass.config.attentionScale
                                                     : 1.0F / std::sqrt(static_cast<float>(layer.keyDim));
    attend.softCap = m_pass.config.attentionSoftCap;
    attend.window = layer.window;
    attend.chunked = layer.chunked;
    attend.bidirectional = m_pass.config.bidirectional();
    attend.units = layer.units;
    attend.sinks = weights.sinks;
    attend.out = part(m_pass.buffers.mixed, 0, uint64_t{layer.heads} * layer.valueDim);
    m_watched.attend(index, attend);
    if (gate.buffer != nullptr)
        m_pass.backend.multiply(
            {.a = gate, .b = attend.out, .activation = m_pass.config.family->gateCurve, .out = attend.out});
    m_pass.project(weights.output, attend.out, branch, accumulate, m_pass.config.valueScale);
    return true;
}

}  // namespace hearth
