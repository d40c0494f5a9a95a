#include "embedding/text_batches.h"

#include <QtTest>

using namespace hearth;

class TestTextBatches : public QObject {
    Q_OBJECT
private slots:
    void joinsTextsOfLikeLength();
    void givesEachTextBlocksOfItsOwn();
};

void TestTextBatches::joinsTextsOfLikeLength() {
    const std::vector<TokenId> tokens(100);
    const auto text = [&](size_t length) { return BatchText{std::span(tokens).first(length)}; };
    const std::vector<BatchText> texts{text(3), text(60), text(4), text(40), text(100)};
    using Batches = std::vector<std::vector<size_t>>;
    QCOMPARE(batchesOf(texts, 64, 100), (Batches{{4}, {1}, {3, 2, 0}}));
    QCOMPARE(batchesOf(texts, 64, 2), (Batches{{4}, {1}, {3}, {2, 0}}));
    QVERIFY(batchesOf({}, 64, 2).empty());
}

void TestTextBatches::givesEachTextBlocksOfItsOwn() {
    const std::vector<TokenId> tokens(33, 7);
    const std::vector<BatchText> texts{{tokens}, {std::span(tokens).first(2)}};
    const Batch batch = batchOf(texts, std::vector<size_t>{0, 1});
    QCOMPARE(batch.rows.size(), size_t{35});
    QCOMPARE(batch.sequences[0].blockTables, (std::vector<std::vector<int32_t>>{{0, 1}}));
    QCOMPARE(batch.sequences[1].blockTables, (std::vector<std::vector<int32_t>>{{2}}));
    QCOMPARE(batch.rows[32].slot, 32);
    QCOMPARE(batch.rows[33].sequence, 1U);
    QCOMPARE(batch.rows[34].slot, 1);
    QCOMPARE(batch.rows[34].token, 7);
}

QTEST_GUILESS_MAIN(TestTextBatches)
#include "tst_text_batches.moc"
