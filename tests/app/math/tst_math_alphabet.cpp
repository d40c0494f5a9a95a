#include "math/math_alphabet.h"

#include <QtTest>

using namespace hearth::app;

class TestMathAlphabet : public QObject {
    Q_OBJECT

private slots:
    void lettersByUnicode() {
        const auto point = [](const char* letter, MathAlphabet alphabet) {
            return inMathAlphabet(QString::fromUtf8(letter), alphabet).toUcs4().value(0);
        };
        // Names by the Unicode Character Database.
        QCOMPARE(point("x", MathAlphabet::Italic), 0x1d465U);        // MATHEMATICAL ITALIC SMALL X
        QCOMPARE(point("h", MathAlphabet::Italic), 0x210eU);         // PLANCK CONSTANT
        QCOMPARE(point("R", MathAlphabet::DoubleStruck), 0x211dU);   // DOUBLE-STRUCK CAPITAL R
        QCOMPARE(point("E", MathAlphabet::DoubleStruck), 0x1d53cU);  // MATHEMATICAL DOUBLE-STRUCK CAPITAL E
        QCOMPARE(point("L", MathAlphabet::Calligraphic), 0x2112U);   // SCRIPT CAPITAL L
        QCOMPARE(point("g", MathAlphabet::Fraktur), 0x1d524U);       // MATHEMATICAL FRAKTUR SMALL G
        QCOMPARE(point("7", MathAlphabet::Bold), 0x1d7d5U);          // MATHEMATICAL BOLD DIGIT SEVEN
        QCOMPARE(point("α", MathAlphabet::Italic), 0x1d6fcU);        // MATHEMATICAL ITALIC SMALL ALPHA
        QCOMPARE(point("ω", MathAlphabet::Italic), 0x1d714U);        // MATHEMATICAL ITALIC SMALL OMEGA
        QCOMPARE(point("ϕ", MathAlphabet::Italic), 0x1d719U);        // MATHEMATICAL ITALIC PHI SYMBOL
        QCOMPARE(point("ϵ", MathAlphabet::Italic), 0x1d716U);        // MATHEMATICAL ITALIC EPSILON SYMBOL
        QCOMPARE(point("Γ", MathAlphabet::Italic), 0x393U);
        QCOMPARE(point("Γ", MathAlphabet::Bold), 0x1d6aaU);  // MATHEMATICAL BOLD CAPITAL GAMMA
        QCOMPARE(point("5", MathAlphabet::Italic), 0x35U);
        QCOMPARE(inMathAlphabet("+", MathAlphabet::Bold), QString("+"));
        QCOMPARE(inMathAlphabet("ab", MathAlphabet::Bold), QString("ab"));
    }
};

QTEST_GUILESS_MAIN(TestMathAlphabet)
#include "tst_math_alphabet.moc"
