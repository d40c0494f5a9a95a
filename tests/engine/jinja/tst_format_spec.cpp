#include "jinja/format_spec.h"

#include <QtTest>

#include "hearth/error.h"

using namespace hearth;
using namespace hearth::jinja;

class TestFormatSpec : public QObject {
    Q_OBJECT

private slots:
    // format(value, spec) in Python 3.11
    void numbersAndTextsAsPythonFormatsThem() {
        QCOMPARE(formatted(Value(3.14159), "8.2f"), "    3.14");
        QCOMPARE(formatted(Value(3.14159), "<8.2f"), "3.14    ");
        QCOMPARE(formatted(Value(42), "+05d"), "+0042");
        QCOMPARE(formatted(Value(-42), "=8d"), "-     42");
        QCOMPARE(formatted(Value(255), "#x"), "0xff");
        QCOMPARE(formatted(Value(1234567), ","), "1,234,567");
        QCOMPARE(formatted(Value(1234567.891), ",.2f"), "1,234,567.89");
        QCOMPARE(formatted(Value(1234567), "_d"), "1_234_567");
        QCOMPARE(formatted(Value(0.256), ".1%"), "25.6%");
        QCOMPARE(formatted(Value(1e10), "g"), "1e+10");
        QCOMPARE(formatted(Value(65), "c"), "A");
        QCOMPARE(formatted(Value(5), "b"), "101");
        QCOMPARE(formatted(Value(true), "d"), "1");
        Runtime runtime({}, {});
        QCOMPARE(formatted(runtime.trusted("abc"), "*^7"), "**abc**");
        QCOMPARE(formatted(runtime.trusted("abc"), ".2"), "ab");
    }

    void partsAreRead() {
        const FormatSpec spec = parseFormatSpec(Text::trusted("é^+#012_.3f"));
        QCOMPARE(spec.fill.bytes(), std::string("é"));
        QCOMPARE(spec.align, '^');
        QCOMPARE(spec.sign, '+');
        QVERIFY(spec.alternate);
        QCOMPARE(spec.width, int64_t{12});
        QCOMPARE(spec.grouping, '_');
        QCOMPARE(spec.precision, std::optional<int64_t>(3));
        QCOMPARE(spec.type, 'f');
        QCOMPARE(parseFormatSpec(Text()).align, '\0');
    }

    void refusesWhatPythonRefuses() {
        for (const char* bad : {"5.", "q!", "<<<", ",_", "1x2", ".-1f"})
            QVERIFY_THROWS_EXCEPTION(Error, (void)formatted(Value(1), bad));
        QVERIFY_THROWS_EXCEPTION(Error, (void)formatted(Value(1.5), "d"));
        Runtime runtime({}, {});
        QVERIFY_THROWS_EXCEPTION(Error, (void)formatted(runtime.trusted("a"), "d"));
        QVERIFY_THROWS_EXCEPTION(Error, (void)formatted(Value(1), "99999999999999999999"));
    }

private:
    static QByteArray formatted(const Value& value, const char* spec) {
        Runtime runtime({}, {});
        return QByteArray::fromStdString(
            formatValue(runtime, value, parseFormatSpec(Text::trusted(spec))).bytes());
    }
};

QTEST_GUILESS_MAIN(TestFormatSpec)
#include "tst_format_spec.moc"
