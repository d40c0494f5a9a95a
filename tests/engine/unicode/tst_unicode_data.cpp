#include "unicode/unicode_data.h"

#include <QtTest>

using namespace hearth;
using namespace hearth::jinja;

class TestUnicodeData : public QObject {
    Q_OBJECT

private slots:
    void caseOfCharacters() {
        QCOMPARE(toUpperCase(U'ß'), std::u32string(U"SS"));
        QCOMPARE(toUpperCase(U'ÿ'), std::u32string(U"Ÿ"));
        QCOMPARE(toTitleCase(U'ǆ'), std::u32string(U"ǅ"));
        QCOMPARE(toLowerCase(U'İ'), std::u32string(U"i\u0307"));
        QCOMPARE(toLowerCase(U'Σ'), std::u32string(U"σ"));
        QVERIFY(isAlphabetic(U'日') && isAlphabetic(U'é') && !isAlphabetic(U'1') && isDecimalDigit(U'٣'));
        QVERIFY(isPrintable(U'日') && !isPrintable(U'\u200b') && !isPrintable(U'\u2028') &&
                !isPrintable(U'\x7f'));
        QVERIFY(isUpperCase(U'Ä') && isLowerCase(U'ä') && !isLowerCase(U'Ä'));
    }

    // Sums over all of Unicode 14; the values are those of the same loops in Python 3.11.
    void mappingsAreThoseOfPython() {
        const auto digest = [](std::u32string (*map)(char32_t)) {
            std::pair<uint32_t, int> sum;
            for (uint32_t c = 0; c <= 0x10FFFF; ++c) {
                if (c >= 0xD800 && c <= 0xDFFF) continue;
                const std::u32string to = map(c);
                if (to == std::u32string(1, c)) continue;
                for (const char32_t one : to) sum.first = sum.first * 31 + static_cast<uint32_t>(one) + c;
                ++sum.second;
            }
            return sum;
        };
        QCOMPARE(digest(toUpperCase), std::pair(2578573438U, 1525));
        QCOMPARE(digest(toLowerCase), std::pair(2121995145U, 1433));
        QCOMPARE(digest(toTitleCase), std::pair(997061785U, 1452));
    }

    void classesAreThoseOfPython() {
        const auto digest = [](bool (*is)(char32_t) noexcept, bool wanted) {
            uint32_t sum = 0;
            for (uint32_t c = 0; c <= 0x10FFFF; ++c) {
                if ((c < 0xD800 || c > 0xDFFF) && is(c) == wanted) sum = sum * 31 + c;
            }
            return sum;
        };
        QCOMPARE(digest(isPrintable, false), 1954779858U);
        QCOMPARE(digest(isAlphabetic, true), 2121502160U);
        QCOMPARE(digest(isDecimalDigit, true), 1377931274U);
        QCOMPARE(digest(isUpperCase, true), 1489448418U);
        QCOMPARE(digest(isLowerCase, true), 3593153978U);
    }
};

QTEST_GUILESS_MAIN(TestUnicodeData)
#include "tst_unicode_data.moc"
