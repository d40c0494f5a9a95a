#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "backend/reference/reference_backend.h"
#include "backend/reference/reference_math.h"

namespace hearth {

using namespace reference;

namespace {

/// A norm of queries, keys or values: over the slice when the weight spans it, else over each head.
void normalizeHeads(const Norm& norm, float* values, uint64_t columns, uint64_t headDim) {
    if (norm.kind == NormKind::None) return;
    const uint64_t width = norm.weight != nullptr && norm.weight->columns == columns ? columns : headDim;
    for (uint64_t first = 0; first < columns; first += width) {
        normalize(norm.kind, valuesOf(norm.weight), valuesOf(norm.bias), norm.epsilon, values + first,
                  values + first, width);
    }
}

/// Where a position of a sequence lies in a layer: the index of its row in keys and values.
size_t cacheRow(const Batch& batch, const KvLayerShape& shape, uint32_t sequence, int32_t position) {
    const auto& table = batch.sequences[sequence].blockTables[shape.group];
    const auto block = static_cast<size_t>(table[static_cast<size_t>(position) / KvStore::blockPositions]);
    return block * KvStore::blockPositions + static_cast<size_t>(position) % KvStore::blockPositions;
}

}  // namespace

void ReferenceBackend::writeKv(const KvWriteArgs& args) {
    auto& store = static_cast<HostKvStore&>(*args.store);
    const KvLayerShape& shape = store.layers[args.layer];
    HostKvStore::Layer& layer = store.data[args.layer];
    const float* frequencies = valuesOf(args.rope.inverseFrequency);
    const uint64_t queryDim = args.q.columns / args.heads;
    for (size_t row = 0; row < m_batch.rows.size(); ++row) {
        const BatchRow& at = m_batch.rows[row];
        float* q = rowOf(args.q, row);
        normalizeHeads(args.qNorm, q, args.q.columns, queryDim);
        float scale = args.queryScale;
        if (args.temperatureBeta != 0) {
            const float steps =
                std::floor(static_cast<float>(at.position) / static_cast<float>(args.temperatureLength));
            scale *= 1.0F + args.temperatureBeta * std::log1p(steps);
        }
        for (uint32_t head = 0; head < args.heads; ++head)
            rotate(args.rope, frequencies, at.position, q + head * queryDim);
        for (uint64_t i = 0; i < args.q.columns; ++i) q[i] *= scale;

        if (args.k.columns == 0) continue;
        const size_t cached = cacheRow(m_batch, shape, at.sequence, at.position);
        std::vector<float> k(rowOf(args.k, row), rowOf(args.k, row) + args.k.columns);
        normalizeHeads(args.kNorm, k.data(), k.size(), shape.keyDim);
        for (uint32_t head = 0; head < shape.kvHeads; ++head) {
            rotate(args.rope, frequencies, at.position, &k[size_t{head} * shape.keyDim]);
        }
        roundAsStored(store.type, k);
        std::copy(k.begin(), k.end(), layer.keys.begin() + static_cast<ptrdiff_t>(cached * k.size()));
        if (args.v.columns == 0) continue;
        std::vector<float> v(rowOf(args.v, row), rowOf(args.v, row) + args.v.columns);
        normalizeHeads(args.vNorm, v.data(), v.size(), shape.valueDim);
        roundAsStored(store.type, v);
        std::copy(v.begin(), v.end(), layer.values.begin() + static_cast<ptrdiff_t>(cached * v.size()));
    }
}

void ReferenceBackend::rotateKeys(const RotateKeysArgs& args) {
    auto& store = static_cast<HostKvStore&>(*args.store);
    const KvLayerShape& shape = store.layers[args.layer];
    const size_t columns = size_t{shape.kvHeads} * shape.keyDim;
    Rope rope = args.rope;
    rope.magnitude = 1.0F;
    for (size_t i = 0; i < args.positions; ++i) {
        const size_t row =
            static_cast<size_t>(args.blocks[i / KvStore::blockPositions]) * KvStore::blockPositions +
            i % KvStore::blockPositions;
        const std::span<float> key = std::span(store.data[args.layer].keys).subspan(row * columns, columns);
        for (uint32_t head = 0; head < shape.kvHeads; ++head)
            rotate(rope, valuesOf(rope.inverseFrequency), args.shift, &key[size_t{head} * shape.keyDim]);
        roundAsStored(store.type, key);
    }
}

void ReferenceBackend::attention(const AttentionArgs& args) {
    const auto& store = static_cast<const HostKvStore&>(*args.store);
    const KvLayerShape& shape = store.layers[args.layer];
    const HostKvStore::Layer& layer = store.data[args.layer];
    const uint64_t valueDim = args.out.columns / args.heads;
    const bool valuesInKeys = shape.valueDim == 0;
    const std::vector<float>& values = valuesInKeys ? layer.keys : layer.values;
    const uint64_t keyStride = uint64_t{shape.kvHeads} * shape.keyDim;
    const uint64_t valueStride = uint64_t{shape.kvHeads} * (valuesInKeys ? shape.keyDim : shape.valueDim);
    const uint64_t valueHead = valuesInKeys ? shape.keyDim : shape.valueDim;
    const float* sinks = valuesOf(args.sinks);
    const uint32_t headsPerKv = args.heads / shape.kvHeads;

    const auto oneRow = [&](size_t row) {
        const BatchRow& at = m_batch.rows[row];
        const int32_t firstVisible =
            args.window == 0 ? 0 : std::max<int32_t>(0, at.position - static_cast<int32_t>(args.window) + 1);
        const auto count = static_cast<size_t>(at.position - firstVisible + 1);
        std::vector<size_t> cached(count);
        for (size_t i = 0; i < count; ++i) {
            cached[i] = cacheRow(m_batch, shape, at.sequence, firstVisible + static_cast<int32_t>(i));
        }
        std::vector<float> scores(count);
        for (uint32_t head = 0; head < args.heads; ++head) {
            const uint64_t kvHead = head / headsPerKv;
            const float* q = rowOf(args.q, row) + uint64_t{head} * shape.keyDim;
            float largest = sinks != nullptr ? sinks[head] : -std::numeric_limits<float>::infinity();
            for (size_t i = 0; i < count; ++i) {
                const float* k = layer.keys.data() + cached[i] * keyStride + kvHead * shape.keyDim;
                float score = args.scale * dot(q, k, shape.keyDim);
                if (args.softCap != 0) score = args.softCap * std::tanh(score / args.softCap);
                scores[i] = score;
                largest = std::max(largest, score);
            }
            double total = sinks != nullptr ? std::exp(double{sinks[head]} - largest) : 0.0;
            for (float& score : scores) {
                score = std::exp(score - largest);
                total += score;
            }
            std::vector<double> sum(valueDim);
            for (size_t i = 0; i < count; ++i) {
                const float* v = values.data() + cached[i] * valueStride + kvHead * valueHead;
                for (uint64_t d = 0; d < valueDim; ++d) sum[d] += double{scores[i]} * v[d];
            }
            float* out = rowOf(args.out, row) + uint64_t{head} * valueDim;
            for (uint64_t d = 0; d < valueDim; ++d) out[d] = static_cast<float>(sum[d] / total);
        }
    };
    const size_t work = size_t{args.heads} * shape.keyDim * 64;
    parallel(m_batch.rows.size(), work, m_threads, [&](size_t first, size_t last) {
        for (size_t row = first; row < last; ++row) oneRow(row);
    });
}

}  // namespace hearth
