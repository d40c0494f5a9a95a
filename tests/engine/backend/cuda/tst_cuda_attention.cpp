#include "backend_pair.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::test;

namespace {

struct Shape {
    const char* name;
    KvTypes type;
    uint32_t heads, kvHeads, keyDim, valueDim;
    uint32_t window;
    bool sinks;
    float softCap;
    size_t rows, ahead;  ///< rows of the measured batch, positions that were written before
    double tolerance;
    bool bothSides = false;
    /// First of the measured rows that is in a unit, and how many are; with sections all rows have three
    /// positions.
    size_t unitFirst = 0, unitRows = 0;
    RopeSections sections = {};
    UnitSight units = UnitSight::Whole;
    bool chunked = false;
};

/// Lines of a picture in M-RoPE, one after the other and alternating: of eight pairs.
constexpr RopeSections following{2, 3, 3}, alternating{4, 2, 2, true};

const Shape shapes[] = {
    {"one row, f32", KvType::F32, 4, 2, 64, 64, 0, false, 0, 1, 40, 1e-5},
    {"one row, f16", KvType::F16, 4, 2, 64, 64, 0, false, 0, 1, 40, 1e-3},
    {"one row, odd length", KvType::F16, 8, 1, 128, 128, 0, false, 0, 1, 44, 1e-3},
    {"one row, three splits", KvType::F16, 6, 2, 32, 32, 0, true, 0, 1, 560, 1e-3},
    {"one row, window", KvType::F16, 4, 4, 48, 48, 70, false, 0, 2, 300, 1e-3},
    {"few rows, q8_0", KvType::Q8_0, 4, 2, 64, 64, 0, true, 0, 3, 50, 1e-3},
    {"few rows, q4_0, soft cap", KvType::Q4_0, 4, 2, 64, 96, 0, false, 20, 3, 50, 1e-3},
    {"values in the keys", KvType::F16, 4, 1, 80, 0, 0, false, 0, 2, 37, 1e-3},
    {"values in the keys, f32", KvType::F32, 2, 1, 48, 0, 0, false, 0, 2, 70, 1e-5},
    {"values in the keys, q8_0", KvType::Q8_0, 3, 1, 96, 0, 0, true, 0, 2, 290, 1e-3},
    {"values in the keys, latent", KvType::F16, 8, 1, 576, 0, 0, false, 0, 1, 265, 1e-3},
    {"values in the keys, no whole quads", KvType::F16, 2, 1, 42, 0, 0, false, 0, 3, 60, 1e-3},
    {"one row, narrow heads", KvType::F16, 5, 1, 24, 16, 0, true, 0, 1, 300, 1e-3},
    {"one row, no whole quads", KvType::F16, 3, 1, 42, 42, 0, true, 0, 3, 300, 1e-3},
    {"one row, no whole quads, f32 and q8_0",
     {KvType::F32, KvType::Q8_0},
     3,
     1,
     22,
     22,
     0,
     true,
     0,
     2,
     270,
     1e-3},
    {"one row, wide values", KvType::F16, 7, 1, 256, 256, 0, true, 10, 1, 515, 1e-3},
    {"one row, f16, exact", KvType::F16, 16, 2, 128, 128, 0, true, 0, 1, 300, 1e-5},
    {"one row, f16, more heads than a block has, window", KvType::F16, 18, 2, 40, 72, 75, false, 5, 2, 333,
     1e-3},
    {"one row, f16, wide keys", KvType::F16, 3, 1, 264, 132, 0, false, 0, 2, 70, 1e-3},
    {"one row, wide values, q8_0", KvType::Q8_0, 2, 2, 192, 160, 0, false, 0, 2, 259, 1e-3},
    {"one row, wide values, q4_0", KvType::Q4_0, 6, 1, 160, 208, 0, false, 0, 2, 259, 1e-3},
    {"one row, eight heads, q8_0, window", KvType::Q8_0, 8, 1, 128, 128, 290, true, 0, 3, 600, 1e-3},
    {"one row, more parts than are joined at once", KvType::F16, 1, 1, 24, 16, 0, true, 0, 1, 16700, 1e-3},
    {"many rows, f16", KvType::F16, 4, 2, 64, 64, 0, false, 0, 70, 0, 3e-3},
    {"many rows after others", KvType::F16, 2, 1, 128, 128, 0, true, 0, 40, 37, 3e-3},
    {"many rows, window, soft cap", KvType::F16, 4, 2, 48, 48, 20, true, 20, 75, 90, 3e-3},
    {"many rows, wide heads", KvType::F16, 2, 2, 256, 256, 0, false, 0, 17, 15, 3e-3},
    {"many rows, q8_0", KvType::Q8_0, 4, 2, 64, 64, 0, false, 0, 33, 6, 3e-3},
    {"many rows, q4_0", KvType::Q4_0, 2, 2, 96, 64, 0, false, 0, 33, 5, 3e-3},
    {"one row, keys q4_0", {KvType::Q4_0, KvType::F16}, 4, 2, 64, 64, 0, false, 0, 1, 70, 1e-3},
    {"few rows over a border, f16 and q4_0",
     {KvType::F16, KvType::Q4_0},
     4,
     2,
     64,
     96,
     0,
     false,
     0,
     3,
     62,
     1e-3},
    {"few rows over a border, q8_0 and f32",
     {KvType::Q8_0, KvType::F32},
     4,
     2,
     64,
     64,
     0,
     false,
     0,
     3,
     62,
     1e-3},
    {"values in the keys, q4_0", KvType::Q4_0, 4, 1, 80, 0, 0, false, 0, 2, 63, 1e-3},
    {"many rows, q8_0 and q4_0, window",
     {KvType::Q8_0, KvType::Q4_0},
     2,
     2,
     64,
     64,
     50,
     false,
     0,
     75,
     90,
     3e-3},
    {"many rows, f16 and q8_0", {KvType::F16, KvType::Q8_0}, 2, 2, 64, 64, 0, false, 0, 33, 40, 3e-3},
    {"many rows, f32", KvType::F32, 2, 2, 40, 40, 0, false, 0, 33, 4, 1e-5},
    {"few rows that see both ways", KvType::F16, 4, 2, 64, 64, 0, true, 0, 8, 0, 1e-3, true},
    {"few rows after others that see both ways", KvType::F16, 4, 1, 32, 32, 0, false, 20, 5, 262, 1e-3, true},
    {"few rows with a window to both sides", KvType::F32, 2, 2, 48, 48, 4, false, 0, 7, 30, 1e-5, true},
    {"many rows that see both ways", KvType::F16, 4, 4, 32, 32, 0, false, 0, 150, 0, 3e-3, true},
    {"many rows after others that see both ways", KvType::F16, 2, 1, 128, 128, 0, true, 20, 40, 37, 3e-3,
     true},
    {"many rows with a window to both sides", KvType::F16, 4, 2, 64, 64, 20, false, 0, 150, 0, 3e-3, true},
    {"many rows with a wide window to both sides", KvType::F16, 2, 2, 64, 64, 300, false, 0, 70, 20, 3e-3,
     true},
    {"many rows that see both ways, f32", KvType::F32, 2, 2, 40, 40, 0, false, 0, 70, 0, 1e-5, true},
    {"one row in a chunk",
     KvType::F16,
     4,
     2,
     64,
     64,
     40,
     false,
     0,
     1,
     300,
     1e-3,
     false,
     0,
     0,
     {},
     UnitSight::Whole,
     true},
    {"few rows in chunks, f32",
     KvType::F32,
     4,
     2,
     64,
     64,
     6,
     true,
     0,
     7,
     44,
     1e-5,
     false,
     0,
     0,
     {},
     UnitSight::Whole,
     true},
    {"many rows in chunks",
     KvType::F16,
     4,
     2,
     48,
     48,
     20,
     false,
     0,
     150,
     90,
     3e-3,
     false,
     0,
     0,
     {},
     UnitSight::Whole,
     true},
    {"many rows with a window to both sides, f32", KvType::F32, 2, 2, 40, 40, 9, false, 0, 70, 0, 1e-5, true},
    {"three positions", KvType::F32, 4, 2, 64, 64, 0, false, 0, 9, 40, 1e-5, false, 0, 0, following},
    {"three positions, alternating", KvType::F32, 4, 2, 64, 64, 0, false, 0, 9, 40, 1e-5, false, 0, 0,
     alternating},
    {"few rows with a unit", KvType::F16, 4, 2, 64, 64, 0, true, 0, 8, 40, 1e-3, false, 2, 5, alternating},
    {"few rows with a unit over splits", KvType::F32, 4, 2, 64, 64, 3, false, 0, 8, 252, 1e-5, false, 1, 6},
    {"few rows with a unit, q8_0", KvType::Q8_0, 4, 2, 64, 64, 0, false, 0, 8, 60, 1e-3, false, 1, 6},
    {"few rows with a unit, q4_0, window", KvType::Q4_0, 4, 2, 64, 64, 4, false, 0, 8, 58, 1e-3, false, 0, 7},
    {"many rows with a unit", KvType::F16, 4, 2, 64, 64, 0, false, 0, 150, 20, 3e-3, false, 13, 90,
     following},
    {"many rows with a unit, window", KvType::F16, 2, 2, 128, 128, 30, true, 20, 150, 70, 3e-3, false, 40,
     70},
    {"few rows with a unit, ahead",
     KvType::F32,
     4,
     2,
     64,
     64,
     3,
     false,
     0,
     8,
     252,
     1e-5,
     false,
     1,
     6,
     {},
     UnitSight::Ahead},
    {"many rows with a unit, ahead",
     KvType::F16,
     2,
     2,
     64,
     64,
     30,
     true,
     20,
     150,
     70,
     3e-3,
     false,
     40,
     70,
     {},
     UnitSight::Ahead},
    {"many rows with a unit, wide heads", KvType::F16, 2, 2, 256, 256, 0, false, 0, 80, 15, 3e-3, false, 5,
     70},
    {"many rows with a unit, q8_0", KvType::Q8_0, 4, 2, 64, 64, 0, false, 0, 150, 9, 3e-3, false, 17, 100},
    {"many rows with a unit, q8_0, window", KvType::Q8_0, 4, 2, 64, 64, 20, false, 0, 150, 90, 3e-3, false,
     17, 100, alternating},
    {"many rows with a unit, q4_0", KvType::Q4_0, 2, 2, 96, 64, 0, false, 0, 100, 33, 3e-3, false, 0, 100},
    {"many rows with a unit, q8_0 and f16",
     {KvType::Q8_0, KvType::F16},
     2,
     2,
     64,
     64,
     25,
     true,
     0,
     130,
     40,
     3e-3,
     false,
     64,
     66},
    {"many rows with a unit, f32", KvType::F32, 2, 2, 40, 40, 9, false, 0, 70, 3, 1e-5, false, 6, 50,
     following},
};

/// Some rows of one sequence, as the shape has them.
Batch batchOf(const Shape& shape, size_t first, size_t rows, std::vector<std::vector<int32_t>> tables) {
    Batch batch;
    batch.sequences.push_back({std::move(tables), -1});
    for (size_t i = 0; i < rows; ++i) {
        const auto slot = static_cast<int32_t>(first + i);
        BatchRow row{.slot = slot, .wantLogits = i + 1 == rows};
        if (shape.sections.any()) row.offset = {-slot / 3, slot % 5 - slot / 3, slot % 7 - slot / 3};
        const size_t inShape = first + i - std::min(first + i, shape.ahead);
        if (first + i >= shape.ahead && inShape >= shape.unitFirst &&
            inShape < shape.unitFirst + shape.unitRows) {
            row.unitBefore = static_cast<uint32_t>(inShape - shape.unitFirst);
            row.unitBehind = static_cast<uint32_t>(shape.unitFirst + shape.unitRows - 1 - inShape);
        }
        batch.rows.push_back(row);
    }
    return batch;
}

}  // namespace

