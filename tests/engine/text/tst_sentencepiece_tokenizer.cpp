#include "text/sentencepiece_tokenizer.h"

#include <QtTest>
#include <ctime>
#include <thread>

#include "packed_vocabulary.h"
#include "sample_vocabulary.h"
#include "support/reference_pack.h"

using namespace hearth;
using test::SampleVocabulary;
using Ids = std::vector<TokenId>;

class SentencePieceTokenizerTest : public QObject {
    Q_OBJECT

private slots:
    void bestScoreMergesFirst() {
        const auto sample = SampleVocabulary::sentencePiece();
        const auto tokenizer = sample.tokenizer();
        QCOMPARE(tokenizer->encode("hello"), Ids{sample.idOf("▁hello")});
        QCOMPARE(tokenizer->encode("helo"), (Ids{sample.idOf("▁hel"), sample.idOf("o")}));
    }
    void bytesForWhatHasNoPiece() {
        const auto sample = SampleVocabulary::sentencePiece();
        const auto tokenizer = sample.tokenizer();
        const TokenId space = sample.idOf("▁");
        QCOMPARE(tokenizer->encode("ö"), (Ids{space, 3 + 0xC3, 3 + 0xB6}));
        QCOMPARE(tokenizer->encode("ä\xFF\x80ä"),
                 (Ids{space, sample.idOf("ä"), 3 + 0xFF, 3 + 0x80, sample.idOf("ä")}));
        const std::string text = "ö\xFF\xF0\x9F hello  \n\t";
        QCOMPARE(tokenizer->decode(tokenizer->encode(text)), text);
    }
    void spacePrefix() {
        auto sample = SampleVocabulary::sentencePiece();
        auto writer = sample.writer();
        writer.boolean("tokenizer.ggml.add_space_prefix", false);
        const auto tokenizer = SampleVocabulary::tokenizerOf(writer);
        QCOMPARE(tokenizer->encode(" hello"), Ids{sample.idOf("▁hello")});
        QCOMPARE(tokenizer->encode("h"), Ids{sample.idOf("h")});
        QCOMPARE(tokenizer->decode(tokenizer->encode(" h")), std::string(" h"));
        // With the prefix, text behind a control token gets one too.
        QCOMPARE(sample.tokenizer()->encode("</s>hello", {.parseSpecial = true}),
                 (Ids{2, sample.idOf("▁hello")}));
    }
    void controlTokensAreNeverMadeOfText() {
        auto sample = SampleVocabulary::sentencePiece();
        sample.add("<s", TokenKind::Normal, 5)
            .add("<", TokenKind::Normal, 5)
            .add("s", TokenKind::Normal, 5)
            .add(">", TokenKind::Normal, 5);
        for (const TokenId id : sample.tokenizer()->encode("<s></s><unk>")) QVERIFY(id > 2);
    }
    void longText() {
        HEARTH_REQUIRE(pack, test::goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        const auto tokenizer = Tokenizer::fromGguf(test::packedVocabulary(pack, "llama-spm"));
        for (const std::string shape : {"a", "ab", "\xE4\xB8\xAD", "\xFF", " "}) {
            const auto seconds = [&](size_t bytes) {
                std::string text;
                while (text.size() < bytes) text += shape;
                const std::clock_t begin = std::clock();  // of this process: others may keep the machine busy
                const Ids ids = tokenizer->encode(text);
                const double took = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
                return tokenizer->decode(ids) == text ? took : 1e9;
            };
            const double small = std::max(seconds(1U << 14U), 2e-3);
            const double large = seconds(1U << 18U);
            QVERIFY2(large < small * 16 * 5, qPrintable(QString("%1 s after %2 s").arg(large).arg(small)));
        }
    }
    void sharedBetweenThreads() {
        const auto tokenizer = SampleVocabulary::sentencePiece().tokenizer();
        const Ids expected = tokenizer->encode("hello helo ö");
        std::vector<std::thread> threads;
        std::atomic<int> wrong = 0;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&] {
                for (int k = 0; k < 500; ++k) wrong += tokenizer->encode("hello helo ö") == expected ? 0 : 1;
            });
        }
        for (std::thread& thread : threads) thread.join();
        QCOMPARE(wrong.load(), 0);
    }
};

QTEST_APPLESS_MAIN(SentencePieceTokenizerTest)
#include "tst_sentencepiece_tokenizer.moc"
