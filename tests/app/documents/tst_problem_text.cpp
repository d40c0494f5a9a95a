#include "documents/problem_text.h"

#include <QSet>
#include <QtTest>

#include "reading/document_text.h"

using namespace hearth::app;
using store::DocumentProblem;

class TestProblemText : public QObject {
    Q_OBJECT

private slots:
    void eachHasItsSentence() {
        QSet<QString> sentences;
        for (const DocumentProblem problem :
             {DocumentProblem::NotText, DocumentProblem::NoWords, DocumentProblem::Unreadable,
              DocumentProblem::TooLong, DocumentProblem::TooMuch, DocumentProblem::NoAccess}) {
            store::DocumentRecord document;
            document.problem = problem;
            document.detail = problem == DocumentProblem::TooLong ? "32" : "Permission denied";
            const QString sentence = documentProblemText(document);
            QVERIFY2(sentence.endsWith('.') && !sentence.contains('%'), qPrintable(sentence));
            sentences.insert(sentence);
        }
        QCOMPARE(sentences.size(), qsizetype{6});
        QVERIFY(sentences.contains("It cannot be opened (Permission denied)."));
        store::DocumentRecord part;
        part.problem = DocumentProblem::SomePages;
        part.detail = "3, 5–7";
        QCOMPARE(documentProblemText(part), QString("Pages 3, 5–7 could not be read."));
        part.detail = "3";
        QCOMPARE(documentProblemText(part), QString("Page 3 could not be read."));
        store::DocumentRecord scan;
        scan.problem = DocumentProblem::NoWords;
        scan.detail = picturesDetail;
        QVERIFY(documentProblemText(scan).contains("tesseract"));
        QVERIFY(sentences.contains("It is larger than 32 MB. Split it."));
    }
};

QTEST_GUILESS_MAIN(TestProblemText)
#include "tst_problem_text.moc"
