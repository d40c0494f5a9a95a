#include "grammar/token_trie.h"

#include <QtTest>

#include "engine/grammar/grammar_text.h"

using namespace hearth;
using namespace hearth::grammar;

class TokenTrieTest : public QObject {
    Q_OBJECT

private slots:
    void findsTextsAndTheirTokens() {
        const TokenTrie trie(
            {{"a", 1}, {"ab", 2}, {"abc", 3}, {"b", 4}, {"ab", 5}, {"", 6}, {std::string(2000, 'x'), 7}});
        QCOMPARE(trie.nodes().size(), size_t{4});
        const size_t ab = trie.find("ab");
        QVERIFY(std::ranges::equal(trie.tokensOf(ab), std::vector<TokenId>{2, 5}));
        QVERIFY(std::ranges::equal(trie.tokensFrom(trie.find("a")), std::vector<TokenId>{1, 2, 5, 3}));
        QCOMPARE(trie.find("abd"), trie.nodes().size());
        QCOMPARE(trie.find("c"), trie.nodes().size());
        // A node is followed by its descendants.
        QCOMPARE(trie.nodes()[trie.find("a")].end, uint32_t{3});
        QCOMPARE(trie.nodes()[ab].depth, uint16_t{2});
    }
    void knowsWhereCharactersEnd() {
        const TokenTrie trie({{"é!", 1}});
        QVERIFY(!trie.nodes()[0].endsCharacter && trie.nodes()[1].endsCharacter &&
                trie.nodes()[2].endsCharacter);
    }
};

QTEST_GUILESS_MAIN(TokenTrieTest)
#include "tst_token_trie.moc"
