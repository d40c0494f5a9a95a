#include "math/math_parser.h"

#include <QElapsedTimer>
#include <QtTest>

#include "math_dump.h"

using hearth::app::parseMath;
using hearth::test::dump;

class TestMathParser : public QObject {
    Q_OBJECT

private slots:
    void groupsAndScripts() {
        QCOMPARE(dump("x^2"), QStringLiteral("x^2"));
        QCOMPARE(dump("x_i^{2n}"), QStringLiteral("x^{2 n}_i"));
        QCOMPARE(dump("f'(x)"), QStringLiteral("{f^′ ( x )}"));
        QCOMPARE(dump("f'^2"), QStringLiteral("f^{′ 2}"));
        QCOMPARE(dump("{}^{14}_6 C"), QStringLiteral("{{}^{1 4}_6 C}"));
        QCOMPARE(dump("{a + b}c"), QStringLiteral("{{a + b} c}"));
        QCOMPARE(dump("{a \\over b}"), QStringLiteral("({a} / b)"));
        QCOMPARE(dump("{n \\choose k}"), QStringLiteral("<( ({n} over k) )>"));
        QCOMPARE(dump("a \\\\ b"), QStringLiteral("array1[a;b]"));
        QCOMPARE(dump("𝑥+é"), QStringLiteral("{𝑥 + é}"));
        QCOMPARE(dump(""), QStringLiteral("{}"));
    }

    void whatIsCutOffIsReadAsFarAsItGoes() {
        const QString whole = QStringLiteral(
            "\\frac{\\sqrt[3]{x_1^{2}}}{\\text{abc}} \\left( \\begin{pmatrix} a & b \\\\ c \\end{pmatrix} "
            "\\right)"
            "\\hat{x}\\bigl(\\mathbb{R}\\operatorname{f}\\underbrace{a}_{b}\\xrightarrow[a]{b}\\begin{array}{"
            "cc}");
        for (qsizetype length = 0; length <= whole.size(); ++length) {
            parseMath(QStringView(whole).first(length));
            parseMath(QStringView(whole).mid(length));
        }
        for (const char* bad : {"\\",      "^",    "_",  "{",      "}",        "\\frac",           "\\sqrt[",
                                "\\text{", "x^{",  "&",  "\\left", "\\right)", "\\begin",          "\\end{x}",
                                "^^",      "x^^2", "__", "$",      "\\\\",     "\\begin{}\\end{}", "\\over"})
            parseMath(QString(bad));
    }

    void hostileOnesCostLittle() {
        QElapsedTimer timer;
        timer.start();
        for (const char* part : {"{",
                                 "^",
                                 "\\frac{",
                                 "\\frac",
                                 "\\sqrt[",
                                 "_{",
                                 "\\left(",
                                 "\\text{",
                                 "x",
                                 "&",
                                 "\\\\",
                                 "x^",
                                 "\\begin{matrix}",
                                 "\\over",
                                 "\\displaystyle",
                                 "\\not",
                                 "'",
                                 "\\big",
                                 "\\hat",
                                 "}",
                                 "\\begin{array}{",
                                 "\\limits",
                                 "\\cfrac[",
                                 "\\xrightarrow["})
            for (const int times : {10000, 100, 39}) parseMath(QString(part).repeated(times));
        QVERIFY2(timer.elapsed() < 2000, qPrintable(QString::number(timer.elapsed())));
        QVERIFY(!parseMath(QString("\\frac{1}{").repeated(10000)));
        QVERIFY(!parseMath(QString("x").repeated(19000)));
        QVERIFY(parseMath(QString("x+").repeated(1000)));
    }
};

QTEST_GUILESS_MAIN(TestMathParser)
#include "tst_math_parser.moc"
