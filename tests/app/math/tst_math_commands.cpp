#include <QtTest>

#include "math_dump.h"

using namespace hearth::app;
using hearth::test::dump;

class TestMathCommands : public QObject {
    Q_OBJECT

private slots:
    void commandsMakeParts_data() {
        QTest::addColumn<QString>("tree");
        const auto row = [](const char* latex, const char* tree) {
            QTest::newRow(latex) << QString::fromUtf8(tree);
        };
        row("\\frac{a}{b}", "(a / b)");
        row("\\frac12", "(1 / 2)");
        row("\\binom{n}{k}", "<( (n over k) )>");
        row("\\sqrt{x}", "root(x)");
        row("\\sqrt[3]{x+1}", "root({x + 1};3)");
        row("\\text{if } n", "{\"if \" n}");
        row("\\text{5\\% of $x$}", "\"5% of x\"");
        row("\\operatorname{rank} A", "{rank A}");
        row("\\operatorname*{arg\\,min}_x f", "{arg min_x f}");
        row("\\left( \\frac{a}{b} \\right]", "<( (a / b) ]>");
        row("\\left. x \\right|_0", "< x |>_0");
        row("\\left\\langle a \\middle| b \\right\\rangle", "<⟨ {a big| b} ⟩>");
        row("\\bigl( x \\Bigr)", "{big( x big)}");
        row("\\hat{x} \\vec v", "{hat(x) vec(v)}");
        row("\\underbrace{a}_{b}", "underbrace(a)_b");
        row("\\overset{!}{=}", "{=}^{!}");
        row("\\underset{x}{y}", "y_x");
        row("A \\xrightarrow{f} B", "{A ⟶^f B}");
        row("a \\not= b", "{a =\xCC\xB8 b}");
        row("x \\pmod{3}", "{x {\"\xE2\x80\x82(mod \" 3 \")\"}}");
        row("\\textcolor{red}{x}", "x");
        row("\\label{eq} x \\nonumber", "x");
        row("\\sum\\limits_{i} x", "{∑_i x}");
        row("\\dfrac{a}{b}", "(a / b)");
        row("a \\, b \\quad c", "{a ~ b ~ c}");
        row("\\cancel{x} + \\xcancel{y}", "{cancel(x) + xcancel(y)}");
        row("\\ce{H2O}", "{H_2 O}");
        row("\\text{100\\%}", "\"100%\"");
        // Half of a formula would say something else.
        row("\\unknown{x}", "none");
        row("a + \\ref{eq}", "none");
        row("\\text{if $x^2$}", "none");
        row("\\text{a \\textbf{b}}", "none");
        row("\\left\\nothing x \\right)", "none");
        row("\\ce{\\unknown}", "none");
        row("\\{ a \\}", "{{ a }}");
    }
    void commandsMakeParts() {
        QFETCH(QString, tree);
        QTEST(dump(QTest::currentDataTag()), "tree");
    }

    void alphabetsEndWithTheirGroup() {
        const auto formula = parseMath(u"{\\bf x} y \\mathbb{R} \\mathrm{d}");
        QVERIFY(formula);
        const auto& parts = formula->children;
        QCOMPARE(parts.size(), 4U);
        QCOMPARE(parts[0].alphabet, MathAlphabet::Bold);
        QCOMPARE(parts[1].alphabet, MathAlphabet::Italic);
        QCOMPARE(parts[2].alphabet, MathAlphabet::DoubleStruck);
        QCOMPARE(parts[3].alphabet, MathAlphabet::Upright);
    }
};

QTEST_GUILESS_MAIN(TestMathCommands)
#include "tst_math_commands.moc"
