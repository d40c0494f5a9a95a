#include "backend/cpu/kv_writer.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "backend/cpu/cpu_weight.h"
#include "backend/cpu/paged_kv_cache.h"
#include "backend/cpu/rounded_rows.h"

namespace hearth::cpu {

/// A norm of queries, keys or values: over the slice when the weight spans it, else over each head.
struct KvWriter::HeadNorm {
    NormKind kind;
    const float* weight;
    const float* bias;
    float epsilon;
    size_t width;

    HeadNorm(const Norm& norm, size_t columns, size_t headDim)
        : kind(norm.kind),
          weight(valuesOf(norm.weight)),
          bias(valuesOf(norm.bias)),
          epsilon(norm.epsilon),
          width(norm.weight != nullptr && norm.weight->columns == columns ? columns : headDim) {}
    void apply(const KernelTable& kernels, float* values, size_t columns) const {
        if (kind == NormKind::None) return;
        for (size_t first = 0; first < columns; first += width)
            kernels.norm(kind, values + first, width, weight, bias, epsilon, values + first);
    }
};

/// Data that all rows of an operation share.
struct KvWriter::Call {
    const KvWriteArgs& args;
    CpuPagedKvCache& store;
    const KvLayerShape& shape;
    size_t queryDim;
    HeadNorm qNorm, kNorm, vNorm;
    const RopeTable* table;  ///< nullptr: nothing is rotated

    Call(const KvWriteArgs& a, const RopeTable* ropeTable)
        : args(a),
          store(static_cast<CpuPagedKvCache&>(*a.store)),
          shape(store.layers[a.layer]),
          queryDim(a.q.columns / a.heads),
          qNorm(a.qNorm, a.q.columns, queryDim),
          kNorm(a.kNorm, a.k.columns, shape.keyDim),
          vNorm(a.vNorm, a.v.columns, shape.valueDim != 0 ? shape.valueDim : 1),
          table(ropeTable) {}

