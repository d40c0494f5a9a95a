#include "math/math_symbols.h"

#include <QtTest>

using namespace hearth::app;

class TestMathSymbols : public QObject {
    Q_OBJECT

private slots:
    void commandsHaveTheirCharacterAndClass() {
        QCOMPARE(findMathSymbol("alpha")->text, QStringLiteral("α"));
        QCOMPARE(findMathSymbol("le")->kind, MathClass::Relation);
        QCOMPARE(findMathSymbol("{")->kind, MathClass::Opening);
        QVERIFY(findMathSymbol("sum")->isLarge && findMathSymbol("sum")->hasLimits);
        QVERIFY(findMathSymbol("int")->isLarge && !findMathSymbol("int")->hasLimits);
        QVERIFY(findMathSymbol("lim")->isWord && findMathSymbol("lim")->hasLimits);
        QCOMPARE(findMathSymbol("argmax")->text, QStringLiteral("arg max"));
        QCOMPARE(findMathSymbol("nothing"), nullptr);
    }

    void typedCharactersMeanSigns() {
        QCOMPARE(mathSymbolOf(U'-').text, QString(QChar(0x2212)));
        QCOMPARE(mathSymbolOf(U'-').kind, MathClass::Binary);
        QCOMPARE(mathSymbolOf(U'=').kind, MathClass::Relation);
        QCOMPARE(mathSymbolOf(U'x').kind, MathClass::Ordinary);
        QCOMPARE(mathSymbolOf(0x1d465).text.size(), 2);
    }
};

QTEST_GUILESS_MAIN(TestMathSymbols)
#include "tst_math_symbols.moc"
