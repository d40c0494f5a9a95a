#include "text/sentencepiece_tokenizer.h"

#include <sentencepiece_processor.h>

#include <QtTest>
#include <ctime>
#include <random>
#include <thread>

#include "packed_vocabulary.h"
#include "sample_vocabulary.h"
#include "support/reference_pack.h"
#include "text/sentencepiece_model.h"
#include "text/vocabulary.h"

using namespace hearth;
using test::SampleVocabulary;
using Ids = std::vector<TokenId>;

class SentencePieceTokenizerTest : public QObject {
    Q_OBJECT

    /// Letters, spaces and runs that merge in long chains, and characters that the vocabulary lacks.
    static std::string mixedText(size_t bytes, std::initializer_list<std::string_view> parts, unsigned seed) {
        std::mt19937 random(seed);
        std::string text;
        while (text.size() < bytes) {
            const std::string_view part = *(parts.begin() + random() % parts.size());
            const size_t times = random() % 8 == 0 ? random() % 3000 : 1;
            for (size_t i = 0; i < times; ++i) text += part;
        }
        return text;
    }
    /// Ids that the library gives for the whole text at once.
    static Ids wholeAtOnce(const GgufFile& file, const std::string& text) {
        const text::Vocabulary vocabulary = text::Vocabulary::load(file);
        sentencepiece::SentencePieceProcessor processor;
        if (!processor.LoadFromSerializedProto(text::sentencePieceModel(vocabulary)).ok()) return {};
        std::vector<int> ids;
        if (!processor.Encode((vocabulary.addSpacePrefix ? " " : "") + text, &ids).ok()) return {};
        Ids out;
        for (const int id : ids) out.push_back(id < vocabulary.size() ? id : vocabulary.special.unk);
        return out;
    }
    static void compareWithWholeAtOnce(const GgufFile& file) {
        const auto tokenizer = Tokenizer::fromGguf(file);
        for (unsigned seed = 0; seed < 6; ++seed) {
            for (const auto& parts : {std::initializer_list<std::string_view>{"hello", "he", "lo", "l", "o"},
                                      {"hello ", "helo", " ", "h", "e", "ll"},
                                      {"ö", "中", "hello", "文", "z"},
                                      {"the ", "cat", "sat", "=", "  ", "\n", "a", "中文"},
                                      {"z", "\xF0\x9F\x98\x80"}}) {
                const std::string text = mixedText(30'000, parts, seed);
                QVERIFY(tokenizer->encode(text) == wholeAtOnce(file, text));
            }
        }
    }
    static SampleVocabulary withoutByteTokens() {
        const SampleVocabulary all = SampleVocabulary::sentencePiece();
        SampleVocabulary out;
        out.model = all.model;
        out.pre = all.pre;
        for (size_t i = 0; i < all.tokens.size(); ++i) {
            if (all.types[i] == static_cast<int32_t>(TokenKind::Byte)) continue;
            out.add(all.tokens[i], static_cast<TokenKind>(all.types[i]), all.scores[i]);
        }
        // "z" is in entries only beside others; "oo" runs have no place where no entry spans.
        return out.add("zh", TokenKind::Normal, -20)
            .add("oo", TokenKind::Normal, -21)
            .add("oooo", TokenKind::Normal, -22)
            .add("▁▁", TokenKind::Normal, -23);
    }

private slots:
    void sameTokensAsTheWholeTextAtOnce() {
        compareWithWholeAtOnce(GgufFile::parse(SampleVocabulary::sentencePiece().writer().image()));
        compareWithWholeAtOnce(GgufFile::parse(withoutByteTokens().writer().image()));
        HEARTH_REQUIRE(pack, test::goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        compareWithWholeAtOnce(test::packedVocabulary(pack, "llama-spm"));
    }
    void unknownCharactersTakeLinearTime() {
        const auto tokenizer = withoutByteTokens().tokenizer();
        for (const std::string_view shape : {"\xE4\xB8\xAD", "z", "helo \xE4\xB8\xAD", "o", "\xFF"}) {
            std::string text;
            while (text.size() < 2'000'000) text += shape;
            const std::clock_t begin = std::clock();
            QVERIFY(!tokenizer->encode(text).empty());
            const double took = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
            QVERIFY2(took < 6, qPrintable(QString("%1 s").arg(took)));
        }
    }
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
