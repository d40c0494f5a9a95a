#include "unicode/unicode_tables.h"

#include <QtTest>

using namespace hearth;
using namespace hearth::jinja;

class TestUnicodeTables : public QObject {
    Q_OBJECT

private slots:
    void rangesAreSortedAndApart() {
        for (const auto& table : {kUnprintable, kAlphabetic, kDecimalDigits, kUpperCase, kLowerCase}) {
            for (size_t i = 0; i < table.size(); ++i) {
                QVERIFY(table[i].first <= table[i].last && table[i].last <= 0x10FFFF);
                QVERIFY(i == 0 || table[i].first > table[i - 1].last);
            }
        }
    }

    void sizesAreThoseOfUnicode14() {
        // sum(chr(c).isalpha() for c in range(0x110000)) and so on, in Python 3.11
        const auto size = [](std::span<const CodeRange> table) {
            uint32_t sum = 0;
            for (const CodeRange& range : table) sum += range.last - range.first + 1;
            return sum;
        };
        QCOMPARE(size(kAlphabetic), 131756U);
        QCOMPARE(size(kDecimalDigits), 660U);
        QCOMPARE(size(kUpperCase), 1951U);
        QCOMPARE(size(kLowerCase), 2471U);
    }

    void mappingsStayInUnicode() {
        for (const auto& table : {kToUpper, kToLower, kToTitle}) {
            for (const CaseRange& range : table) {
                QVERIFY(range.first <= range.last && range.step >= 1);
                const int64_t low = int64_t{range.first} + range.delta,
                              high = int64_t{range.last} + range.delta;
                QVERIFY(low >= 0 && high <= 0x10FFFF);
            }
        }
        for (const auto& table : {kUpperExpansions, kTitleExpansions}) {
            for (size_t i = 0; i < table.size(); ++i) {
                QVERIFY(table[i].to[0] != 0);
                QVERIFY(i == 0 || table[i].from > table[i - 1].from);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestUnicodeTables)
#include "tst_unicode_tables.moc"