    void storeValue(const KernelTable& kernels, const float* value, size_t slot, std::byte* block) const {
        const CpuPagedKvCache::Layer& layer = store.data[args.layer];
        isQuantized(layer.valueType)
            ? kernels.storeQuantizedValue(layer.valueType, value, layer.valueDim, slot, block)
            : kernels.storeValue(layer.valueType == KvType::F16, value, layer.valueDim, slot, block);
    }
    bool opensBlocks() const noexcept { return store.types.keepsResidualBlocks() && args.k.columns != 0; }
};

void KvWriter::write(const KvWriteArgs& args) {
    settle(args.q);
    settle(args.k);
    settle(args.v);
    const bool rotates = args.rope.pairing != RopePairing::None;
    const Call call(args, rotates ? &m_ropeTables.table(args.rope) : nullptr);
    const size_t rows = m_batch.rows().size();
    if (call.opensBlocks()) call.store.open.begin(m_batch, args.layer);
    const ResidualBlocks& open = call.store.open;
    m_pool.runIfWorth(rows * (args.q.columns + args.k.columns + args.v.columns),
                      [&](const ThreadPool::Region& region) {
                          if (call.opensBlocks() && !open.toContinue().empty()) {
                              continueBlocks(call, region);
                              region.barrier();
                          }
                          for (size_t row = region.first(rows); row < region.last(rows); ++row)
                              writeRow(call, row);
                          if (!call.opensBlocks() || (open.full().empty() && open.toKeep().empty())) return;
                          region.barrier();
                          closeBlocks(call, region);
                      });
}

void KvWriter::continueBlocks(const Call& call, const ThreadPool::Region& region) {
    const ResidualBlocks& open = call.store.open;
    const auto pieces = open.toContinue();
    for (size_t i = region.first(pieces.size()); i < region.last(pieces.size()); ++i)
        std::memcpy(pieces[i].keys, pieces[i].other, open.blockBytes(call.args.layer));
}

/// Rounds blocks that are full, and keeps those that are not.
void KvWriter::closeBlocks(const Call& call, const ThreadPool::Region& region) const {
    const ResidualBlocks& open = call.store.open;
    const uint32_t layer = call.args.layer;
    const size_t heads = call.shape.kvHeads;
    const size_t headBytes = open.blockBytes(layer) / heads;
    const size_t full = open.full().size() * heads;
    for (size_t i = region.first(full); i < region.last(full); ++i) {
        const ResidualBlocks::Piece& piece = open.full()[i / heads];
        const int32_t block = m_batch.sequence(piece.sequence).blockTables[call.shape.group][piece.block];
        const auto head = static_cast<uint32_t>(i % heads);
        m_kernels.quantizeKeys(call.store.types.key, piece.keys + head * headBytes, call.shape.keyDim,
                               call.store.keys(layer, block, head));
    }
    const auto kept = open.toKeep();
    for (size_t i = region.first(kept.size()); i < region.last(kept.size()); ++i)
        std::memcpy(kept[i].other, kept[i].keys, open.blockBytes(layer));
}

void KvWriter::rotate(const Call& call, size_t row, float* head) const {
    if (call.table == nullptr) return;
    const Rope& rope = call.args.rope;
    m_kernels.rotate(rope.pairing == RopePairing::Interleaved, call.table->cosines.data() + row * rope.dims,
                     call.table->sines.data() + row * rope.dims, rope.dims, head + rope.firstDim);
}

void KvWriter::scaleQuery(const KvWriteArgs& args, float* query, int32_t time) const noexcept {
    float scale = args.queryScale;
    if (args.temperatureBeta != 0)
        scale *= 1.0F + args.temperatureBeta *
                            std::log1p(std::floor(
                                static_cast<float>(time + static_cast<int32_t>(args.temperatureOffset)) /
                                static_cast<float>(args.temperatureLength)));
    if (scale == 1.0F) return;
    for (uint64_t i = 0; i < args.q.columns; ++i) query[i] *= scale;
}

void KvWriter::writeRow(const Call& call, size_t row) const {
    const KvWriteArgs& args = call.args;
    const KvLayerShape& shape = call.shape;
    const BatchRow& at = m_batch.rows()[row];
    float* q = rowOf(args.q, row);
    call.qNorm.apply(m_kernels, q, args.q.columns);
    for (uint32_t head = 0; head < args.heads; ++head) rotate(call, row, q + head * call.queryDim);
    scaleQuery(args, q, at.positions().time);
    if (args.k.columns == 0) return;
    const auto& blocks = m_batch.sequence(at.sequence).blockTables[shape.group];
    const uint32_t inSequence = static_cast<uint32_t>(at.slot) / PagedKvCache::blockPositions;
    const int32_t block = blocks[inSequence];
    const size_t slot = static_cast<size_t>(at.slot) % PagedKvCache::blockPositions;
    float* k = rowOf(args.k, row);
    call.kNorm.apply(m_kernels, k, args.k.columns);
    for (uint32_t head = 0; head < shape.kvHeads; ++head) {
        float* key = k + size_t{head} * shape.keyDim;
        rotate(call, row, key);
        const KvType type = call.opensBlocks() ? KvType::F16 : call.store.types.key;
        std::byte* keys = call.opensBlocks()
                              ? call.store.open.keys(m_batch, args.layer, at.sequence, inSequence, head)
                              : call.store.keys(args.layer, block, head);
        m_kernels.storeKey(type == KvType::F16, key, shape.keyDim, slot, keys);
        if (shape.valueDim == 0 && !call.store.data[args.layer].valuesFromKeys)
            call.storeValue(m_kernels, key, slot, call.store.values(args.layer, block, head));
    }
    if (args.v.columns == 0) return;
    float* v = rowOf(args.v, row);
    call.vNorm.apply(m_kernels, v, args.v.columns);
    for (uint32_t head = 0; head < shape.kvHeads; ++head)
        call.storeValue(m_kernels, v + size_t{head} * shape.valueDim, slot,
                        call.store.values(args.layer, block, head));
}

namespace {

/// Cosines and sines of one rotation, as KernelTable::rotate() takes them.
struct Rotation {
    std::vector<float> cosines, sines;

