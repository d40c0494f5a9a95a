#include "text/vocabulary.h"

#include <QtTest>
#include <limits>

#include "hearth/error.h"
#include "sample_vocabulary.h"

using namespace hearth;
using test::GgufWriter;
using test::SampleVocabulary;

/// Errors in a file's vocabulary: an Error with one sentence, or a vocabulary that works.
class VocabularyTest : public QObject {
    Q_OBJECT

    static std::string errorOf(const GgufWriter& writer) {
        try {
            SampleVocabulary::tokenizerOf(writer);
        } catch (const Error& error) {
            return error.what();
        }
        return {};
    }
    /// Loads, and then encodes and decodes something.
    static void verifyWorks(const GgufWriter& writer) {
        const auto tokenizer = SampleVocabulary::tokenizerOf(writer);
        for (const std::string text : {"hello world", "<|s|>\xFF\xF0\x9F", "\n\n  \t"}) {
            for (const bool special : {false, true}) {
                for (const TokenId id : tokenizer->encode(text, {special, special})) {
                    QVERIFY(id >= 0 && id < tokenizer->vocabSize());
                    tokenizer->pieceBytes(id, true);
                }
            }
        }
        for (TokenId id = 0; id < tokenizer->vocabSize(); ++id) tokenizer->pieceBytes(id, id % 2 == 0);
    }

private slots:
    void refused_data() {
        QTest::addColumn<QString>("says");
        QTest::newRow("no model") << "kind is missing";
        QTest::newRow("unknown model") << "does not know the tokenizer 'abacus'";
        QTest::newRow("no vocabulary") << "no vocabulary";
        QTest::newRow("unknown pre-tokenizer") << "does not know the pre-tokenizer 'from-the-future'";
        QTest::newRow("no tokens") << "no entries";
        QTest::newRow("empty tokens") << "no entries";
        QTest::newRow("short types") << "fewer token types";
        QTest::newRow("short scores") << "fewer scores";
        QTest::newRow("score not a number") << "not a number";
        QTest::newRow("byte 0xZZ") << "names no byte";
        QTest::newRow("byte 0x-1") << "names no byte";
        QTest::newRow("no merges") << "merges are missing";
        QTest::newRow("merge of one") << "not two entries";
        QTest::newRow("empty merge") << "not two entries";
        QTest::newRow("tokens are numbers") << "tokenizer.ggml.tokens";
        QTest::newRow("bos is text") << "tokenizer.ggml.bos_token_id";
    }
    void refused() {
        QFETCH(QString, says);
        const std::string what = QTest::currentDataTag();
        auto sample = SampleVocabulary::byteLevel();
        GgufWriter writer;
        if (what == "no model") {
            writer.text("general.architecture", "llama");
        } else if (what == "unknown model" || what == "no vocabulary") {
            sample.model = what == "no vocabulary" ? "none" : "abacus";
            writer = sample.writer();
        } else if (what == "unknown pre-tokenizer") {
            sample.pre = "from-the-future";
            writer = sample.writer();
        } else if (what == "no tokens") {
            writer.text("tokenizer.ggml.model", "gpt2");
        } else if (what == "empty tokens") {
            writer.text("tokenizer.ggml.model", "gpt2").texts("tokenizer.ggml.tokens", {});
        } else if (what == "short types") {
            sample.types.pop_back();
            writer = sample.writer();
        } else if (what == "short scores") {
            sample.scores.resize(3);
            writer = sample.writer();
        } else if (what == "score not a number") {
            sample.scores[5] = std::numeric_limits<float>::quiet_NaN();
            writer = sample.writer();
        } else if (what.starts_with("byte ")) {
            sample = SampleVocabulary::sentencePiece();
            sample.tokens[10] = "<" + what.substr(5) + ">";
            writer = sample.writer();
        } else if (what == "no merges") {
            sample.merges.clear();
            writer = sample.writer();
        } else if (what == "merge of one" || what == "empty merge") {
            sample.merges.emplace_back(what == "empty merge" ? "" : "hello");
            writer = sample.writer();
        } else if (what == "tokens are numbers") {
            writer.text("tokenizer.ggml.model", "gpt2")
                .integers("tokenizer.ggml.tokens", std::vector<int32_t>{1, 2});
        } else if (what == "bos is text") {
            writer = sample.writer().text("tokenizer.ggml.bos_token_id", "one");
        }
        const QString error = QString::fromStdString(errorOf(writer));
        QVERIFY2(error.contains(says), qPrintable(error));
        QVERIFY(error.endsWith('.'));
    }

