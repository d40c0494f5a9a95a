#include "backend/cpu/cpu_recurrence.h"

#include <algorithm>
#include <cmath>

#include "backend/cpu/cpu_weight.h"
#include "backend/cpu/rounded_rows.h"
#include "backend/cpu/state_store.h"

namespace hearth::cpu {

namespace {

float sigmoid(float x) {
    return 1.0F / (1.0F + std::exp(-x));
}

}  // namespace

/// Data that all tasks of an operation share. A task is some columns of one head of one sequence.
struct CpuRecurrence::Call {
    const RecurrenceArgs& args;
    size_t heads, keyDim, valueDim;
    const float* rateBias;
    const float* decay;
    const float* skip;
    size_t rates;  ///< of a head, that are worked out for all columns together
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
          rates(a.scans() ? 0 : a.rate.columns / heads),
          tiles((valueDim + recurrenceColumns - 1) / recurrenceColumns) {}

    /// Floats of m_gates for a head.
    size_t gatesOfHead() const noexcept { return rates + 1; }
    size_t tileFloats() const noexcept { return keyDim * recurrenceColumns; }
    /// Tiles of a thread: of the matrix, and of decays.
    size_t tilesOfThread() const noexcept { return args.scans() ? 2 : 1; }
};

void CpuRecurrence::recur(const RecurrenceArgs& args) {
    for (const Slice& slice : {args.q, args.k, args.v, args.rate, args.strength, args.out}) settle(slice);
    Call call(args);
    const size_t rows = m_batch.rows().size();
    m_gates.reserve(rows * call.heads * call.gatesOfHead() * sizeof(float));
    m_tiles.reserve(m_pool.threads() * call.tilesOfThread() * call.tileFloats() * sizeof(float));
    call.gates = m_gates.as<float>();
    const size_t tasks = m_batch.rowsBySequence().size() * call.heads * call.tiles;
    m_pool.runIfWorth(rows * args.v.columns * call.keyDim, [&](const ThreadPool::Region& region) {
        if (!args.scans()) {
            openGates(call, region);
            region.barrier();
        }
        float* tile = m_tiles.as<float>() + region.index() * call.tilesOfThread() * call.tileFloats();
        for (size_t task = region.next(); task < tasks; task = region.next()) runTask(call, task, tile);
    });
}

void CpuRecurrence::openGates(const Call& call, const ThreadPool::Region& region) const {
    const RecurrenceArgs& args = call.args;
    const size_t gates = m_batch.rows().size() * call.heads;
    for (size_t i = region.first(gates); i < region.last(gates); ++i) {
        const size_t row = i / call.heads, head = i % call.heads;
        float* out = call.gates + i * call.gatesOfHead();
        float step = 0;
        for (size_t r = 0; r < call.rates; ++r) {
            const size_t at = head * call.rates + r;
            const float x = rowOf(args.rate, row)[at] + (call.rateBias != nullptr ? call.rateBias[at] : 0.0F);
            step = x > 20.0F ? x : std::log1p(std::exp(x));
            out[r] = std::exp(args.lowestLog != 0 ? args.lowestLog * sigmoid(-call.decay[head] * x)
                                                  : call.decay[head] * step);
        }
        out[call.rates] = args.strength.buffer != nullptr
                              ? args.strengthScale * sigmoid(rowOf(args.strength, row)[head])
                              : args.strengthScale * step;
    }
}

void CpuRecurrence::beginScan(const Call& call, RecurrenceRun& run, size_t firstRow, size_t column,
                              float* decays) {
    run.gates = nullptr;
    run.rates = rowOf(call.args.rate, firstRow) + column;
    run.rateStride = call.args.rate.buffer->columns;
    run.rateBias = call.rateBias != nullptr ? call.rateBias + column : nullptr;
    run.skips = call.skip != nullptr ? call.skip + column : nullptr;
    run.decays = call.decay + column;
    run.decayStride = call.valueDim;
    if (run.columns == recurrenceColumns) return;
    // The last columns alone have a tile of their own, since kernels read whole ones.
    std::fill_n(decays, call.tileFloats(), 0.0F);
    for (size_t i = 0; i < call.keyDim; ++i)
        std::copy_n(run.decays + i * run.decayStride, run.columns, decays + i * recurrenceColumns);
    run.decays = decays;
    run.decayStride = recurrenceColumns;
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
                      .gates = call.gates + (first * heads + head) * call.gatesOfHead(),
                      .gateStride = heads * call.gatesOfHead(),
                      .keeps = call.rates,
                      .matrix = matrix,
                      .matrixStride = valueDim,
                      .skip = call.skip != nullptr && !args.scans() ? call.skip[head] : 0.0F,
                      .corrects = args.corrects};
    if (args.scans()) beginScan(call, run, first, column, tile + call.tileFloats());
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
        args.scans() ? m_kernels.scan(run) : m_kernels.recur(run);
        if (kept() >= 0) leaveIn(matrixIn(kept()));
        row += run.rows;
        run.keys += run.rows * run.keyStride;
        run.queries += run.rows * run.queryStride;
        run.values += run.rows * run.valueStride;
        run.out += run.rows * run.outStride;
        if (run.gates != nullptr) run.gates += run.rows * run.gateStride;
        if (run.rates != nullptr) run.rates += run.rows * run.rateStride;
    }
    if (copied) leaveIn(matrix);
}

}  // namespace hearth::cpu
