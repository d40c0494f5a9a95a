#include <QtTest>

#include "math/math_layout.h"
#include "math/math_parser.h"

using namespace hearth::app;

class TestMathArrayLayout : public QObject {
    Q_OBJECT

    MathFont m_font{20};

    MathBox box(const QString& latex) const { return MathLayout(m_font).display(*parseMath(latex)); }
    static QList<QPointF> places(const MathBox& box, const QString& text) {
        QList<QPointF> all;
        for (const MathInk& ink : box.inks)
            if (ink.glyphs.text == text) all += ink.at;
        return all;
    }

private slots:
    void cellsStandInRowsAndColumns() {
        const MathBox matrix = box("\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}");
        const QPointF one = places(matrix, "1")[0], two = places(matrix, "2")[0],
                      three = places(matrix, "3")[0];
        QCOMPARE(one.y(), two.y());
        QVERIFY(two.x() > one.x() + 20);
        QVERIFY(three.y() > one.y() + 15);
        QVERIFY(qAbs(three.x() - one.x()) < 2);
        // The middle of the matrix is that of the line.
        QVERIFY(qAbs((matrix.ascent - matrix.descent) / 2 - m_font.axis(1)) < 2);
    }

    void linesAreAlignedAtTheirSign() {
        const MathBox lines = box("\\begin{align} 1234 &= 5 \\\\ 6 &= 78 \\end{align}");
        const QList<QPointF> signs = places(lines, "=");
        QCOMPARE(signs.size(), 2);
        QCOMPARE(signs[0].x(), signs[1].x());
        QVERIFY(signs[1].y() > signs[0].y() + 15);
        const MathBox cases = box("\\begin{cases} 1 & 2 \\\\ 345 & 6 \\end{cases}");
        QCOMPARE(places(cases, "1")[0].x(), places(cases, "3")[0].x());
    }

    void accentsStandCloseOverTheirLetter() {
        const MathBox plain = box("x"), hat = box("\\hat{x}"), line = box("\\underline{x}");
        QVERIFY(hat.ascent > plain.ascent + 2 && hat.ascent < plain.ascent + 9);
        QVERIFY(line.descent > plain.descent + 1);
        QCOMPARE(hat.width, plain.width);
    }
};

QTEST_MAIN(TestMathArrayLayout)
#include "tst_math_array_layout.moc"
