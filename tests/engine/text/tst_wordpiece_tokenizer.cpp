#include "text/wordpiece_tokenizer.h"

#include <QtTest>

#include "sample_vocabulary.h"

using namespace hearth;
using test::SampleVocabulary;
using Ids = std::vector<TokenId>;

class WordPieceTokenizerTest : public QObject {
    Q_OBJECT

    static SampleVocabulary sample() {
        SampleVocabulary out;
        out.model = "bert";
        out.pre.clear();
        out.add("[PAD]", TokenKind::Control)
            .add("[UNK]", TokenKind::Control)
            .add("[CLS]", TokenKind::Control)
            .add("[SEP]", TokenKind::Control);
        for (const char* entry : {"▁un", "want", "▁want", "ed", "▁cafe", "▁!", "▁中", "▁a", "s"})
            out.add(entry);
        return out;
    }
    static std::unique_ptr<Tokenizer> tokenizer(bool lowercase = true) {
        auto writer = sample().writer();
        writer.u32("tokenizer.ggml.unknown_token_id", 1).u32("tokenizer.ggml.cls_token_id", 2);
        writer.u32("tokenizer.ggml.seperator_token_id", 3);
        if (!lowercase) writer.boolean("tokenizer.ggml.normalizer.lowercase", false);
        return SampleVocabulary::tokenizerOf(writer);
    }

private slots:
    void longestPiecesOfEachWord() {
        QCOMPARE(tokenizer()->encode("unwanted wants"), (Ids{4, 5, 7, 6, 12}));
        QCOMPARE(tokenizer()->encode("a中!a"), (Ids{11, 10, 9, 11}));
    }
    void oneUnknownPartMakesTheWordUnknown() {
        QCOMPARE(tokenizer()->encode("unwantedx a"), (Ids{1, 11}));
        QCOMPARE(tokenizer()->encode("?"), Ids{1});
    }
    void normaliser() {
        QCOMPARE(tokenizer()->encode("\t CAFÉ\u0301\x01 "), Ids{8});
        QCOMPARE(tokenizer(false)->encode("CAFE cafe"), (Ids{1, 8}));
        QCOMPARE(tokenizer()->encode("caf\xFF"
                                     "e"),
                 Ids{8});
    }
    void framedByClsAndSep() {
        QCOMPARE(tokenizer()->encode("a", {.addSpecial = true}), (Ids{2, 11, 3}));
        QCOMPARE(tokenizer()->encode("[CLS]a", {.parseSpecial = true}), (Ids{2, 11}));
        QCOMPARE(tokenizer()->decode(Ids{4, 5, 7, 9}), std::string(" unwanted!"));
    }
    void longWordsAreUnknownWhereTheFileSaysSo() {
        auto writer = sample().writer();
        writer.u32("tokenizer.ggml.unknown_token_id", 1).u32("tokenizer.ggml.longest_word", 8);
        const auto limited = SampleVocabulary::tokenizerOf(writer);
        QCOMPARE(limited->encode("unwanted"), (Ids{4, 5, 7}));
        QCOMPARE(limited->encode("unwanteds"), Ids{1});
        QCOMPARE(limited->encode("asssssss"), (Ids{11, 12, 12, 12, 12, 12, 12, 12}));
    }
    void aMarkAloneIsACharacter() {
        auto vocabulary = sample();
        vocabulary.add("▁");
        auto writer = vocabulary.writer();
        writer.u32("tokenizer.ggml.unknown_token_id", 1);
        // Entry 13 is a piece inside of words, and no start of every word.
        QCOMPARE(SampleVocabulary::tokenizerOf(writer)->encode("a▁ s"), (Ids{11, 13, 1}));
    }
    void aMegabyteInOneWord() {
        QCOMPARE(tokenizer()->encode("a" + std::string(1'000'000, 's')).size(), size_t{1'000'001});
    }
};

QTEST_APPLESS_MAIN(WordPieceTokenizerTest)
#include "tst_wordpiece_tokenizer.moc"
