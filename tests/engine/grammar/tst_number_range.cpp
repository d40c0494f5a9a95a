#include "grammar/number_range.h"

#include <QtTest>

#include "engine/grammar/grammar_text.h"

using namespace hearth;
using namespace hearth::grammar;

class NumberRangeTest : public QObject {
    Q_OBJECT

private slots:
    void decimalsAreExact() {
        const auto small = Decimal::of("-1.250e-3");
        QVERIFY(small && small->negative);
        QCOMPARE(small->whole, std::string("0"));
        QCOMPARE(small->fraction, std::string("00125"));
        QCOMPARE(Decimal::of("12e2")->whole, std::string("1200"));
        QVERIFY(!Decimal::of("1e999999"));
    }
    /// All texts of numbers with up to two digits on each side, against what they say.
    void boundsHold() {
        QFETCH(double, least);
        QFETCH(double, most);
        QFETCH(bool, exclusive);
        QFETCH(bool, integers);
        const auto bound = [&](double value) {
            return NumberBound{*Decimal::of(QByteArray::number(value, 'g', 15).toStdString()), exclusive};
        };
        const TextSet set = numbersBetween(bound(least), bound(most), integers);
        for (const char* sign : {"", "-"})
            for (int whole = 0; whole < 130; ++whole)
                for (const char* fraction : {"", ".0", ".5", ".05", ".50", ".25", ".251", ".9", ".99"}) {
                    const std::string text = sign + std::to_string(whole) + fraction;
                    const double value = QByteArray::fromStdString(text).toDouble();
                    const bool inside =
                        exclusive ? value > least && value < most : value >= least && value <= most;
                    if (value == 0 && *sign != '\0') continue;
                    QVERIFY2(set.contains(text) == (inside && (!integers || *fraction == '\0')),
                             text.c_str());
                }
        QVERIFY(!set.contains("") && !set.contains("-") && !set.contains("01") && !set.contains("1.") &&
                !set.contains("+1"));
    }
    void boundsHold_data() {
        QTest::addColumn<double>("least");
        QTest::addColumn<double>("most");
        QTest::addColumn<bool>("exclusive");
        QTest::addColumn<bool>("integers");
        for (const bool exclusive : {false, true})
            for (const bool integers : {false, true})
                for (const auto& [least, most] : {std::pair(0.0, 120.0),
                                                  {-5.0, 5.0},
                                                  {-99.5, -0.25},
                                                  {0.05, 0.5},
                                                  {9.25, 100.0},
                                                  {7.0, 7.0},
                                                  {-100.0, 0.0},
                                                  {3.0, 2.0}})
                    QTest::addRow("%g to %g %d %d", least, most, exclusive, integers)
                        << least << most << exclusive << integers;
    }
    void oneSideMayBeOpen() {
        const TextSet positive = numbersBetween(NumberBound{*Decimal::of("0"), true}, std::nullopt, false);
        const TextSet negative = numbersBetween(std::nullopt, NumberBound{*Decimal::of("0"), true}, true);
        QVERIFY(negative.contains("-1") && !negative.contains("-0") && !negative.contains("0"));
        QVERIFY(positive.contains("0.001") && positive.contains("123456789") && !positive.contains("0") &&
                !positive.contains("-1") && !positive.contains("0.0"));
    }
};

QTEST_GUILESS_MAIN(NumberRangeTest)
#include "tst_number_range.moc"
