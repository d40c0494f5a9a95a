#include "math/chemistry.h"

#include <QtTest>

using hearth::app::chemistryLatex;

class TestChemistry : public QObject {
    Q_OBJECT

private slots:
    void formulasBecomeLatex_data() {
        QTest::addColumn<QString>("latex");
        const auto row = [](const char* written, const char* latex) {
            QTest::newRow(written) << QString::fromUtf8(latex);
        };
        row("H2O", "\\mathrm{H}_{2}\\mathrm{O}");
        row("SO4^2-", "\\mathrm{SO}_{4}^{2-}");
        row("Fe^{3+}", "\\mathrm{Fe}^{3+}");
        row("Na+", "\\mathrm{Na}^{+}");
        row("2H2 + O2 -> 2H2O", "2\\mathrm{H}_{2}+\\mathrm{O}_{2}\\rightarrow 2\\mathrm{H}_{2}\\mathrm{O}");
        row("N2 <=> 2N", "\\mathrm{N}_{2}\\rightleftharpoons 2\\mathrm{N}");
        row("Ca(OH)2 (aq)", "\\mathrm{Ca}(\\mathrm{OH})_{2}(\\mathrm{aq})");
        row("^{14}_{6}C", "{}^{14}_{6}\\mathrm{C}");
        row("CuSO4 * 5H2O", "\\mathrm{CuSO}_{4}\\cdot 5\\mathrm{H}_{2}\\mathrm{O}");
        row("A ->[cat] B", "\\mathrm{A}\\rightarrow [\\mathrm{cat}]\\mathrm{B}");
    }
    void formulasBecomeLatex() {
        QFETCH(QString, latex);
        QTEST(chemistryLatex(QString::fromUtf8(QTest::currentDataTag())), "latex");
    }

    void whatIsNotUnderstoodIsNothing() {
        for (const char* text : {"\\frac{a}{b}", "x^", "x^{", "$x$", "a & b", "x^{\\alpha}"})
            QVERIFY2(chemistryLatex(QString::fromUtf8(text)).isNull(), text);
        QVERIFY(chemistryLatex(QString(100000, u'^')).isNull());
    }
};

QTEST_APPLESS_MAIN(TestChemistry)
#include "tst_chemistry.moc"
