#include "backend/reference/reference_attention.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "backend/reference/reference_math.h"
#include "backend/reference/reference_objects.h"

namespace hearth::reference {

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

/// Index in keys and values of the row of a slot of a sequence.
size_t cacheRow(const Batch& batch, const KvLayerShape& shape, uint32_t sequence, int32_t slot) {
    const auto& table = batch.sequences[sequence].blockTables[shape.group];
    const auto block = static_cast<size_t>(table[static_cast<size_t>(slot) / PagedKvCache::blockPositions]);
    return block * PagedKvCache::blockPositions + static_cast<size_t>(slot) % PagedKvCache::blockPositions;
}

/// The keys of a row, normalised and rotated.
std::vector<float> finishedKeys(const KvWriteArgs& args, size_t row, const RowPositions& at) {
    const KvLayerShape& shape = args.store->layers[args.layer];
    std::vector<float> k(rowOf(args.k, row), rowOf(args.k, row) + args.k.columns);
    normalizeHeads(args.kNorm, k.data(), k.size(), shape.keyDim);
    for (uint32_t head = 0; head < shape.kvHeads; ++head)
        rotate(args.rope, valuesOf(args.rope.inverseFrequency), at, &k[size_t{head} * shape.keyDim]);
    return k;
}

/// The keys of all rows into residual blocks, and those that are full from there into the cache.
void writeOpenKeys(const ReferenceBatch& batch, const KvWriteArgs& args) {
    auto& store = static_cast<HostPagedKvCache&>(*args.store);
    const KvLayerShape& shape = store.layers[args.layer];
    HostPagedKvCache::Layer& layer = store.data[args.layer];
    const size_t columns = args.k.columns;
    const size_t blockFloats = PagedKvCache::blockPositions * columns;
    layer.spans.assign(batch.sequences.size(), {});
    layer.batch = batch.number;
    for (size_t first = 0, end = 0; first < batch.rows.size(); first = end) {
        const uint32_t sequence = batch.rows[first].sequence;
        while (end < batch.rows.size() && batch.rows[end].sequence == sequence) ++end;
        const auto begin = static_cast<size_t>(batch.rows[first].slot);
        const auto last = static_cast<size_t>(batch.rows[end - 1].slot);
        HostPagedKvCache::Span& span = layer.spans[sequence];
        span.firstBlock = begin / PagedKvCache::blockPositions;
        const size_t blocks = last / PagedKvCache::blockPositions - span.firstBlock + 1;
        span.keys.resize(blocks * blockFloats);
        float* open =
            layer.open.data() + static_cast<size_t>(batch.sequences[sequence].residualBlock) * blockFloats;
        std::copy_n(open, begin % PagedKvCache::blockPositions * columns, span.keys.data());
        for (size_t row = first; row < end; ++row) {
            const auto at =
                static_cast<size_t>(batch.rows[row].slot) - span.firstBlock * PagedKvCache::blockPositions;
            std::ranges::copy(finishedKeys(args, row, batch.rows[row].positions()),
                              span.keys.begin() + static_cast<ptrdiff_t>(at * columns));
            roundAsStored(KvType::F16, std::span(span.keys).subspan(at * columns, columns));
        }
        for (size_t block = 0; block < (last + 1) / PagedKvCache::blockPositions - span.firstBlock; ++block) {
            const auto slot = static_cast<int32_t>((span.firstBlock + block) * PagedKvCache::blockPositions);
            float* stored = layer.keys.data() + cacheRow(batch, shape, sequence, slot) * columns;
            std::copy_n(span.keys.data() + block * blockFloats, blockFloats, stored);
            for (uint32_t head = 0; head < shape.kvHeads; ++head)
                roundKeyBlock(store.types.key, stored + size_t{head} * shape.keyDim, columns, shape.keyDim);
        }
        std::copy_n(span.keys.data() + (blocks - 1) * blockFloats, blockFloats, open);
    }
}

/// The keys of a slot in a block that rows of the batch lie in, as they are before the block is rounded.
const float* openKey(const ReferenceBatch& batch, const HostPagedKvCache& store, uint32_t index,
                     uint32_t sequence, int32_t slot) {
    const HostPagedKvCache::Layer& layer = store.data[index];
    const size_t columns = size_t{store.layers[index].kvHeads} * store.layers[index].keyDim;
    const auto at = static_cast<size_t>(slot);
    if (layer.batch == batch.number) {
        const HostPagedKvCache::Span& span = layer.spans[sequence];
        return span.keys.data() + (at - span.firstBlock * PagedKvCache::blockPositions) * columns;
    }
    const auto open = static_cast<size_t>(batch.sequences[sequence].residualBlock);
    return layer.open.data() +
           (open * PagedKvCache::blockPositions + at % PagedKvCache::blockPositions) * columns;
}

}  // namespace

