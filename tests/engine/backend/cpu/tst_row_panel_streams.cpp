#include "backend/cpu/row_panel_streams.h"

#include "product_case.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::cpu;
using namespace hearth::test;

class TestRowPanelStreams : public QObject {
    Q_OBJECT

    CpuParts m_parts{IsaLevel::Amx, 3};

    /// So many row panels of 64 bytes that nothing else is beside.
    static RowPanelStreams streamsOf(size_t rowPanels, size_t rowPanelBytes) {
        RowPanelStreams streams;
        streams.rowPanels = rowPanels;
        streams.most = 8;
        streams.alone = true;
        streams.rowPanelBytes[0] = rowPanelBytes;
        return streams;
    }

private slots:
    void cutsIntoPowersOfTwo() {
        QCOMPARE(StreamCut(100, 1, 8).streams, size_t(8));
        QCOMPARE(StreamCut(100, 1, 8).apart, size_t(12));
        QCOMPARE(StreamCut(5, 1, 8).streams, size_t(4));
        QCOMPARE(StreamCut(5, 1, 8).apart, size_t(1));
        // Gate and up share the streams.
        QCOMPARE(StreamCut(3, 2, 8).streams, size_t(4));
        QCOMPARE(StreamCut(1, 1, 2).streams, size_t(1));
    }

    void beginsEachStreamWhereItsRowPanelsLie() {
        const ProductCase test(
            m_parts, {.types = {BlockType::Q8_0, BlockType::Q8_0}, .weightRows = 16 * 10, .gated = true});
        const RowPanelStreams streams(test.product, 0, 4);
        QCOMPARE(streams.matrices, size_t(2));
        QVERIFY(streams.alone);
        const std::byte* at[mostStreams] = {};
        streams.begin(2, 9, at);
        // Seven row panels of each in two streams.
        QCOMPARE(at[0], test.matrices[0].weight->rowPanel(0, 2));
        QCOMPARE(at[1], test.matrices[0].weight->rowPanel(0, 5));
        QCOMPARE(at[2], test.matrices[1].weight->rowPanel(0, 2));
        QCOMPARE(at[3], test.matrices[1].weight->rowPanel(0, 5));
        QCOMPARE(at[4], nullptr);
    }

    void partsBesideOthersAreNotAlone() {
        const ProductCase test(m_parts, {.types = {BlockType::Q8_0, BlockType::Q4_0}});
        const RowPanelStreams second(test.product, 1, 8);
        QVERIFY(!second.alone);
        QCOMPARE(second.matrices, size_t(1));
        QCOMPARE(second.first[0], test.matrices[1].weight->rowPanel(0, 0));
    }

    /// Small ones are shared at once; large ones piece by piece, of which a thread begins with its own.
    void threadsShareThem() {
        const RowPanelStreams small = streamsOf(100, 64);
        const RowPanelStreams large = streamsOf(10000, 4096);
        std::vector<std::pair<size_t, size_t>> shares(3), pieces(3);
        m_parts.pool.run([&](const ThreadPool::Region& region) {
            shares[region.index()] = small.share(region);
            pieces[region.index()] = large.share(region);
        });
        QVERIFY(!small.inPieces(3));
        QCOMPARE(shares.front().first, size_t(0));
        QCOMPARE(shares[1].first, shares[0].second);
        QCOMPARE(shares[2].first, shares[1].second);
        QCOMPARE(shares.back().second, size_t(100));
        QVERIFY(large.inPieces(3));
        const size_t piece = large.piece(3);
        QVERIFY(piece * 3 * 8 < large.rowPanels);
        for (size_t i = 0; i < 3; ++i) QCOMPARE(pieces[i], (std::pair{i * piece, (i + 1) * piece}));
    }

    void fetchesTheShareAndNoMore() {
        std::vector<std::byte> memory(96 * 64);
        RowPanelStreams streams = streamsOf(96, 64);
        streams.first[0] = memory.data();
        m_parts.pool.runAlone([&](const ThreadPool::Region& region) {
            StreamFetch fetch = streams.upcoming(region);
            QCOMPARE(fetch.streams, size_t(8));
            QCOMPARE(fetch.at[1], memory.data() + 12 * 64);
            size_t lines = 0;
            while (fetch.fetch()) ++lines;
            QCOMPARE(lines, size_t(12));
            QCOMPARE(fetch.at[0], memory.data() + 12 * 64);
        });
        StreamFetch none = StreamFetch{};
        QVERIFY(!none.fetch());
    }
};

QTEST_APPLESS_MAIN(TestRowPanelStreams)
#include "tst_row_panel_streams.moc"
