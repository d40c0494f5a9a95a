#include "cache/prefix_key.h"

#include <QtTest>
#include <algorithm>
#include <numeric>

using namespace hearth;

class TestPrefixKey : public QObject {
    Q_OBJECT

    static std::vector<TokenId> numbered(size_t count) {
        std::vector<TokenId> tokens(count);
        std::iota(tokens.begin(), tokens.end(), 0);
        return tokens;
    }

private slots:
    void onlyWholeBlocksHaveKeys() {
        QCOMPARE(prefixKeys({}, numbered(3), 4).size(), size_t{0});
        QCOMPARE(prefixKeys({}, numbered(11), 4).size(), size_t{2});
        QCOMPARE(prefixKeys({}, numbered(12), 4).size(), size_t{3});
    }
    /// A longer sequence has the keys of the shorter one, and goes on from the last of them.
    void keysGoOn() {
        const auto tokens = numbered(16);
        const auto shorter = prefixKeys({}, std::span(tokens).first(8), 4), all = prefixKeys({}, tokens, 4);
        QVERIFY(std::equal(shorter.begin(), shorter.end(), all.begin()));
        QVERIFY(prefixKey(all[2], std::span(tokens).last(4)) == all[3]);
    }
    /// One other token changes the key of its block and of all that follow; another origin changes all.
    void everythingBeforeCounts() {
        const auto tokens = numbered(16);
        auto other = tokens;
        other[6] = 99;
        const auto a = prefixKeys({}, tokens, 4), b = prefixKeys({}, other, 4),
                   c = prefixKeys({1, 0}, tokens, 4);
        QVERIFY(a[0] == b[0]);
        for (size_t i = 1; i < 4; ++i) QVERIFY(a[i] != b[i]);
        for (size_t i = 0; i < 4; ++i) QVERIFY(a[i] != c[i]);
    }
    /// Caches on disk have these keys.
    void keysOfTextStay() {
        std::vector<TokenId> tokens(32);
        std::iota(tokens.begin(), tokens.end(), 100);
        const PrefixKey first = prefixKey({}, tokens);
        QCOMPARE(hexText(first), std::string("1c49743e98d2cb8cb939b10ac9e50120"));
        QCOMPARE(hexText(prefixKey(first, tokens)), std::string("928a5ed5cffcc3f378c7deb954638880"));
    }
    /// A content changes the keys from the first block on that has some of it; a block within a long one
    /// knows which part it is.
    void contentsCount() {
        const std::vector<TokenId> same(20, 7);
        const auto with = [&](uint64_t content) {
            return PromptTokens(same, {{.content = {content, 0}, .first = 6, .rows = 9, .positions = 9}});
        };
        const auto a = prefixKeys({}, with(1), 4), b = prefixKeys({}, with(2), 4),
                   text = prefixKeys({}, same, 4);
        QVERIFY(a[0] == b[0] && a[0] == text[0]);
        for (size_t i = 1; i < 5; ++i) QVERIFY(a[i] != b[i] && a[i] != text[i] && b[i] != text[i]);
        const PromptTokens cat = with(1);
        QVERIFY(prefixKey({}, PromptView(cat).subspan(6, 4)) !=
                prefixKey({}, PromptView(cat).subspan(10, 4)));
    }
    /// The same tokens at another place are another block.
    void placeCounts() {
        const std::vector<TokenId> same(12, 7);
        const auto keys = prefixKeys({}, same, 4);
        QVERIFY(keys[0] != keys[1] && keys[1] != keys[2] && keys[0] != keys[2]);
    }
};

QTEST_GUILESS_MAIN(TestPrefixKey)
#include "tst_prefix_key.moc"
