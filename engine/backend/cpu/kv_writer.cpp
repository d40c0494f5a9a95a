#include "backend/cpu/kv_writer.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "backend/cpu/cpu_weight.h"
#include "backend/cpu/kv_store.h"
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

/// What all rows of an operation have in common.
struct KvWriter::Call {
    const KvWriteArgs& args;
    const CpuKvStore& store;
    const KvLayerShape& shape;
    size_t queryDim;
    HeadNorm qNorm, kNorm, vNorm;
    const RopeTable* table;  ///< nullptr: nothing is rotated

    Call(const KvWriteArgs& a, const RopeTable* ropeTable)
        : args(a),
          store(static_cast<const CpuKvStore&>(*a.store)),
          shape(store.layers[a.layer]),
          queryDim(a.q.columns / a.heads),
          qNorm(a.qNorm, a.q.columns, queryDim),
          kNorm(a.kNorm, a.k.columns, shape.keyDim),
          vNorm(a.vNorm, a.v.columns, shape.valueDim != 0 ? shape.valueDim : 1),
          table(ropeTable) {}

    void storeKey(const KernelTable& kernels, const float* key, size_t slot, std::byte* block) const {
        store.quantized() ? kernels.storeQuantizedKey(store.type, key, shape.keyDim, slot, block)
                          : kernels.storeKey(store.type == KvType::F16, key, shape.keyDim, slot, block);
    }
    void storeValue(const KernelTable& kernels, const float* value, size_t dim, size_t slot,
                    std::byte* block) const {
        store.quantized() ? kernels.storeQuantizedValue(store.type, value, dim, slot, block)
                          : kernels.storeValue(store.type == KvType::F16, value, dim, slot, block);
    }
};

void KvWriter::write(const KvWriteArgs& args) {
    settle(args.q);
    settle(args.k);
    settle(args.v);
    const bool rotates = args.rope.pairing != RopePairing::None;
    const Call call(args, rotates ? &m_ropeTables.table(args.rope) : nullptr);
    const size_t rows = m_batch.rows().size();
    m_pool.runIfWorth(rows * (args.q.columns + args.k.columns + args.v.columns),
                      [&](const ThreadPool::Region& region) {
                          for (size_t row = region.first(rows); row < region.last(rows); ++row)
                              writeRow(call, row);
                      });
}

void KvWriter::rotate(const Call& call, size_t row, float* head) const {
    if (call.table == nullptr) return;
    const Rope& rope = call.args.rope;
    m_kernels.rotate(rope.pairing == RopePairing::Interleaved, call.table->cosines.data() + row * rope.dims,
                     call.table->sines.data() + row * rope.dims, rope.dims, head + rope.firstDim);
}

void KvWriter::scaleQuery(const KvWriteArgs& args, float* query, int32_t position) const noexcept {
    float scale = args.queryScale;
    if (args.temperatureBeta != 0)
        scale *=
            1.0F + args.temperatureBeta * std::log1p(std::floor(static_cast<float>(position) /
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
    scaleQuery(args, q, at.position);
    if (args.k.columns == 0) return;
    const auto& blocks = m_batch.sequence(at.sequence).blockTables[shape.group];
    const int32_t block = blocks[static_cast<size_t>(at.position) / KvStore::blockPositions];
    const size_t slot = static_cast<size_t>(at.position) % KvStore::blockPositions;
    float* k = rowOf(args.k, row);
    call.kNorm.apply(m_kernels, k, args.k.columns);
    for (uint32_t head = 0; head < shape.kvHeads; ++head) {
        float* key = k + size_t{head} * shape.keyDim;
        rotate(call, row, key);
        call.storeKey(m_kernels, key, slot, call.store.keys(args.layer, block, head));
        if (shape.valueDim == 0)
            call.storeValue(m_kernels, key, shape.keyDim, slot, call.store.values(args.layer, block, head));
    }
    if (args.v.columns == 0) return;
    float* v = rowOf(args.v, row);
    call.vNorm.apply(m_kernels, v, args.v.columns);
    for (uint32_t head = 0; head < shape.kvHeads; ++head)
        call.storeValue(m_kernels, v + size_t{head} * shape.valueDim, shape.valueDim, slot,
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
    const auto& store = static_cast<const CpuKvStore&>(*args.store);
    const KvLayerShape& shape = store.layers[args.layer];
    const Rotation rotation(rope, args.shift);
    const bool half = store.type == KvType::F16;
    const size_t items = args.blocks.size() * shape.kvHeads;
    m_pool.runIfWorth(args.positions * shape.kvHeads * shape.keyDim, [&](const ThreadPool::Region& region) {
        std::vector<float> key(shape.keyDim);
        std::vector<uint16_t> expanded(store.quantized() ? size_t{shape.keyDim} * KvStore::blockPositions
                                                         : 0);
        for (size_t item = region.first(items); item < region.last(items); ++item) {
            const size_t index = item / shape.kvHeads;
            const size_t slots =
                std::min<size_t>(KvStore::blockPositions, args.positions - index * KvStore::blockPositions);
            std::byte* block =
                store.keys(args.layer, args.blocks[index], static_cast<uint32_t>(item % shape.kvHeads));
            if (store.quantized()) m_kernels.expandKeys(store.type, block, shape.keyDim, expanded.data());
            for (size_t slot = 0; slot < slots; ++slot) {
                if (store.quantized())
                    m_kernels.loadKey(true, reinterpret_cast<const std::byte*>(expanded.data()), shape.keyDim,
                                      slot, key.data());
                else
                    m_kernels.loadKey(half, block, shape.keyDim, slot, key.data());
                m_kernels.rotate(rope.pairing == RopePairing::Interleaved, rotation.cosines.data(),
                                 rotation.sines.data(), rope.dims, key.data() + rope.firstDim);
                if (store.quantized())
                    m_kernels.storeQuantizedKey(store.type, key.data(), shape.keyDim, slot, block);
                else
                    m_kernels.storeKey(half, key.data(), shape.keyDim, slot, block);
            }
        }
    });
}

}  // namespace hearth::cpu
