#include "backend/split/split_backend.h"

#include <utility>

namespace hearth {
namespace {

/// A side that has the weight.
SplitSide sideWith(const Weight& weight) {
    return weightOn(&weight, SplitSide::Device) != nullptr ? SplitSide::Device : SplitSide::Host;
}

/// Who computes with `weight` and `in`: who has the weight, and of two who has the input.
SplitSide sideOf(const Weight& weight, const Slice& in) {
    const bool both =
        weightOn(&weight, SplitSide::Device) != nullptr && weightOn(&weight, SplitSide::Host) != nullptr;
    return both ? SplitActivations::freshSide(in) : sideWith(weight);
}

}  // namespace

SplitBackend::SplitBackend(std::unique_ptr<Backend> device, std::unique_ptr<Backend> host,
                           const SplitPlacement& placement)
    : m_backends{std::move(device), std::move(host)},
      m_placement(placement),
      m_weights(m_backends, placement),
      m_stores(m_backends, placement),
      m_activations(m_backends) {
}

BackendInfo SplitBackend::info() const {
    BackendInfo info = m_backends.device->info();
    const DeviceDescription host = m_backends.host->info().device;
    info.device.threads = host.threads;
    info.device.instructions = host.instructions;
    return info;
}

uint64_t SplitBackend::uploadBytes(const WeightSource& source) const {
    return m_weights.uploadBytes(source);
}

std::unique_ptr<Weight> SplitBackend::upload(const WeightSource& source) {
    return m_weights.upload(source);
}

std::unique_ptr<Buffer> SplitBackend::allocate(uint64_t rows, uint64_t columns) {
    return m_activations.allocate(rows, columns);
}

std::unique_ptr<KvStore> SplitBackend::makeKvStore(std::vector<KvLayerShape> layers, KvTypes types,
                                                   const GroupBlocks& blocks) {
    return m_stores.makeKvStore(std::move(layers), types, blocks);
}

std::unique_ptr<StateStore> SplitBackend::makeStateStore(std::vector<uint64_t> floatsPerLayer,
                                                         uint32_t slots) {
    return m_stores.makeStateStore(std::move(floatsPerLayer), slots);
}

void SplitBackend::copyBlock(KvStore& store, uint32_t group, int32_t from, int32_t to, uint32_t positions) {
    m_stores.copyBlock(store, group, from, to, positions);
}

void SplitBackend::rotateKeys(const RotateKeysArgs& args) {
    const SplitSide side = m_placement.sideOfLayer(args.layer);
    RotateKeysArgs own = args;
    own.rope.inverseFrequency = weightOn(args.rope.inverseFrequency, side);
    own.store = SplitStores::on(args.store, side);
    m_backends[side]->rotateKeys(own);
}

void SplitBackend::copyOpenBlock(KvStore& store, int32_t from, int32_t to) {
    m_stores.copyOpenBlock(store, from, to);
}

uint64_t SplitBackend::openBlockBytes(const KvStore& store) const {
    return m_stores.openBlockBytes(store);
}

void SplitBackend::saveOpenBlock(const KvStore& store, int32_t number, std::span<std::byte> out) {
    m_stores.saveOpenBlock(store, number, out);
}

void SplitBackend::loadOpenBlock(KvStore& store, int32_t number, std::span<const std::byte> in) {
    m_stores.loadOpenBlock(store, number, in);
}

void SplitBackend::copyState(StateStore& store, int32_t from, int32_t to) {
    m_stores.copyState(store, from, to);
}

void SplitBackend::resetState(StateStore& store, int32_t slot) {
    m_stores.resetState(store, slot);
}

void SplitBackend::saveState(const StateStore& store, int32_t slot, std::span<std::byte> out) {
    m_stores.saveState(store, slot, out);
}

void SplitBackend::loadState(StateStore& store, int32_t slot, std::span<const std::byte> in) {
    m_stores.loadState(store, slot, in);
}

uint64_t SplitBackend::blockBytes(const KvStore& store, uint32_t group) const {
    return m_stores.blockBytes(store, group);
}

void SplitBackend::saveBlock(const KvStore& store, uint32_t group, int32_t block, std::span<std::byte> out) {
    m_stores.saveBlock(store, group, block, out);
}

void SplitBackend::loadBlock(KvStore& store, uint32_t group, int32_t block, std::span<const std::byte> in) {
    m_stores.loadBlock(store, group, block, in);
}

void SplitBackend::beginBatch(const Batch& batch) {
    m_activations.beginBatch(batch.rows.size());
    for (const SplitSide side : splitSides) m_backends[side]->beginBatch(batch);
}

void SplitBackend::embed(const Weight& table, float scale, const Slice& out) {
    const SplitSide side = sideWith(table);
    m_backends[side]->embed(*weightOn(&table, side), scale, m_activations.output(out, side, false));
}

void SplitBackend::linear(const LinearArgs& args) {
    const SplitSide side = sideOf(*args.parts.front().weight, args.in);
    LinearArgs own = args;
    own.in = m_activations.input(args.in, side);
    own.norm = weightsOn(args.norm, side);
    for (LinearPart& part : own.parts) part = weightsOn(part, side);
    own.out = m_activations.output(args.out, side, args.accumulate);
    m_backends[side]->linear(own);
}

void SplitBackend::writeKv(const KvWriteArgs& args) {
    const SplitSide side = m_placement.sideOfLayer(args.layer);
    KvWriteArgs own = args;
    own.k = m_activations.input(args.k, side);
    own.v = m_activations.input(args.v, side);
    own.q = m_activations.output(args.q, side, true);
    own.qNorm = weightsOn(args.qNorm, side);
    own.kNorm = weightsOn(args.kNorm, side);
    own.vNorm = weightsOn(args.vNorm, side);
    own.rope.inverseFrequency = weightOn(args.rope.inverseFrequency, side);
    own.store = SplitStores::on(args.store, side);
    m_backends[side]->writeKv(own);
}

void SplitBackend::attention(const AttentionArgs& args) {
    const SplitSide side = m_placement.sideOfLayer(args.layer);
    AttentionArgs own = args;
    own.q = m_activations.input(args.q, side);
    own.sinks = weightOn(args.sinks, side);
    own.store = SplitStores::on(args.store, side);
    own.out = m_activations.output(args.out, side, false);
    m_backends[side]->attention(own);
}

void SplitBackend::experts(const ExpertsArgs& args) {
    const SplitSide side = sideOf(*args.gate.weight, args.in);
    ExpertsArgs own = args;
    own.in = m_activations.input(args.in, side);
    own.norm = weightsOn(args.norm, side);
    own.routerIn = m_activations.input(args.routerIn, side);
    own.router = weightOn(args.router, side);
    own.routerBias = weightOn(args.routerBias, side);
    own.selectionBias = weightOn(args.selectionBias, side);
    own.expertScale = weightOn(args.expertScale, side);
    own.gate = weightsOn(args.gate, side);
    own.up = weightsOn(args.up, side);
    own.down = weightsOn(args.down, side);
    own.out = m_activations.output(args.out, side, args.accumulate);
    m_backends[side]->experts(own);
}

void SplitBackend::norm(const NormArgs& args) {
    const SplitSide side =
        args.norm.weight ? sideOf(*args.norm.weight, args.in) : SplitActivations::freshSide(args.in);
    NormArgs own = args;
    own.in = m_activations.input(args.in, side);
    own.norm = weightsOn(args.norm, side);
    own.out = m_activations.output(args.out, side, args.accumulate);
    m_backends[side]->norm(own);
}

void SplitBackend::multiply(const MultiplyArgs& args) {
    const SplitSide side = SplitActivations::freshSide(args.a);
    MultiplyArgs own = args;
    own.a = m_activations.input(args.a, side);
    own.b = m_activations.input(args.b, side);
    own.out = m_activations.output(args.out, side, args.accumulate);
    m_backends[side]->multiply(own);
}

void SplitBackend::headLinear(const HeadLinearArgs& args) {
    const SplitSide side = sideOf(*args.weight, args.in);
    HeadLinearArgs own = args;
    own.in = m_activations.input(args.in, side);
    own.weight = weightOn(args.weight, side);
    own.out = m_activations.output(args.out, side, false);
    m_backends[side]->headLinear(own);
}

void SplitBackend::convolve(const ConvolutionArgs& args) {
    const SplitSide side = m_placement.sideOfLayer(args.layer);
    ConvolutionArgs own = args;
    own.in = m_activations.input(args.in, side);
    own.kernel = weightOn(args.kernel, side);
    own.bias = weightOn(args.bias, side);
    own.states = SplitStores::on(args.states, side);
    // Other columns of the buffer may still be wanted.
    own.out = m_activations.output(args.out, side, true);
    m_backends[side]->convolve(own);
}

void SplitBackend::recur(const RecurrenceArgs& args) {
    const SplitSide side = m_placement.sideOfLayer(args.layer);
    RecurrenceArgs own = args;
    own.q = m_activations.input(args.q, side);
    own.k = m_activations.input(args.k, side);
    own.v = m_activations.input(args.v, side);
    own.rate = m_activations.input(args.rate, side);
    own.strength = m_activations.input(args.strength, side);
    own.rateBias = weightOn(args.rateBias, side);
    own.decay = weightOn(args.decay, side);
    own.skip = weightOn(args.skip, side);
    own.states = SplitStores::on(args.states, side);
    own.out = m_activations.output(args.out, side, true);
    m_backends[side]->recur(own);
}

void SplitBackend::upload(const Slice& to, uint64_t rows, std::span<const float> values) {
    m_activations.upload(to, rows, values);
}

bool SplitBackend::bestLogits(const Slice& logits, std::span<const BestLogitsQuery> queries,
                              std::span<BestLogits> out) {
    const SplitSide side = SplitActivations::freshSide(logits);
    return m_backends[side]->bestLogits(SplitActivations::on(logits, side), queries, out);
}

void SplitBackend::download(const Slice& from, uint64_t rows, std::span<float> out) {
    const SplitSide side = SplitActivations::freshSide(from);
    m_backends[side]->download(SplitActivations::on(from, side), rows, out);
}

void SplitBackend::synchronize() {
    for (const SplitSide side : splitSides) m_backends[side]->synchronize();
}

}  // namespace hearth
