#include "citations/passage_choice.h"

#include <QtTest>

using namespace hearth::app;

class TestPassageChoice : public QObject {
    Q_OBJECT

    static FoundPassage found(const QString& path, qint64 byte, const QString& text = "A few words.") {
        FoundPassage made;
        made.path = path;
        made.passage.text = text;
        made.passage.firstByte = byte;
        made.passage.endByte = byte + text.size();
        return made;
    }

private slots:
    void theyStandInTheOrderOfTheirPlaces() {
        const PassageChoice choice =
            choosePassages({found("/b", 0), found("/a", 500), found("/a", 90)}, {}, {});
        QCOMPARE(choice.taken.size(), size_t{3});
        QCOMPARE(choice.taken[0].passage.path, QString("/a"));
        QCOMPARE(choice.taken[0].passage.firstByte, 90);
        QCOMPARE(choice.taken[2].passage.path, QString("/b"));
        for (int i = 0; i < 3; ++i) QCOMPARE(choice.taken[size_t(i)].passage.number, i + 1);
        // The order of the search results does not matter.
        const PassageChoice again =
            choosePassages({found("/a", 90), found("/b", 0), found("/a", 500)}, {}, {});
        for (size_t i = 0; i < 3; ++i) QCOMPARE(again.taken[i].passage.key(), choice.taken[i].passage.key());
    }
    void whatIsThereIsNotRepeated() {
        const CitedPassage there = CitedPassage::of(found("/a", 90));
        const PassageChoice choice = choosePassages({found("/a", 90), found("/b", 0)},
                                                    {.inPrompt = {{there.key(), 4}}, .highest = 6}, {});
        QCOMPARE(choice.taken.size(), size_t{1});
        QCOMPARE(choice.taken[0].passage.number, 7);
        QCOMPARE(choice.leftOut.size(), size_t{1});
        QCOMPARE(choice.leftOut[0].passage.number, 4);
        QVERIFY(choice.leftOut[0].reason == PassageChoice::Reason::Present);
    }
    void thereIsOnlySoMuchRoom() {
        const QString text = QString("word ").repeated(400);  // 500 tokens
        const std::vector<FoundPassage> all{found("/a", 0, text), found("/b", 0, text), found("/c", 0)};
        PassageChoice choice = choosePassages(all, {}, {.passages = 8, .tokens = 700});
        // A short one still fits where a long one does not.
        QCOMPARE(choice.taken.size(), size_t{2});
        QCOMPARE(choice.leftOut[0].passage.path, QString("/b"));
        QVERIFY(choice.leftOut[0].reason == PassageChoice::Reason::NoRoom);
        choice = choosePassages(all, {}, {.passages = 1, .tokens = 5000});
        QCOMPARE(choice.taken.size(), size_t{1});
        QCOMPARE(choice.leftOut.size(), size_t{2});
    }
    void documentsGoAsAWholeWhereTheyFit() {
        const auto counted = [](const QString& path, int tokens, const QString& text = "All of it.") {
            return CountedDocument{{"/notes", path, text, text.size()}, tokens};
        };
        PassagesThere there{
            .inPrompt = {}, .highest = 2, .documents = {{"/notes/z", 1}}, .documentTokens = 300};
        CountedDocument gone = counted("/notes/gone", 0);
        gone.document.source.clear();
        const PassageChoice choice =
            chooseDocuments({counted("/notes/c", 300), counted("/notes/b", 500), counted("/notes/a", 400),
                             gone, counted("/notes/long", 0, {})},
                            there, 1000);
        // 300 are there; a and c fit, b does not.
        QCOMPARE(choice.taken.size(), size_t{2});
        QCOMPARE(choice.taken[0].passage.path, QString("/notes/a"));
        QCOMPARE(choice.taken[0].passage.number, 3);
        QCOMPARE(choice.taken[0].tokens, 400);
        QVERIFY(choice.taken[0].passage.whole);
        QCOMPARE(choice.taken[1].passage.path, QString("/notes/c"));
        QCOMPARE(there.highest, 4);
        QCOMPARE(there.documentTokens, 1000);
        QCOMPARE(choice.leftOut.size(), size_t{3});
        QVERIFY(choice.leftOut[0].reason == PassageChoice::Reason::TooLong);
        QVERIFY(choice.leftOut[1].reason == PassageChoice::Reason::Gone);
        QVERIFY(choice.leftOut[2].reason == PassageChoice::Reason::TooLong);
        // Passages of what is there as a whole are there.
        const PassageChoice passages =
            choosePassages({found("/notes/c", 5), found("/notes/d", 0)}, there, {});
        QCOMPARE(passages.taken.size(), size_t{1});
        QCOMPARE(passages.taken[0].passage.number, 5);
        QCOMPARE(passages.leftOut[0].passage.number, 4);
        QVERIFY(passages.leftOut[0].reason == PassageChoice::Reason::Present);
    }
};

QTEST_GUILESS_MAIN(TestPassageChoice)
#include "tst_passage_choice.moc"
