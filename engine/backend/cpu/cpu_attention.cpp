#include "backend/cpu/cpu_attention.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "backend/cpu/cpu_weight.h"
#include "backend/cpu/paged_kv_cache.h"
#include "backend/cpu/rounded_rows.h"
#include "quant/half_float.h"

namespace hearth::cpu {

namespace {

/// Blocks of a cache of 8 or 4 bits that are float16 at a time.
constexpr uint32_t expandedBlocks = 8;

/// Values of float16 that are the first columns of keys: the layout of these as that of values.
void valuesOfKeys(const uint16_t* keys, size_t dim, uint16_t* values) {
    for (size_t slot = 0; slot < PagedKvCache::blockPositions; ++slot)
        for (size_t d = 0; d < dim; ++d)
            values[(slot / 2 * dim + d) * 2 + slot % 2] =
                keys[(d / 2 * PagedKvCache::blockPositions + slot) * 2 + d % 2];
}

/// From the end to the beginning, as the floats take the place of the halves.
void widenInPlace(std::byte* block, size_t count) {
    for (size_t i = count; i-- > 0;) {
        uint16_t half = 0;
        std::memcpy(&half, block + i * sizeof half, sizeof half);
        const float value = halfToFloat(half);
        std::memcpy(block + i * sizeof value, &value, sizeof value);
    }
}

}  // namespace

/// Data that all tasks of an operation share.
struct CpuAttention::Call {
    const AttentionArgs& args;
    const AttentionKernel& kernel;
    const CpuPagedKvCache& store;
    const CpuPagedKvCache::Layer& layer;
    const KvLayerShape& shape;
    bool expands;    ///< blocks are read as something else than what is stored
    bool asFloats;   ///< which is float32, else float16
    size_t grouped;  ///< heads of a key-value head
    size_t valueDim;
    bool readsStored;  ///< a kernel reads blocks as they are stored, for rows of replies
    const float* sinks;
    uint16_t* rounded;  ///< where the output goes as bfloat16; nullptr: it stays float32
    size_t mostRows;    ///< of a task
    // Floats of a thread's scratch memory, in this order:
    size_t stateFloats, kernelFloats, partFloats, expandedFloats;

    Call(const AttentionArgs& a, const AttentionKernel& k, uint16_t* bfloat)
        : args(a),
          kernel(k),
          store(static_cast<const CpuPagedKvCache&>(*a.store)),
          layer(store.data[a.layer]),
          shape(store.layers[a.layer]),
          expands(isQuantized(store.types.key) || isQuantized(layer.valueType) ||
                  store.types.key != layer.valueType),
          asFloats(store.types.key == KvType::F32 || layer.valueType == KvType::F32),
          grouped(a.heads / shape.kvHeads),
          valueDim(a.out.columns / a.heads),
          readsStored(expands && !asFloats && !layer.valuesFromKeys && valueDim == layer.valueDim &&
                      shape.keyDim % 16 == 0 && valueDim % 16 == 0),
          sinks(valuesOf(a.sinks)),
          rounded(bfloat),
          mostRows(k.rows + grouped),
          stateFloats(roundUp(mostRows * (2 + valueDim), 16)),
          kernelFloats(attentionScratch(mostRows, shape.keyDim, valueDim)),
          partFloats(expands ? mostRows * (2 + valueDim) : 0),
          expandedFloats(expands ? expandedBlocks * (keyBytes() + valueBytes()) / sizeof(float) : 0) {}

    /// Bytes of a block of keys or values as they are read.
    size_t keyBytes() const noexcept {
        return shape.keyDim * PagedKvCache::blockPositions * (asFloats ? 4 : 2);
    }
    size_t valueBytes() const noexcept {
        return layer.valueDim * PagedKvCache::blockPositions * (asFloats ? 4 : 2);
    }

