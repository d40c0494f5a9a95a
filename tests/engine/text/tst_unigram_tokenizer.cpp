#include "text/unigram_tokenizer.h"

#include <QtTest>
#include <cmath>

#include "best_path.h"
#include "hearth/error.h"
#include "sample_vocabulary.h"

using namespace hearth;
using test::SampleVocabulary;
using Ids = std::vector<TokenId>;

class UnigramTokenizerTest : public QObject {
    Q_OBJECT

    static SampleVocabulary sample() {
        SampleVocabulary out;
        out.model = "t5";
        out.pre.clear();
        out.add("<pad>", TokenKind::Control).add("</s>", TokenKind::Control).add("<unk>", TokenKind::Unknown);
        out.add("▁", TokenKind::Normal, -2.5F)
            .add("a", TokenKind::Normal, -3.1F)
            .add("b", TokenKind::Normal, -3.7F);
        out.add("ab", TokenKind::Normal, -4.2F)
            .add("ba", TokenKind::Normal, -4.4F)
            .add("bab", TokenKind::Normal, -6.3F);
        out.add("▁ab", TokenKind::Normal, -5.5F).add("aba", TokenKind::Normal, -8.9F);
        return out;
    }

private slots:
    void bestPathByDefinition() {
        const auto vocabulary = sample();
        const auto tokenizer = vocabulary.tokenizer();
        std::vector<std::pair<std::string, double>> parts;
        for (size_t i = 3; i < vocabulary.tokens.size(); ++i)
            parts.emplace_back(vocabulary.tokens[i], vocabulary.scores[i]);
        for (unsigned bits = 0; bits < 1U << 10U; ++bits) {
            std::string text;
            for (unsigned i = 0; i < 10; ++i) text.push_back((bits >> i & 1U) != 0 ? 'a' : 'b');
            double score = 0;
            for (const TokenId id : tokenizer->encode(text))
                score += static_cast<double>(vocabulary.scores[static_cast<size_t>(id)]);
            QVERIFY(std::abs(score - test::bestScore(text, parts, -100)) < 1e-5);
        }
    }
    void unknownCharactersJoin() {
        const auto tokenizer = sample().tokenizer();
        QCOMPARE(tokenizer->encode("axyza"), (Ids{4, 2, 4}));
        QCOMPARE(tokenizer->encode("\xF0\x9F\x98\x80\xFF"), Ids{2});
    }
    void spaces() {
        QCOMPARE(sample().tokenizer()->encode("a  b"), (Ids{4, 3, 3, 5}));
        auto writer = sample().writer();
        writer.boolean("tokenizer.ggml.add_space_prefix", true)
            .boolean("tokenizer.ggml.remove_extra_whitespaces", true);
        const auto tokenizer = SampleVocabulary::tokenizerOf(writer);
        QCOMPARE(tokenizer->encode("  ab   b "), (Ids{9, 3, 5}));
        QCOMPARE(tokenizer->encode("ab", {.addSpecial = true}), (Ids{9, 1}));
        QCOMPARE(tokenizer->decode(tokenizer->encode("ab b")), std::string("ab b"));
        QCOMPARE(tokenizer->encode("   "), Ids{});
    }
    void damagedCharacterMap() {
        auto writer = sample().writer();
        writer.integers("tokenizer.ggml.precompiled_charsmap", std::vector<int32_t>{9, 9, 9, 9, 9});
        QVERIFY_EXCEPTION_THROWN(SampleVocabulary::tokenizerOf(writer), Error);
    }
    void unknownCharactersAreBytesWhereAllAreEntries() {
        auto vocabulary = sample();
        for (int byte = 0; byte < 256; ++byte) {
            char name[8];
            std::snprintf(name, sizeof name, "<0x%02X>", static_cast<unsigned>(byte));
            vocabulary.add(name, TokenKind::Byte);
        }
        const auto byte = [&](const char* name) { return vocabulary.idOf(name); };
        QCOMPARE(vocabulary.tokenizer()->encode("aéxa"),
                 (Ids{4, byte("<0xC3>"), byte("<0xA9>"), byte("<0x78>"), 4}));
        QCOMPARE(vocabulary.tokenizer()->decode(vocabulary.tokenizer()->encode("aéb")), std::string("aéb"));
    }
    /// Words end at white space, each has a mark in front, and nothing spans two.
    void rulesOfAFolder() {
        auto writer = sample().writer();
        writer.texts("tokenizer.ggml.piece_rules",
                     std::vector<std::string>{"split_white_space", "split_marks"});
        writer.boolean("tokenizer.ggml.add_space_prefix", true);
        const auto tokenizer = SampleVocabulary::tokenizerOf(writer);
        QCOMPARE(tokenizer->encode("ab\tab"), (Ids{9, 9}));
        QCOMPARE(tokenizer->encode("x y"), (Ids{3, 2, 3, 2}));
        QCOMPARE(tokenizer->encode(" \n"), Ids{});
    }
    void longText() { QVERIFY(!sample().tokenizer()->encode(std::string(1'000'000, 'a')).empty()); }
};

QTEST_APPLESS_MAIN(UnigramTokenizerTest)
#include "tst_unigram_tokenizer.moc"
