#include "unicode/utf8.h"

#include <QtTest>

using namespace hearth;
using namespace hearth::jinja;

class TestUtf8 : public QObject {
    Q_OBJECT

private slots:
    void charactersOfInvalidUtf8() {
        QCOMPARE(countCharacters("a\xC3\xA9\xF0\x9F\x99\x82"), size_t{3});
        QCOMPARE(countCharacters("\xFF\xC3(\xE2\x82"), size_t{5});  // every byte counts alone
        QCOMPARE(decodeAt("\xFF", 0), U'\uFFFD');
        QCOMPARE(decodeAt("\xF0\x9F\x99\x82", 0), U'\U0001F642');
        std::string out;
        for (const char32_t c : {U'a', U'\u00e9', U'\u65e5', U'\U0001F642'}) appendUtf8(out, c);
        QCOMPARE(out, std::string("aé日🙂"));
    }

    void charactersByIndex() {
        const std::string text = "aé日";
        QCOMPARE(*characterAt(text, 1), std::pair(size_t{1}, size_t{3}));
        QCOMPARE(*characterAt(text, -1), std::pair(size_t{3}, size_t{6}));
        QCOMPARE(*characterAt(text, -3), std::pair(size_t{0}, size_t{1}));
        QVERIFY(!characterAt(text, 3) && !characterAt(text, -4) && !characterAt("", 0) &&
                !characterAt("", -1));
        QCOMPARE(trimmedRange(" \u00a0a\u3000 ", true, true), std::pair(size_t{3}, size_t{4}));
        QCOMPARE(trimmedRange("   ", true, true).first, trimmedRange("   ", true, true).second);
    }

    void overlongAndSurrogateFormsDoNotRead() {
        QCOMPARE(countCharacters("\xC0\xAF"), size_t{2});
        QCOMPARE(countCharacters("\xF5\x80\x80\x80"), size_t{4});
        QCOMPARE(nextCharacter("\xE6\x97", 0), size_t{1});
    }

    void everyCodePointComesBack() {
        for (char32_t c = 0; c <= 0x10FFFF; c += c < 0x3000 ? 1 : 61) {
            if (c >= 0xD800 && c <= 0xDFFF) continue;
            std::string bytes;
            appendUtf8(bytes, c);
            QCOMPARE(nextCharacter(bytes, 0), bytes.size());
            QCOMPARE(static_cast<uint32_t>(decodeAt(bytes, 0)), static_cast<uint32_t>(c));
        }
    }

    void spacesAreThoseOfPython() {
        // [hex(c) for c in range(0x110000) if chr(c).isspace()]
        const std::u32string spaces =
            U"\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007"
            U"\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000";
        for (char32_t c = 0; c <= 0x10FFFF; ++c) QCOMPARE(isSpace(c), spaces.find(c) != std::u32string::npos);
    }
};

QTEST_GUILESS_MAIN(TestUtf8)
#include "tst_utf8.moc"
