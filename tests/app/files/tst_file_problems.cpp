#include "files/file_problems.h"

#include <QtTest>

using namespace hearth::app;

class TestFileProblems : public QObject {
    Q_OBJECT

private slots:
    void everyFileIsNamedAndEverySentenceStandsOnce() {
        FileProblems problems;
        QVERIFY(problems.isEmpty());
        problems.add("a.bin", "It is no text.");
        QCOMPARE(problems.text(), QString("It is no text."));
        problems.add("b.pdf", "It is damaged.");
        problems.add("c.bin", "It is no text.");
        QCOMPARE(problems.count(), 3);
        QCOMPARE(problems.firstName(), QString("a.bin"));
        QCOMPARE(problems.text(), QString("a.bin, c.bin: It is no text.\nb.pdf: It is damaged."));
    }
};

QTEST_APPLESS_MAIN(TestFileProblems)
#include "tst_file_problems.moc"
