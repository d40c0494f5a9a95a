#include "backend/cpu/residual_blocks.h"

#include <cstring>

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::cpu;

class TestResidualBlocks : public QObject {
    Q_OBJECT

    const std::vector<KvLayerShape> m_layers{{2, 4, 4, 0}, {1, 8, 8, 1}};

    static BatchContext batchOf(std::vector<std::pair<int32_t, int32_t>> ranges, RowKind kind) {
        Batch batch;
        batch.kind = kind;
        for (uint32_t s = 0; s < ranges.size(); ++s) {
            batch.sequences.push_back({{{0, 1, 2, 3}, {0, 1, 2, 3}}, -1, static_cast<int32_t>(s)});
            for (int32_t at = ranges[s].first; at < ranges[s].second; ++at)
                batch.rows.push_back({s, at, 0, false});
        }
        BatchContext context;
        context.begin(batch);
        return context;
    }

private slots:
    void oneBlockStaysWhereItIs() {
        ResidualBlocks open(m_layers, 2);
        QCOMPARE(open.sizeBytes(), uint64_t(2 * (2 * 4 + 8) * 32 * 2));
        const BatchContext batch = batchOf({{5, 9}, {30, 32}}, RowKind::Decode);
        open.begin(batch, 0);
        QVERIFY(open.toContinue().empty() && open.toKeep().empty());
        QCOMPARE(open.full().size(), 1U);  // the second's block ends with its rows
        QCOMPARE(open.full()[0].sequence, 1U);
        QCOMPARE(open.full()[0].block, 0U);
        QVERIFY(open.keys(batch, 0, 0, 0, 1) == open.keys(batch, 0, 0, 0, 0) + 4 * 32 * 2);
        QVERIFY(open.keys(batch, 0, 1, 0, 0) == open.keys(batch, 0, 0, 0, 0) + open.blockBytes(0));
    }
    void severalBlocksLieBeside() {
        ResidualBlocks open(m_layers, 2);
        const BatchContext batch = batchOf({{40, 100}, {3, 4}}, RowKind::Prefill);
        open.begin(batch, 0);
        QCOMPARE(open.toContinue().size(), 1U);
        QCOMPARE(open.toContinue()[0].block, 1U);
        QCOMPARE(open.full().size(), 2U);
        QCOMPARE(open.toKeep().size(), 1U);
        QCOMPARE(open.toKeep()[0].block, 3U);
        QVERIFY(open.toKeep()[0].other == open.toContinue()[0].other);
        QVERIFY(open.toKeep()[0].keys == open.keys(batch, 0, 0, 3, 0));
        QVERIFY(open.keys(batch, 0, 0, 2, 0) == open.keys(batch, 0, 0, 1, 0) + open.blockBytes(0));
        // Neither a batch of replies nor another group takes its place.
        std::memset(open.keys(batch, 0, 0, 2, 0), 7, open.blockBytes(0));
        const BatchContext replies = batchOf({{60, 70}}, RowKind::Decode);
        open.begin(replies, 0);
        std::memset(open.keys(replies, 0, 0, 1, 0), 9, 2 * open.blockBytes(0));
        open.begin(batch, 1);
        std::memset(open.keys(batch, 1, 0, 1, 0), 9, 3 * open.blockBytes(1));
        QCOMPARE(*open.keys(batch, 0, 0, 2, 1), std::byte{7});
    }
    void copies() {
        ResidualBlocks open(m_layers, 2);
        const BatchContext batch = batchOf({{0, 1}, {0, 1}}, RowKind::Decode);
        std::memset(open.keys(batch, 1, 0, 0, 0), 5, open.blockBytes(1));
        open.copy(0, 1);
        QCOMPARE(*open.keys(batch, 1, 1, 0, 0), std::byte{5});
        QCOMPARE(*open.keys(batch, 0, 1, 0, 0), std::byte{0});
        // And through other memory.
        std::vector<std::byte> bytes(open.bytesOfOne());
        QCOMPARE(bytes.size() * 2, open.sizeBytes());
        open.save(1, bytes);
        ResidualBlocks other(m_layers, 2);
        other.load(0, bytes);
        QCOMPARE(*other.keysOf(1, 0, 0), std::byte{5});
        QCOMPARE(*other.keysOf(0, 0, 1), std::byte{0});
    }
};

QTEST_APPLESS_MAIN(TestResidualBlocks)
#include "tst_residual_blocks.moc"
