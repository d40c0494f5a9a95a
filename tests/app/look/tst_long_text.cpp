#include <QClipboard>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QTest>

#include "look/long_text.h"

using hearth::app::LongText;

class TestLongText : public QObject {
    Q_OBJECT

private slots:
    void knowsWhatIsTooLong_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("tooLong");
        QTest::newRow("nothing") << QString() << false;
        QTest::newRow("50 KB of lines")
            << QString("The quick brown fox jumps over the dog.\n").repeated(1250) << false;
        QTest::newRow("90 KB of lines")
            << QString("The quick brown fox jumps over the dog.\n").repeated(2250) << true;
        QTest::newRow("a paragraph of 20 KB") << QString(20'000, u'x') << false;
        QTest::newRow("a paragraph of 30 KB") << QString(30'000, u'x') << true;
        QTest::newRow("empty lines") << QString(9'000, u'\n') << true;
        QTest::newRow("forty families")
            << QString::fromUtf16(u"\U0001F469\u200d\U0001F469\u200d\U0001F466").repeated(40) << false;
        QTest::newRow("joined emoji") << QString::fromUtf16(u"\U0001F469\u200d").repeated(300) << true;
    }
    void knowsWhatIsTooLong() {
        QFETCH(const QString, text);
        QFETCH(const bool, tooLong);
        QCOMPARE(LongText::isTooLong(text), tooLong);
        LongText folded;
        QCOMPARE(folded.show(text).isEmpty(), tooLong || text.isEmpty());
        QCOMPARE(folded.whole({}), tooLong ? text : QString());
        QCOMPARE(folded.size().isEmpty(), !tooLong);
    }

    void aPasteFoldsWithWhatIsAroundIt() {
        const QString long5MB = QString("some words and more\n").repeated(250'000);
        QGuiApplication::clipboard()->setText(long5MB);
        LongText folded;
        QElapsedTimer clock;
        clock.start();
        QVERIFY(folded.paste("before SELECTED after", 7, 15, false));
        QVERIFY2(clock.elapsed() < 600, qPrintable(QString::number(clock.elapsed())));
        QCOMPARE(folded.whole({}), "before " + long5MB + " after");
        QCOMPARE(folded.size(), QString("5.0 MB"));
        QCOMPARE(folded.whole("and this"), "before " + long5MB + " after\nand this");
        QVERIFY(folded.canGoBack());
        QCOMPARE(folded.goBack(), QString("before SELECTED after"));
        QVERIFY(folded.size().isEmpty() && !folded.canGoBack());
    }
    void aSecondPasteFollowsTheFirst() {
        const QString text = QString("line\n").repeated(30'000);
        LongText folded;
        QVERIFY(folded.replace({}, 0, 0, text));
        QVERIFY(folded.replace("x", 1, 1, text));
        QCOMPARE(folded.whole({}), text + "x" + text);
        QVERIFY(folded.canGoBack());
        QCOMPARE(folded.goBack(), QString("x"));
        QCOMPARE(folded.whole({}), text);
    }
    void shortTextsAreLeftToTheField() {
        QGuiApplication::clipboard()->setText("short");
        LongText folded;
        QVERIFY(!folded.paste("a", 1, 1, false));
        QVERIFY(folded.size().isEmpty() && !folded.canGoBack());
        QCOMPARE(folded.whole("a"), QString("a"));
    }
    void aLookShowsTheBeginning() {
        QCOMPARE(LongText::beginning("short"), QString("short"));
        const QString text = QString(5'000'000, u'x');
        QCOMPARE(LongText::beginning(text), QString(20'000, u'x') + QChar(0x2026));
        const QString joined = QString::fromUtf16(u"\U0001F469\u200d").repeated(100'000);
        QVERIFY(LongText::beginning(joined).size() < 200);
        const QString faces = "a" + QString::fromUtf16(u"\U0001F600").repeated(20'000);
        QVERIFY(LongText::beginning(faces).chopped(1).back().isLowSurrogate());
    }
    void copiesAllOfIt() {
        const QString text = QString("line\n").repeated(30'000);
        LongText folded;
        folded.show(text);
        folded.copy();
        QCOMPARE(QGuiApplication::clipboard()->text(), text);
    }
};

QTEST_MAIN(TestLongText)
#include "tst_long_text.moc"
