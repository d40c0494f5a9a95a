#include "store/search_query.h"

#include <QElapsedTimer>
#include <QtTest>

#include "store/records.h"

using namespace hearth::app::store;

class TestSearchQuery : public QObject {
    Q_OBJECT

    static QString shown(QString snippet) {
        return snippet.replace(QChar(matchStart), u'[').replace(QChar(matchEnd), u']');
    }

private slots:
    void wordsAreBeginnings() {
        QCOMPARE(searchTerms("answ 250"), (std::vector<SearchTerm>{{{"answ"}, true}, {{"250"}, true}}));
        QVERIFY(searchTerms(" -*()^ ").empty());
        QCOMPARE(searchTerms("a-b"), (std::vector<SearchTerm>{{{"a"}, true}, {{"b"}, true}}));
    }

    void quotesAreKept() {
        QCOMPARE(searchTerms("x \"keep daily\""),
                 (std::vector<SearchTerm>{{{"x"}, true}, {{"keep", "daily"}, false}}));
        QCOMPARE(searchTerms("\"keep dai"), (std::vector<SearchTerm>{{{"keep", "dai"}, true}}));
        QCOMPARE(searchTerms("„keep daily“"), (std::vector<SearchTerm>{{{"keep", "daily"}, false}}));
        QVERIFY(searchTerms("\"\" \"").empty());
    }

    void scriptsWithoutSpacesArePhrases() {
        QCOMPARE(searchTerms("restic备份"),
                 (std::vector<SearchTerm>{{{"restic"}, true}, {{"备", "份"}, false}}));
        QCOMPARE(searchTerms("备 份"), (std::vector<SearchTerm>{{{"备"}, false}, {{"份"}, false}}));
    }

    void textsAreCompared_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("query");
        QTest::addColumn<bool>("has");
        QTest::newRow("beginnings") << "The answer is 2500"
                                    << "answ 250" << true;
        QTest::newRow("middles") << "The answer"
                                 << "swer" << false;
        QTest::newRow("accents") << "Crème BRÛLÉE"
                                 << "brulee creme" << true;
        QTest::newRow("typed accents") << "creme"
                                       << "crè" << true;
        QTest::newRow("decomposed") << QString("Cre\u0300me") << "crème" << true;
        QTest::newRow("phrase") << "keep the daily"
                                << "\"keep daily\"" << false;
        QTest::newRow("whole words in quotes") << "keeping daily"
                                               << "\"keep\"" << false;
        QTest::newRow("chinese") << "我用restic备份文件"
                                 << "备份" << true;
        QTest::newRow("thai") << "สวัสดีครับ"
                              << "ครับ" << true;
        QTest::newRow("hindi") << "यह हिन्दी है"
                               << "हिन्" << true;
        QTest::newRow("nothing") << "text"
                                 << "  " << false;
    }
    void textsAreCompared() {
        QFETCH(QString, text);
        QFETCH(QString, query);
        QTEST(hasAllTerms(text, searchTerms(query)), "has");
    }

    void matchesAreMarked() {
        QCOMPARE(shown(searchSnippet("I keep daily copies\n\nand daily logs", searchTerms("keep dai"))),
                 "I [keep daily] copies and [daily] logs");
        QCOMPARE(shown(searchSnippet("敬語の使い方を説明して", searchTerms("使い方"))),
                 "敬語の[使い方]を説明して");
        QCOMPARE(searchSnippet("nothing of it", searchTerms("other")), QString());
        // A text cannot spell the marks: they part words, and the window escapes everything else.
        QVERIFY(searchSnippet("a b", searchTerms("a")).count(QChar(matchStart)) == 1);
    }

    void thePlaceWithMostTermsIsShown() {
        const QString text =
            "one " + QString("filler ").repeated(100) + "one two three " + QString("rest ").repeated(100);
        const QString snippet = shown(searchSnippet(text, searchTerms("one two three")));
        QVERIFY2(snippet.startsWith("…") && snippet.endsWith("…"), qPrintable(snippet));
        QVERIFY2(snippet.contains("[one two three]"), qPrintable(snippet));
        QVERIFY(snippet.size() < 200);
    }

    void longTextsTakeNoTime() {
        const QString text = QString("word ").repeated(40000);
        QElapsedTimer timer;
        timer.start();
        QVERIFY(!searchSnippet(text, searchTerms("word w wo")).isEmpty());
        QVERIFY2(timer.elapsed() < 2000, qPrintable(QString::number(timer.elapsed())));
    }
};

QTEST_GUILESS_MAIN(TestSearchQuery)
#include "tst_search_query.moc"
