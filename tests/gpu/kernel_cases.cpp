#include "gpu/kernel_cases.h"

#include <algorithm>
#include <numeric>

#include "gpu/weight_kinds.h"

namespace hearth::test {
namespace {

constexpr int32_t longestContext = 16384;
constexpr int longestPrompt = 2048;

struct Shape {
    uint64_t columns, outputs;
    bool gated;
};

/// Rows of different sequences, all at one position.
Batch replies(int rows, int32_t position) {
    Batch batch;
    batch.kind = RowKind::Decode;
    std::vector<int32_t> table(static_cast<size_t>(position) / PagedKvCache::blockPositions + 1);
    std::iota(table.begin(), table.end(), 0);
    for (int i = 0; i < rows; ++i) {
        batch.sequences.push_back({{table}, -1});
        batch.rows.push_back({static_cast<uint32_t>(i), position, 0, false});
    }
    return batch;
}

Batch prompt(int rows) {
    Batch batch = replies(1, rows - 1);
    batch.kind = RowKind::Prefill;
    batch.rows.clear();
    for (int i = 0; i < rows; ++i) batch.rows.push_back({0, i, 0, false});
    return batch;
}

using Visit = std::function<void(const KernelCase&)>;

/// Weights of any kind whose scales are all about 0.001 and whose codes differ.
std::unique_ptr<Weight> makeWeight(Backend& backend, const WeightKind& kind, const Shape& shape) {
    return backend.upload(
        {"timed", kind.type, shape.columns, shape.outputs, 1, [&](uint64_t offset, std::span<std::byte> to) {
             for (size_t i = 0; i < to.size(); ++i) to[i] = static_cast<std::byte>((offset + i) * 37 & 0x17U);
         }});
}

void visitProducts(Backend& backend, const KernelCaseOptions& options, const WeightKind& kind,
                   const Shape& shape, std::span<const int> rowCounts, const Visit& visit) {
    const double cache = options.cacheBytes / options.divide / options.divide;
    const int mostRows = longestPrompt / options.divide;
    const std::string name = "product " + std::to_string(shape.columns) + " to " +
                             std::to_string(shape.outputs) + (shape.gated ? " gated, " : ", ") + kind.name;
    const auto isWanted = [&](int rows) { return options.isWanted(name, rows); };
    if (std::none_of(rowCounts.begin(), rowCounts.end(), isWanted)) return;
    const double bytes = static_cast<double>(shape.columns * shape.outputs / kind.elements * kind.bytes) *
                         (shape.gated ? 2 : 1);
    const size_t matrices =
        std::max<size_t>(2, static_cast<size_t>(cache / bytes) + 1) * (shape.gated ? 2 : 1);
    std::vector<std::unique_ptr<Weight>> weights;
    for (size_t i = 0; i < matrices; ++i) weights.push_back(makeWeight(backend, kind, shape));
    options.isAllocated("weights");
    const auto in = backend.allocate(mostRows, shape.columns),
               out = backend.allocate(mostRows, shape.outputs);
    std::vector<float> values(mostRows * shape.columns);
    for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i * 7919 % 211) / 105.0F - 1.0F;
    backend.upload({in.get(), 0, shape.columns}, mostRows, values);
    for (const int rows : rowCounts) {
        if (!isWanted(rows)) continue;
        const auto run = [&](int i) {
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
        };
        visit({name, rows, bytes,
               static_cast<double>(shape.columns * shape.outputs) * rows * (shape.gated ? 2 : 1),
               rows > 64 ? 8 : 32, rows > 64 ? prompt(rows) : replies(rows, 0), run});
    }
}

void visitAttention(Backend& backend, const KernelCaseOptions& options, const Visit& visit) {
    const int divide = options.divide;
    constexpr uint32_t heads = 32, kvHeads = 8, dim = 128;
    const int mostRows = longestPrompt / divide, longest = longestContext / divide;
    const auto q = backend.allocate(mostRows, heads * dim),
               kv = backend.allocate(mostRows, 2 * kvHeads * dim),
               out = backend.allocate(mostRows, heads * dim);
    options.isAllocated("activations");
    for (const auto& [name, type] : {std::pair{"f16", KvType::F16}, std::pair{"q8_0", KvType::Q8_0}}) {
        const auto store = backend.makePagedKvCache(
            {{kvHeads, dim, dim, 0}}, type, static_cast<uint32_t>(longest) / PagedKvCache::blockPositions);
        store->commitAll();
        options.isAllocated("cache");
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
        for (int32_t first = 0; options.fillsCache && first < longest; first += mostRows) {
            Batch batch = prompt(mostRows);
            std::iota(batch.sequences[0].blockTables[0].begin(), batch.sequences[0].blockTables[0].end(),
                      first / static_cast<int32_t>(PagedKvCache::blockPositions));
            backend.beginBatch(batch);
            backend.writeKv(write);
        }
        for (const int positions : {256, 2048 / divide, longest}) {
            for (const int rows : {1, 8}) {
                const std::string to = "attention to " + std::to_string(positions) + ", " + name;
                if (!options.isWanted(to, rows)) continue;
                visit({to, rows, perPosition * positions, 2.0 * heads * dim * positions * rows, 32,
                       replies(rows, positions - 1), [&](int) { backend.attention(args); }});
            }
        }
        for (const int rows : {mostRows / 4, mostRows}) {
            const std::string of = std::string("attention of a prompt, ") + name;
            if (!options.isWanted(of, rows)) continue;
            visit({of, rows, perPosition * rows, 1.0 * heads * dim * rows * rows, 4, prompt(rows),
                   [&](int) { backend.attention(args); }});
        }
    }
}

}  // namespace

void visitKernelCases(Backend& backend, const KernelCaseOptions& options, const Visit& visit) {
    const int divide = options.divide;
    const auto by = static_cast<uint64_t>(divide);
    const int few[] = {1, 2, 3, 4, 8, 16, 64, 512 / divide, longestPrompt / divide},
              some[] = {1, 8, 512 / divide};
    const Shape gated{4096 / by, 14336 / by, true}, square{4096 / by, 4096 / by, false};
    visitProducts(backend, options, kinds::q4_0, gated, few, visit);
    visitProducts(backend, options, kinds::q4_0, square, few, visit);
    visitProducts(backend, options, kinds::q4_0, {14336 / by, 4096 / by, false}, some, visit);
    visitProducts(backend, options, kinds::q4_0, {2048 / by, 2048 / by, false}, some, visit);
    visitProducts(backend, options, kinds::q4_0, {2048 / by, 8192 / by, true}, some, visit);
    for (const WeightKind& kind : {kinds::q4_k, kinds::q8_0, kinds::e4m3, kinds::f16}) {
        visitProducts(backend, options, kind, gated, some, visit);
        visitProducts(backend, options, kind, square, some, visit);
    }
    visitAttention(backend, options, visit);
}

}  // namespace hearth::test
