#include "reading/reading_problem.h"

#include <QSet>
#include <QtTest>

using namespace hearth::app;

class TestReadingProblem : public QObject {
    Q_OBJECT

private slots:
    void eachEndHasItsSentence() {
        QSet<QString> sentences;
        for (const DocumentText::End end :
             {DocumentText::NotText, DocumentText::NoWords, DocumentText::Unreadable, DocumentText::TooLong,
              DocumentText::TooMuch, DocumentText::NoAccess}) {
            const QString sentence = readingProblemText(end, "7");
            QVERIFY2(sentence.endsWith('.') && !sentence.contains('%'), qPrintable(sentence));
            sentences.insert(sentence);
        }
        sentences.insert(readingProblemText(DocumentText::NoWords, picturesDetail));
        QCOMPARE(sentences.size(), qsizetype{7});
    }
};

QTEST_APPLESS_MAIN(TestReadingProblem)
#include "tst_reading_problem.moc"
