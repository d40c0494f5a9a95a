#include "citations/cited_passage.h"

#include <QtTest>

using namespace hearth::app;

class TestCitedPassage : public QObject {
    Q_OBJECT

private slots:
    void whatIsKeptIsReadAgain() {
        FoundPassage found;
        found.source = "/home/anna/notes";
        found.path = "/home/anna/notes/bees.md";
        found.passage.headings = "Bees > Honey";
        found.passage.page = 3;
        found.passage.firstLine = 10;
        found.passage.lastLine = 14;
        found.passage.firstByte = 300;
        found.passage.endByte = 900;
        found.rank.scores = {1.5, 0};
        found.rank.ranks = {3, 0};
        found.rank.score = 0.5;
        CitedPassage passage = CitedPassage::of(found);
        passage.number = 2;
        const CitedPassage again = CitedPassage::of(passage.toJson());
        QCOMPARE(again.toJson(), passage.toJson());
        QCOMPARE(again.number, 2);
        QCOMPARE(again.name(), QString("bees.md"));
        QCOMPARE(again.scores, (std::vector<double>{1.5, 0}));
        QCOMPARE(again.ranks, (std::vector<int>{3, 0}));
        QCOMPARE(again.together, 0.5);
        QCOMPARE(again.key(), passage.key());
        found.passage.endByte = 901;
        QVERIFY(CitedPassage::of(found).key() != passage.key());
    }
    void aDocumentAsAWholeStaysOne() {
        CitedPassage passage =
            CitedPassage::of(WholeDocument{"/home/anna/notes", "/home/anna/notes/bees.md", "All", 3});
        QVERIFY(passage.whole);
        passage.number = 1;
        const CitedPassage again = CitedPassage::of(passage.toJson());
        QVERIFY(again.whole);
        QCOMPARE(again.source, QString("/home/anna/notes"));
        QCOMPARE(again.key(), passage.key());
        QVERIFY(!CitedPassage::of(CitedPassage().toJson()).whole);
    }
};

QTEST_GUILESS_MAIN(TestCitedPassage)
#include "tst_cited_passage.moc"
