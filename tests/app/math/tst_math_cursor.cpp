#include "math/math_cursor.h"

#include <QtTest>

using namespace hearth::app;

class TestMathCursor : public QObject {
    Q_OBJECT

private slots:
    void readsCommands() {
        MathCursor text(u"\\alpha2\\,\\");
        QVERIFY(text.commandIsNext(u"alpha") && !text.commandIsNext(u"alp"));
        QCOMPARE(text.commandName(), "alpha");
        QCOMPARE(text.peek(), u'2');
        text.skip();
        QCOMPARE(text.commandName(), ",");
        QCOMPARE(text.commandName(), "");
        QVERIFY(text.atEnd());
        QCOMPARE(text.peek(3), QChar());
        text.restart();
        QVERIFY(text.commandIsNext(u"alpha"));
        text.skipAll();
        QVERIFY(text.atEnd());
    }
    void readsArguments() {
        MathCursor text(u"[n] {a{b}\\}c} x{open");
        QCOMPARE(text.optionalArgument(), "n");
        QCOMPARE(text.rawArgument(), "a{b}\\}c");
        QCOMPARE(text.optionalArgument(), "");
        QCOMPARE(text.rawArgument(), "x");
        QCOMPARE(text.rawArgument(), "open");
        QVERIFY(text.atEnd());
        QCOMPARE(text.rawArgument(), "");
    }
    void passesTheEndOfARow() {
        MathCursor text(u"\\\\*[2em]a\\\\[b]");
        QVERIFY(text.takeRowEnd());
        QVERIFY(!text.takeRowEnd());
        QCOMPARE(text.peek(), u'a');
        text.skip();
        QVERIFY(text.takeRowEnd());
        QCOMPARE(text.peek(), u'[');
    }
};

QTEST_GUILESS_MAIN(TestMathCursor)

#include "tst_math_cursor.moc"
