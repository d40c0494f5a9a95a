#include "grammar/token_trie.h"

#include <QtTest>

#include "engine/grammar/grammar_text.h"
#include "hearth/gguf.h"
#include "support/reference_pack.h"

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
    void plainTextHasNothingThatStringsEscape() {
        QVERIFY(isPlainText("a") && isPlainText(" été") && isPlainText("0123456789abcdef"));
        for (const char* text : {"", "\"", "a\\", "\n", "\x7F", "\xC3", "0123456789abcdefg"})
            QVERIFY2(!isPlainText(text), text);
    }
    void takesAVocabularyApart() {
        const auto tokenizer =
            Tokenizer::fromGguf(GgufFile::open(test::tinyModelsFolder() / "llama-f32.gguf"));
        const TokenTexts texts(*tokenizer);
        QCOMPARE(texts.vocabSize(), tokenizer->vocabSize());
        QVERIFY(!texts.ends().empty());
        for (const TokenId end : texts.ends())
            QVERIFY(tokenizer->isEndOfGeneration(end) && texts.textOf(end).empty());
        QCOMPARE(texts.plain().tokens().size() + texts.notPlain().tokens().size(),
                 texts.all().tokens().size());
        for (const TokenId token : texts.plain().tokens()) {
            QVERIFY(isPlainText(texts.textOf(token)));
            QVERIFY((texts.plainBits()[static_cast<size_t>(token) / 64] >> (static_cast<size_t>(token) % 64) &
                     1U) != 0);
        }
        QVERIFY(texts.textOf(-1).empty() && texts.textOf(1 << 30).empty());
    }
};

QTEST_GUILESS_MAIN(TokenTrieTest)
#include "tst_token_trie.moc"
