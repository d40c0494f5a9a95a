#include "text/byte_trie.h"

#include <QtTest>

using namespace hearth::text;

class ByteTrieTest : public QObject {
    Q_OBJECT

    static std::vector<std::pair<size_t, int32_t>> prefixes(const ByteTrie& trie, std::string_view text) {
        std::vector<std::pair<size_t, int32_t>> out;
        trie.prefixes(text, [&](size_t length, int32_t number) { out.emplace_back(length, number); });
        return out;
    }

private slots:
    void findsEveryPrefix() {
        ByteTrie trie;
        trie.add("a", 1);
        trie.add("abc", 2);
        trie.add("b", 3);
        trie.add("abc", 4);
        trie.add(std::string_view("\0\xFF", 2), 5);
        using Found = std::vector<std::pair<size_t, int32_t>>;
        QCOMPARE(prefixes(trie, "abcd"), (Found{{1, 1}, {3, 4}}));
        QCOMPARE(prefixes(trie, "ab"), (Found{{1, 1}}));
        QCOMPARE(prefixes(trie, "cab"), Found{});
        QCOMPARE(prefixes(trie, ""), Found{});
        QCOMPARE(prefixes(trie, std::string_view("\0\xFF\0", 3)), (Found{{2, 5}}));
    }
    void leavesOutEmptyAndOverlongOnes() {
        ByteTrie trie;
        trie.add("", 1);
        trie.add(std::string(ByteTrie::kLongestBytes, 'a'), 2);
        trie.add(std::string(ByteTrie::kLongestBytes + 1, 'a'), 3);
        const auto found = prefixes(trie, std::string(1000, 'a'));
        QCOMPARE(found.size(), size_t{1});
        QCOMPARE(found[0].second, 2);
    }
};

QTEST_APPLESS_MAIN(ByteTrieTest)
#include "tst_byte_trie.moc"