void writeKv(const ReferenceBatch& batch, const KvWriteArgs& args) {
    auto& store = static_cast<HostPagedKvCache&>(*args.store);
    const KvLayerShape& shape = store.layers[args.layer];
    HostPagedKvCache::Layer& layer = store.data[args.layer];
    const float* frequencies = valuesOf(args.rope.inverseFrequency);
    const uint64_t queryDim = args.q.columns / args.heads;
    for (size_t row = 0; row < batch.rows.size(); ++row) {
        const BatchRow& at = batch.rows[row];
        const RowPositions positions = at.positions();
        float* q = rowOf(args.q, row);
        normalizeHeads(args.qNorm, q, args.q.columns, queryDim);
        float scale = args.queryScale;
        if (args.temperatureBeta != 0) {
            const float steps =
                std::floor(static_cast<float>(positions.time + static_cast<int32_t>(args.temperatureOffset)) /
                           static_cast<float>(args.temperatureLength));
            scale *= 1.0F + args.temperatureBeta * std::log1p(steps);
        }
        for (uint32_t head = 0; head < args.heads; ++head)
            rotate(args.rope, frequencies, positions, q + head * queryDim);
        for (uint64_t i = 0; i < args.q.columns; ++i) q[i] *= scale;

        if (args.k.columns == 0) continue;
        const size_t cached = cacheRow(batch, shape, at.sequence, at.slot);
        if (!store.types.keepsResidualBlocks()) {
            const std::span stored(layer.keys.data() + cached * args.k.columns, args.k.columns);
            std::ranges::copy(finishedKeys(args, row, positions), stored.begin());
            roundAsStored(store.types.key, stored);
        }
        if (args.v.columns == 0) continue;
        std::vector<float> v(rowOf(args.v, row), rowOf(args.v, row) + args.v.columns);
        normalizeHeads(args.vNorm, v.data(), v.size(), shape.valueDim);
        for (uint32_t head = 0; head < shape.kvHeads; ++head)
            roundAsStored(store.types.value,
                          std::span(v).subspan(size_t{head} * shape.valueDim, shape.valueDim));
        std::copy(v.begin(), v.end(), layer.values.begin() + static_cast<ptrdiff_t>(cached * v.size()));
    }
    if (args.k.columns != 0 && store.types.keepsResidualBlocks()) writeOpenKeys(batch, args);
}

void rotateKeys(const RotateKeysArgs& args) {
    auto& store = static_cast<HostPagedKvCache&>(*args.store);
    const KvLayerShape& shape = store.layers[args.layer];
    const size_t columns = size_t{shape.kvHeads} * shape.keyDim;
    HostPagedKvCache::Layer& layer = store.data[args.layer];
    const bool opensBlocks = store.types.keepsResidualBlocks();
    const size_t whole = args.positions / PagedKvCache::blockPositions;
    Rope rope = args.rope;
    rope.magnitude = 1.0F;
    for (size_t i = 0; i < args.positions; ++i) {
        const size_t block = i / PagedKvCache::blockPositions;
        const bool open = opensBlocks && block == whole;
        const auto number = static_cast<size_t>(open ? args.residualBlock : args.blocks[block]);
        const size_t row = number * PagedKvCache::blockPositions + i % PagedKvCache::blockPositions;
        const std::span<float> key =
            std::span(open ? layer.open : layer.keys).subspan(row * columns, columns);
        if (opensBlocks) roundAsStored(KvType::F16, key);
        for (uint32_t head = 0; head < shape.kvHeads; ++head)
            rotate(rope, valuesOf(rope.inverseFrequency), RowPositions().plus(args.shift),
                   &key[size_t{head} * shape.keyDim]);
        roundAsStored(opensBlocks ? KvType::F16 : store.types.key, key);
    }
    for (size_t i = 0; opensBlocks && i < whole; ++i) {
        float* block =
            layer.keys.data() + static_cast<size_t>(args.blocks[i]) * PagedKvCache::blockPositions * columns;
        for (uint32_t head = 0; head < shape.kvHeads; ++head)
            roundKeyBlock(store.types.key, block + size_t{head} * shape.keyDim, columns, shape.keyDim);
    }
}

