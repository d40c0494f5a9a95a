#include "math/math_layout.h"

#include <QElapsedTimer>
#include <QtTest>

#include "math/math_parser.h"

using namespace hearth::app;

class TestMathLayout : public QObject {
    Q_OBJECT

    MathFont m_font{20};

    MathBox box(const QString& latex) const {
        const auto formula = parseMath(latex);
        return formula ? MathLayout(m_font).display(*formula) : MathBox();
    }
    /// Position of a letter.
    static QPointF place(const MathBox& box, const QString& text) {
        for (const MathInk& ink : box.inks)
            if (ink.glyphs.text == text) return ink.at;
        return {-1000, -1000};
    }
    static QPointF italic(const MathBox& box, const char* letter) {
        const QString mapped = inMathAlphabet(letter, MathAlphabet::Italic);
        const QPointF at = place(box, mapped);
        return at.x() > -1000 ? at : place(box, letter);
    }

private slots:
    void fractionsStandOverEachOther() {
        const MathBox fraction = box("\\frac{a}{b}");
        QVERIFY(italic(fraction, "a").y() < -10);
        QVERIFY(italic(fraction, "b").y() > 5);
        QVERIFY(fraction.height() > 2 * box("a").height());
        QVERIFY(box("\\frac{\\frac{a}{b}}{c}").height() > fraction.height());
    }

    void scriptsAreRaisedAndSmall() {
        const MathBox power = box("a^b_c");
        QVERIFY(italic(power, "b").y() < -5);
        QVERIFY(italic(power, "c").y() > 2);
        QVERIFY(power.width < box("abc").width);
        // In a line of their own, sums have their limits above and below.
        const MathBox sum = box("\\sum_a^b");
        QVERIFY(italic(sum, "b").y() < -15);
        QVERIFY(italic(sum, "a").x() < box("\\sum").width);
        QVERIFY(italic(box("\\int_a^b"), "b").x() > box("\\int").width * 0.7);
    }

    void delimitersAndRootsGrow() {
        const MathBox inside = box("\\frac{a}{b}"), fenced = box("\\left(\\frac{a}{b}\\right)");
        QVERIFY(fenced.width > inside.width + 8);
        QVERIFY(fenced.height() > 0.9 * inside.height());
        QVERIFY(box("\\sqrt{\\frac{a}{b}}").height() > inside.height());
        QVERIFY(italic(box("\\sqrt[a]{b}"), "a").y() < -3);
    }

    void signsHaveRoomWhereTheyJoin() {
        QVERIFY(italic(box("a=b"), "b").x() > italic(box("a{=}b"), "b").x() + 8);
        QVERIFY(italic(box("a-b"), "b").x() > italic(box("a{-}b"), "b").x() + 6);
        QVERIFY(qAbs(box("(-b)").width - box("({-}b)").width) < 0.1);
        QVERIFY(italic(box("\\sin x"), "x").x() > box("\\sin").width + 2);
    }

    void nothingIsOutsideItsBox() {
        for (const char* latex :
             {"x = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}",
              "\\int_{-\\infty}^{\\infty} e^{-x^2} dx = \\sqrt{\\pi}",
              "\\phi = 1 + \\cfrac{1}{1 + \\cfrac{1}{1 + \\cdots}}", "\\underbrace{1 + n}_{n \\text{ terms}}",
              "\\hat{y} \\vec{x} \\widetilde{abc} \\overline{AB} \\boxed{E}",
              "\\binom{n}{k} \\left\\{ x \\right.", "A \\xrightarrow{f} B \\quad \\lim_{x \\to 0} f"}) {
            const MathBox formula = box(latex);
            QVERIFY(formula.width > 10);
            const QRectF whole =
                QRectF(0, -formula.ascent, formula.width, formula.height()).adjusted(-4, -4, 6, 4);
            for (const MathInk& ink : formula.inks) {
                const QRectF drawn = (ink.glyphs.text.isEmpty() ? ink.shape.boundingRect() : ink.glyphs.ink)
                                         .translated(ink.at);
                QVERIFY2(drawn.isEmpty() || whole.contains(drawn), latex);
            }
        }
    }

    void deepOnesCostLittle() {
        QElapsedTimer timer;
        timer.start();
        box(QString("\\frac{1}{").repeated(15) + "x" + QString("}").repeated(15));
        box(QString("x^{").repeated(18) + "x" + QString("}").repeated(18));
        box(QString("\\left(").repeated(18) + QString("\\right)").repeated(18));
        box(QString("\\frac{a}{b}+").repeated(900));
        QVERIFY2(timer.elapsed() < 1500, qPrintable(QString::number(timer.elapsed())));
    }
};

QTEST_MAIN(TestMathLayout)
#include "tst_math_layout.moc"