    void toleratedMistakes() {
        // Ids outside the vocabulary name nothing.
        auto writer = SampleVocabulary::byteLevel().writer();
        for (const char* key :
             {"bos", "eos", "eot", "eom", "unknown", "padding", "mask", "fim_pre", "fim_pad"}) {
            writer.u32("tokenizer.ggml." + std::string(key) + "_token_id", 4'000'000'000U);
        }
        writer.boolean("tokenizer.ggml.add_bos_token", true).boolean("tokenizer.ggml.add_eos_token", true);
        verifyWorks(writer);
        const auto tokenizer = SampleVocabulary::tokenizerOf(writer);
        QCOMPARE(tokenizer->special().bos, -1);
        QVERIFY(!tokenizer->special().addBos);

        // Merges of pieces that are no entries, in a circle, twice, of a thing with itself.
        auto strange = SampleVocabulary::byteLevel();
        for (const char* merge :
             {"q q", "qq qq", "x y", "y x", "xy x", "x yx", "he llo", "he llo", "zz top", "zz zz"}) {
            strange.merges.emplace_back(merge);
        }
        verifyWorks(strange.writer());
        const auto merged = strange.tokenizer();
        const std::string text = "qqqqqq xyxyxyx hello";
        QCOMPARE(merged->decode(merged->encode(text)), text);

        // Entries that are empty or there twice.
        auto repeated = SampleVocabulary::byteLevel();
        repeated.add("").add("hello").add("").add("<|s|>", TokenKind::Control).add("", TokenKind::Control);
        verifyWorks(repeated.writer());
        auto pieces = SampleVocabulary::sentencePiece();
        pieces.add("").add("▁hello").add("", TokenKind::Control).add("<s>", TokenKind::Control);
        pieces.add("<unk>", TokenKind::Unknown)
            .add("other", TokenKind::Unknown)
            .add(std::string_view("a\0b", 3));
        verifyWorks(pieces.writer());

        // A byte without an entry, and one that is there twice.
        auto gaps = SampleVocabulary::sentencePiece();
        gaps.tokens[10] = "<0xFF>";
        verifyWorks(gaps.writer());
        auto noBytes = SampleVocabulary();
        noBytes.add("a").merges.emplace_back("a b");
        verifyWorks(noBytes.writer());

        // Scores at the ends of their range; types that do not exist.
        auto extreme = SampleVocabulary::sentencePiece();
        extreme.scores[260] = std::numeric_limits<float>::infinity();
        extreme.scores[261] = -std::numeric_limits<float>::infinity();
        extreme.scores[262] = std::numeric_limits<float>::max();
        extreme.types[263] = 77;
        extreme.types[264] = -5;
        verifyWorks(extreme.writer());

        // No unknown token at all.
        auto known = SampleVocabulary::sentencePiece();
        known.types[0] = static_cast<int32_t>(TokenKind::Control);
        verifyWorks(known.writer());
    }

    void longEntries() {
        auto sample = SampleVocabulary::byteLevel();
        const std::string longText(1'000'000, 'a');
        sample.add(longText, TokenKind::Control).add(longText + "b").add(longText, TokenKind::UserDefined);
        verifyWorks(sample.writer());
        for (const char* model : {"t5", "rwkv", "bert", "llama"}) {
            auto other = SampleVocabulary::sentencePiece();
            other.model = model;
            other.add(longText);
            verifyWorks(other.writer());
        }
    }

    void everyModelWithForeignEntries() {
        for (const char* model :
             {"gpt2", "gemma4", "whitespace", "hybriddna", "llama", "bert", "t5", "rwkv", "plamo2"}) {
            for (auto sample : {SampleVocabulary::byteLevel(), SampleVocabulary::sentencePiece()}) {
                sample.model = model;
                if (sample.merges.empty()) sample.merges = {"h e"};
                if (std::string_view(model) == "plamo2" && sample.types[3] != 6) continue;
                verifyWorks(sample.writer());
            }
        }
    }

    void byteEntries() {
        QCOMPARE(text::Vocabulary::byteOf("<0x00>"), 0);
        QCOMPARE(text::Vocabulary::byteOf("<0xaF>"), 0xAF);
        for (const char* bad : {"<0x0>", "<0x000>", "<0xZZ>", "<0x-1>", "<0x 1>", "0x00", "<0x00", ""}) {
            QCOMPARE(text::Vocabulary::byteOf(bad), -1);
        }
    }

    void missingKeys() {
        // Without types every entry is text; without a rule the oldest one is used.
        GgufWriter writer;
        auto sample = SampleVocabulary::byteLevel();
        writer.text("tokenizer.ggml.model", "gpt2").texts("tokenizer.ggml.tokens", sample.tokens);
        writer.texts("tokenizer.ggml.merges", sample.merges);
        const auto tokenizer = SampleVocabulary::tokenizerOf(writer);
        QCOMPARE(tokenizer->ruleName(), std::string_view("default"));
        QCOMPARE(tokenizer->decode(tokenizer->encode("hello wor")), std::string("hello wor"));
    }
};

QTEST_APPLESS_MAIN(VocabularyTest)
#include "tst_vocabulary.moc"
