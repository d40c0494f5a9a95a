#include "text/special_names.h"

#include <QtTest>
#include <set>

#include "sample_vocabulary.h"

using namespace hearth;
using test::SampleVocabulary;

class SpecialNamesTest : public QObject {
    Q_OBJECT

    static std::set<std::string> endings(const Tokenizer& tokenizer) {
        std::set<std::string> out;
        for (TokenId id = 0; id < tokenizer.vocabSize(); ++id) {
            if (tokenizer.isEndOfGeneration(id)) out.emplace(tokenizer.entry(id));
        }
        return out;
    }
    static std::unique_ptr<Tokenizer> withControl(std::initializer_list<const char*> names) {
        auto sample = SampleVocabulary::byteLevel();
        for (const char* name : names) sample.add(name, TokenKind::Control);
        return sample.tokenizer();
    }

private slots:
    void wellKnownNamesEndAReply() {
        for (const char* name :
             {"<|eot_id|>", "<|im_end|>", "<|end|>", "<|return|>", "<|call|>", "<end_of_turn>",
              "<|endoftext|>", "<|end_of_text|>", "<|eom_id|>", "</s>", "<eos>", "<EOT>", "[EOS]", "<turn|>",
              "<end_of_utterance>", "<｜end▁of▁sentence｜>", "[e~["}) {
            const auto tokenizer = withControl({name, "<|im_start|>"});
            QCOMPARE(endings(*tokenizer), std::set<std::string>{name});
        }
    }

    void idsOfTheMetadataEndAReply() {
        auto sample = SampleVocabulary::byteLevel();
        sample.add("<stop-a>").add("<stop-b>").add("<stop-c>");
        auto writer = sample.writer();
        writer.u32("tokenizer.ggml.eos_token_id", static_cast<uint32_t>(sample.idOf("<stop-a>")));
        writer.u32("tokenizer.ggml.eot_token_id", static_cast<uint32_t>(sample.idOf("<stop-b>")));
        writer.u32("tokenizer.ggml.eom_token_id", static_cast<uint32_t>(sample.idOf("<stop-c>")));
        const auto tokenizer = SampleVocabulary::tokenizerOf(writer);
        QCOMPARE(endings(*tokenizer), (std::set<std::string>{"<stop-a>", "<stop-b>", "<stop-c>"}));
        QCOMPARE(tokenizer->special().eom, sample.idOf("<stop-c>"));
    }

    void channelsKeepTheReplyGoing() {
        QCOMPARE(endings(*withControl({"<|end|>", "<|return|>", "<|call|>"})),
                 (std::set<std::string>{"<|return|>", "<|call|>"}));
        QCOMPARE(endings(*withControl({"<|end|>", "<|flush|>", "<|calls|>"})),
                 (std::set<std::string>{"<|flush|>", "<|calls|>"}));
        QCOMPARE(endings(*withControl({"<|end|>", "<|return|>"})),
                 (std::set<std::string>{"<|end|>", "<|return|>"}));
        QCOMPARE(endings(*withControl({"</s>", "<|tool_response>"})),
                 (std::set<std::string>{"<|tool_response>"}));
    }

    void strikethroughIsNotTheEnd() {
        auto sample = SampleVocabulary::byteLevel();
        sample.add("</s>").add("<|im_end|>");
        const auto tokenizer = sample.tokenizer();
        QCOMPARE(endings(*tokenizer), (std::set<std::string>{"<|im_end|>"}));
        // A converter that forgot the kind of an unmistakable name is corrected.
        QCOMPARE(tokenizer->kind(sample.idOf("<|im_end|>")), TokenKind::Control);
        QCOMPARE(tokenizer->kind(sample.idOf("</s>")), TokenKind::Normal);
    }

    void endOfTurnPrefersTheChatTokens() {
        auto sample = SampleVocabulary::byteLevel();
        sample.add("<|endoftext|>", TokenKind::Control).add("<|im_end|>", TokenKind::Control);
        QCOMPARE(sample.tokenizer()->special().eot, sample.idOf("<|im_end|>"));
    }

    void fillInTheMiddleByName() {
        auto sample = SampleVocabulary::byteLevel();
        for (const char* name :
             {"<|fim_prefix|>", "<|fim_suffix|>", "<|fim_middle|>", "<|fim_pad|>", "<|file_sep|>"}) {
            sample.add(name, TokenKind::Control);
        }
        const auto tokenizer = sample.tokenizer();
        QCOMPARE(tokenizer->special().fimPrefix, sample.idOf("<|fim_prefix|>"));
        QCOMPARE(tokenizer->special().fimSuffix, sample.idOf("<|fim_suffix|>"));
        QCOMPARE(tokenizer->special().fimMiddle, sample.idOf("<|fim_middle|>"));
        QCOMPARE(endings(*tokenizer), (std::set<std::string>{"<|fim_pad|>", "<|file_sep|>"}));
        auto writer = sample.writer();
        writer.u32("tokenizer.ggml.prefix_token_id", 5);
        QCOMPARE(SampleVocabulary::tokenizerOf(writer)->special().fimPrefix, 5);
    }

    void defaultsOfTheModels() {
        const auto pieces = SampleVocabulary::sentencePiece().tokenizer();
        QCOMPARE(pieces->special().bos, 1);
        QCOMPARE(pieces->special().eos, 2);
        QCOMPARE(pieces->special().unk, 0);
        QVERIFY(pieces->special().addBos);
        QVERIFY(!pieces->special().addEos);
        const auto bytes = SampleVocabulary::byteLevel().tokenizer();
        QCOMPARE(bytes->special().bos, -1);
        QVERIFY(!bytes->special().addBos);
        auto llama = SampleVocabulary::byteLevel();
        llama.pre = "llama-bpe";
        auto writer = llama.writer();
        writer.u32("tokenizer.ggml.bos_token_id", 7);
        QVERIFY(SampleVocabulary::tokenizerOf(writer)->special().addBos);
        writer.boolean("tokenizer.ggml.add_bos_token", false);
        QVERIFY(!SampleVocabulary::tokenizerOf(writer)->special().addBos);
    }
};

QTEST_APPLESS_MAIN(SpecialNamesTest)
#include "tst_special_names.moc"
