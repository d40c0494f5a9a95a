#include "unicode/letter_case.h"

#include <QChar>
#include <QtTest>

using namespace hearth;

class TestLetterCase : public QObject {
    Q_OBJECT

private slots:
    void caseOfCharacters() {
        QCOMPARE(toUpperCase(U'ß'), std::u32string(U"SS"));
        QCOMPARE(toUpperCase(U'ÿ'), std::u32string(U"Ÿ"));
        QCOMPARE(toTitleCase(U'ǆ'), std::u32string(U"ǅ"));
        QCOMPARE(toLowerCase(U'İ'), std::u32string(U"i\u0307"));
        QCOMPARE(toLowerCase(U'Σ'), std::u32string(U"σ"));
        QVERIFY(isUpperCase(U'Ä') && isLowerCase(U'ä') && !isLowerCase(U'Ä'));
    }

    // Sums over all of Unicode 15.1; the values are those of the same loops in Python 3.13.
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

    void casesAreThoseOfPython() {
        const auto digest = [](bool (*is)(char32_t) noexcept) {
            uint32_t sum = 0;
            for (uint32_t c = 0; c <= 0x10FFFF; ++c) {
                if ((c < 0xD800 || c > 0xDFFF) && is(c)) sum = sum * 31 + c;
            }
            return sum;
        };
        QCOMPARE(digest(isUpperCase), 1489448418U);
        QCOMPARE(digest(isLowerCase), 342404502U);
    }

    void lowerCaseAgreesWithQt() {
        int different = 0;
        for (char32_t c = 0; c <= 0x10FFFF; ++c) different += toLower(c) == QChar::toLower(c) ? 0 : 1;
        QVERIFY2(different < 5, qPrintable(QString::number(different)));
        QCOMPARE(toLower(U'Ä'), U'ä');
        QCOMPARE(toLower(U'Σ'), U'σ');
    }
};

QTEST_GUILESS_MAIN(TestLetterCase)
#include "tst_letter_case.moc"
