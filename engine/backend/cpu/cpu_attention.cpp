// Rotation, the writes into the cache, and attention over block tables.
#include <algorithm>
#include <cmath>
#include <limits>

#include "backend/cpu/cpu_backend.h"
#include "backend/cpu/rounded_rows.h"

namespace hearth {

using namespace cpu;

namespace {

/// Sequences with few rows are cut along the positions, always at the same places so that results never
/// depend on threads.
constexpr uint32_t blocksInSplit = 8;
/// Blocks of a cache of 8 or 4 bits that are float16 at a time.
constexpr uint32_t expandedBlocks = 8;

/// A norm of queries, keys or values: over the slice when the weight spans it, else over each head.
struct HeadNorm {
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

}  // namespace

const RopeTable& CpuBackend::ropeTable(const Rope& rope) {
    for (const RopeTable& table : m_ropeTables)
        if (table.frequencies == rope.inverseFrequency && table.magnitude == rope.magnitude &&
            table.pairing == rope.pairing)
            return table;
    RopeTable& table = m_ropeTables.emplace_back();
    table.frequencies = rope.inverseFrequency;
    table.magnitude = rope.magnitude;
    table.pairing = rope.pairing;
    const size_t rows = m_batch.rows().size();
    const size_t dims = rope.dims;
    table.cosines.resize(rows * dims);
    table.sines.resize(rows * dims);
    const float* frequency = valuesOf(rope.inverseFrequency);
    m_pool.runIfWorth(rows * dims * 8, [&](const ThreadPool::Region& region) {
        for (size_t row = region.first(rows); row < region.last(rows); ++row)
            for (size_t pair = 0; pair < dims / 2; ++pair) {
                // The angle is taken in float32, as training frameworks do.
                const float angle = static_cast<float>(m_batch.rows()[row].position) * frequency[pair];
                const float cosine = std::cos(angle) * rope.magnitude;
                const float sine = std::sin(angle) * rope.magnitude;
                const bool interleaved = rope.pairing == RopePairing::Interleaved;
                const size_t a = row * dims + (interleaved ? 2 * pair : pair);
                const size_t b = interleaved ? a + 1 : a + dims / 2;
                table.cosines[a] = table.cosines[b] = cosine;
                table.sines[a] = -sine;
                table.sines[b] = sine;
            }
    });
    return table;
}

void CpuBackend::writeKv(const KvWriteArgs& args) {
    settle(args.q);
    settle(args.k);
    settle(args.v);
    auto& store = static_cast<CpuKvStore&>(*args.store);
    const KvLayerShape& shape = store.layers[args.layer];
    const auto storeKey = [&](const float* key, size_t slot, std::byte* block) {
        store.quantized() ? m_kernels.storeQuantizedKey(store.type, key, shape.keyDim, slot, block)
                          : m_kernels.storeKey(store.type == KvType::F16, key, shape.keyDim, slot, block);
    };
    const auto storeValue = [&](const float* value, size_t dim, size_t slot, std::byte* block) {
        store.quantized() ? m_kernels.storeQuantizedValue(store.type, value, dim, slot, block)
                          : m_kernels.storeValue(store.type == KvType::F16, value, dim, slot, block);
    };
    const bool rotates = args.rope.pairing != RopePairing::None;
    const RopeTable* table = rotates ? &ropeTable(args.rope) : nullptr;
    const size_t queryDim = args.q.columns / args.heads;
    const HeadNorm qNorm(args.qNorm, args.q.columns, queryDim);
    const HeadNorm kNorm(args.kNorm, args.k.columns, shape.keyDim);
    const HeadNorm vNorm(args.vNorm, args.v.columns, shape.valueDim != 0 ? shape.valueDim : 1);
    const size_t rows = m_batch.rows().size();
    const auto rotate = [&](size_t row, float* head) {
        if (!rotates) return;
        m_kernels.rotate(
            args.rope.pairing == RopePairing::Interleaved, table->cosines.data() + row * args.rope.dims,
            table->sines.data() + row * args.rope.dims, args.rope.dims, head + args.rope.firstDim);
    };
    const auto oneRow = [&](size_t row) {
        const BatchRow& at = m_batch.rows()[row];
        float* q = rowOf(args.q, row);
        qNorm.apply(m_kernels, q, args.q.columns);
        for (uint32_t head = 0; head < args.heads; ++head) rotate(row, q + head * queryDim);
        float scale = args.queryScale;
        if (args.temperatureBeta != 0)
            scale *= 1.0F + args.temperatureBeta *
                                std::log1p(std::floor(static_cast<float>(at.position) /
                                                      static_cast<float>(args.temperatureLength)));
        if (scale != 1.0F)
            for (uint64_t i = 0; i < args.q.columns; ++i) q[i] *= scale;
        if (args.k.columns == 0) return;
        const auto& blocks = m_batch.sequence(at.sequence).blockTables[shape.group];
        const int32_t block = blocks[static_cast<size_t>(at.position) / KvStore::blockPositions];
        const size_t slot = static_cast<size_t>(at.position) % KvStore::blockPositions;
        float* k = rowOf(args.k, row);
        kNorm.apply(m_kernels, k, args.k.columns);
        for (uint32_t head = 0; head < shape.kvHeads; ++head) {
            float* key = k + size_t{head} * shape.keyDim;
            rotate(row, key);
            storeKey(key, slot, store.keys(args.layer, block, head));
            if (shape.valueDim == 0)
                storeValue(key, shape.keyDim, slot, store.values(args.layer, block, head));
        }
        if (args.v.columns == 0) return;
        float* v = rowOf(args.v, row);
        vNorm.apply(m_kernels, v, args.v.columns);
        for (uint32_t head = 0; head < shape.kvHeads; ++head)
            storeValue(v + size_t{head} * shape.valueDim, shape.valueDim, slot,
                       store.values(args.layer, block, head));
    };
    m_pool.runIfWorth(rows * (args.q.columns + args.k.columns + args.v.columns),
                      [&](const ThreadPool::Region& region) {
                          for (size_t row = region.first(rows); row < region.last(rows); ++row) oneRow(row);
                      });
}

const AttentionKernel& CpuBackend::attentionKernel() const noexcept {
    return m_roundsActivations ? m_kernels.roundedAttention : m_kernels.attention;
}

void CpuBackend::planAttention(const AttentionArgs& args) {
    const KvLayerShape& shape = args.store->layers[args.layer];
    const uint32_t grouped = args.heads / shape.kvHeads;
    const uint32_t tokensInTask = std::max(1U, static_cast<uint32_t>(attentionKernel().rows) / grouped);
    m_tasks.clear();
    size_t splitFloats = 0;
    const auto rows = m_batch.rows();
    for (uint32_t first = 0; first < rows.size();) {
        uint32_t end = first + 1;
        while (end < rows.size() && rows[end].sequence == rows[first].sequence) ++end;
        // Rows of replies are worked out as if each was alone.
        const bool few = m_batch.recipeOf(RowSet::All) != Recipe::Prompt;
        const uint32_t atOnce = few ? 1 : tokensInTask;
        for (uint32_t row = first; row < end; row += atOnce) {
            AttentionTask task;
            task.sequence = rows[first].sequence;
            task.firstRow = row;
            task.rows = std::min(atOnce, end - row);
            task.many = !few;
            const int32_t lowest =
                args.window == 0
                    ? 0
                    : std::max<int32_t>(0, rows[row].position - static_cast<int32_t>(args.window) + 1);
            const auto firstBlock = static_cast<uint32_t>(lowest) / KvStore::blockPositions;
            const auto endBlock =
                static_cast<uint32_t>(rows[row + task.rows - 1].position) / KvStore::blockPositions + 1;
            const uint32_t step = few ? blocksInSplit : endBlock;
            const uint32_t splits = (endBlock + step - 1) / step - firstBlock / step;
            for (task.kvHead = 0; task.kvHead < shape.kvHeads; ++task.kvHead) {
                task.splits = splits;
                for (uint32_t begin = firstBlock / step * step; begin < endBlock; begin += step) {
                    task.firstBlock = std::max(begin, firstBlock);
                    task.endBlock = std::min(begin + step, endBlock);
                    task.splitFloats = splitFloats;
                    if (splits > 1)
                        splitFloats += size_t{task.rows} * grouped * (2 + args.out.columns / args.heads);
                    m_tasks.push_back(task);
                    task.splits = 0;
                }
            }
        }
        first = end;
    }
    m_splits.reserve(splitFloats * sizeof(float));
}

void CpuBackend::attendTask(const AttentionArgs& args, const AttentionTask& task, float* state,
                            float* scratch) {
    const auto& store = static_cast<const CpuKvStore&>(*args.store);
    const KvLayerShape& shape = store.layers[args.layer];
    const uint32_t grouped = args.heads / shape.kvHeads;
    const size_t valueDim = args.out.columns / args.heads;
    const size_t rows = size_t{task.rows} * grouped;
    const auto& table = m_batch.sequence(task.sequence).blockTables[shape.group];

    thread_local std::vector<const float*> queries;
    thread_local std::vector<int32_t> first, last;
    thread_local std::vector<const std::byte*> keys, values;
    queries.resize(rows);
    first.resize(rows);
    last.resize(rows);
    for (uint32_t token = 0; token < task.rows; ++token)
        for (uint32_t head = 0; head < grouped; ++head) {
            const size_t i = size_t{token} * grouped + head;
            const int32_t position = m_batch.rows()[task.firstRow + token].position;
            queries[i] =
                rowOf(args.q, task.firstRow + token) + (size_t{task.kvHead} * grouped + head) * shape.keyDim;
            first[i] =
                args.window == 0 ? 0 : std::max<int32_t>(0, position - static_cast<int32_t>(args.window) + 1);
            last[i] = position;
        }
    keys.resize(task.endBlock);
    values.resize(task.endBlock);
    for (uint32_t b = task.firstBlock; b < task.endBlock; ++b) {
        keys[b] = store.keys(args.layer, table[b], task.kvHead);
        values[b] = store.values(args.layer, table[b], task.kvHead);
    }
    AttentionRun run;
    run.queries = queries.data();
    run.first = first.data();
    run.last = last.data();
    run.rows = rows;
    run.many = task.many;
    run.keyDim = shape.keyDim;
    run.valueDim = valueDim;
    run.storedValueDim = store.data[args.layer].valueDim;
    run.scale = args.scale;
    run.softCap = args.softCap;
    run.half = store.type != KvType::F32;
    run.keys = keys.data();
    run.values = values.data();
    run.firstBlock = task.firstBlock;
    run.endBlock = task.endBlock;
    run.largest = state;
    run.total = run.largest + rows;
    run.sums = run.total + rows;
    run.scratch = scratch;
    if (!store.quantized()) {
        attentionKernel().attend(run);
        return;
    }
    // A few blocks at a time as float16, and what they give is merged into what those before gave.
    const size_t scratchFloats = attentionScratch(attentionKernel().rows + grouped, shape.keyDim, valueDim);
    float* part = scratch + scratchFloats;
    auto* expanded = reinterpret_cast<uint16_t*>(part + rows * (2 + valueDim));
    const size_t keyHalves = size_t{shape.keyDim} * KvStore::blockPositions;
    const size_t valueHalves = run.storedValueDim * KvStore::blockPositions;
    for (uint32_t begin = task.firstBlock; begin < task.endBlock;) {
        // Always the same blocks together, wherever these rows begin.
        run.firstBlock = begin;
        run.endBlock = std::min(begin / expandedBlocks * expandedBlocks + expandedBlocks, task.endBlock);
        uint16_t* to = expanded;
        for (size_t b = run.firstBlock; b < run.endBlock; ++b) {
            m_kernels.expandKeys(store.type, keys[b], shape.keyDim, to);
            keys[b] = reinterpret_cast<const std::byte*>(to);
            to += keyHalves;
            m_kernels.expandValues(store.type, values[b], run.storedValueDim, to);
            values[b] = reinterpret_cast<const std::byte*>(to);
            to += valueHalves;
        }
        if (begin != task.firstBlock) {
            run.largest = part;
            run.total = part + rows;
            run.sums = part + 2 * rows;
        }
        attentionKernel().attend(run);
        if (begin != task.firstBlock) mergePart(state, part, rows, valueDim);
        begin = static_cast<uint32_t>(run.endBlock);
    }
}

void CpuBackend::mergePart(float* state, const float* part, size_t rows, size_t valueDim) const {
    constexpr float never = -std::numeric_limits<float>::infinity();
    for (size_t i = 0; i < rows; ++i) {
        if (part[i] == never) continue;
        const float largest = std::max(state[i], part[i]);
        const float keep = state[i] == never ? 0.0F : std::exp(state[i] - largest);
        const float add = std::exp(part[i] - largest);
        float* sums = state + 2 * rows + i * valueDim;
        m_kernels.finish(sums, valueDim, {.scale = keep}, sums);
        m_kernels.finish(part + 2 * rows + i * valueDim, valueDim, {.scale = add, .accumulate = true}, sums);
        state[rows + i] = state[rows + i] * keep + part[rows + i] * add;
        state[i] = largest;
    }
}

void CpuBackend::finishTask(const AttentionArgs& args, const AttentionTask& task, const float* state,
                            uint16_t* rounded) {
    const uint32_t grouped = args.heads / args.store->layers[args.layer].kvHeads;
    const size_t valueDim = args.out.columns / args.heads;
    const size_t rows = size_t{task.rows} * grouped;
    const float* sinks = valuesOf(args.sinks);
    const bool direct = rounded != nullptr && m_kernels.finishRows != nullptr;
    for (size_t i = 0; i < rows; ++i) {
        const size_t head = size_t{task.kvHead} * grouped + i % grouped;
        const size_t row = task.firstRow + i / grouped;
        Finish finish;
        if (sinks != nullptr) {
            const float largest = std::max(sinks[head], state[i]);
            const float share = std::exp(state[i] - largest);
            finish.scale = share / (share * state[rows + i] + std::exp(sinks[head] - largest));
        } else {
            finish.scale = 1.0F / state[rows + i];
        }
        const float* sums = state + 2 * rows + i * valueDim;
        float* out = rowOf(args.out, row) + head * valueDim;
        if (direct)
            m_kernels.finishRows(
                sums, valueDim, 1, valueDim, finish,
                {.rounded = rounded + row * roundedStride(args.out.columns) + head * valueDim});
        else
            m_kernels.finish(sums, valueDim, finish, out);
    }
}

void CpuBackend::mergeSplits(const AttentionArgs& args, const AttentionTask& task, uint16_t* rounded) {
    const uint32_t grouped = args.heads / args.store->layers[args.layer].kvHeads;
    const size_t valueDim = args.out.columns / args.heads;
    const size_t rows = size_t{task.rows} * grouped;
    const size_t stateFloats = rows * (2 + valueDim);
    const float* sinks = valuesOf(args.sinks);
    for (size_t i = 0; i < rows; ++i) {
        const size_t head = size_t{task.kvHead} * grouped + i % grouped;
        const size_t row = task.firstRow + i / grouped;
        float* out = rowOf(args.out, row) + head * valueDim;
        const float* state = m_splits.as<float>() + task.splitFloats;
        float largest = sinks != nullptr ? sinks[head] : -std::numeric_limits<float>::infinity();
        for (uint32_t s = 0; s < task.splits; ++s) largest = std::max(largest, state[s * stateFloats + i]);
        float total = sinks != nullptr ? std::exp(sinks[head] - largest) : 0.0F;
        for (uint32_t s = 0; s < task.splits; ++s) {
            const float* part = state + s * stateFloats;
            total += std::exp(part[i] - largest) * part[rows + i];
        }
        Finish finish;
        for (uint32_t s = 0; s < task.splits; ++s) {
            const float* part = state + s * stateFloats;
            finish.scale = std::exp(part[i] - largest) / total;
            m_kernels.finish(part + 2 * rows + i * valueDim, valueDim, finish, out);
            finish.accumulate = true;
        }
        if (rounded != nullptr)
            m_kernels.toBfloat(out, valueDim,
                               rounded + row * roundedStride(args.out.columns) + head * valueDim);
    }
}

void CpuBackend::attention(const AttentionArgs& args) {
    settle(args.q);
    m_batch.noteAttended(args.out.buffer);
    // Many rows are multiplied with the output matrix next, in bfloat16.
    const bool rounds = m_roundsActivations && m_kernels.toBfloat != nullptr &&
                        m_batch.recipeOf(RowSet::All) == Recipe::Prompt &&
                        args.out.columns % blockColumns == 0;
    uint16_t* rounded = rounds ? holdRounded(args.out, m_batch.rows().size()) : nullptr;
    if (!rounds) settle(args.out);
    planAttention(args);
    const KvLayerShape& shape = args.store->layers[args.layer];
    const size_t valueDim = args.out.columns / args.heads;
    const size_t rowsInTask = attentionKernel().rows + args.heads / shape.kvHeads;
    size_t scratchFloats = attentionScratch(rowsInTask, shape.keyDim, valueDim) + 16;
    const auto& store = static_cast<const CpuKvStore&>(*args.store);
    if (store.quantized())
        scratchFloats += rowsInTask * (2 + valueDim) + size_t{expandedBlocks} * KvStore::blockPositions *
                                                           (shape.keyDim + store.data[args.layer].valueDim) /
                                                           2;
    const size_t stateFloats = roundUp(rowsInTask * (2 + valueDim), 16);
    scratchFloats = roundUp(scratchFloats + stateFloats, 16);
    m_scratch.reserve(m_pool.threads() * scratchFloats * sizeof(float));
    size_t work = 0;
    for (const AttentionTask& task : m_tasks)
        work += size_t{task.rows} * (args.heads / shape.kvHeads) * (task.endBlock - task.firstBlock) *
                KvStore::blockPositions * (shape.keyDim + valueDim);
    m_pool.runIfWorth(work, [&](const ThreadPool::Region& region) {
        float* scratch = m_scratch.as<float>() + region.index() * scratchFloats;
        // The longest come last in the list and go first.
        for (size_t i = region.next(); i < m_tasks.size(); i = region.next()) {
            const AttentionTask& task = m_tasks[m_tasks.size() - 1 - i];
            // What one task sees all of stays in the caches of the thread that worked it out.
            const bool whole = task.splits == 1;
            float* state = whole ? scratch : m_splits.as<float>() + task.splitFloats;
            attendTask(args, task, state, scratch + stateFloats);
            if (whole) finishTask(args, task, state, rounded);
        }
        region.barrier();
        for (size_t i = region.first(m_tasks.size()); i < region.last(m_tasks.size()); ++i)
            if (m_tasks[i].splits > 1) mergeSplits(args, m_tasks[i], rounded);
    });
}

}  // namespace hearth
