#include "citations/passages_in_prompt.h"

#include <QtTest>

using namespace hearth::app;

class TestPassagesInPrompt : public QObject {
    Q_OBJECT

private slots:
    void theNumberAndThePlaceComeFirst() {
        CitedPassage passage;
        passage.number = 3;
        passage.path = "/home/anna/notes/bees.pdf";
        passage.page = 7;
        passage.headings = "Honey";
        // The text may have anything in it.
        QCOMPARE(passageInPrompt(passage, " Bees make %1 honey.\n"),
                 QString("[3] bees.pdf, page 7, Honey\nBees make %1 honey.\n\n"));
        passage.page = 0;
        passage.headings.clear();
        QCOMPARE(passageInPrompt(passage, "x"), QString("[3] bees.pdf\nx\n\n"));
        QVERIFY(abovePassages().contains("[1]"));
        QVERIFY(!abovePassages().contains("anna"));
    }
};

QTEST_GUILESS_MAIN(TestPassagesInPrompt)
#include "tst_passages_in_prompt.moc"
