#include "tools/real_interval.h"

#include <QtTest>

using namespace hearth::app;

class TestRealInterval : public QObject {
    Q_OBJECT

    static RealInterval number(long top, unsigned long bottom = 1, mpfr_prec_t bits = 100) {
        mpq_t fraction;
        mpq_init(fraction);
        mpq_set_si(fraction, top, bottom);
        mpq_canonicalize(fraction);
        const RealInterval value(fraction, bits);
        mpq_clear(fraction);
        return value;
    }
    static bool holds(const RealInterval& value, double low, double high) {
        return mpfr_cmp_d(value.low(), low) <= 0 && mpfr_cmp_d(value.high(), high) >= 0;
    }
    /// From one number to the other.
    static RealInterval between(long low, long high) {
        return number(low).least(number(high)) + (number(high) + -number(low)) * unit();
    }
    /// From 0 to 1.
    static RealInterval unit() { return (wide() + number(1)) / number(2); }
    /// From -1 to 1, for so large an argument has lost all of its digits.
    static RealInterval wide() { return (number(1L << 62, 3, 20) * number(1L << 62, 1, 20)).sin(); }

private slots:
    void endsEncloseWhatIsNotExact() {
        const RealInterval third = number(1, 3);
        QVERIFY(mpfr_less_p(third.low(), third.high()));
        QVERIFY(holds(third + third + third, 1, 1));
        QVERIFY(holds(-third, -1.0 / 3, -1.0 / 3) || mpfr_less_p((-third).low(), (-third).high()));
        QCOMPARE(QString::fromStdString((third * number(3)).text(20)), QString("1"));
        QCOMPARE(QString::fromStdString(number(2).growing(mpfr_sqrt).text(20)),
                 QString("1.4142135623730950488"));
    }

    void whatIsNotKnownIsNotTold() {
        const RealInterval third = number(1, 3, 20);
        QVERIFY_THROWS_EXCEPTION(TooFewDigits, (void)third.text(20));
        QCOMPARE(QString::fromStdString(third.text(5)), QString("0.33333"));
        const RealInterval zero = third + -third;
        QVERIFY_THROWS_EXCEPTION(TooFewDigits, (void)zero.sign());
        QVERIFY_THROWS_EXCEPTION(TooFewDigits, (void)(third / zero));
        mpz_t whole;
        mpz_init(whole);
        QVERIFY_THROWS_EXCEPTION(TooFewDigits, zero.floor(whole));
        number(-7, 2).floor(whole);
        QCOMPARE(mpz_get_si(whole), -4L);
        mpz_clear(whole);
        QVERIFY_THROWS_EXCEPTION(TooFewDigits, (void)(wide() * number(2)).inUnit());
    }

    void whatIsNotDefinedIsRefused() {
        QVERIFY_THROWS_EXCEPTION(NotDefined, (void)(number(1) / number(0)));
        QVERIFY_THROWS_EXCEPTION(NotDefined, (void)number(2).inUnit());
        QVERIFY_THROWS_EXCEPTION(NotDefined, (void)number(0).angle(number(0)));
        QVERIFY_THROWS_EXCEPTION(NotDefined, (void)(-number(2)).power(number(1, 2)));
        QVERIFY_THROWS_EXCEPTION(NotDefined, (void)number(1L << 60).growing(mpfr_exp).growing(mpfr_exp));
    }

    void productsAndPowersHaveTheirExtremesAtCorners() {
        const RealInterval a = between(-2, 3), b = between(-5, 1);
        QVERIFY(holds(a * b, -15, 10));
        QVERIFY(holds(a.abs(), 0, 3));
        QVERIFY(holds(a.cosh(), 1, 10));
        QVERIFY(holds(between(2, 3).power(b), 1.0 / 243, 3));
        QVERIFY(holds(a.most(number(1)), 1, 3));
        QVERIFY(holds(a.least(number(1)), -2, 1));
    }

    void sinesOfWideIntervalsStayWithinOne() {
        QVERIFY(holds(wide(), -1, 1));
        QCOMPARE(mpfr_cmp_si(wide().low(), -1), 0);
        QCOMPARE(mpfr_cmp_si(wide().high(), 1), 0);
    }

    void numbersAreWrittenAsPeopleDo_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<long>("top");
        QTest::addColumn<long>("bottom");
        QTest::newRow("whole") << "1200" << 1200L << 1L;
        QTest::newRow("fraction") << "-0.0125" << -1L << 80L;
        QTest::newRow("mixed") << "12.5" << 25L << 2L;
        QTest::newRow("large") << "1e+18" << 1000000000000000000L << 1L;
        QTest::newRow("small") << "-2.5e-7" << -1L << 4000000L;
    }
    void numbersAreWrittenAsPeopleDo() {
        QFETCH(long, top);
        QFETCH(long, bottom);
        QTEST(QString::fromStdString(number(top, static_cast<unsigned long>(bottom)).text(15)), "text");
    }
};

QTEST_GUILESS_MAIN(TestRealInterval)
#include "tst_real_interval.moc"
