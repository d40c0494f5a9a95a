#include "chat/math_text.h"

#include <QElapsedTimer>
#include <QtTest>

using hearth::app::mathRichText;
using hearth::app::mathText;
using hearth::app::wholeMathText;

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
        row("90^\\circ", "90°");
        row("90^{\\circ}", "90°");
        row("A^T", "Aᵀ");
        row("a \\pmod{n}", "a (mod n)");
        row("\\text{100\\%}", "100%");
        row("\\ce{H2SO4}", "H₂SO₄");
        row("\\ce{2H2 + O2 -> 2H2O}", "2H₂+O₂→ 2H₂O");
        row("\\cancel{x}", "x\xCC\xB8");
        row("\\bigl( x \\bigr)", "( x )");
        row("a \\lesssim b", "a ≲ b");
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
        QCOMPARE(mathRichText(u"e^{-x^2}"),
                 QStringLiteral("<math tex=\"e^{-x^2}\"><i>e</i><sup>−<i>x</i>²</sup></math>"));
        QCOMPARE(mathRichText(u"a \\pmod{n}"),
                 QStringLiteral("<math tex=\"a \\pmod{n}\"><i>a</i> (mod <i>n</i>)</math>"));
        QCOMPARE(mathRichText(u"\\ce{H2O}"), QStringLiteral("<math tex=\"\\ce{H2O}\">H₂O</math>"));
        QCOMPARE(mathRichText(u"\\alpha_{\\mathrm{max}}"),
                 QStringLiteral("<math tex=\"\\alpha_{\\mathrm{max}}\"><i>α</i>ₘₐₓ</math>"));
    }

    void whatHasNoFormOnALineIsItsSource() {
        for (const char* latex :
             {"\\underbrace{a+b}_{c}", "\\unknown{x}", "\\frac{a}", "x^", "{a", "a}", "\\text{a \\textbf{b}}",
              "\\begin{array}{c|c} a & b \\\\ \\hline c & d \\end{array}", "\\overset{!}{=}", "\\ce{\\x}",
              "\\"}) {
            QVERIFY2(!wholeMathText(QString::fromUtf8(latex)), latex);
            const QString source = QString::fromUtf8(latex).toHtmlEscaped();
            QCOMPARE(mathRichText(QString::fromUtf8(latex)),
                     "<math tex=\"" + source + "\">$" + source + "$</math>");
        }
        QCOMPARE(wholeMathText(u"x^2"), std::optional<QString>(QStringLiteral("x²")));
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
