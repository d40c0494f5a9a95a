#include "text/token_frame.h"

#include <QtTest>

#include "hearth/error.h"
#include "sample_vocabulary.h"

using namespace hearth;
using test::SampleVocabulary;
using text::keptOfTwo;
using Ids = std::vector<TokenId>;
using Types = std::vector<int32_t>;

class TokenFrameTest : public QObject {
    Q_OBJECT

    static SampleVocabulary sample() {
        SampleVocabulary out;
        out.model = "bert";
        out.pre.clear();
        for (const char* special : {"[PAD]", "[UNK]", "[CLS]", "[SEP]"}) out.add(special, TokenKind::Control);
        for (const char* entry : {"▁a", "▁b", "▁c", "▁["}) out.add(entry);
        return out;
    }
    static test::GgufWriter writer() {
        auto out = sample().writer();
        out.u32("tokenizer.ggml.unknown_token_id", 1).u32("tokenizer.ggml.cls_token_id", 2);
        out.u32("tokenizer.ggml.seperator_token_id", 3);
        return out;
    }

private slots:
    void oneTextAndTwo() {
        const auto tokenizer = SampleVocabulary::tokenizerOf(writer());
        const FramedTokens one = tokenizer->frame("a b");
        QCOMPARE(one.tokens, (Ids{2, 4, 5, 3}));
        QCOMPARE(one.types, (Types{0, 0, 0, 0}));
        const FramedTokens two = tokenizer->framePair("a b", "c");
        QCOMPARE(two.tokens, (Ids{2, 4, 5, 3, 6, 3}));
        QCOMPARE(two.types, (Types{0, 0, 0, 0, 1, 1}));
        QCOMPARE(tokenizer->frame("").tokens, (Ids{2, 3}));
    }
    void textsBringNoControlTokens() {
        const auto tokenizer = SampleVocabulary::tokenizerOf(writer());
        QCOMPARE(tokenizer->frame("[SEP]").tokens, (Ids{2, 7, 1, 1, 3}));
    }
    void longTextsAreCutAndFramesAreNot() {
        const auto tokenizer = SampleVocabulary::tokenizerOf(writer());
        QCOMPARE(tokenizer->frame("a b c", 4).tokens, (Ids{2, 4, 5, 3}));
        QVERIFY(tokenizer->frame("a b c", 4).truncated);
        QVERIFY(!tokenizer->frame("a b c", 5).truncated);
        QVERIFY(!tokenizer->frame("", 1).truncated);
        QVERIFY(tokenizer->framePair("a b c", "c", 6).truncated);
        QVERIFY(!tokenizer->framePair("a b c", "c", 7).truncated);
        QCOMPARE(tokenizer->frame("a b c", 1).tokens, (Ids{2, 3}));
        QCOMPARE(tokenizer->framePair("a b c", "c", 6).tokens, (Ids{2, 4, 5, 3, 6, 3}));
        QCOMPARE(tokenizer->framePair("a b c", "c b a", 6).tokens, (Ids{2, 4, 3, 6, 5, 3}));
        QCOMPARE(tokenizer->framePair("a b c", "c b a", 0).tokens, (Ids{2, 3, 3}));
    }
    void theLongerTextIsCutFirst() {
        QCOMPARE(keptOfTwo(3, 4, 7), (std::pair<size_t, size_t>{3, 4}));
        QCOMPARE(keptOfTwo(2, 9, 7), (std::pair<size_t, size_t>{2, 5}));
        QCOMPARE(keptOfTwo(9, 2, 7), (std::pair<size_t, size_t>{5, 2}));
        QCOMPARE(keptOfTwo(9, 8, 7), (std::pair<size_t, size_t>{4, 3}));
        QCOMPARE(keptOfTwo(8, 9, 7), (std::pair<size_t, size_t>{3, 4}));
        QCOMPARE(keptOfTwo(9, 9, 0), (std::pair<size_t, size_t>{0, 0}));
        QCOMPARE(keptOfTwo(SIZE_MAX, SIZE_MAX, 4), (std::pair<size_t, size_t>{2, 2}));
    }
    void asTheFileSays() {
        auto out = writer();
        out.integers("tokenizer.ggml.frame", std::vector<int32_t>{3, -1, 2, 2});
        out.integers("tokenizer.ggml.frame_pair", std::vector<int32_t>{-2, 3, -1});
        out.integers("tokenizer.ggml.frame_pair_types", std::vector<int32_t>{1, 2, 0});
        const auto tokenizer = SampleVocabulary::tokenizerOf(out);
        QCOMPARE(tokenizer->frame("a").tokens, (Ids{3, 4, 2, 2}));
        QCOMPARE(tokenizer->encode("a", {.addSpecial = true}), (Ids{3, 4, 2, 2}));
        const FramedTokens two = tokenizer->framePair("a", "b c");
        QCOMPARE(two.tokens, (Ids{5, 6, 3, 4}));
        QCOMPARE(two.types, (Types{1, 1, 2, 0}));
    }
    void robertaHasTwoSeparatorsAndNoTypes() {
        auto out = sample().writer();
        out.u32("tokenizer.ggml.bos_token_id", 2).u32("tokenizer.ggml.eos_token_id", 3);
        out.boolean("tokenizer.ggml.add_bos_token", true).boolean("tokenizer.ggml.add_eos_token", true);
        out.boolean("tokenizer.ggml.add_sep_token", false);
        const FramedTokens two = SampleVocabulary::tokenizerOf(out)->framePair("a", "b");
        QCOMPARE(two.tokens, (Ids{2, 4, 3, 3, 5, 3}));
        QCOMPARE(two.types, Types(6, 0));
    }
    void framesThatCannotBe() {
        using Numbers = std::vector<int32_t>;
        const auto refused = [](const char* key, const Numbers& tokens, const Numbers& types) {
            auto out = writer();
            out.integers(key, tokens);
            out.integers(std::string(key) + "_types", types);
            try {
                SampleVocabulary::tokenizerOf(out);
            } catch (const Error& error) {
                return error.code() == ErrorCode::BadFile;
            }
            return false;
        };
        const char *one = "tokenizer.ggml.frame", *two = "tokenizer.ggml.frame_pair";
        QVERIFY(refused(one, {2, 3}, {0, 0}));
        QVERIFY(refused(one, {-1, -1}, {0, 0}));
        QVERIFY(refused(one, {-1, 8}, {0, 0}));
        QVERIFY(refused(one, {-1, -2}, {0, 0}));
        QVERIFY(refused(one, {-1, 2}, {0}));
        QVERIFY(refused(one, {-1, 2}, {0, -1}));
        QVERIFY(refused(one, {-1, 2}, {0, 256}));
        QVERIFY(refused(two, {-1, 2}, {0, 0}));
        Numbers many(65, 2);
        many[0] = -1;
        QVERIFY(refused(one, many, Numbers(65, 0)));
    }
};

QTEST_APPLESS_MAIN(TokenFrameTest)
#include "tst_token_frame.moc"
