#include "tools/calculator.h"

#include <QElapsedTimer>
#include <QtTest>

using namespace hearth::app;

class TestCalculator : public QObject {
    Q_OBJECT

    /// The first digits of a number that is written in any way, rounded, with its sign and the place of the
    /// first, so that equal numbers have equal texts.
    static QString digitsOf(const QString& number, qsizetype most) {
        const QStringList parts = number.split(u'e');
        const QString sign = number.startsWith(u'-') ? QStringLiteral("-") : QString();
        QString digits = parts[0].mid(sign.size());
        qsizetype place = digits.indexOf(u'.') < 0 ? digits.size() : digits.indexOf(u'.');
        digits.remove(u'.');
        while (digits.startsWith(u'0')) digits.remove(0, 1), --place;
        if (digits.isEmpty()) return QStringLiteral("0");
        place += parts.value(1, QStringLiteral("0")).toLongLong();
        const bool up = digits.size() > most && digits[most] >= u'5';
        digits = digits.left(most);
        qsizetype at = up ? digits.size() : 0;
        while (at > 0 && digits[--at] == u'9') digits[at] = u'0';
        if (up && digits[at] == u'0' && at == 0)
            digits.prepend(u'1'), ++place;
        else if (up)
            digits[at] = QChar(digits[at].unicode() + 1);
        while (digits.endsWith(u'0')) digits.chop(1);
        return sign + digits + QStringLiteral("e%1").arg(place);
    }

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
        row("(3!)!", "720");
        row("3! - 2", "4");
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
        row("log(1000)", "3");
        row("log(8, 2)", "3");
        row("log(0.001)", "-3");
        row("floor(log10(1000))", "3");
        row("sin(0)", "0");
        row("sin(1e51)", "about 0.31649087031539211713");
        row("sin(pi)", "about 0 (closer to it than 1e-1000)");
        row("sin(pi/6)", "about 0.5");
        row("exp(200) % 7", "about 4.9265890625705574684");
        row("mod(5, -3)", "-1");
        row("mod(-7, 3)", "2");
        row("15% - 3", "-2.85");
        row("8^(1/3)", "2");
        row("cbrt(-8)", "-2");
        row("sqrt(2)^2", "about 2");
        row("2\u00b2\u00b3", "8388608");
        row("-2\u00b2", "-4");
        row("3\u00b2!", "362880");
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
        const QStringList bad{
            "", " ", "1 +", "1 / 0", "(1", "1)", "foo", "foo(1)", "1 2", "sqrt(-1)", "ln(0)", "0^-1",
            "asin(2)", "501!", "1.5!", "(-8)^0.5", "min()", "round(1,2,3)", "2e999999", "__import__('os')",
            ".", "1 $ 2", "mod(1,0)", "log(2,1)", "gcd(1.5, 2)",
            // An ambiguous expression is not evaluated.
            "5 % -3", "5%-3", "5 % - 3", "5% +3", "200 + 15%", "200 - 15%", "3!!", "min(1,000,2)",
            // The digits do not determine the result.
            "1/sin(pi)", "floor(sqrt(2)^2)", "sin(exp(exp(exp(3))))", "exp(1e6) % 7", "sqrt(sin(pi))",
            "sin(2^1000000)", "atan2(0, 0)"};
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

    /// tests/app/tools/make_calculator_values.py has mpmath calculate them with 2,000 digits.
    void valuesAreThoseOfMpmath() {
        QFile file(QStringLiteral(HEARTH_SOURCE_DIR "/tests/app/tools/calculator_values.tsv"));
        QVERIFY(file.open(QFile::ReadOnly));
        int told = 0, count = 0;
        for (; !file.atEnd(); ++count) {
            const QStringList row = QString::fromUtf8(file.readLine()).trimmed().split(u'\t');
            QCOMPARE(row.size(), 2);
            const Calculation result = calculate(row[0]);
            if (!result.problem.isEmpty()) continue;
            ++told;
            QString value = result.value;
            if (const qsizetype about = value.indexOf("about "); about >= 0) value = value.mid(about + 6);
            QVERIFY2(digitsOf(value, 20) == digitsOf(row[1], 20),
                     qPrintable(row[0] + u' ' + result.value + u' ' + row[1]));
        }
        QCOMPARE(count, 400);
        // Some cannot be told, as floor(sqrt(9.5^2)); of these nothing is said.
        QVERIFY2(told >= 390, qPrintable(QString::number(told)));
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
