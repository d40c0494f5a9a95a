#include "chat/math_text.h"

#include <QElapsedTimer>
#include <QtTest>

using hearth::app::mathRichText;
using hearth::app::mathText;

class TestMathText : public QObject {
    Q_OBJECT

private slots:
    void readsWell_data() {
        QTest::addColumn<QString>("latex");
        QTest::addColumn<QString>("text");
        const auto row = [](const char* latex, const char* text) {
            QTest::newRow(latex) << QString::fromUtf8(latex) << QString::fromUtf8(text);
        };
        row("f = St \\cdot v/d", "f = St · v/d");
        row("St \\approx 0.2", "St ≈ 0.2");
        row("\\frac{a}{b}", "a/b");
        row("\\frac{a+b}{2c}", "(a+b)/(2c)");
        row("\\frac{\\sqrt{\\pi}}{2}", "√π/2");
        row("x^2 + y^{10} = z_1", "x² + y¹⁰ = z₁");
        row("e^{-x^2}", "e^(−x²)");
        row("a_{ij}", "aᵢⱼ");
        row("x^{\\alpha Q}", "x^(α Q)");
        row("\\int_0^\\infty e^{-x} dx", "∫₀^∞ e⁻ˣ dx");
        row("\\sum_{i=1}^n i", "∑ᵢ₌₁ⁿ i");
        row("\\left( x \\right)", "( x )");
        row("\\mathbb{R}^n", "ℝⁿ");
        row("\\text{if } n \\le 3", "if n ≤ 3");
        row("\\sqrt[3]{x+1}", "∛(x+1)");
        row("\\sin x", "sin x");
        row("f'(x)", "f′(x)");
        row("a \\quad b",
            "a\xE2\x80\x83"
            "b");
        row("a \\\\ b", "a \nb");
        row("\\unknowncommand{x}", "\\unknowncommandx");
        row("a - b", "a − b");
        row("50\\%", "50%");
        row("\\vec{v}", "v\xE2\x83\x97");
        row("\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix} x", "(a b ; c d ) x");
        row("", "");
    }
    void readsWell() {
        QFETCH(QString, latex);
        QTEST(mathText(latex), "text");
    }

    void variablesAreItalicAndWordsAreNot() {
        QCOMPARE(mathRichText(u"ax^2+\\sin x"),
                 QStringLiteral("<math tex=\"ax^2+\\sin x\"><i>ax</i>²+sin <i>x</i></math>"));
        QCOMPARE(mathRichText(u"\\text{if } n<1"),
                 QStringLiteral("<math tex=\"\\text{if } n&lt;1\">if <i>n</i>&lt;1</math>"));
        QCOMPARE(mathRichText(u"\\alpha_{\\mathrm{max}}"),
                 QStringLiteral("<math tex=\"\\alpha_{\\mathrm{max}}\"><i>α</i>ₘₐₓ</math>"));
    }

    void cutOffFormulasDoNotHurt() {
        const QString whole = QStringLiteral(
            "\\frac{\\sqrt[3]{x_1^{2}}}{\\text{abc}} \\left( \\begin{matrix} a & b \\end{matrix} \\right)");
        for (qsizetype length = 0; length <= whole.size(); ++length)
            mathText(QStringView(whole).first(length));
        for (const char* bad : {"\\", "^", "_", "{", "}", "\\frac", "\\sqrt[", "\\text{", "x^{"})
            mathText(QString(bad));
    }

    void hostileOnesTakeLinearTime() {
        QElapsedTimer timer;
        timer.start();
        for (const char* part : {"{", "^", "\\frac{", "\\sqrt[", "_{", "\\left", "\\text{", " "})
            mathText(QString(part).repeated(100000));
        QVERIFY2(timer.elapsed() < 3000, qPrintable(QString::number(timer.elapsed())));
    }
};

QTEST_GUILESS_MAIN(TestMathText)
#include "tst_math_text.moc"
