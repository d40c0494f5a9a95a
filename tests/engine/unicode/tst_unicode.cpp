#include "unicode/unicode.h"

#include <QChar>
#include <QtTest>

using namespace hearth::text;
using namespace hearth::text::char_class;

class UnicodeTest : public QObject {
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

    void lowerCaseAgreesWithQt() {
        int different = 0;
        for (char32_t c = 0; c <= 0x10FFFF; ++c) different += toLower(c) == QChar::toLower(c) ? 0 : 1;
        QVERIFY2(different < 5, qPrintable(QString::number(different)));
        QCOMPARE(toLower(U'Ä'), U'ä');
        QCOMPARE(toLower(U'Σ'), U'σ');
    }

    void decompositionAgreesWithQt() {
        int different = 0;
        for (char32_t c = 0x80; c <= 0x2FFFF; ++c) {
            if (c >= 0xD800 && c < 0xE000) continue;
            const QList<uint> full =
                QString::fromUcs4(&c, 1).normalized(QString::NormalizationForm_D).toUcs4();
            if (full.isEmpty()) continue;  // Qt drops non-characters
            different += decompositionBase(c) == full.front() ? 0 : 1;
        }
        QVERIFY2(different < 5, qPrintable(QString::number(different)));
    }

    void decodesAllOfUtf8() {
        for (char32_t c = 0; c <= 0x10FFFF; ++c) {
            if (c >= 0xD800 && c < 0xE000) continue;
            std::string encoded;
            appendUtf8(encoded, c);
            const DecodedChar back = decodeUtf8(encoded, 0);
            QVERIFY(back.valid && back.codePoint == c && back.bytes == encoded.size());
            for (size_t cut = 1; cut < encoded.size(); ++cut) {
                const std::string part = encoded.substr(0, cut);
                QVERIFY(!decodeUtf8(part, 0).valid);
                QCOMPARE(unfinishedUtf8Tail(part), cut);
            }
            QCOMPARE(unfinishedUtf8Tail(encoded), size_t{0});
        }
    }

    void refusesWhatIsNotUtf8() {
        for (const std::string bytes :
             {"\x80", "\xBF", "\xC0\x80", "\xC1\xBF", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xF0\x8F\xBF\xBF",
              "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF"}) {
            const DecodedChar c = decodeUtf8(bytes, 0);
            QVERIFY(!c.valid);
            QCOMPARE(c.bytes, uint8_t{1});
            QCOMPARE(c.codePoint, char32_t{0xFFFD});
        }
        QCOMPARE(unfinishedUtf8Tail("\xE0\x80"), size_t{0});
        QCOMPARE(unfinishedUtf8Tail("\x80\x80\x80\x80"), size_t{0});
        QCOMPARE(unfinishedUtf8Tail(""), size_t{0});
    }
};

QTEST_APPLESS_MAIN(UnicodeTest)
#include "tst_unicode.moc"