    size_t rowsOf(const AttentionTask& task) const noexcept { return task.rows * grouped; }
    size_t scratchFloats() const noexcept {
        return roundUp(stateFloats + kernelFloats + partFloats + expandedFloats + 16, 16);
    }
    /// The first column of a row's head in the output: the i-th row of a task.
    size_t headOf(const AttentionTask& task, size_t i) const noexcept {
        return task.kvHead * grouped + i % grouped;
    }
    size_t batchRowOf(const AttentionTask& task, size_t i) const noexcept {
        return task.firstRow + i / grouped;
    }
    uint16_t* roundedOut(size_t row, size_t head) const noexcept {
        return rounded + row * roundedStride(args.out.columns) + head * valueDim;
    }
};

CpuAttention::CpuAttention(const KernelTable& kernels, ThreadPool& pool, BatchContext& batch)
    : m_kernels(kernels), m_pool(pool), m_batch(batch), m_taskRows(pool.threads()) {
}

void CpuAttention::attend(const AttentionArgs& args) {
    if (args.bidirectional && args.store->types.keepsResidualBlocks())
        throw Error(ErrorCode::Unsupported, "Keys of few bits cannot be read from both sides.");
    settle(args.q);
    m_batch.noteAttended(args.out.buffer);
    if (args.bidirectional) m_batch.noteBothSides();
    // Many rows are multiplied with the output matrix next, in bfloat16.
    const bool rounds = m_rounds && m_kernels.toBfloat != nullptr &&
                        m_batch.recipeOf(RowSet::All) == Recipe::Prompt &&
                        args.out.columns % blockColumns == 0;
    uint16_t* rounded = rounds ? holdRounded(args.out, m_batch.rows().size()) : nullptr;
    if (!rounds) settle(args.out);
    const Call call(args, m_rounds ? m_kernels.roundedAttention : m_kernels.attention, rounded);
    m_plan.make(args, m_batch, call.kernel.rows);
    m_splits.reserve(m_plan.splitFloats() * sizeof(float));
    const size_t scratchFloats = call.scratchFloats();
    m_scratch.reserve(m_pool.threads() * scratchFloats * sizeof(float));
    const auto tasks = m_plan.tasks();
    m_pool.runIfWorth(m_plan.work(args), [&](const ThreadPool::Region& region) {
        float* scratch = m_scratch.as<float>() + region.index() * scratchFloats;
        // The longest tasks are last in the list and start first.
        for (size_t i = region.next(); i < tasks.size(); i = region.next()) {
            const AttentionTask& task = tasks[tasks.size() - 1 - i];
            // The state of a task that is not split stays in the caches of the thread that computed it.
            const bool whole = task.splits == 1;
            float* state = whole ? scratch : m_splits.as<float>() + task.splitFloats;
            attendTask(call, task, state, scratch + call.stateFloats, m_taskRows[region.index()]);
            if (whole) finishTask(call, task, state);
        }
        region.barrier();
        for (size_t i = region.first(tasks.size()); i < region.last(tasks.size()); ++i)
            if (tasks[i].splits > 1) mergeSplits(call, tasks[i], m_splits.as<float>() + tasks[i].splitFloats);
    });
}

void CpuAttention::gather(const Call& call, const AttentionTask& task, TaskRows& rows) const {
    const AttentionArgs& args = call.args;
    rows.queries.resize(call.rowsOf(task));
    rows.first.resize(call.rowsOf(task));
    rows.last.resize(call.rowsOf(task));
    const RowRange all = m_batch.rowsBySequence()[task.sequence];
    const int32_t lastOfSequence = m_batch.rows()[all.first + all.count - 1].slot;
    for (size_t i = 0; i < call.rowsOf(task); ++i) {
        const size_t row = call.batchRowOf(task, i);
        rows.queries[i] = rowOf(args.q, row) + call.headOf(task, i) * call.shape.keyDim;
        const VisibleSlots seen = visibleSlots(args, m_batch.rows()[row], lastOfSequence);
        rows.first[i] = seen.first;
        rows.last[i] = seen.last;
    }
    const auto& table = m_batch.sequence(task.sequence).blockTables[call.shape.group];
    rows.keys.resize(task.endBlock);
    rows.values.resize(task.endBlock);
    for (uint32_t b = task.firstBlock; b < task.endBlock; ++b) {
        rows.keys[b] = call.store.keys(args.layer, table[b], task.kvHead);
        rows.values[b] = call.store.values(args.layer, table[b], task.kvHead);
    }
    rows.residualBlock = task.endBlock;
    if (!call.store.types.keepsResidualBlocks()) return;
    // The block of these rows, and those of their unit behind it.
    const auto own = static_cast<uint32_t>(m_batch.rows()[task.firstRow].slot) / PagedKvCache::blockPositions;
    rows.residualBlock = std::min(own, task.endBlock);
    for (uint32_t b = std::max(own, task.firstBlock); b < task.endBlock; ++b)
        rows.keys[b] = call.store.open.keys(m_batch, args.layer, task.sequence, b, task.kvHead);
}

/// The state of a task; `scratch` is what of a thread's follows the state.
void CpuAttention::attendTask(const Call& call, const AttentionTask& task, float* state, float* scratch,
                              TaskRows& rows) const {
    gather(call, task, rows);
    AttentionRun run;
    run.queries = rows.queries.data();
    run.first = rows.first.data();
    run.last = rows.last.data();
    run.rows = call.rowsOf(task);
    run.many = task.many;
    run.keyDim = call.shape.keyDim;
    run.valueDim = call.valueDim;
    run.storedValueDim = call.layer.valueDim;
    run.scale = call.args.scale;
    run.softCap = call.args.softCap;
    run.half = !call.asFloats;
    run.keys = rows.keys.data();
    run.values = rows.values.data();
    run.firstBlock = task.firstBlock;
    run.endBlock = task.endBlock;
    run.largest = state;
    run.total = run.largest + run.rows;
    run.sums = run.total + run.rows;
    run.scratch = scratch;
    if (call.readsStored && !task.many)
        attendStored(call, run, rows);
    else if (call.expands)
        attendExpanded(call, run, scratch + call.kernelFloats, rows);
    else
        call.kernel.attend(run);
}

/// Keys and values of a block as they are read: those that are stored so stay where they are, the others go
/// to `to`.
void CpuAttention::expandBlock(const Call& call, size_t block, std::byte* to, TaskRows& rows) const {
    const KvType keyType = block >= rows.residualBlock ? KvType::F16 : call.store.types.key;
    std::byte* const toValues = to + call.keyBytes();
    const size_t keyDim = call.shape.keyDim;
    if (isQuantized(keyType)) {
        m_kernels.expandKeys(keyType, rows.keys[block], keyDim, reinterpret_cast<uint16_t*>(to));
        rows.keys[block] = to;
    }
    if (call.layer.valuesFromKeys) {
        valuesOfKeys(reinterpret_cast<const uint16_t*>(rows.keys[block]), keyDim,
                     reinterpret_cast<uint16_t*>(toValues));
        rows.values[block] = toValues;
    } else if (isQuantized(call.layer.valueType)) {
        m_kernels.expandValues(call.layer.valueType, rows.values[block], call.layer.valueDim,
                               reinterpret_cast<uint16_t*>(toValues));
        rows.values[block] = toValues;
    }
    if (!call.asFloats) return;
    const auto widen = [](const std::byte*& stored, std::byte* place, size_t count) {
        if (stored != place) std::memcpy(place, stored, count * sizeof(uint16_t));
        widenInPlace(place, count);
        stored = place;
    };
    if (keyType != KvType::F32) widen(rows.keys[block], to, keyDim * PagedKvCache::blockPositions);
    if (call.layer.valueType != KvType::F32)
        widen(rows.values[block], toValues, size_t{call.layer.valueDim} * PagedKvCache::blockPositions);
}

void CpuAttention::attendStored(const Call& call, const AttentionRun& run, const TaskRows& rows) const {
    StoredAttentionRun stored{run};
    stored.keyType = call.store.types.key;
    stored.valueType = call.layer.valueType;
    stored.residualBlock = rows.residualBlock;
    m_kernels.attendStored(stored);
}

/// For caches of which something is not stored as it is read: a few blocks at a time, and what they give is
/// merged into what those before gave.
void CpuAttention::attendExpanded(const Call& call, AttentionRun run, float* part, TaskRows& rows) const {
    float* state = run.largest;
    auto* expanded = reinterpret_cast<std::byte*>(part + call.partFloats);
    const size_t firstBlock = run.firstBlock;
    const size_t endBlock = run.endBlock;
    for (size_t begin = firstBlock; begin < endBlock; begin = run.endBlock) {
        // Always the same blocks together, wherever these rows begin.
        run.firstBlock = begin;
        run.endBlock = std::min(begin / expandedBlocks * expandedBlocks + expandedBlocks, endBlock);
        std::byte* to = expanded;
        for (size_t b = run.firstBlock; b < run.endBlock; ++b, to += call.keyBytes() + call.valueBytes())
            expandBlock(call, b, to, rows);
        if (begin != firstBlock) {
            run.largest = part;
            run.total = part + run.rows;
            run.sums = part + 2 * run.rows;
        }
        call.kernel.attend(run);
        if (begin != firstBlock) mergePart(state, part, run.rows, call.valueDim);
    }
}

/// Adds the attention to further positions to that of some before.
void CpuAttention::mergePart(float* state, const float* part, size_t rows, size_t valueDim) const {
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

/// From the state of a task that saw all positions of its rows to their output.
void CpuAttention::finishTask(const Call& call, const AttentionTask& task, const float* state) const {
    const size_t rows = call.rowsOf(task);
    const bool direct = call.rounded != nullptr && m_kernels.finishRows != nullptr;
    for (size_t i = 0; i < rows; ++i) {
        const size_t head = call.headOf(task, i);
        const size_t row = call.batchRowOf(task, i);
        Finish finish;
        if (call.sinks != nullptr) {
            const float sink = call.sinks[head];
            const float largest = std::max(sink, state[i]);
            const float share = std::exp(state[i] - largest);
            finish.scale = share / (share * state[rows + i] + std::exp(sink - largest));
        } else {
            finish.scale = 1.0F / state[rows + i];
        }
        const float* sums = state + 2 * rows + i * call.valueDim;
        if (direct)
            m_kernels.finishRows(sums, call.valueDim, 1, call.valueDim, finish,
                                 {.rounded = call.roundedOut(row, head)});
        else
            m_kernels.finish(sums, call.valueDim, finish, rowOf(call.args.out, row) + head * call.valueDim);
    }
}

/// The same from the states of some tasks that saw a part of the positions each, the first of which is given.
void CpuAttention::mergeSplits(const Call& call, const AttentionTask& task, const float* states) const {
    const size_t rows = call.rowsOf(task);
    const size_t valueDim = call.valueDim;
    const size_t stateFloats = rows * (2 + valueDim);
    for (size_t i = 0; i < rows; ++i) {
        const size_t head = call.headOf(task, i);
        const size_t row = call.batchRowOf(task, i);
        float* out = rowOf(call.args.out, row) + head * valueDim;
        float largest = call.sinks != nullptr ? call.sinks[head] : -std::numeric_limits<float>::infinity();
        for (uint32_t s = 0; s < task.splits; ++s) largest = std::max(largest, states[s * stateFloats + i]);
        float total = call.sinks != nullptr ? std::exp(call.sinks[head] - largest) : 0.0F;
        for (uint32_t s = 0; s < task.splits; ++s) {
            const float* part = states + s * stateFloats;
            total += std::exp(part[i] - largest) * part[rows + i];
        }
        Finish finish;
        for (uint32_t s = 0; s < task.splits; ++s) {
            const float* part = states + s * stateFloats;
            finish.scale = std::exp(part[i] - largest) / total;
            m_kernels.finish(part + 2 * rows + i * valueDim, valueDim, finish, out);
            finish.accumulate = true;
        }
        if (call.rounded != nullptr) m_kernels.toBfloat(out, valueDim, call.roundedOut(row, head));
    }
}

}  // namespace hearth::cpu
