#include "unicode/char_class.h"

#include <QChar>
#include <QtTest>

using namespace hearth;
using namespace hearth::char_class;

class TestCharClass : public QObject {
    Q_OBJECT

    /// Qt's own tables; only for code points that were assigned in both versions.
    static Mask qtClass(char32_t c) {
        switch (QChar::category(c)) {
            case QChar::Letter_Uppercase:
                return kUpper;
            case QChar::Letter_Lowercase:
                return kLower;
            case QChar::Letter_Titlecase:
                return kTitle;
            case QChar::Letter_Modifier:
                return kModifier;
            case QChar::Letter_Other:
                return kOtherLetter;
            case QChar::Mark_NonSpacing:
            case QChar::Mark_SpacingCombining:
            case QChar::Mark_Enclosing:
                return kMark;
            case QChar::Number_DecimalDigit:
            case QChar::Number_Letter:
            case QChar::Number_Other:
                return kNumber;
            case QChar::Symbol_Math:
            case QChar::Symbol_Currency:
            case QChar::Symbol_Modifier:
            case QChar::Symbol_Other:
                return kSymbol;
            case QChar::Separator_Space:
            case QChar::Separator_Line:
            case QChar::Separator_Paragraph:
                return kSpace;
            case QChar::Other_Control:
            case QChar::Other_Format:
            case QChar::Other_Surrogate:
            case QChar::Other_PrivateUse:
                return kControl | kSpace;
            case QChar::Other_NotAssigned:
                return 0;
            default:
                return kPunctuation;
        }
    }

private slots:
    void classesAgreeWithQt() {
        int different = 0;
        for (char32_t c = 0; c <= 0x10FFFF; ++c) {
            const Mask expected = qtClass(c);
            if (expected == 0) continue;
            if ((classOf(c) & expected) == 0) ++different;
        }
        // A few characters changed their category between the versions.
        QVERIFY2(different < 20, qPrintable(QString::number(different)));
        QCOMPARE(classOf(0x110000), kUnassigned);
        QCOMPARE(classOf(0xFFFFFFFF), kUnassigned);
    }

    void whiteSpaceIsTheUnicodeProperty() {
        std::vector<char32_t> found;
        for (char32_t c = 0; c <= 0x10FFFF; ++c) {
            if ((classOf(c) & kSpace) != 0) found.push_back(c);
        }
        const std::vector<char32_t> expected = {0x09,   0x0A,   0x0B,   0x0C,   0x0D,   0x20,   0x85,
                                                0xA0,   0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004,
                                                0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200A, 0x2028,
                                                0x2029, 0x202F, 0x205F, 0x3000};
        QCOMPARE(found, expected);
    }

    // Of all of Unicode 15.1; the values are those of the same loops in Python 3.13.
    void classesAreThoseOfPython() {
        const auto digest = [](bool (*is)(char32_t), bool wanted) {
            uint32_t sum = 0;
            for (uint32_t c = 0; c <= 0x10FFFF; ++c) {
                if ((c < 0xD800 || c > 0xDFFF) && is(c) == wanted) sum = sum * 31 + c;
            }
            return sum;
        };
        QCOMPARE(digest(isPrintable, false), 731366158U);
        QCOMPARE(digest(isAlphabetic, true), 2111136431U);
        QCOMPARE(digest(isDecimalDigit, true), 1714089172U);
    }

    void classesOfSingleCharacters() {
        QVERIFY(isAlphabetic(U'日') && isAlphabetic(U'é') && !isAlphabetic(U'1') && isDecimalDigit(U'٣'));
        QVERIFY(isPrintable(U'日') && isPrintable(U' ') && !isPrintable(U'\u200b') &&
                !isPrintable(U'\u2028') && !isPrintable(U'\x7f'));
        QVERIFY(isAlphabetic(U'\U0002EBF0'));  // new in 15.1
    }
};

QTEST_APPLESS_MAIN(TestCharClass)
#include "tst_char_class.moc"
