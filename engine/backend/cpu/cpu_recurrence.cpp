#include "backend/cpu/cpu_recurrence.h"

#include <algorithm>
#include <cmath>

#include "backend/cpu/cpu_weight.h"
#include "backend/cpu/rounded_rows.h"
#include "backend/cpu/state_store.h"

namespace hearth::cpu {

/// Data that all tasks of an operation share. A task is some columns of one head of one sequence.
struct CpuRecurrence::Call {
    const RecurrenceArgs& args;
    size_t heads, keyDim, valueDim;
    const float* rateBias;
    const float* decay;
    const float* skip;
    size_t tiles;  ///< of a head
    float* gates = nullptr;

    explicit Call(const RecurrenceArgs& a)
        : args(a),
          heads(a.heads),
          keyDim(a.k.columns / a.keyHeads),
          valueDim(a.v.columns / heads),
          rateBias(valuesOf(a.rateBias)),
          decay(valuesOf(a.decay)),
          skip(valuesOf(a.skip)),
          tiles((valueDim + recurrenceColumns - 1) / recurrenceColumns) {}

    size_t tileFloats() const noexcept { return keyDim * recurrenceColumns; }
};

void CpuRecurrence::recur(const RecurrenceArgs& args) {
    for (const Slice& slice : {args.q, args.k, args.v, args.rate, args.strength, args.out}) settle(slice);
    Call call(args);
    const size_t rows = m_batch.rows().size();
    m_gates.reserve(rows * call.heads * 2 * sizeof(float));
    m_tiles.reserve(m_pool.threads() * call.tileFloats() * sizeof(float));
    call.gates = m_gates.as<float>();
    const size_t tasks = m_batch.rowsBySequence().size() * call.heads * call.tiles;
    m_pool.runIfWorth(rows * args.v.columns * call.keyDim, [&](const ThreadPool::Region& region) {
        openGates(call, region);
        region.barrier();
        float* tile = m_tiles.as<float>() + region.index() * call.tileFloats();
        for (size_t task = region.next(); task < tasks; task = region.next()) runTask(call, task, tile);
    });
}

void CpuRecurrence::openGates(const Call& call, const ThreadPool::Region& region) const {
    const RecurrenceArgs& args = call.args;
    const size_t gates = m_batch.rows().size() * call.heads;
    for (size_t i = region.first(gates); i < region.last(gates); ++i) {
        const size_t row = i / call.heads, head = i % call.heads;
        const float x = rowOf(args.rate, row)[head] + (call.rateBias != nullptr ? call.rateBias[head] : 0.0F);
        const float step = x > 20.0F ? x : std::log1p(std::exp(x));
        call.gates[2 * i] = std::exp(call.decay[head] * step);
        call.gates[2 * i + 1] = args.strength.buffer != nullptr
                                    ? 1.0F / (1.0F + std::exp(-rowOf(args.strength, row)[head]))
                                    : step;
    }
}

void CpuRecurrence::runTask(const Call& call, size_t task, float* tile) const {
    const RecurrenceArgs& args = call.args;
    const size_t heads = call.heads, keyDim = call.keyDim, valueDim = call.valueDim;
    const size_t sequence = task / (heads * call.tiles), head = task / call.tiles % heads,
                 column = task % call.tiles * recurrenceColumns;
    const auto [first, count] = m_batch.rowsBySequence()[sequence];
    if (count == 0) return;
    const size_t keyHead = args.tiledHeads ? head % args.keyHeads : head / (heads / args.keyHeads);
    const auto& store = static_cast<const CpuStateStore&>(*args.states);
    const auto matrixIn = [&](int32_t slot) {
        return store.state(args.layer, slot) + args.firstFloat + head * keyDim * valueDim + column;
    };
    float* matrix = matrixIn(m_batch.sequence(sequence).stateSlot);
    RecurrenceRun run{.keys = rowOf(args.k, first) + keyHead * keyDim,
                      .queries = rowOf(args.q, first) + keyHead * keyDim,
                      .values = rowOf(args.v, first) + head * valueDim + column,
                      .out = rowOf(args.out, first) + head * valueDim + column,
                      .keyStride = args.k.buffer->columns,
                      .queryStride = args.q.buffer->columns,
                      .valueStride = args.v.buffer->columns,
                      .outStride = args.out.buffer->columns,
                      .rows = count,
                      .keyDim = keyDim,
                      .columns = std::min(recurrenceColumns, valueDim - column),
                      .gates = call.gates + (first * heads + head) * 2,
                      .gateStride = heads * 2,
                      .matrix = matrix,
                      .matrixStride = valueDim,
                      .skip = call.skip != nullptr ? call.skip[head] : 0.0F,
                      .corrects = args.corrects};
    // One row passes the state once and so works on it where it is; more work on a copy that is dense.
    const bool copied = count > 1 || run.columns < recurrenceColumns;
    if (copied) {
        std::fill_n(tile, call.tileFloats(), 0.0F);
        for (size_t i = 0; i < keyDim; ++i)
            std::copy_n(matrix + i * valueDim, run.columns, tile + i * recurrenceColumns);
        run.matrix = tile;
        run.matrixStride = recurrenceColumns;
    }
    const auto leaveIn = [&](float* to) {
        for (size_t i = 0; i < keyDim; ++i)
            std::copy_n(run.matrix + i * run.matrixStride, run.columns, to + i * valueDim);
    };
    for (size_t row = 0; row < count;) {
        // To the next row whose state is kept as well, or the last one.
        run.rows = 1;
        const auto kept = [&] { return m_batch.rows()[first + row + run.rows - 1].keptState; };
        while (row + run.rows < count && kept() < 0) ++run.rows;
        m_kernels.recur(run);
        if (kept() >= 0) leaveIn(matrixIn(kept()));
        row += run.rows;
        run.keys += run.rows * run.keyStride;
        run.queries += run.rows * run.queryStride;
        run.values += run.rows * run.valueStride;
        run.out += run.rows * run.outStride;
        run.gates += run.rows * run.gateStride;
    }
    if (copied) leaveIn(matrix);
}

}  // namespace hearth::cpu
