#include "text/bpe_tokenizer.h"

#include <QtTest>
#include <ctime>
#include <random>

#include "packed_vocabulary.h"
#include "sample_vocabulary.h"
#include "support/reference_pack.h"

using namespace hearth;
using test::SampleVocabulary;
using Ids = std::vector<TokenId>;

class BpeTokenizerTest : public QObject {
    Q_OBJECT

private slots:
    void ignoredMerges() {
        auto sample = SampleVocabulary::byteLevel();
        sample.pre = "llama-bpe";
        sample.add("unmerged").add("he<", TokenKind::Control);
        const auto tokenizer = sample.tokenizer();
        QCOMPARE(tokenizer->encode("unmerged"), Ids{sample.idOf("unmerged")});
        sample.pre = "qwen2";
        QCOMPARE(sample.tokenizer()->encode("unmerged").size(), size_t{8});
    }

    void plainTextNeverBecomesAControlToken() {
        // Also not when a merge, or a whole word, spells one.
        auto sample = SampleVocabulary::byteLevel();
        sample.add("ab", TokenKind::Control).add("abc");
        sample.merges = {"a b", "ab c"};
        for (const char* pre : {"gpt-2", "llama-bpe"}) {
            sample.pre = pre;
            const auto tokenizer = sample.tokenizer();
            QCOMPARE(tokenizer->encode("ab"), (Ids{'a', 'b'}));
            QCOMPARE(tokenizer->encode("abc"), Ids{sample.idOf("abc")});
        }
    }

    void utf8EntriesWithByteFallback() {
        SampleVocabulary sample;
        sample.model = "gemma4";
        sample.pre.clear();
        for (int byte = 0; byte < 256; ++byte) {
            char name[8];
            std::snprintf(name, sizeof name, "<0x%02X>", static_cast<unsigned>(byte));
            sample.add(name, TokenKind::Byte);
        }
        for (const char* entry : {"a", "b", "▁", "▁a", "▁ab", "\n", "\n\n", "ä"}) sample.add(entry);
        sample.merges = {"▁ a", "▁a b"};
        const auto tokenizer = sample.tokenizer();
        QCOMPARE(tokenizer->encode(" ab"), Ids{sample.idOf("▁ab")});
        QCOMPARE(tokenizer->encode("ä"), Ids{sample.idOf("ä")});
        QCOMPARE(tokenizer->encode("\xC3\xB6"), (Ids{0xC3, 0xB6}));
        QCOMPARE(tokenizer->encode("\xFF"), (Ids{0xFF}));
        QCOMPARE(tokenizer->encode("a\n\nb"), (Ids{sample.idOf("a"), sample.idOf("\n\n"), sample.idOf("b")}));
        QCOMPARE(tokenizer->decode(tokenizer->encode(" ab ö"), true, Tokenizer::Spaces::Exact),
                 std::string(" ab ö"));
    }

    void repeatedWordsAreTheSame() {
        const auto tokenizer = SampleVocabulary::byteLevel().tokenizer();
        const Ids once = tokenizer->encode(" hello");
        std::string text;
        Ids expected;
        for (int i = 0; i < 500; ++i) {
            text += " hello";
            expected.insert(expected.end(), once.begin(), once.end());
        }
        QCOMPARE(tokenizer->encode(text), expected);
    }

    void bytesWithoutEntries() {
        SampleVocabulary sample;
        sample.add("a").add("b").add("<unk>", TokenKind::Unknown);
        sample.merges = {"a b"};
        QCOMPARE(sample.tokenizer()->encode("axb"), (Ids{0, 1}));
        auto writer = sample.writer();
        writer.u32("tokenizer.ggml.unknown_token_id", 2);
        // The reference drops such a byte although there is an unknown token.
        QCOMPARE(SampleVocabulary::tokenizerOf(writer)->encode("axb"), (Ids{0, 1}));
        QCOMPARE(SampleVocabulary::tokenizerOf(writer)->encode("ab"), (Ids{0, 1}));  // "ab" is no entry
    }

    void whiteSpaceOnlySeparates() {
        SampleVocabulary sample;
        sample.model = "whitespace";
        sample.pre = "whitespace";
        for (const char* entry : {"a", "b", "ab"}) sample.add(entry);
        sample.merges = {"a b"};
        QCOMPARE(sample.tokenizer()->encode(" ab \n a"), (Ids{2, 0}));
        auto writer = sample.writer();
        writer.boolean("tokenizer.ggml.normalizer.lowercase", true);
        QCOMPARE(SampleVocabulary::tokenizerOf(writer)->encode("AB b"), (Ids{2, 1}));
    }

    void aMegabyteWithoutSpaces() {
        HEARTH_REQUIRE(pack, test::goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        const auto tokenizer = Tokenizer::fromGguf(test::packedVocabulary(pack, "qwen2"));
        std::mt19937 random(3);
        const auto seconds = [&](const std::string& text) {
            const std::clock_t begin = std::clock();  // of this process: others may keep the machine busy
            const Ids ids = tokenizer->encode(text);
            const double took = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
            if (tokenizer->decode(ids) != text) return 1e9;
            return took;
        };
        const char* shapes[] = {"a", "ab", "letters", "!", " ", "\xE4\xB8\xAD", "=-", "\xFF", "\n"};
        for (const std::string shape : shapes) {
            const auto make = [&](size_t bytes) {
                std::string out;
                while (out.size() < bytes) {
                    shape == "letters" ? out.push_back(static_cast<char>('a' + random() % 26))
                                       : void(out += shape);
                }
                return out;
            };
            const double small = std::max(seconds(make(1U << 16U)), 2e-3);
            const double large = seconds(make(1U << 20U));
            // 16 times the text; quadratic time would be 256 times as long.
            QVERIFY2(large < small * 16 * 5, qPrintable(QString("'%1': %2 s after %3 s")
                                                            .arg(QString::fromStdString(shape))
                                                            .arg(large)
                                                            .arg(small)));
        }
    }
};

QTEST_APPLESS_MAIN(BpeTokenizerTest)
#include "tst_bpe_tokenizer.moc"
