#include "backend/layer_split/layer_split_backend.h"

#include <algorithm>
#include <utility>

namespace hearth {
namespace {

bool isOn(const Weight& weight, size_t part) {
    return weightOn(&weight, part) != nullptr;
}

/// A part that has the weight.
size_t partWith(const Weight& weight) {
    size_t part = 0;
    while (!isOn(weight, part)) ++part;
    return part;
}

/// The part that computes with `weight` and `in`: the one that has the weight; of several, the one that has
/// the input.
size_t partOf(const Weight& weight, const Slice& in) {
    const size_t fresh = SplitActivations::freshPart(in);
    return isOn(weight, fresh) ? fresh : partWith(weight);
}

}  // namespace

LayerSplitBackend::LayerSplitBackend(SplitBackends parts, SplitPlacement placement,
                                     std::unique_ptr<PeerTransport> exchange)
    : PartsBackend(std::move(parts), placement),
      m_placement(std::move(placement)),
      m_weights(m_backends, m_placement),
      m_activations(m_backends, std::move(exchange)) {
}

/// Of the kind of the last part, with the memory of all parts of that kind.
BackendInfo LayerSplitBackend::info() const {
    BackendInfo info = m_backends.back()->info();
    info.device.name.clear();
    info.memoryBytes = info.freeBytes = 0;
    for (const auto& backend : m_backends) {
        const BackendInfo own = backend->info();
        if (own.device.threads != 0) {
            info.device.threads = own.device.threads;
            info.device.instructions = own.device.instructions;
        }
        if (!own.device.name.empty())
            info.device.name += (info.device.name.empty() ? "" : " and ") + own.device.name;
        if (own.kind != info.kind) continue;
        info.memoryBytes += own.memoryBytes;
        info.freeBytes += own.freeBytes;
        info.growsCaches = info.growsCaches && own.growsCaches;
    }
    return info;
}

uint64_t LayerSplitBackend::uploadBytes(const WeightSource& source) const {
    return m_weights.uploadBytes(source);
}

std::unique_ptr<Weight> LayerSplitBackend::upload(const WeightSource& source) {
    return m_weights.upload(source);
}

std::unique_ptr<Buffer> LayerSplitBackend::allocate(uint64_t rows, uint64_t columns) {
    return m_activations.allocate(rows, columns);
}

void LayerSplitBackend::rotateKeys(const RotateKeysArgs& args) {
    const size_t part = m_placement.partOfLayer(args.layer);
    RotateKeysArgs own = args;
    own.rope.inverseFrequency = weightOn(args.rope.inverseFrequency, part);
    own.store = SplitStores::on(args.store, part);
    m_backends[part]->rotateKeys(own);
}

void LayerSplitBackend::readKeys(const ReadKeysArgs& args) {
    const size_t part = m_placement.partOfLayer(args.layer);
    ReadKeysArgs own = args;
    own.store = SplitStores::on(args.store, part);
    m_backends[part]->readKeys(own);
}

void LayerSplitBackend::beginBatch(const Batch& batch) {
    m_activations.beginBatch(batch.rows.size());
    for (const auto& backend : m_backends) backend->beginBatch(batch);
}

void LayerSplitBackend::embed(const Weight& table, float scale, const Slice& out) {
    const size_t part = partWith(table);
    m_backends[part]->embed(*weightOn(&table, part), scale, m_activations.output(out, part, false));
}

void LayerSplitBackend::linear(const LinearArgs& args) {
    const size_t part = partOf(*args.parts.front().weight, args.in);
    LinearArgs own = args;
    own.in = m_activations.input(args.in, part);
    own.norm = weightsOn(args.norm, part);
    for (LinearPart& both : own.parts) both = weightsOn(both, part);
    own.out = m_activations.output(args.out, part, args.accumulate);
    m_backends[part]->linear(own);
}

void LayerSplitBackend::writeKv(const KvWriteArgs& args) {
    const size_t part = m_placement.partOfLayer(args.layer);
    KvWriteArgs own = args;
    own.k = m_activations.input(args.k, part);
    own.v = m_activations.input(args.v, part);
    own.q = m_activations.output(args.q, part, true);
    own.qNorm = weightsOn(args.qNorm, part);
    own.kNorm = weightsOn(args.kNorm, part);
    own.vNorm = weightsOn(args.vNorm, part);
    own.rope.inverseFrequency = weightOn(args.rope.inverseFrequency, part);
    own.store = SplitStores::on(args.store, part);
    m_backends[part]->writeKv(own);
}

void LayerSplitBackend::attention(const AttentionArgs& args) {
    const size_t part = m_placement.partOfLayer(args.layer);
    AttentionArgs own = args;
    own.q = m_activations.input(args.q, part);
    own.sinks = weightOn(args.sinks, part);
    own.store = SplitStores::on(args.store, part);
    own.out = m_activations.output(args.out, part, false);
    m_backends[part]->attention(own);
}

void LayerSplitBackend::experts(const ExpertsArgs& args) {
    const size_t part = partOf(*args.down.weight, args.in);
    ExpertsArgs own = args;
    own.in = m_activations.input(args.in, part);
    own.norm = weightsOn(args.norm, part);
    own.routerIn = m_activations.input(args.routerIn, part);
    own.router = weightOn(args.router, part);
    own.routerBias = weightOn(args.routerBias, part);
    own.selectionBias = weightOn(args.selectionBias, part);
    own.expertScale = weightOn(args.expertScale, part);
    own.gate = weightsOn(args.gate, part);
    own.up = weightsOn(args.up, part);
    own.down = weightsOn(args.down, part);
    own.out = m_activations.output(args.out, part, args.accumulate);
    m_backends[part]->experts(own);
}

void LayerSplitBackend::norm(const NormArgs& args) {
    const size_t part =
        args.norm.weight ? partOf(*args.norm.weight, args.in) : SplitActivations::freshPart(args.in);
    NormArgs own = args;
    own.in = m_activations.input(args.in, part);
    own.norm = weightsOn(args.norm, part);
    own.out = m_activations.output(args.out, part, args.accumulate);
    m_backends[part]->norm(own);
}

void LayerSplitBackend::multiply(const MultiplyArgs& args) {
    const size_t part = SplitActivations::freshPart(args.a);
    MultiplyArgs own = args;
    own.a = m_activations.input(args.a, part);
    own.b = m_activations.input(args.b, part);
    own.out = m_activations.output(args.out, part, args.accumulate);
    m_backends[part]->multiply(own);
}

void LayerSplitBackend::headLinear(const HeadLinearArgs& args) {
    const size_t part = partOf(*args.weight, args.in);
    HeadLinearArgs own = args;
    own.in = m_activations.input(args.in, part);
    own.weight = weightOn(args.weight, part);
    own.out = m_activations.output(args.out, part, false);
    m_backends[part]->headLinear(own);
}

void LayerSplitBackend::convolve(const ConvolutionArgs& args) {
    const size_t part = m_placement.partOfLayer(args.layer);
    ConvolutionArgs own = args;
    own.in = m_activations.input(args.in, part);
    own.kernel = weightOn(args.kernel, part);
    own.bias = weightOn(args.bias, part);
    own.states = SplitStores::on(args.states, part);
    // Other columns of the buffer may still be wanted.
    own.out = m_activations.output(args.out, part, true);
    m_backends[part]->convolve(own);
}

void LayerSplitBackend::recur(const RecurrenceArgs& args) {
    const size_t part = m_placement.partOfLayer(args.layer);
    RecurrenceArgs own = args;
    own.q = m_activations.input(args.q, part);
    own.k = m_activations.input(args.k, part);
    own.v = m_activations.input(args.v, part);
    own.rate = m_activations.input(args.rate, part);
    own.strength = m_activations.input(args.strength, part);
    own.rateBias = weightOn(args.rateBias, part);
    own.decay = weightOn(args.decay, part);
    own.skip = weightOn(args.skip, part);
    own.states = SplitStores::on(args.states, part);
    own.out = m_activations.output(args.out, part, true);
    m_backends[part]->recur(own);
}

void LayerSplitBackend::placeRows(const PlaceRowsArgs& args) {
    const size_t part = SplitActivations::freshPart(args.out);
    PlaceRowsArgs own = args;
    own.out = m_activations.output(args.out, part, true);
    m_backends[part]->placeRows(own);
}

void LayerSplitBackend::upload(const Slice& to, uint64_t rows, std::span<const float> values) {
    m_activations.upload(to, rows, values);
}

bool LayerSplitBackend::bestLogits(const Slice& logits, std::span<const BestLogitsQuery> queries,
                                   std::span<BestLogits> out) {
    const size_t part = SplitActivations::freshPart(logits);
    return m_backends[part]->bestLogits(SplitActivations::on(logits, part), queries, out);
}

void LayerSplitBackend::download(const Slice& from, uint64_t rows, std::span<float> out) {
    const size_t part = SplitActivations::freshPart(from);
    m_backends[part]->download(SplitActivations::on(from, part), rows, out);
}

}  // namespace hearth
