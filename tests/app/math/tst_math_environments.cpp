#include <QtTest>

#include "math_dump.h"

using hearth::test::dump;

class TestMathEnvironments : public QObject {
    Q_OBJECT

private slots:
    void cellsByRows() {
        QCOMPARE(dump("\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}"), QString("array2([a;b;c;d])"));
        QCOMPARE(dump("\\begin{bmatrix} a \\\\ b & c \\\\ \\end{bmatrix}"), QString("array2[[a;{};b;c]]"));
        QCOMPARE(dump("\\begin{cases} 1 & x \\\\[4pt] 0 & y \\end{cases}"), QString("array2{[1;x;0;y]"));
        QCOMPARE(dump("\\begin{align*} a &= b \\\\ &= c \\end{align*}"),
                 QStringLiteral("array2[a;{= b};{};{= c}]"));
        QCOMPARE(dump("\\begin{array}{l|r} a & b \\end{array}"), QString("array2[a;b]"));
        QCOMPARE(dump("\\begin{equation} x \\end{equation}"), QString("array1[x]"));
        QCOMPARE(dump("\\begin{pmatrix} \\begin{matrix} a & b \\end{matrix} & c \\end{pmatrix} d"),
                 QString("{array2([array2[a;b];c]) d}"));
        QCOMPARE(dump("\\begin{pmatrix} a & b"), QString("array2([a;b])"));
        QCOMPARE(dump("\\begin{nothing} a \\end{nothing}"), QString("none"));
        QCOMPARE(dump("a &= b \\\\ &= c"), QString("array2[a;{= b};{};{= c}]"));
        QCOMPARE(dump("\\sum_{\\begin{subarray} i \\\\ j \\end{subarray}} x"),
                 QStringLiteral("{∑_array1[i;j] x}"));
    }

    void rulesHaveTheirPlaces() {
        const auto formula = hearth::app::parseMath(
            u"\\begin{array}{|l||c@{x}r|} \\hline a & b & c \\\\ \\hline\\hline d & e & f \\\\ \\hline "
            u"\\end{array}");
        QVERIFY(formula);
        QCOMPARE(formula->columns, 3);
        QCOMPARE(formula->alignments, QList<QChar>({u'l', u'c', u'r'}));
        QCOMPARE(formula->columnRules, QList<int>({0, 1, 1, 3}));
        QCOMPARE(formula->rowRules, QList<int>({0, 1, 1, 2}));
        QCOMPARE(formula->children.size(), 6U);
    }
};

QTEST_GUILESS_MAIN(TestMathEnvironments)
#include "tst_math_environments.moc"