/// Writing into the cache and attending to it, against the plain reference, over block tables in disorder.
class TestCudaAttention : public QObject {
    Q_OBJECT

private:
    std::vector<std::vector<int32_t>> m_tables{
        {5, 2, 9, 0, 7, 1, 12, 3, 4, 6, 8, 10, 11, 15, 13, 14, 17, 16, 19, 18}};

    /// Fills the cache so that reading unwritten data gives NaN.
    static void fillWithNoNumbers(PagedKvCache& store, uint32_t blocks) {
        const std::vector<std::byte> unwritten(store.blockBytes(0), std::byte{0xff});
        for (uint32_t block = 0; block < blocks; ++block)
            store.loadBlock(0, static_cast<int32_t>(block), unwritten);
    }

private slots:
    void attends_data() {
        QTest::addColumn<int>("index");
        for (size_t i = 0; i < std::size(shapes); ++i) QTest::newRow(shapes[i].name) << static_cast<int>(i);
    }

    void attends() {
        QFETCH(int, index);
        const Shape& shape = shapes[index];
        BackendPair pair;
        const std::vector<KvLayerShape> layers = {{shape.kvHeads, shape.keyDim, shape.valueDim, 0}};
        auto tables = m_tables;
        for (auto next = static_cast<int32_t>(tables[0].size());
             tables[0].size() * PagedKvCache::blockPositions < shape.ahead + shape.rows; ++next)
            tables[0].push_back(next);
        const auto blocks = static_cast<uint32_t>(tables[0].size());
        const auto referenceKv = pair.reference.makePagedKvCache(layers, shape.type, blocks),
                   cudaKv = pair.cuda.makePagedKvCache(layers, shape.type, blocks);
        fillWithNoNumbers(*cudaKv, blocks);
        const auto sinks = pair.weight(BlockType::F32, shape.heads);
        const auto frequencies = pair.weight(BlockType::F32, 8);
        const uint64_t queries = shape.heads * shape.keyDim, keys = shape.kvHeads * shape.keyDim,
                       values = shape.kvHeads * shape.valueDim;
        const uint32_t outDim = shape.valueDim ? shape.valueDim : shape.keyDim - 16;

        const auto write = [&](const BackendPair::Both<Buffer>& buffer, bool reference) {
            KvWriteArgs args;
            Buffer* b = reference ? buffer.reference.get() : buffer.cuda.get();
            args.q = {b, 0, queries};
            args.k = {b, queries, keys};
            args.v = {b, queries + keys, values};
            args.heads = shape.heads;
            args.rope = {RopePairing::Halves,
                         16,
                         4,
                         reference ? frequencies.reference.get() : frequencies.cuda.get(),
                         1.0F,
                         shape.sections};
            args.store = reference ? referenceKv.get() : cudaKv.get();
            Backend& backend = reference ? static_cast<Backend&>(pair.reference) : pair.cuda;
            backend.writeKv(args);
        };
        size_t done = 0;
        while (done < shape.ahead) {
            const size_t count = std::min<size_t>(shape.ahead - done, 64);
            const auto qkv = pair.randomBuffer(count, queries + keys + values);
            pair.begin(batchOf(shape, done, count, tables));
            write(qkv, true);
            write(qkv, false);
            done += count;
        }
        const auto qkv = pair.randomBuffer(shape.rows, queries + keys + values);
        const auto out = pair.randomBuffer(shape.rows, shape.heads * outDim);
        // The blocks before the window have been released.
        if (shape.window != 0 && done >= shape.window)
            std::fill_n(tables[0].begin(), (done - shape.window + 1) / PagedKvCache::blockPositions, -1);
        pair.begin(batchOf(shape, done, shape.rows, tables));
        for (const bool reference : {true, false}) {
            write(qkv, reference);
            AttentionArgs args;
            args.q = {reference ? qkv.reference.get() : qkv.cuda.get(), 0, queries};
            args.heads = shape.heads;
            args.store = reference ? referenceKv.get() : cudaKv.get();
            args.scale = 1.0F / std::sqrt(static_cast<float>(shape.keyDim));
            args.softCap = shape.softCap;
            args.window = shape.window;
            args.chunked = shape.chunked;
            args.units = shape.units;
            args.bidirectional = shape.bothSides;
            if (shape.sinks) args.sinks = reference ? sinks.reference.get() : sinks.cuda.get();
            args.out = {reference ? out.reference.get() : out.cuda.get(), 0, out.cuda->columns};
            Backend& backend = reference ? static_cast<Backend&>(pair.reference) : pair.cuda;
            backend.attention(args);
        }
        const auto difference = pair.compare(out, shape.rows);
        QVERIFY2(difference.relative() < shape.tolerance * 4,
                 qPrintable(QString::number(difference.relative())));
    }

