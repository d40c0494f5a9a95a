#include "prefix_store/tier_rates.h"

#include <QtTest>

using hearth::TierRates;

class TestTierRates : public QObject {
    Q_OBJECT
private slots:
    void whatIsNotKnownIsTried() {
        TierRates rates;
        QVERIFY(rates.readingPays(1'000'000'000, 1));
        rates.read(1000, 1);
        QVERIFY(rates.readingPays(1'000'000'000, 1));
    }

    void theQuickerOneIsChosen() {
        TierRates rates;
        rates.read(1'000'000, 1);
        rates.computed(100, 1);
        QVERIFY(rates.readingPays(9'000'000, 1000));
        QVERIFY(!rates.readingPays(11'000'000, 1000));
        // A disk that gets quicker is noticed, because reading is tried again.
        int declined = 0;
        while (!rates.readingPays(11'000'000, 1000)) ++declined;
        QCOMPARE(declined, 14);
        rates.read(100'000'000, 1);
        QVERIFY(rates.readingPays(11'000'000, 1000));
    }

    void momentsSayNothing() {
        TierRates rates;
        rates.computed(100, 1);
        rates.read(10, 1e-9);
        QVERIFY(rates.readingPays(1'000'000'000, 1));
        rates.read(0, 1);
        QVERIFY(rates.readingPays(1'000'000'000, 1));
    }
};

QTEST_APPLESS_MAIN(TestTierRates)
#include "tst_tier_rates.moc"
