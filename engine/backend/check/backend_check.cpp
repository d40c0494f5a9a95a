#include "backend/check/backend_check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "backend/check/random_weights.h"
#include "backend/reference/reference_backend.h"

namespace hearth {
namespace {

constexpr size_t batchRows = 12;
/// Its state is kept as well.
constexpr int32_t keptRow = 4;
constexpr int32_t storeBlocks = 4;
constexpr uint32_t embedding = 256, heads = 4, kvHeads = 2, headDim = 64, hidden = 96, experts = 4;

/// The backend's objects for one check, made from numbers that depend on the seed alone, so that both sides
/// get the same.
class Bench {
public:
    explicit Bench(Backend& backend) : m_backend(backend) {}

    Backend& backend() noexcept { return m_backend; }
    const Weight* weight(BlockType type, uint64_t columns, uint64_t rows = 1, uint64_t count = 1) {
        const auto bytes = randomBlocks(type, columns * rows * count, m_random);
        m_weights.push_back(m_backend.upload(
            {"check", type, columns, rows, count, [&](uint64_t offset, std::span<std::byte> out) {
                 std::copy_n(bytes.begin() + static_cast<ptrdiff_t>(offset), out.size(), out.begin());
             }}));
        return m_weights.back().get();
    }
    /// A vector of numbers below zero.
    const Weight* negative(uint64_t columns) {
        std::uniform_real_distribution<float> uniform(-2.0F, -0.01F);
        std::vector<float> values(columns);
        for (float& value : values) value = uniform(m_random);
        m_weights.push_back(m_backend.upload(
            {"check", BlockType::F32, columns, 1, 1, [&](uint64_t offset, std::span<std::byte> out) {
                 std::copy_n(std::as_bytes(std::span(values)).begin() + static_cast<ptrdiff_t>(offset),
                             out.size(), out.begin());
             }}));
        return m_weights.back().get();
    }
    Slice buffer(uint64_t columns, float deviation = 1.0F) {
        m_buffers.push_back(m_backend.allocate(batchRows, columns));
        std::normal_distribution<float> normal(0.0F, deviation);
        std::vector<float> values(batchRows * columns);
        for (float& value : values) value = normal(m_random);
        const Slice slice{m_buffers.back().get(), 0, columns};
        m_backend.upload(slice, batchRows, values);
        return slice;
    }
    PagedKvCache& store(KvTypes types) {
        m_store = m_backend.makePagedKvCache({{kvHeads, headDim, headDim, 0}}, types, storeBlocks);
        m_store->commitAll();
        // Values of f16 lie in pairs of positions, and a kernel may load one that is half written before it
        // drops the other half. Tools that look for such loads are to find those that are faults.
        const std::vector<std::byte> zeros(m_store->blockBytes(0));
        for (int32_t block = 0; block < storeBlocks; ++block) m_store->loadBlock(0, block, zeros);
        return *m_store;
    }
    StateStore& states(uint64_t floats) {
        m_states = m_backend.makeStateStore({floats}, 2);
        for (const int32_t slot : {0, 1}) m_states->reset(slot);
        return *m_states;
    }
    /// `slot`: of the state. `kept`: this row leaves its state in slot 0 as well; -1: none does.
    void begin(size_t rows, int32_t position, int32_t slot = 1, int32_t kept = -1) {
        Batch batch;
        batch.sequences.push_back({{{2, 0, 3, 1}}, slot});
        for (size_t i = 0; i < rows; ++i) {
            batch.rows.push_back(
                {0, position + static_cast<int32_t>(i), static_cast<TokenId>(i * 5 % 40), true});
        }
        if (kept >= 0) batch.rows[static_cast<size_t>(kept)].keptState = 0;
        m_backend.beginBatch(batch);
    }
    std::vector<float> result(const Slice& out, size_t rows) {
        std::vector<float> values(rows * out.columns);
        m_backend.download(out, rows, values);
        return values;
    }

private:
    Backend& m_backend;
    std::mt19937 m_random{4711};
    std::vector<std::unique_ptr<Weight>> m_weights;
    std::vector<std::unique_ptr<Buffer>> m_buffers;
    std::unique_ptr<PagedKvCache> m_store;
    std::unique_ptr<StateStore> m_states;
};

using Body = std::function<std::vector<float>(Bench&)>;

class Checker {
public:
    Checker(Backend& backend, const std::function<void(const OperationCheck&)>& each)
        : m_backend(backend), m_each(each) {}