    void normsAndScalesOfQueries_data() {
        QTest::addColumn<bool>("whole");
        QTest::addColumn<NormKind>("kind");
        for (const NormKind kind : {NormKind::Rms, NormKind::Layer}) {
            const char* name = kind == NormKind::Layer ? "layer norm" : "RMS norm";
            QTest::addRow("each head, %s", name) << false << kind;
            QTest::addRow("the whole row, %s", name) << true << kind;
        }
    }
    void normsAndScalesOfQueries() {
        QFETCH(bool, whole);
        QFETCH(NormKind, kind);
        BackendPair pair;
        const uint32_t heads = 4, kvHeads = 2, dim = 32, rows = 5;
        const auto referenceKv = pair.reference.makePagedKvCache({{kvHeads, dim, dim, 0}}, KvType::F32, 20),
                   cudaKv = pair.cuda.makePagedKvCache({{kvHeads, dim, dim, 0}}, KvType::F32, 20);
        const auto qNorm = pair.weight(BlockType::F32, whole ? heads * dim : dim),
                   kNorm = pair.weight(BlockType::F32, whole ? kvHeads * dim : dim);
        const auto frequencies = pair.weight(BlockType::F32, dim / 2);
        const auto qkv = pair.randomBuffer(rows, (heads + 2 * kvHeads) * dim),
                   out = pair.randomBuffer(rows, heads * dim);
        pair.begin(rows, 0, m_tables);
        for (const bool reference : {true, false}) {
            Buffer* b = reference ? qkv.reference.get() : qkv.cuda.get();
            Backend& backend = reference ? static_cast<Backend&>(pair.reference) : pair.cuda;
            KvWriteArgs args;
            args.q = {b, 0, heads * dim};
            args.k = {b, heads * dim, kvHeads * dim};
            args.v = {b, (heads + kvHeads) * dim, kvHeads * dim};
            args.heads = heads;
            args.qNorm = {kind, reference ? qNorm.reference.get() : qNorm.cuda.get(), nullptr, 1e-6F};
            args.kNorm = {kind, reference ? kNorm.reference.get() : kNorm.cuda.get(), nullptr, 1e-6F};
            args.vNorm = {NormKind::Rms, nullptr, nullptr, 1e-6F};
            args.rope = {RopePairing::Interleaved, dim, 0,
                         reference ? frequencies.reference.get() : frequencies.cuda.get(), 1.1F};
            args.queryScale = 0.3F;
            args.temperatureBeta = 0.1F;
            args.temperatureLength = 2;
            args.temperatureOffset = 1;
            args.store = reference ? referenceKv.get() : cudaKv.get();
            backend.writeKv(args);
            AttentionArgs attend;
            attend.q = args.q;
            attend.heads = heads;
            attend.store = args.store;
            attend.out = {reference ? out.reference.get() : out.cuda.get(), 0, heads * dim};
            backend.attention(attend);
        }
        QVERIFY(pair.compare(out, rows).relative() < 2e-5);
    }

