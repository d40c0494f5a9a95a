#include "math/math_font.h"

#include <QtTest>

using namespace hearth::app;

class TestMathFont : public QObject {
    Q_OBJECT

private slots:
    void inkIsThatOfTheLetters() {
        const MathFont font(20);
        const MathGlyphs x = font.glyphs("x", MathAlphabet::Italic, 1),
                         hat = font.glyphs(QChar(0x2c6), MathAlphabet::Upright, 1);
        QVERIFY(x.advance > 5 && x.ink.height() > 5 && x.ink.bottom() < 2);
        // The baseline does not count.
        QVERIFY(hat.ink.bottom() < -5 && hat.ink.height() < 8);
        QVERIFY(font.glyphs("x", MathAlphabet::Italic, 0.5).advance < x.advance);
        QVERIFY(font.words("if x", false, 1).advance > 2 * x.advance);
        QVERIFY(font.axis(1) > 3 && font.axis(1) < 8);
        QVERIFY(!MathFont::family().isEmpty());
    }
};

QTEST_MAIN(TestMathFont)
#include "tst_math_font.moc"