    Rotation(const Rope& rope, int32_t shift) : cosines(rope.dims), sines(rope.dims) {
        const float* frequency = valuesOf(rope.inverseFrequency);
        const bool interleaved = rope.pairing == RopePairing::Interleaved;
        for (size_t pair = 0; pair < rope.dims / 2; ++pair) {
            const float angle = static_cast<float>(shift) * frequency[pair];
            const size_t a = interleaved ? 2 * pair : pair;
            const size_t b = interleaved ? a + 1 : a + rope.dims / 2;
            cosines[a] = cosines[b] = std::cos(angle);
            sines[b] = std::sin(angle);
            sines[a] = -sines[b];
        }
    }
};

}  // namespace

void KvWriter::rotateKeys(const RotateKeysArgs& args) const {
    const Rope& rope = args.rope;
    if (rope.pairing == RopePairing::None || args.positions == 0) return;
    const auto& store = static_cast<const CpuPagedKvCache&>(*args.store);
    const KvLayerShape& shape = store.layers[args.layer];
    const Rotation rotation(rope, args.shift);
    const bool rounded = isQuantized(store.types.key);
    const bool half = rounded || store.types.key == KvType::F16;
    const size_t items = args.blocks.size() * shape.kvHeads;
    m_pool.runIfWorth(args.positions * shape.kvHeads * shape.keyDim, [&](const ThreadPool::Region& region) {
        std::vector<float> key(shape.keyDim);
        std::vector<uint16_t> expanded(rounded ? size_t{shape.keyDim} * PagedKvCache::blockPositions : 0);
        for (size_t item = region.first(items); item < region.last(items); ++item) {
            const size_t index = item / shape.kvHeads;
            const size_t slots = std::min<size_t>(PagedKvCache::blockPositions,
                                                  args.positions - index * PagedKvCache::blockPositions);
            const auto head = static_cast<uint32_t>(item % shape.kvHeads);
            const bool open = rounded && slots < PagedKvCache::blockPositions;
            std::byte* const stored = open ? store.open.keysOf(args.layer, args.residualBlock, head)
                                           : store.keys(args.layer, args.blocks[index], head);
            const bool expands = rounded && !open;
            std::byte* const block = expands ? reinterpret_cast<std::byte*>(expanded.data()) : stored;
            if (expands) m_kernels.expandKeys(store.types.key, stored, shape.keyDim, expanded.data());
            for (size_t slot = 0; slot < slots; ++slot) {
                m_kernels.loadKey(half, block, shape.keyDim, slot, key.data());
                m_kernels.rotate(rope.pairing == RopePairing::Interleaved, rotation.cosines.data(),
                                 rotation.sines.data(), rope.dims, key.data() + rope.firstDim);
                m_kernels.storeKey(half, key.data(), shape.keyDim, slot, block);
            }
            if (expands) m_kernels.quantizeKeys(store.types.key, block, shape.keyDim, stored);
        }
    });
}

void KvWriter::readKeys(const ReadKeysArgs& args) const {
    const auto& store = static_cast<const CpuPagedKvCache&>(*args.store);
    const KvLayerShape& shape = store.layers[args.layer];
    const bool rounded = isQuantized(store.types.key);
    const bool half = rounded || store.types.key == KvType::F16;
    const size_t items = args.blocks.size() * shape.kvHeads;
    m_pool.runIfWorth(args.out.size(), [&](const ThreadPool::Region& region) {
        std::vector<uint16_t> expanded(rounded ? size_t{shape.keyDim} * PagedKvCache::blockPositions : 0);
        for (size_t item = region.first(items); item < region.last(items); ++item) {
            const size_t index = item / shape.kvHeads;
            const auto head = static_cast<uint32_t>(item % shape.kvHeads);
            const bool open = args.residualBlock >= 0 && index + 1 == args.blocks.size();
            const std::byte* block = open ? store.open.keysOf(args.layer, args.residualBlock, head)
                                          : store.keys(args.layer, args.blocks[index], head);
            if (rounded && !open) {
                m_kernels.expandKeys(store.types.key, block, shape.keyDim, expanded.data());
                block = reinterpret_cast<const std::byte*>(expanded.data());
            }
            for (size_t slot = 0; slot < PagedKvCache::blockPositions; ++slot) {
                const size_t at = (index * PagedKvCache::blockPositions + slot) * shape.kvHeads + head;
                m_kernels.loadKey(half, block, shape.keyDim, slot, args.out.data() + at * shape.keyDim);
            }
        }
    });
}

}  // namespace hearth::cpu