    void check(const std::string& name, double tolerance, const Body& body) {
        OperationCheck check;
        check.name = name;
        check.tolerance = tolerance;
        ReferenceBackend reference;
        Bench expectedBench(reference);
        const auto expected = body(expectedBench);
        try {
            Bench bench(m_backend);
            check.error = relativeError(expected, body(bench));
        } catch (const Error& error) {
            check.failure = error.message();
            check.supported = error.code() != ErrorCode::Unsupported;
        }
        m_results.push_back(check);
        if (m_each) m_each(check);
    }
    std::vector<OperationCheck> take() { return std::move(m_results); }

private:
    static double relativeError(const std::vector<float>& expected, const std::vector<float>& actual) {
        double largest = 0, squares = 0;
        for (size_t i = 0; i < expected.size(); ++i) {
            const double difference = std::abs(double{expected[i]} - actual[i]);
            largest = difference <= largest ? largest : std::isnan(difference) ? HUGE_VAL : difference;
            squares += double{expected[i]} * expected[i];
        }
        return largest / std::max(std::sqrt(squares / static_cast<double>(expected.size())), 1e-30);
    }

    Backend& m_backend;
    const std::function<void(const OperationCheck&)>& m_each;
    std::vector<OperationCheck> m_results;
};

// Activations are rounded to 8 bits for quantised weights: a few percent of the root mean square at the worst
// element.
constexpr double quantizedTolerance = 0.06, floatTolerance = 2e-2;

std::string rowsText(size_t rows) {
    return ", " + std::to_string(rows) + (rows == 1 ? " row" : " rows");
}

void checkProducts(Checker& checker) {
    for (const BlockType type : matrixTypes()) {
        const bool floats = type == BlockType::F32 || type == BlockType::F16 || type == BlockType::BF16 ||
                            static_cast<uint32_t>(type) >= firstOwnBlockType;
        for (const size_t rows : {size_t{1}, batchRows}) {
            checker.check(
                "product with " + std::string(blockTypeInfo(type).name) + rowsText(rows),
                floats ? floatTolerance : quantizedTolerance, [=](Bench& bench) {
                    LinearArgs args;
                    args.in = bench.buffer(embedding);
                    args.norm = {NormKind::Rms, bench.weight(BlockType::F32, embedding), nullptr, 1e-5F};
                    args.parts = {{bench.weight(type, embedding, 70), bench.weight(BlockType::F32, 70)}};
                    args.out = bench.buffer(70);
                    bench.begin(rows, 0);
                    bench.backend().linear(args);
                    return bench.result(args.out, rows);
                });
        }
    }
}

void checkElementwise(Checker& checker) {
    checker.check("embedding", 1e-5, [](Bench& bench) {
        const Slice out = bench.buffer(embedding);
        bench.begin(batchRows, 0);
        bench.backend().embed(*bench.weight(BlockType::Q6_K, embedding, 40), 2.0F, out);
        return bench.result(out, batchRows);
    });
    for (const bool accumulate : {false, true}) {
        checker.check(accumulate ? "rows of a picture, added" : "rows of a picture", 1e-5, [=](Bench& bench) {
            const Slice out = bench.buffer(embedding);
            const std::array rows{uint32_t{1}, uint32_t{3}};
            std::vector<float> values(rows.size() * embedding);
            for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 17) - 8.0F;
            bench.begin(batchRows, 0);
            bench.backend().placeRows({.rows = rows, .values = values, .accumulate = accumulate, .out = out});
            return bench.result(out, batchRows);
        });
    }
    for (const auto& [name, kind] : {std::pair{"RMS norm", NormKind::Rms},
                                     {"layer norm", NormKind::Layer},
                                     {"unit length", NormKind::UnitLength}}) {
        checker.check(name, 1e-4, [kind = kind](Bench& bench) {
            NormArgs args;
            args.in = bench.buffer(embedding);
            args.norm = {kind, bench.weight(BlockType::F32, embedding),
                         bench.weight(BlockType::F32, embedding), 1e-5F};
            args.out = bench.buffer(embedding);
            bench.begin(batchRows, 0);
            bench.backend().norm(args);
            return bench.result(args.out, batchRows);
        });
    }
    checker.check("product of activations", 1e-4, [](Bench& bench) {
        MultiplyArgs args;
        args.a = bench.buffer(embedding);
        args.b = bench.buffer(embedding);
        args.activation = Activation::Silu;
        args.out = bench.buffer(embedding);
        bench.begin(batchRows, 0);
        bench.backend().multiply(args);
        return bench.result(args.out, batchRows);
    });
    checker.check("multiplication by heads", floatTolerance, [](Bench& bench) {
        MultiplyArgs args;
        args.a = bench.buffer(heads * headDim);
        args.b = bench.buffer(heads);
        args.scale = 0.5F;
        args.out = bench.buffer(heads * headDim);
        bench.begin(batchRows, 0);
        bench.backend().multiply(args);
        return bench.result(args.out, batchRows);
    });
    checker.check("gated product", quantizedTolerance, [](Bench& bench) {
        LinearArgs args;
        args.in = bench.buffer(embedding);
        args.norm = {NormKind::Rms, nullptr, nullptr, 1e-5F};
        args.parts = {{bench.weight(BlockType::Q4_0, embedding, hidden), nullptr},
                      {bench.weight(BlockType::Q4_0, embedding, hidden), nullptr}};
        args.gated = true;
        args.activation = Activation::Silu;
        args.out = bench.buffer(hidden);
        bench.begin(batchRows, 0);
        bench.backend().linear(args);
        return bench.result(args.out, batchRows);
    });
    checker.check("product by heads", floatTolerance, [](Bench& bench) {
        HeadLinearArgs args;
        args.in = bench.buffer(heads * headDim);
        args.inStride = headDim;
        args.weight = bench.weight(BlockType::F32, headDim - 8, 32, heads);
        args.tail = 8;
        args.out = bench.buffer(heads * 40);
        args.outStride = 40;
        bench.begin(batchRows, 0);
        bench.backend().headLinear(args);
        return bench.result(args.out, batchRows);
    });
}

void checkAttention(Checker& checker) {
    for (const auto& [name, type] : {std::pair{"f32", KvType::F32},
                                     {"f16", KvType::F16},
                                     {"q8_0", KvType::Q8_0},
                                     {"q4_0", KvType::Q4_0}}) {
        for (const size_t rows : {size_t{1}, batchRows}) {
            // A quantised cache rounds borderline values one step further on one side than on the other.
            const double tolerance = type == KvType::Q4_0 ? 0.15 : 0.02;
            checker.check(
                std::string("attention, ") + name + " cache" + rowsText(rows), tolerance,
                [type = type, rows](Bench& bench) {
                    const uint64_t queries = heads * headDim, keys = kvHeads * headDim;
                    KvWriteArgs write;
                    write.heads = heads;
                    write.kNorm = {NormKind::Rms, bench.weight(BlockType::F32, headDim), nullptr, 1e-5F};
                    write.rope = {RopePairing::Halves, headDim, 0, bench.weight(BlockType::F32, headDim / 2),
                                  1.0F};
                    write.store = &bench.store(type);
                    AttentionArgs attend;
                    attend.heads = heads;
                    attend.store = write.store;
                    attend.scale = 0.125F;
                    attend.sinks = bench.weight(BlockType::F32, heads);
                    attend.out = bench.buffer(queries);
                    // Fresh rows for every call: backends may work on queries and keys in place.
                    const auto writeRows = [&] {
                        const Slice qkv = bench.buffer(queries + 2 * keys);
                        write.q = attend.q = {qkv.buffer, 0, queries};
                        write.k = {qkv.buffer, queries, keys};
                        write.v = {qkv.buffer, queries + keys, keys};
                        bench.backend().writeKv(write);
                    };
                    for (int32_t position = 0; position < 36; position += static_cast<int32_t>(batchRows)) {
                        bench.begin(batchRows, position);
                        writeRows();
                    }
                    bench.begin(rows, 36);
                    writeRows();
                    bench.backend().attention(attend);
                    return bench.result(attend.out, rows);
                });
        }
    }
}

/// Some processors round the weights of positions to bfloat16. With so few positions as here the errors
/// cancel less than usual.
constexpr double bothSidesTolerance = 0.04;

/// Two texts in one batch, whose rows see what follows them: as models for embeddings read.
void checkBothSides(Checker& checker) {
    for (const auto& [name, type] : {std::pair{"f32", KvType::F32}, {"f16", KvType::F16}}) {
        for (const uint32_t window : {0U, 4U}) {
            checker.check(
                std::string("attention to both sides, ") + name + " cache" + (window != 0 ? ", window" : ""),
                bothSidesTolerance, [type = type, window](Bench& bench) {
                    constexpr size_t longer = 9;
                    const uint64_t queries = heads * headDim, keys = kvHeads * headDim;
                    const Slice qkv = bench.buffer(queries + 2 * keys);
                    KvWriteArgs write;
                    write.heads = heads;
                    write.store = &bench.store(type);
                    write.q = {qkv.buffer, 0, queries};
                    write.k = {qkv.buffer, queries, keys};
                    write.v = {qkv.buffer, queries + keys, keys};
                    AttentionArgs attend;
                    attend.q = write.q;
                    attend.heads = heads;
                    attend.store = write.store;
                    attend.scale = 0.125F;
                    attend.window = window;
                    attend.bidirectional = true;
                    attend.out = bench.buffer(queries);
                    Batch batch;
                    batch.sequences = {{.blockTables = {{1}}}, {.blockTables = {{2}}}};
                    for (size_t i = 0; i < batchRows; ++i)
                        batch.rows.push_back({.sequence = i < longer ? 0U : 1U,
                                              .slot = static_cast<int32_t>(i < longer ? i : i - longer)});
                    bench.backend().beginBatch(batch);
                    bench.backend().writeKv(write);
                    bench.backend().attention(attend);
                    return bench.result(attend.out, batchRows);
                });
        }
    }
}

/// Keys that are in the cache are turned to other positions before they are read; of the last block a part.
void checkMovedKeys(Checker& checker) {
    for (const auto& [name, type] : {std::pair{"f32", KvTypes(KvType::F32)},
                                     {"f16", KvTypes(KvType::F16)},
                                     {"q8_0", KvTypes(KvType::Q8_0)},
                                     {"q4_0", KvTypes(KvType::Q4_0)},
                                     {"f16:q8_0", KvTypes(KvType::F16, KvType::Q8_0)}}) {
        for (const RopePairing pairing : {RopePairing::Halves, RopePairing::Interleaved}) {
            const std::string how = pairing == RopePairing::Halves ? "" : ", interleaved";
            // As for attention; what is rounded twice may be two steps apart.
            const double tolerance = type.key == KvType::Q4_0 ? 0.3 : 0.04;
            checker.check(std::string("moved keys, ") + name + " cache" + how, tolerance,
                          [type = type, pairing](Bench& bench) {
                              const uint64_t queries = heads * headDim, keys = kvHeads * headDim;
                              KvWriteArgs write;
                              write.heads = heads;
                              write.rope = {pairing, headDim - 16, 8,
                                            bench.weight(BlockType::F32, headDim / 2 - 8), 1.25F};
                              write.store = &bench.store(type);
                              AttentionArgs attend;
                              attend.heads = heads;
                              attend.store = write.store;
                              attend.scale = 0.125F;
                              attend.out = bench.buffer(queries);
                              const auto writeRows = [&](int32_t position) {
                                  bench.begin(batchRows, position);
                                  const Slice qkv = bench.buffer(queries + 2 * keys);
                                  write.q = attend.q = {qkv.buffer, 0, queries};
                                  write.k = {qkv.buffer, queries, keys};
                                  write.v = {qkv.buffer, queries + keys, keys};
                                  bench.backend().writeKv(write);
                              };
                              int32_t written = 0;
                              for (; written < 36; written += static_cast<int32_t>(batchRows))
                                  writeRows(written);
                              const std::array<int32_t, 2> blocks{2, 0};
                              bench.backend().rotateKeys({.store = write.store,
                                                          .layer = 0,
                                                          .rope = write.rope,
                                                          .shift = -32,
                                                          .blocks = blocks,
                                                          .positions = static_cast<size_t>(written),
                                                          .residualBlock = 0});
                              writeRows(written);
                              bench.backend().attention(attend);
                              return bench.result(attend.out, batchRows);
                          });
        }
    }
}

/// Number of rows that continue from a state; `back`: the state is the one kept in the middle of the rows
/// before.
struct RowsBehindAState {
    size_t rows;
    bool back;
};
constexpr std::array rowsBehindAState{RowsBehindAState{1, false}, RowsBehindAState{batchRows, false},
                                      RowsBehindAState{1, true}};

std::string backText(bool back) {
    return back ? ", behind wrong drafts" : "";
}

void checkRecurrence(Checker& checker) {
    for (const auto& [rows, back] : rowsBehindAState) {
        checker.check("short convolution" + rowsText(rows) + backText(back), 1e-4,
                      [rows, back](Bench& bench) {
                          constexpr uint64_t taps = 4;
                          ConvolutionArgs args;
                          args.in = bench.buffer(embedding);
                          args.kernel = bench.weight(BlockType::F32, taps * embedding);
                          args.bias = bench.weight(BlockType::F32, embedding);
                          args.activation = Activation::Silu;
                          args.states = &bench.states((taps - 1) * embedding + 5);
                          args.firstFloat = 5;
                          args.out = bench.buffer(embedding);
                          bench.begin(batchRows, 0, 1,
                                      keptRow);  // leaves its last rows behind, and those up to another
                          bench.backend().convolve(args);
                          bench.begin(rows, batchRows, back ? 0 : 1);
                          bench.backend().convolve(args);
                          return bench.result(args.out, rows);
                      });
    }
}

/// The rules by which a matrix changes.
struct MatrixRule {
    const char* name;
    bool delta = false;
    bool byRow = false;  ///< each row of the matrix fades by a rate of its own
    float lowestLog = 0.0F, strengthScale = 1.0F;
};
constexpr std::array matrixRules{
    MatrixRule{.name = "gated delta rule", .delta = true},
    MatrixRule{.name = "delta rule of twice the strength", .delta = true, .strengthScale = 2.0F},
    MatrixRule{.name = "delta rule by row", .delta = true, .byRow = true},
    MatrixRule{.name = "bounded delta rule by row", .delta = true, .byRow = true, .lowestLog = -5.0F},
    MatrixRule{.name = "state space"},
};

/// The delta rules and the state space, with heads that share keys and columns that do not fill a tile.
std::vector<float> runMatrices(Bench& bench, const MatrixRule& rule, uint32_t rows, bool back) {
    constexpr uint32_t memories = 4, keyHeads = 2;
    constexpr uint64_t keyDim = 24, valueDim = 40;
    const uint64_t rates = rule.byRow ? memories * keyDim : memories;
    RecurrenceArgs args;
    // Keys of about unit length, as models have them: longer ones make the delta rule diverge.
    args.q = bench.buffer(keyHeads * keyDim, 0.2F);
    args.k = bench.buffer(keyHeads * keyDim, 0.2F);
    args.v = bench.buffer(memories * valueDim);
    args.rate = bench.buffer(rates);
    if (rule.delta) args.strength = bench.buffer(memories);
    args.strengthScale = rule.strengthScale;
    args.lowestLog = rule.lowestLog;
    args.heads = memories;
    args.keyHeads = keyHeads;
    args.tiledHeads = rule.delta;
    args.corrects = rule.delta;
    args.rateBias = bench.weight(BlockType::F32, rates);
    args.decay = bench.negative(memories);
    if (!rule.delta) args.skip = bench.weight(BlockType::F32, memories);
    args.states = &bench.states(memories * keyDim * valueDim + 3);
    args.firstFloat = 3;
    args.out = bench.buffer(memories * valueDim);
    bench.begin(batchRows, 0, 1, keptRow);
    bench.backend().recur(args);
    bench.begin(rows, batchRows, back ? 0 : 1);
    bench.backend().recur(args);
    return bench.result(args.out, rows);
}

/// The selective scan of Mamba, with columns that do not fill a tile.
std::vector<float> runScan(Bench& bench, uint32_t rows, bool back) {
    constexpr uint64_t keyDim = 6, valueDim = 72;
    RecurrenceArgs args;
    args.q = bench.buffer(keyDim);
    args.k = bench.buffer(keyDim);
    args.v = bench.buffer(valueDim);
    args.rate = bench.buffer(valueDim);
    args.heads = args.keyHeads = 1;
    args.rateBias = bench.weight(BlockType::F32, valueDim);
    args.decay = bench.negative(keyDim * valueDim);
    args.skip = bench.weight(BlockType::F32, valueDim);
    args.states = &bench.states(keyDim * valueDim + 3);
    args.firstFloat = 3;
    args.out = bench.buffer(valueDim);
    bench.begin(batchRows, 0, 1, keptRow);
    bench.backend().recur(args);
    bench.begin(rows, batchRows, back ? 0 : 1);
    bench.backend().recur(args);
    return bench.result(args.out, rows);
}

void checkMatrices(Checker& checker) {
    for (const auto& [rows, back] : rowsBehindAState)
        checker.check("selective scan" + rowsText(rows) + backText(back), 1e-4,
                      [rows = rows, back = back](Bench& bench) { return runScan(bench, rows, back); });
    for (const auto& [rows, back] : rowsBehindAState)
        for (const MatrixRule& rule : matrixRules)
            checker.check(rule.name + rowsText(rows) + backText(back), 1e-4,
                          [rows = rows, back = back, &rule](Bench& bench) {
                              return runMatrices(bench, rule, rows, back);
                          });
}

void checkExperts(Checker& checker) {
    checker.check("experts without gates, chosen by other rows", floatTolerance, [](Bench& bench) {
        ExpertsArgs args;
        args.in = bench.buffer(hidden);
        args.routerIn = bench.buffer(embedding);
        args.router = bench.weight(BlockType::F32, embedding, experts);
        args.kind = RouterKind::Sigmoid;
        args.used = 2;
        args.up = {bench.weight(BlockType::F32, hidden, embedding, experts), nullptr};
        args.down = {bench.weight(BlockType::F32, embedding, hidden, experts), nullptr};
        args.activation = Activation::ReluSquared;
        args.accumulate = false;
        args.out = bench.buffer(hidden);
        bench.begin(batchRows, 0);
        bench.backend().experts(args);
        return bench.result(args.out, batchRows);
    });
    checker.check("experts", floatTolerance, [](Bench& bench) {
        ExpertsArgs args;
        args.in = bench.buffer(embedding);
        args.norm = {NormKind::Rms, nullptr, nullptr, 1e-5F};
        args.router = bench.weight(BlockType::F32, embedding, experts);
        args.used = 2;
        args.normalizeWeights = true;
        args.gate = {bench.weight(BlockType::F32, embedding, hidden, experts), nullptr};
        args.up = {bench.weight(BlockType::F32, embedding, hidden, experts), nullptr};
        args.down = {bench.weight(BlockType::F32, hidden, embedding, experts), nullptr};
        args.accumulate = false;
        args.out = bench.buffer(embedding);
        bench.begin(batchRows, 0);
        bench.backend().experts(args);
        return bench.result(args.out, batchRows);
    });
}

}  // namespace

std::vector<OperationCheck> checkBackend(Backend& backend,
                                         const std::function<void(const OperationCheck&)>& each) {
    Checker checker(backend, each);
    checkProducts(checker);
    checkElementwise(checker);
    checkAttention(checker);
    checkBothSides(checker);
    if (backend.canRotateKeys()) checkMovedKeys(checker);
    checkExperts(checker);
    checkRecurrence(checker);
    checkMatrices(checker);
    return checker.take();
}

}  // namespace hearth
