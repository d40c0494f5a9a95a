#include "unicode/utf8.h"

#include <QtTest>

using namespace hearth;

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
        QCOMPARE(countCharacters("\xED\xA0\x80"), size_t{3});
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

QTEST_GUILESS_MAIN(TestUtf8)
#include "tst_utf8.moc"
