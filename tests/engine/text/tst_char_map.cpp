#include "text/char_map.h"

#include <QtTest>
#include <random>

#include "hearth/error.h"

using hearth::Error;
using hearth::text::CharMap;

class CharMapTest : public QObject {
    Q_OBJECT

    static std::vector<unsigned char> blob(const std::vector<uint32_t>& trie, std::string_view replacements) {
        std::vector<unsigned char> out;
        const auto put = [&](uint32_t value) {
            for (int i = 0; i < 4; ++i) out.push_back(static_cast<unsigned char>(value >> (8 * i)));
        };
        put(static_cast<uint32_t>(trie.size() * 4));
        for (const uint32_t unit : trie) put(unit);
        out.insert(out.end(), replacements.begin(), replacements.end());
        return out;
    }
    /// "a" becomes "xyz" and "ab" becomes "w": a double array made by hand. Offsets: root 256, "a" 128,
    /// "ab" 8.
    static std::vector<unsigned char> sample() {
        std::vector<uint32_t> trie(512, 0);
        const auto node = [](uint32_t offset, uint32_t label, bool leaf) {
            return offset << 10U | (leaf ? 256U : 0U) | label;
        };
        trie[0] = node(256, 0, false);
        const uint32_t a = 256 ^ 'a';
        trie[a] = node(128, 'a', true);
        const uint32_t afterA = a ^ 128U;
        trie[afterA] = 1U << 31U | 0;  // value: where the replacement begins
        const uint32_t ab = afterA ^ 'b';
        trie[ab] = node(8, 'b', true);
        trie[ab ^ 8U] = 1U << 31U | 4;
        return blob(trie, std::string_view("xyz\0w\0", 6));
    }

private slots:
    void longestPrefix() {
        const CharMap map(sample());
        QCOMPARE(map.longest("abc").text, std::string_view("w"));
        QCOMPARE(map.longest("abc").consumed, size_t{2});
        QCOMPARE(map.longest("ac").text, std::string_view("xyz"));
        QCOMPARE(map.longest("ac").consumed, size_t{1});
        QCOMPARE(map.longest("b").consumed, size_t{0});
        QCOMPARE(map.longest("").consumed, size_t{0});
        QCOMPARE(CharMap().longest("a").consumed, size_t{0});
    }
    void damagedSizes() {
        QVERIFY_EXCEPTION_THROWN(CharMap(std::vector<unsigned char>{}), Error);
        QVERIFY_EXCEPTION_THROWN(CharMap({1, 2, 3}), Error);
        QVERIFY_EXCEPTION_THROWN(CharMap({0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0}), Error);
        QVERIFY_EXCEPTION_THROWN(CharMap(blob({}, std::string_view("\0", 1))), Error);
        QVERIFY_EXCEPTION_THROWN(CharMap(blob({1, 2}, "no end")), Error);
        QVERIFY_EXCEPTION_THROWN(CharMap(blob({1, 2}, "")), Error);
    }
    void anyBitMayBeWrong() {
        std::mt19937 random(11);
        for (int round = 0; round < 20000; ++round) {
            auto bytes = sample();
            for (int flips = 1 + static_cast<int>(random() % 4); flips > 0; --flips) {
                bytes[random() % bytes.size()] ^= static_cast<unsigned char>(1U << random() % 8);
            }
            try {
                const CharMap map(bytes);
                for (const char* text : {"a", "abab", "zzz", "\xFF\x80"}) {
                    QVERIFY(map.longest(text).consumed <= std::string_view(text).size());
                }
            } catch (const Error&) {
                continue;  // a sentence is a fine answer
            }
        }
    }
};

QTEST_APPLESS_MAIN(CharMapTest)
#include "tst_char_map.moc"
