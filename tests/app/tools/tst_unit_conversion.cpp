#include "tools/unit_conversion.h"

#include <QtTest>

using namespace hearth::app;

class TestUnitConversion : public QObject {
    Q_OBJECT

private slots:
    void aLongNameTakesNoTime() {
        QVERIFY(!convertUnit(1, QString(50'000, 's') + " per h", "m").problem.isEmpty());
        QVERIFY(convertUnit(36, "kilometers per hour", "m/s").problem.isEmpty());
    }
    void quantitiesHaveTheirValue_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<double>("result");
        const auto row = [](double value, const char* from, const char* to, double result) {
            QTest::addRow("%g %s in %s", value, from, to) << value << QString(from) << QString(to) << result;
        };
        row(1, "mi", "km", 1.609344);
        row(26.2, "miles", "kilometers", 42.1648128);
        row(100, "C", "F", 212);
        row(-40, "fahrenheit", "Celsius", -40);
        row(0, "K", "celsius", -273.15);
        row(6, "feet", "cm", 182.88);
        row(1, "inches", "mm", 25.4);
        row(1, "lb", "g", 453.59237);
        row(1, "gallon", "L", 3.785411784);
        row(1, "GiB", "MB", 1073.741824);
        row(8, "bits", "byte", 1);
        row(1, "kWh", "kJ", 3600);
        row(90, "km/h", "m/s", 25);
        row(60, "miles per hour", "mph", 60);
        row(1, "h", "min", 60);
        row(180, "deg", "rad", 3.14159265358979);
        row(1, "hectares", "m2", 10000);
    }
    void quantitiesHaveTheirValue() {
        QFETCH(double, value);
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(double, result);
        const UnitConversion made = convertUnit(value, from, to);
        QCOMPARE(made.problem, QString());
        QVERIFY2(qAbs(made.value - result) <= 1e-9 * (1 + qAbs(result)),
                 qPrintable(QString::number(made.value)));
    }
    void everyUnitIsItself() {
        for (const QString& symbol : unitSymbols()) {
            const UnitConversion made = convertUnit(12.5, symbol, symbol);
            QVERIFY2(made.problem.isEmpty() && qAbs(made.value - 12.5) < 1e-9, qPrintable(symbol));
        }
    }
    void whatCannotBeConvertedSaysWhy() {
        QVERIFY(convertUnit(1, "km", "kg").problem.contains("different"));
        QVERIFY(convertUnit(1, "furlongs", "km").problem.contains("furlongs"));
        QVERIFY(convertUnit(1, "km", "").problem.contains("no unit"));
        QVERIFY(!convertUnit(qInf(), "km", "m").problem.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestUnitConversion)
#include "tst_unit_conversion.moc"
