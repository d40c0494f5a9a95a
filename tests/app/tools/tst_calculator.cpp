#include "tools/calculator.h"

#include <QElapsedTimer>
#include <QtTest>

using namespace hearth::app;

class TestCalculator : public QObject {
    Q_OBJECT

private slots:
    void expressionsHaveTheirValue_data() {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("value");
        const auto row = [](const char* expression, const char* value) {
            QTest::newRow(expression) << expression << value;
        };
        row("1 + 1", "2");
        row("2+3*4", "14");
        row("(2+3)*4", "20");
        row("0.1 + 0.2", "0.3");
        row("-2^2", "-4");
        row("2^-2", "0.25");
        row("2^3^2", "512");
        row("2**10", "1024");
        row("10 / 4", "2.5");
        row("1/3", "1/3, about 0.33333333333333333333");
        row("1/3*3", "1");
        row("7 % 3", "1");
        row("-7 % 3", "2");
        row("15%", "0.15");
        row("200 * 15%", "30");
        row("15% * 200", "30");
        row("5!", "120");
        row("3!!", "720");
        row("sqrt(16)", "4");
        row("sqrt(2)", "about 1.4142135623730950488");
        row("sqrt(1/4)", "0.5");
        row("round(2.5)", "3");
        row("round(-2.5)", "-3");
        row("round(3.14159, 2)", "3.14");
        row("floor(-1.5)", "-2");
        row("ceil(1.2)", "2");
        row("min(3, 1, 2)", "1");
        row("max(3, 1, 2)", "3");
        row("gcd(12, 18)", "6");
        row("lcm(4, 6)", "12");
        row("1e3", "1000");
        row("1.5e-3", "0.0015");
        row("1_000_000", "1000000");
        row("123456789 * 987654321", "121932631112635269");
        row("2^200", "1606938044258990275541962092341162602522202993782792835301376");
        row("log(1000)", "about 3");
        row("log(8, 2)", "about 3");
        row("sin(0)", "about 0");
        row("pi", "about 3.1415926535897932385");
        row("e", "about 2.7182818284590452354");
        row("2\u00d73\u22121", "5");
        row("abs(-3)", "3");
        row("007", "7");
    }
    void expressionsHaveTheirValue() {
        QFETCH(QString, expression);
        QFETCH(QString, value);
        const Calculation result = calculate(expression);
        QCOMPARE(result.problem, QString());
        QCOMPARE(result.value, value);
    }

    void whatHasNoValueSaysWhy_data() {
        QTest::addColumn<QString>("expression");
        const QStringList bad{"",         " ",     "1 +",          "1 / 0",    "(1",
                              "1)",       "foo",   "foo(1)",       "1 2",      "sqrt(-1)",
                              "ln(0)",    "0^-1",  "asin(2)",      "501!",     "1.5!",
                              "(-8)^0.5", "min()", "round(1,2,3)", "2e999999", "__import__('os')",
                              ".",        "1 $ 2", "mod(1,0)",     "log(2,1)", "gcd(1.5, 2)"};
        for (const QString& expression : bad) QTest::newRow(qPrintable(expression)) << expression;
        QTest::newRow("deep") << QString(500, '(') + "1";
        QTest::newRow("signs") << QString(900, '-') + "1";
        QTest::newRow("long") << QString(5000, '1');
    }
    void whatHasNoValueSaysWhy() {
        QFETCH(QString, expression);
        const Calculation result = calculate(expression);
        QVERIFY(result.value.isEmpty());
        QVERIFY2(result.problem.endsWith('.'), qPrintable(result.problem));
    }

    void hugeResultsAreBounded_data() {
        QTest::addColumn<QString>("expression");
        for (const char* expression :
             {"9^9^9", "9^9^9^9", "500!^500", "(500!)^(500!)", "2^8000*2^8000*2^8000", "0.1^3000",
              "exp(1e1000)", "1.0001^1000000", "(1/3)^4000"})
            QTest::newRow(expression) << expression;
    }
    void hugeResultsAreBounded() {
        QFETCH(QString, expression);
        QElapsedTimer timer;
        timer.start();
        const Calculation result = calculate(expression);
        QVERIFY(result.value.isEmpty() != result.problem.isEmpty());
        QVERIFY(result.value.size() < 6000);
        QVERIFY(timer.elapsed() < 5000);
    }
};

QTEST_GUILESS_MAIN(TestCalculator)
#include "tst_calculator.moc"