void readKeys(const ReadKeysArgs& args) {
    const auto& store = static_cast<const HostPagedKvCache&>(*args.store);
    const KvLayerShape& shape = store.layers[args.layer];
    const HostPagedKvCache::Layer& layer = store.data[args.layer];
    const size_t blockFloats = size_t{PagedKvCache::blockPositions} * shape.kvHeads * shape.keyDim;
    for (size_t i = 0; i < args.blocks.size(); ++i) {
        const bool open = args.residualBlock >= 0 && i + 1 == args.blocks.size();
        const auto number = static_cast<size_t>(open ? args.residualBlock : args.blocks[i]);
        std::copy_n((open ? layer.open : layer.keys).data() + number * blockFloats, blockFloats,
                    args.out.data() + i * blockFloats);
    }
}

void attend(const ReferenceBatch& batch, int threads, const AttentionArgs& args) {
    const auto& store = static_cast<const HostPagedKvCache&>(*args.store);
    const KvLayerShape& shape = store.layers[args.layer];
    const HostPagedKvCache::Layer& layer = store.data[args.layer];
    const uint64_t valueDim = args.out.columns / args.heads;
    const bool valuesInKeys = shape.valueDim == 0;
    constexpr auto blockPositions = static_cast<int32_t>(PagedKvCache::blockPositions);
    const uint64_t keyStride = uint64_t{shape.kvHeads} * shape.keyDim;
    const uint64_t valueStride = uint64_t{shape.kvHeads} * (valuesInKeys ? shape.keyDim : shape.valueDim);
    const uint64_t valueHead = valuesInKeys ? shape.keyDim : shape.valueDim;
    const float* sinks = valuesOf(args.sinks);
    const uint32_t headsPerKv = args.heads / shape.kvHeads;

    std::vector<int32_t> ends(batch.sequences.size());
    for (const BatchRow& row : batch.rows) ends[row.sequence] = row.slot;
    const auto oneRow = [&](size_t row) {
        const BatchRow& at = batch.rows[row];
        int32_t firstVisible = args.firstVisible(at.slot);
        int32_t lastVisible = args.bidirectional ? ends[at.sequence] : at.slot;
        if (args.bidirectional && args.window != 0)
            lastVisible = std::min(lastVisible, at.slot + static_cast<int32_t>(args.window) - 1);
        if (args.units == UnitSight::Whole)
            firstVisible = std::min(firstVisible, at.slot - static_cast<int32_t>(at.unitBefore));
        if (args.units != UnitSight::Causal)
            lastVisible = std::max(lastVisible, at.slot + static_cast<int32_t>(at.unitBehind));
        const auto count = static_cast<size_t>(lastVisible - firstVisible + 1);
        std::vector<const float*> keys(count), values(count);
        for (size_t i = 0; i < count; ++i) {
            const int32_t slot = firstVisible + static_cast<int32_t>(i);
            const size_t cached = cacheRow(batch, shape, at.sequence, slot);
            keys[i] = layer.keys.data() + cached * keyStride;
            if (store.types.keepsResidualBlocks() && slot / blockPositions >= at.slot / blockPositions)
                keys[i] = openKey(batch, store, args.layer, at.sequence, slot);
            values[i] = valuesInKeys ? keys[i] : layer.values.data() + cached * valueStride;
        }
        std::vector<float> scores(count);
        for (uint32_t head = 0; head < args.heads; ++head) {
            const uint64_t kvHead = head / headsPerKv;
            const float* q = rowOf(args.q, row) + uint64_t{head} * shape.keyDim;
            float largest = sinks != nullptr ? sinks[head] : -std::numeric_limits<float>::infinity();
            for (size_t i = 0; i < count; ++i) {
                const float* k = keys[i] + kvHead * shape.keyDim;
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
                const float* v = values[i] + kvHead * valueHead;
                for (uint64_t d = 0; d < valueDim; ++d) sum[d] += double{scores[i]} * v[d];
            }
            float* out = rowOf(args.out, row) + uint64_t{head} * valueDim;
            for (uint64_t d = 0; d < valueDim; ++d) out[d] = static_cast<float>(sum[d] / total);
        }
    };
    const size_t work = size_t{args.heads} * shape.keyDim * 64;
    parallel(batch.rows.size(), work, threads, [&](size_t first, size_t last) {
        for (size_t row = first; row < last; ++row) oneRow(row);
    });
}

}  // namespace hearth::reference
