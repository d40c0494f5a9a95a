#include "text/byte_alphabet.h"

#include <QtTest>
#include <set>

using namespace hearth::text;

class ByteAlphabetTest : public QObject {
    Q_OBJECT

private slots:
    void everyByteBothWays() {
        std::set<char32_t> used;
        for (int byte = 0; byte < 256; ++byte) {
            const char32_t c = byteToChar(static_cast<unsigned char>(byte));
            QVERIFY(used.insert(c).second);
            QCOMPARE(charToByte(c), byte);
            const std::string one(1, static_cast<char>(byte));
            QCOMPARE(decodeByteSpelling(encodeByteSpelling(one)), one);
        }
        int known = 0;
        for (char32_t c = 0; c < 0x1000; ++c) known += charToByte(c) >= 0 ? 1 : 0;
        QCOMPARE(known, 256);
    }
    void publishedSpellings() {
        QCOMPARE(encodeByteSpelling(" hello\n"), std::string("ĠhelloĊ"));
        QCOMPARE(encodeByteSpelling("\xC3\xA4"), std::string("Ã¤"));
        QCOMPARE(encodeByteSpelling("\t"), std::string("ĉ"));
        QCOMPARE(encodeByteSpelling(std::string("\0\x7F\xAD", 3)), std::string("ĀġŃ"));
    }
    void otherCharactersStandForThemselves() {
        QCOMPARE(decodeByteSpelling("<｜x｜>"), std::string("<｜x｜>"));
        QCOMPARE(decodeByteSpelling("a b\xFF"), std::string("a b\xFF"));
    }
};

QTEST_APPLESS_MAIN(ByteAlphabetTest)
#include "tst_byte_alphabet.moc"