    void headsAreWrittenWithTheirProjections_data() {
        QTest::addColumn<int>("cache");
        QTest::addColumn<int>("weights");
        QTest::addColumn<size_t>("rows");
        QTest::addColumn<bool>("own");
        QTest::addColumn<bool>("whole");
        const auto add = [](const char* name, KvType cache, BlockType weights, size_t rows, bool own,
                            bool whole = false) {
            QTest::newRow(name) << static_cast<int>(cache) << static_cast<int>(weights) << rows << own
                                << whole;
        };
        add("f32", KvType::F32, BlockType::F32, 1, true);
        add("f16", KvType::F16, BlockType::Q8_0, 2, true);
        add("q8_0", KvType::Q8_0, BlockType::F16, 2, true);
        add("q4_0", KvType::Q4_0, BlockType::Q4_K, 1, true);
        add("another layer's cache", KvType::F32, BlockType::F32, 2, false);
        add("norms over all heads", KvType::F32, BlockType::F32, 2, true, true);
    }
    /// In the steps that become graphs one launch makes heads and writes them: the same bits as two.
    void headsAreWrittenWithTheirProjections() {
        QFETCH(int, cache);
        QFETCH(int, weights);
        QFETCH(size_t, rows);
        QFETCH(bool, own);
        QFETCH(bool, whole);
        using emulator::CopyArrival, emulator::Order;
        const uint64_t heads = 4, kvHeads = 2, keyDim = 64, valueDim = 32, columns = 256, gated = 40;
        const uint64_t queries = heads * keyDim, keys = kvHeads * keyDim, values = kvHeads * valueDim;
        std::vector<float> separate;
        for (const int graphRows : {0, 8, 9, 10}) {
            if (graphRows > 8 && everyOrderRuns()) break;
            const bool joined = graphRows > 0;
            BackendPair pair;
            pair.cuda.setGraphRows(graphRows);
            if (graphRows == 9) emulator::g_machine.configure({Order::Reverse, CopyArrival::AtWait, 1});
            if (graphRows == 10) emulator::g_machine.configure({Order::Seeded, CopyArrival::Seeded, 2});
            const auto type = static_cast<BlockType>(weights);
            const auto q = pair.weight(type, columns, queries), k = pair.weight(type, columns, keys),
                       v = pair.weight(type, columns, values), gate = pair.weight(type, columns, gated);
            const auto qNorm = pair.weight(BlockType::F32, whole ? queries : keyDim),
                       kNorm = pair.weight(BlockType::F32, whole ? keys : keyDim),
                       frequencies = pair.weight(BlockType::F32, keyDim / 2);
            const auto in = pair.buffer(rows, columns, pair.exactFloats(rows * columns));
            const auto out = pair.randomBuffer(rows, queries + keys + values + gated),
                       attended = pair.randomBuffer(rows, heads * valueDim);
            const auto referenceKv = pair.reference.makePagedKvCache({{kvHeads, keyDim, valueDim, 0}},
                                                                     static_cast<KvType>(cache), 20),
                       cudaKv = pair.cuda.makePagedKvCache({{kvHeads, keyDim, valueDim, 0}},
                                                           static_cast<KvType>(cache), 20);
            // The content that another layer would have written.
            const std::vector<std::byte> zeros(cudaKv->blockBytes(0));
            if (!own) cudaKv->loadBlock(0, 5, zeros);
            // The first step makes room, the second is the one that counts.
            for (int step = 0; step < 2; ++step) {
                pair.begin(rows, 0, m_tables);
                (void)emulator::takeLaunches();
                for (const bool reference : {true, false}) {
                    Backend& backend = reference ? static_cast<Backend&>(pair.reference) : pair.cuda;
                    const Slice made = all(out, reference);
                    LinearArgs project;
                    project.in = all(in, reference);
                    project.norm = {NormKind::None, nullptr, nullptr, 0};
                    project.parts = {{side(q, reference), nullptr}};
                    if (own) {
                        project.parts.push_back({side(k, reference), nullptr});
                        project.parts.push_back({side(v, reference), nullptr});
                    }
                    project.parts.push_back({side(gate, reference), nullptr});
                    project.scale = 0.01F;
                    project.out = {made.buffer, 0, queries + (own ? keys + values : 0) + gated};
                    backend.linear(project);
                    KvWriteArgs write;
                    write.q = {made.buffer, 0, queries};
                    write.qNorm = {NormKind::Rms, side(qNorm, reference), nullptr, 1e-6F};
                    if (own) {
                        write.k = {made.buffer, queries, keys};
                        write.v = {made.buffer, queries + keys, values};
                        write.kNorm = {NormKind::Rms, side(kNorm, reference), nullptr, 1e-6F};
                    }
                    write.heads = heads;
                    write.rope = {RopePairing::Halves, keyDim, 0, side(frequencies, reference), 1.0F};
                    write.store = reference ? referenceKv.get() : cudaKv.get();
                    backend.writeKv(write);
                    AttentionArgs attend;
                    attend.q = write.q;
                    attend.heads = heads;
                    attend.store = write.store;
                    attend.out = all(attended, reference);
                    backend.attention(attend);
                }
                pair.cuda.synchronize();
            }
            // A norm over all heads has to wait for them, and takes a launch of its own for the queries.
            // Residual blocks of keys are looked after by one more.
            const size_t closing = KvTypes(static_cast<KvType>(cache)).keepsResidualBlocks() ? 1 : 0;
            QCOMPARE(emulator::takeLaunches().size(), (whole ? 4U : joined ? 2U : 3U) + closing);
            QVERIFY(pair.compare(attended, rows).relative() <
                    (cache == static_cast<int>(KvType::F32) ? 1e-4 : 4e-3));
            auto result = pair.cudaValues(attended, rows);
            const auto projected = pair.cudaValues(out, rows);
            result.insert(result.end(), projected.begin(), projected.end());
            if (separate.empty()) separate = result;
            QVERIFY(result == separate);
        }
    }

    void blocksTravel() {
        BackendPair pair;
        const auto store = pair.cuda.makePagedKvCache({{2, 32, 32, 0}, {2, 32, 32, 1}}, KvType::Q8_0, 4);
        const uint64_t bytes = store->blockBytes(0);
        constexpr uint64_t residualBlock = 2 * 32 * 32 * 2;
        QCOMPARE(bytes * 8 + 2 * 2 * residualBlock, store->sizeBytes);
        std::vector<std::byte> in(bytes), out(bytes);
        for (std::byte& byte : in) byte = static_cast<std::byte>(pair.random());
        store->loadBlock(0, 1, in);
        store->copyBlock(0, 1, 3, 32);
        store->saveBlock(0, 3, out);
        QVERIFY(in == out);
    }
};

HEARTH_KERNEL_TEST_MAIN(TestCudaAttention)
#include "tst_cuda_attention.moc"
