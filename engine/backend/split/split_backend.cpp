#include "backend/split/split_backend.h"

#include <charconv>
#include <optional>

namespace hearth {
namespace {

struct SplitWeight final : Weight {
    std::unique_ptr<Weight> sides[2];
};

struct SplitBuffer final : Buffer {
    std::unique_ptr<Buffer> sides[2];
    bool fresh[2] = {false, false};
};

struct SplitKvStore final : KvStore {
    std::unique_ptr<KvStore> sides[2];
};

struct SplitStateStore final : StateStore {
    std::unique_ptr<StateStore> sides[2];
};

/// The layer in a tensor's name ("blk.7.attn_q.weight"); nullopt for what belongs to none.
std::optional<uint32_t> layerOf(const std::string& name) {
    if (!name.starts_with("blk.")) return std::nullopt;
    uint32_t layer = 0;
    const auto result = std::from_chars(name.data() + 4, name.data() + name.size(), layer);
    return result.ec == std::errc() ? std::optional(layer) : std::nullopt;
}

SplitBuffer& bufferOf(const Slice& slice) {
    return static_cast<SplitBuffer&>(*slice.buffer);
}

}  // namespace

SplitBackend::SplitBackend(std::unique_ptr<Backend> device, std::unique_ptr<Backend> host,
                           Placement placement)
    : m_backends{std::move(device), std::move(host)}, m_placement(placement) {
}

SplitBackend::~SplitBackend() = default;

BackendInfo SplitBackend::info() const {
    BackendInfo info = m_backends[Device]->info();
    info.device += " and " + m_backends[Host]->info().device;
    return info;
}

SplitBackend::Side SplitBackend::sideOfLayer(uint32_t layer) const noexcept {
    return layer + m_placement.deviceLayers >= m_placement.layers ? Device : Host;
}

bool SplitBackend::isOn(const WeightSource& source, Side side) const {
    // Queries are normalised where the cache lies that they look at, which may be that of another layer.
    if (source.name.find(".attn_q_norm.") != std::string::npos) return true;
    if (const auto layer = layerOf(source.name)) return sideOfLayer(*layer) == side;
    if (source.rows == 1) return true;
    const bool embeddings = source.name.starts_with("token_embd") || source.name.starts_with("per_layer");
    return (embeddings && !m_placement.embeddingsOnDevice ? Host : Device) == side;
}

uint64_t SplitBackend::uploadBytes(const WeightSource& source) const {
    uint64_t bytes = 0;
    for (const Side side : {Device, Host}) {
        if (isOn(source, side)) bytes += m_backends[side]->uploadBytes(source);
    }
    return bytes;
}

std::unique_ptr<Weight> SplitBackend::upload(const WeightSource& source) {
    auto weight = std::make_unique<SplitWeight>();
    weight->columns = source.columns;
    weight->rows = source.rows;
    weight->experts = source.experts;
    weight->type = source.type;
    for (const Side side : {Device, Host}) {
        if (!isOn(source, side)) continue;
        weight->sides[side] = backend(side).upload(source);
        weight->sizeBytes += weight->sides[side]->sizeBytes;
    }
    return weight;
}

std::unique_ptr<Buffer> SplitBackend::allocate(uint64_t rows, uint64_t columns) {
    auto buffer = std::make_unique<SplitBuffer>();
    buffer->rows = rows;
    buffer->columns = columns;
    for (const Side side : {Device, Host}) buffer->sides[side] = backend(side).allocate(rows, columns);
    return buffer;
}

std::unique_ptr<KvStore> SplitBackend::makeKvStore(std::vector<KvLayerShape> layers, KvType type,
                                                   const GroupBlocks& blocks) {
    auto store = std::make_unique<SplitKvStore>();
    store->type = type;
    store->blocks = blocks;
    for (const Side side : {Device, Host}) {
        auto own = layers;
        for (size_t layer = 0; layer < own.size(); ++layer) {
            if (sideOfLayer(static_cast<uint32_t>(layer)) != side)
                own[layer].kvHeads = 0;  // nothing is kept for it here
        }
        store->sides[side] = backend(side).makeKvStore(std::move(own), type, blocks);
        store->sizeBytes += store->sides[side]->sizeBytes;
    }
    store->layers = std::move(layers);
    return store;
}

std::unique_ptr<StateStore> SplitBackend::makeStateStore(std::vector<uint64_t> floatsPerLayer,
                                                         uint32_t slots) {
    auto store = std::make_unique<SplitStateStore>();
    store->slotCount = slots;
    for (const Side side : {Device, Host}) {
        auto own = floatsPerLayer;
        for (size_t layer = 0; layer < own.size(); ++layer) {
            if (sideOfLayer(static_cast<uint32_t>(layer)) != side) own[layer] = 0;
        }
        store->sides[side] = backend(side).makeStateStore(std::move(own), slots);
    }
    store->floatsPerLayer = std::move(floatsPerLayer);
    return store;
}

void SplitBackend::copyBlock(KvStore& store, uint32_t group, int32_t from, int32_t to, uint32_t positions) {
    for (const Side side : {Device, Host})
        backend(side).copyBlock(*static_cast<SplitKvStore&>(store).sides[side], group, from, to, positions);
}
void SplitBackend::copyState(StateStore& store, int32_t from, int32_t to) {
    for (const Side side : {Device, Host})
        backend(side).copyState(*static_cast<SplitStateStore&>(store).sides[side], from, to);
}
void SplitBackend::resetState(StateStore& store, int32_t slot) {
    for (const Side side : {Device, Host})
        backend(side).resetState(*static_cast<SplitStateStore&>(store).sides[side], slot);
}

void SplitBackend::saveState(const StateStore& store, int32_t slot, std::span<std::byte> out) {
    for (const Side side : {Device, Host}) {
        const StateStore& own = *static_cast<const SplitStateStore&>(store).sides[side];
        backend(side).saveState(own, slot, out.first(own.slotBytes()));
        out = out.subspan(own.slotBytes());
    }
}
void SplitBackend::loadState(StateStore& store, int32_t slot, std::span<const std::byte> in) {
    for (const Side side : {Device, Host}) {
        StateStore& own = *static_cast<SplitStateStore&>(store).sides[side];
        backend(side).loadState(own, slot, in.first(own.slotBytes()));
        in = in.subspan(own.slotBytes());
    }
}

uint64_t SplitBackend::blockBytes(const KvStore& store, uint32_t group) const {
    const auto& split = static_cast<const SplitKvStore&>(store);
    return m_backends[Device]->blockBytes(*split.sides[Device], group) +
           m_backends[Host]->blockBytes(*split.sides[Host], group);
}
void SplitBackend::saveBlock(const KvStore& store, uint32_t group, int32_t block, std::span<std::byte> out) {
    const auto& split = static_cast<const SplitKvStore&>(store);
    const uint64_t first = backend(Device).blockBytes(*split.sides[Device], group);
    backend(Device).saveBlock(*split.sides[Device], group, block, out.first(first));
    backend(Host).saveBlock(*split.sides[Host], group, block, out.subspan(first));
}
void SplitBackend::loadBlock(KvStore& store, uint32_t group, int32_t block, std::span<const std::byte> in) {
    auto& split = static_cast<SplitKvStore&>(store);
    const uint64_t first = backend(Device).blockBytes(*split.sides[Device], group);
    backend(Device).loadBlock(*split.sides[Device], group, block, in.first(first));
    backend(Host).loadBlock(*split.sides[Host], group, block, in.subspan(first));
}

void SplitBackend::beginBatch(const Batch& batch) {
    m_rows = batch.rows.size();
    m_crossings = 0;
    for (const Side side : {Device, Host}) backend(side).beginBatch(batch);
}

const Weight* SplitBackend::on(const Weight* weight, Side side) {
    return weight ? static_cast<const SplitWeight*>(weight)->sides[side].get() : nullptr;
}
Norm SplitBackend::on(Norm norm, Side side) {
    norm.weight = on(norm.weight, side);
    norm.bias = on(norm.bias, side);
    return norm;
}
LinearPart SplitBackend::on(LinearPart part, Side side) {
    return {on(part.weight, side), on(part.bias, side)};
}

SplitBackend::Side SplitBackend::freshSide(const Slice& slice) const {
    return bufferOf(slice).fresh[Device] ? Device : Host;
}

SplitBackend::Side SplitBackend::sideOf(const Weight& weight, const Slice& in) const {
    const auto& split = static_cast<const SplitWeight&>(weight);
    if (split.sides[Device] && split.sides[Host]) return freshSide(in);
    return split.sides[Device] ? Device : Host;
}

Slice SplitBackend::input(const Slice& slice, Side side) {
    if (!slice.buffer) return slice;
    SplitBuffer& buffer = bufferOf(slice);
    const Side other = side == Device ? Host : Device;
    if (!buffer.fresh[side] && buffer.fresh[other]) {
        m_transfer.resize(m_rows * buffer.columns);
        backend(other).download({buffer.sides[other].get(), 0, buffer.columns}, m_rows, m_transfer);
        backend(side).upload({buffer.sides[side].get(), 0, buffer.columns}, m_rows, m_transfer);
        buffer.fresh[side] = true;
        ++m_crossings;
    }
    return {buffer.sides[side].get(), slice.firstColumn, slice.columns};
}

Slice SplitBackend::output(const Slice& slice, Side side, bool keepsOld) {
    const Slice target = keepsOld
                             ? input(slice, side)
                             : Slice{bufferOf(slice).sides[side].get(), slice.firstColumn, slice.columns};
    SplitBuffer& buffer = bufferOf(slice);
    buffer.fresh[side] = true;
    buffer.fresh[side == Device ? Host : Device] = false;
    return target;
}

void SplitBackend::embed(const Weight& table, float scale, const Slice& out) {
    const Side side = static_cast<const SplitWeight&>(table).sides[Device] ? Device : Host;
    backend(side).embed(*on(&table, side), scale, output(out, side, false));
}

void SplitBackend::linear(const LinearArgs& args) {
    const Side side = sideOf(*args.parts.front().weight, args.in);
    LinearArgs own = args;
    own.in = input(args.in, side);
    own.norm = on(args.norm, side);
    for (LinearPart& part : own.parts) part = on(part, side);
    own.out = output(args.out, side, args.accumulate);
    backend(side).linear(own);
}

void SplitBackend::writeKv(const KvWriteArgs& args) {
    const Side side = sideOfLayer(args.layer);
    KvWriteArgs own = args;
    own.k = input(args.k, side);
    own.v = input(args.v, side);
    own.q = output(args.q, side, true);
    own.qNorm = on(args.qNorm, side);
    own.kNorm = on(args.kNorm, side);
    own.vNorm = on(args.vNorm, side);
    own.rope.inverseFrequency = on(args.rope.inverseFrequency, side);
    own.store = static_cast<SplitKvStore&>(*args.store).sides[side].get();
    backend(side).writeKv(own);
}

void SplitBackend::attention(const AttentionArgs& args) {
    const Side side = sideOfLayer(args.layer);
    AttentionArgs own = args;
    own.q = input(args.q, side);
    own.sinks = on(args.sinks, side);
    own.store = static_cast<SplitKvStore&>(*args.store).sides[side].get();
    own.out = output(args.out, side, false);
    backend(side).attention(own);
}

void SplitBackend::experts(const ExpertsArgs& args) {
    const Side side = sideOf(*args.gate.weight, args.in);
    ExpertsArgs own = args;
    own.in = input(args.in, side);
    own.norm = on(args.norm, side);
    own.routerIn = input(args.routerIn, side);
    own.router = on(args.router, side);
    own.routerBias = on(args.routerBias, side);
    own.selectionBias = on(args.selectionBias, side);
    own.expertScale = on(args.expertScale, side);
    own.gate = on(args.gate, side);
    own.up = on(args.up, side);
    own.down = on(args.down, side);
    own.out = output(args.out, side, args.accumulate);
    backend(side).experts(own);
}

void SplitBackend::norm(const NormArgs& args) {
    const Side side = args.norm.weight ? sideOf(*args.norm.weight, args.in) : freshSide(args.in);
    NormArgs own = args;
    own.in = input(args.in, side);
    own.norm = on(args.norm, side);
    own.out = output(args.out, side, args.accumulate);
    backend(side).norm(own);
}

void SplitBackend::multiply(const MultiplyArgs& args) {
    const Side side = freshSide(args.a);
    MultiplyArgs own = args;
    own.a = input(args.a, side);
    own.b = input(args.b, side);
    own.out = output(args.out, side, args.accumulate);
    backend(side).multiply(own);
}

void SplitBackend::headLinear(const HeadLinearArgs& args) {
    const Side side = sideOf(*args.weight, args.in);
    HeadLinearArgs own = args;
    own.in = input(args.in, side);
    own.weight = on(args.weight, side);
    own.out = output(args.out, side, false);
    backend(side).headLinear(own);
}

void SplitBackend::convolve(const ConvolutionArgs& args) {
    const Side side = sideOfLayer(args.layer);
    ConvolutionArgs own = args;
    own.in = input(args.in, side);
    own.kernel = on(args.kernel, side);
    own.bias = on(args.bias, side);
    own.states = static_cast<SplitStateStore&>(*args.states).sides[side].get();
    // Other columns of the buffer may still be wanted.
    own.out = output(args.out, side, true);
    backend(side).convolve(own);
}

void SplitBackend::recur(const RecurrenceArgs& args) {
    const Side side = sideOfLayer(args.layer);
    RecurrenceArgs own = args;
    own.q = input(args.q, side);
    own.k = input(args.k, side);
    own.v = input(args.v, side);
    own.rate = input(args.rate, side);
    own.strength = input(args.strength, side);
    own.rateBias = on(args.rateBias, side);
    own.decay = on(args.decay, side);
    own.skip = on(args.skip, side);
    own.states = static_cast<SplitStateStore&>(*args.states).sides[side].get();
    own.out = output(args.out, side, true);
    backend(side).recur(own);
}

void SplitBackend::upload(const Slice& to, uint64_t rows, std::span<const float> values) {
    for (const Side side : {Device, Host}) {
        backend(side).upload({bufferOf(to).sides[side].get(), to.firstColumn, to.columns}, rows, values);
        bufferOf(to).fresh[side] = true;
    }
}

bool SplitBackend::bestLogits(const Slice& logits, std::span<const LogitsWish> wishes,
                              std::span<BestLogits> out) {
    const Side side = freshSide(logits);
    return backend(side).bestLogits({bufferOf(logits).sides[side].get(), logits.firstColumn, logits.columns},
                                    wishes, out);
}

void SplitBackend::download(const Slice& from, uint64_t rows, std::span<float> out) {
    const Side side = freshSide(from);
    backend(side).download({bufferOf(from).sides[side].get(), from.firstColumn, from.columns}, rows, out);
}

void SplitBackend::synchronize() {
    for (const Side side : {Device, Host}) backend(side).synchronize();
}

}  // namespace hearth
