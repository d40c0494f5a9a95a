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

    void rulesStandBetweenCells() {
        const MathBox table = box("\\begin{array}{c|c} 1 & 2 \\\\ \\hline 3 & 4 \\end{array}");
        QList<QRectF> rules;
        for (const MathInk& ink : table.inks)
            if (!ink.shape.isEmpty()) rules += ink.shape.boundingRect().translated(ink.at);
        QCOMPARE(rules.size(), 2);
        const QRectF upright = rules[0], level = rules[1];
        QVERIFY(upright.height() > 30 && upright.width() < 3);
        QVERIFY(upright.x() > places(table, "1")[0].x() && upright.x() < places(table, "2")[0].x());
        QVERIFY(level.width() > 30 && level.height() < 3);
        QVERIFY(level.y() > places(table, "1")[0].y() && level.y() < places(table, "3")[0].y());
        QVERIFY(box("\\begin{array}{cc} a & b \\\\ c & d \\end{array}").inks.size() == 4);
    }

    void whatIsCancelledIsStruckOut() {
        const MathBox plain = box("x"), struck = box("\\cancel{x}");
        QCOMPARE(struck.inks.size(), plain.inks.size() + 1);
        const QRectF line = struck.inks.back().shape.boundingRect();
        QVERIFY(line.width() >= plain.width - 1 && line.height() > 5);
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
