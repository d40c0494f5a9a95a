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
    /// The same tokens at another place are another block.
    void placeCounts() {
        const std::vector<TokenId> same(12, 7);
        const auto keys = prefixKeys({}, same, 4);
        QVERIFY(keys[0] != keys[1] && keys[1] != keys[2] && keys[0] != keys[2]);
    }
};

QTEST_GUILESS_MAIN(TestPrefixKey)
#include "tst_prefix_key.moc"
