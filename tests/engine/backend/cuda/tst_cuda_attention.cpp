#include "backend_pair.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::test;

namespace {

struct Shape {
    const char* name;
    KvType type;
    uint32_t heads, kvHeads, keyDim, valueDim;
    uint32_t window;
    bool sinks;
    float softCap;
    size_t rows, ahead;  ///< rows of the measured batch, positions that were written before
    double tolerance;
};

const Shape shapes[] = {
    {"one row, f32", KvType::F32, 4, 2, 64, 64, 0, false, 0, 1, 40, 1e-5},
    {"one row, f16", KvType::F16, 4, 2, 64, 64, 0, false, 0, 1, 40, 1e-3},
    {"one row, odd length", KvType::F16, 8, 1, 128, 128, 0, false, 0, 1, 44, 1e-3},
    {"one row, three splits", KvType::F16, 6, 2, 32, 32, 0, true, 0, 1, 560, 1e-3},
    {"one row, window", KvType::F16, 4, 4, 48, 48, 70, false, 0, 2, 300, 1e-3},
    {"few rows, q8_0", KvType::Q8_0, 4, 2, 64, 64, 0, true, 0, 3, 50, 1e-3},
    {"few rows, q4_0, soft cap", KvType::Q4_0, 4, 2, 64, 96, 0, false, 20, 3, 50, 1e-3},
    {"values in the keys", KvType::F16, 4, 1, 80, 0, 0, false, 0, 2, 37, 1e-3},
    {"many rows, f16", KvType::F16, 4, 2, 64, 64, 0, false, 0, 70, 0, 3e-3},
    {"many rows after others", KvType::F16, 2, 1, 128, 128, 0, true, 0, 40, 37, 3e-3},
    {"many rows, window, soft cap", KvType::F16, 4, 2, 48, 48, 20, true, 20, 75, 45, 3e-3},
    {"many rows, wide heads", KvType::F16, 2, 2, 256, 256, 0, false, 0, 17, 15, 3e-3},
    {"many rows, q8_0", KvType::Q8_0, 4, 2, 64, 64, 0, false, 0, 33, 6, 3e-3},
    {"many rows, q4_0", KvType::Q4_0, 2, 2, 96, 64, 0, false, 0, 33, 5, 3e-3},
    {"many rows, f32", KvType::F32, 2, 2, 40, 40, 0, false, 0, 33, 4, 1e-5},
};

}  // namespace

/// Writing into the cache and attending to it, against the plain reference, over block tables in disorder.
class TestCudaAttention : public QObject {
    Q_OBJECT

private:
    std::vector<std::vector<int32_t>> m_tables{
        {5, 2, 9, 0, 7, 1, 12, 3, 4, 6, 8, 10, 11, 15, 13, 14, 17, 16, 19, 18}};

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
        const auto referenceKv = pair.reference.makeKvStore(layers, shape.type, 20),
                   cudaKv = pair.cuda.makeKvStore(layers, shape.type, 20);
        // Whoever reads what nobody has written gets NaN.
        const std::vector<std::byte> unwritten(pair.cuda.blockBytes(*cudaKv, 0), std::byte{0xff});
        for (int32_t block = 0; block < 20; ++block) pair.cuda.loadBlock(*cudaKv, 0, block, unwritten);
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
            args.rope = {RopePairing::Halves, 16, 4,
                         reference ? frequencies.reference.get() : frequencies.cuda.get(), 1.0F};
            args.store = reference ? referenceKv.get() : cudaKv.get();
            Backend& backend = reference ? static_cast<Backend&>(pair.reference) : pair.cuda;
            backend.writeKv(args);
        };
        size_t done = 0;
        while (done < shape.ahead) {
            const size_t count = std::min<size_t>(shape.ahead - done, 64);
            const auto qkv = pair.randomBuffer(count, queries + keys + values);
            pair.begin(count, static_cast<int32_t>(done), m_tables);
            write(qkv, true);
            write(qkv, false);
            done += count;
        }
        const auto qkv = pair.randomBuffer(shape.rows, queries + keys + values);
        const auto out = pair.randomBuffer(shape.rows, shape.heads * outDim);
        pair.begin(shape.rows, static_cast<int32_t>(done), m_tables);
        for (const bool reference : {true, false}) {
            write(qkv, reference);
            AttentionArgs args;
            args.q = {reference ? qkv.reference.get() : qkv.cuda.get(), 0, queries};
            args.heads = shape.heads;
            args.store = reference ? referenceKv.get() : cudaKv.get();
            args.scale = 1.0F / std::sqrt(static_cast<float>(shape.keyDim));
            args.softCap = shape.softCap;
            args.window = shape.window;
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
        QTest::newRow("each head") << false;
        QTest::newRow("the whole row") << true;
    }
    void normsAndScalesOfQueries() {
        QFETCH(bool, whole);
        BackendPair pair;
        const uint32_t heads = 4, kvHeads = 2, dim = 32, rows = 5;
        const auto referenceKv = pair.reference.makeKvStore({{kvHeads, dim, dim, 0}}, KvType::F32, 20),
                   cudaKv = pair.cuda.makeKvStore({{kvHeads, dim, dim, 0}}, KvType::F32, 20);
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
            args.qNorm = {NormKind::Rms, reference ? qNorm.reference.get() : qNorm.cuda.get(), nullptr,
                          1e-6F};
            args.kNorm = {NormKind::Rms, reference ? kNorm.reference.get() : kNorm.cuda.get(), nullptr,
                          1e-6F};
            args.vNorm = {NormKind::Rms, nullptr, nullptr, 1e-6F};
            args.rope = {RopePairing::Interleaved, dim, 0,
                         reference ? frequencies.reference.get() : frequencies.cuda.get(), 1.1F};
            args.queryScale = 0.3F;
            args.temperatureBeta = 0.1F;
            args.temperatureLength = 2;
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

    void blocksTravel() {
        BackendPair pair;
        const auto store = pair.cuda.makeKvStore({{2, 32, 32, 0}, {2, 32, 32, 1}}, KvType::Q8_0, 4);
        const uint64_t bytes = pair.cuda.blockBytes(*store, 0);
        QCOMPARE(bytes * 8, store->sizeBytes);
        std::vector<std::byte> in(bytes), out(bytes);
        for (std::byte& byte : in) byte = static_cast<std::byte>(pair.random());
        pair.cuda.loadBlock(*store, 0, 1, in);
        pair.cuda.copyBlock(*store, 0, 1, 3, 32);
        pair.cuda.saveBlock(*store, 0, 3, out);
        QVERIFY(in == out);
    }
};

QTEST_GUILESS_MAIN(TestCudaAttention)
#include "tst_cuda_attention.moc"
