#include "gpu/kernel_times.h"

#include <algorithm>
#include <chrono>
#include <numeric>

#include "gpu/weight_kinds.h"

namespace hearth::test {
namespace {

constexpr int rounds = 4;
constexpr int32_t longestContext = 16384;
constexpr int longestPrompt = 2048;

struct Shape {
    uint64_t columns, outputs;
    bool gated;
};

double seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Rows of different sequences, all at one position.
Batch replies(int rows, int32_t position) {
    Batch batch;
    batch.kind = RowKind::Reply;
    std::vector<int32_t> table(static_cast<size_t>(position) / KvStore::blockPositions + 1);
    std::iota(table.begin(), table.end(), 0);
    for (int i = 0; i < rows; ++i) {
        batch.sequences.push_back({{table}, -1});
        batch.rows.push_back({static_cast<uint32_t>(i), position, 0, false});
    }
    return batch;
}

Batch prompt(int rows) {
    Batch batch = replies(1, rows - 1);
    batch.kind = RowKind::Prompt;
    batch.rows.clear();
    for (int i = 0; i < rows; ++i) batch.rows.push_back({0, i, 0, false});
    return batch;
}

/// Runs `operation(i)` so often in one batch, several times; microseconds of one.
template <class Operation>
double timeOf(Backend& backend, const Batch& batch, int count, Operation operation) {
    double least = 1e30;
    for (int round = 0; round < rounds; ++round) {
        backend.synchronize();
        const double begun = seconds();
        backend.beginBatch(batch);
        for (int i = 0; i < count; ++i) operation(i);
        backend.synchronize();
        least = std::min(least, seconds() - begun);
    }
    return 1e6 * least / count;
}

/// Weights of any kind whose scales are all about 0.001 and whose codes differ.
std::unique_ptr<Weight> makeWeight(Backend& backend, const WeightKind& kind, const Shape& shape) {
    return backend.upload(
        {"timed", kind.type, shape.columns, shape.outputs, 1, [&](uint64_t offset, std::span<std::byte> to) {
             for (size_t i = 0; i < to.size(); ++i) to[i] = static_cast<std::byte>((offset + i) * 37 & 0x17U);
         }});
}

void timeProducts(Backend& backend, int divide, const WeightKind& kind, const Shape& shape,
                  std::span<const int> rowCounts, std::vector<KernelTime>& times) {
    const double cache = 134217728.0 / divide / divide;
    const int mostRows = longestPrompt / divide;
    const double bytes = static_cast<double>(shape.columns * shape.outputs / kind.elements * kind.bytes) *
                         (shape.gated ? 2 : 1);
    const size_t matrices =
        std::max<size_t>(2, static_cast<size_t>(cache / bytes) + 1) * (shape.gated ? 2 : 1);
    std::vector<std::unique_ptr<Weight>> weights;
    for (size_t i = 0; i < matrices; ++i) weights.push_back(makeWeight(backend, kind, shape));
    const auto in = backend.allocate(mostRows, shape.columns),
               out = backend.allocate(mostRows, shape.outputs);
    std::vector<float> values(mostRows * shape.columns);
    for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i * 7919 % 211) / 105.0F - 1.0F;
    backend.upload({in.get(), 0, shape.columns}, mostRows, values);
    for (const int rows : rowCounts) {
        const int count = rows > 64 ? 8 : 32;
        const double time = timeOf(backend, rows > 64 ? prompt(rows) : replies(rows, 0), count, [&](int i) {
            LinearArgs args;
            args.in = {in.get(), 0, shape.columns};
            const size_t step = shape.gated ? 2 : 1;
            const size_t at = static_cast<size_t>(i) * step % matrices;
            args.parts = {{weights[at].get(), nullptr}};
            if (shape.gated) args.parts.push_back({weights[at + 1].get(), nullptr});
            args.gated = shape.gated;
            args.activation = shape.gated ? Activation::Silu : Activation::None;
            args.norm.kind = NormKind::Rms;
            args.out = {out.get(), 0, shape.outputs};
            backend.linear(args);
        });
        times.push_back({"product " + std::to_string(shape.columns) + " to " + std::to_string(shape.outputs) +
                             (shape.gated ? " gated, " : ", ") + kind.name,
                         rows, time, bytes,
                         static_cast<double>(shape.columns * shape.outputs) * rows * (shape.gated ? 2 : 1)});
    }
}

void timeAttention(Backend& backend, int divide, std::vector<KernelTime>& times) {
    constexpr uint32_t heads = 32, kvHeads = 8, dim = 128;
    const int mostRows = longestPrompt / divide, longest = longestContext / divide;
    const auto q = backend.allocate(mostRows, heads * dim),
               kv = backend.allocate(mostRows, 2 * kvHeads * dim),
               out = backend.allocate(mostRows, heads * dim);
    for (const auto& [name, type] : {std::pair{"f16", KvType::F16}, std::pair{"q8_0", KvType::Q8_0}}) {
        const auto store = backend.makeKvStore({{kvHeads, dim, dim, 0}}, type,
                                               static_cast<uint32_t>(longest) / KvStore::blockPositions);
        store->commitAll();
        AttentionArgs args;
        args.q = {q.get(), 0, heads * dim};
        args.heads = heads;
        args.store = store.get();
        args.scale = 0.1F;
        args.out = {out.get(), 0, heads * dim};
        KvWriteArgs write;
        write.q = args.q;
        write.k = {kv.get(), 0, kvHeads * dim};
        write.v = {kv.get(), kvHeads * dim, kvHeads * dim};
        write.heads = heads;
        write.store = store.get();
        const double perPosition = 2.0 * kvHeads * dim * (type == KvType::F16 ? 2 : 1);
        // Positions are filled first: what memory held before may be no number.
        for (int32_t first = 0; first < longest; first += mostRows) {
            Batch batch = prompt(mostRows);
            std::iota(batch.sequences[0].blockTables[0].begin(), batch.sequences[0].blockTables[0].end(),
                      first / static_cast<int32_t>(KvStore::blockPositions));
            backend.beginBatch(batch);
            backend.writeKv(write);
        }
        for (const int positions : {256, 2048 / divide, longest}) {
            for (const int rows : {1, 8}) {
                const double time =
                    timeOf(backend, replies(rows, positions - 1), 32, [&](int) { backend.attention(args); });
                times.push_back({"attention to " + std::to_string(positions) + ", " + name, rows, time,
                                 perPosition * positions, 2.0 * heads * dim * positions * rows});
            }
        }
        for (const int rows : {mostRows / 4, mostRows}) {
            const double time = timeOf(backend, prompt(rows), 4, [&](int) { backend.attention(args); });
            times.push_back({std::string("attention of a prompt, ") + name, rows, time, perPosition * rows,
                             1.0 * heads * dim * rows * rows});
        }
    }
}

}  // namespace

std::vector<KernelTime> kernelTimes(Backend& backend, int divide) {
    std::vector<KernelTime> times;
    const auto by = static_cast<uint64_t>(divide);
    const int few[] = {1, 2, 3, 4, 8, 16, 64, 512 / divide, longestPrompt / divide},
              some[] = {1, 8, 512 / divide};
    const Shape gated{4096 / by, 14336 / by, true}, square{4096 / by, 4096 / by, false};
    timeProducts(backend, divide, kinds::q4_0, gated, few, times);
    timeProducts(backend, divide, kinds::q4_0, square, few, times);
    timeProducts(backend, divide, kinds::q4_0, {14336 / by, 4096 / by, false}, some, times);
    timeProducts(backend, divide, kinds::q4_0, {2048 / by, 2048 / by, false}, some, times);
    timeProducts(backend, divide, kinds::q4_0, {2048 / by, 8192 / by, true}, some, times);
    for (const WeightKind& kind : {kinds::q4_k, kinds::q8_0, kinds::f16}) {
        timeProducts(backend, divide, kind, gated, some, times);
        timeProducts(backend, divide, kind, square, some, times);
    }
    timeAttention(backend, divide, times);
    return times;
}

}  // namespace hearth::test
