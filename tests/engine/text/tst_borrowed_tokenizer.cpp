#include "text/borrowed_tokenizer.h"

#include <QtTest/QtTest>

#include "hearth/error.h"
#include "hearth/gguf.h"
#include "support/reference_pack.h"

using namespace hearth;
using namespace hearth::text;
using namespace hearth::test;

class TestBorrowedTokenizer : public QObject {
    Q_OBJECT

    std::unique_ptr<Tokenizer> m_lent;
    static std::unique_ptr<Tokenizer> of(const char* name) {
        return Tokenizer::fromGguf(GgufFile::open(tinyModelsFolder() / name));
    }

private slots:
    void init() { m_lent = of("llama-f32.gguf"); }

    void itDoesAsTheOneThatItIsOf_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"llama-f32.gguf", "qwen3-f16.gguf", "gemma2-f16.gguf"})
            QTest::newRow(name) << name;
    }
    void itDoesAsTheOneThatItIsOf() {
        QFETCH(QString, name);
        const auto lent = of(qPrintable(name));
        const auto borrowed = borrowedTokenizer(copyOf(*lent), runEncoderOf(*lent));
        QCOMPARE(borrowed->vocabSize(), lent->vocabSize());
        QCOMPARE(borrowed->ruleName(), lent->ruleName());
        for (const char* text :
             {"", "Hello, world!  Two spaces", "a\n\nb <|im_start|>user</s>", "日本語 \xff"}) {
            const auto tokens = lent->encode(text);
            QCOMPARE(borrowed->encode(text), tokens);
            QCOMPARE(borrowed->encode(text, {.parseSpecial = true, .addSpecial = true}),
                     lent->encode(text, {.parseSpecial = true, .addSpecial = true}));
            QCOMPARE(borrowed->encode(PromptPieces{{text, true}, {text, false}}),
                     lent->encode(PromptPieces{{text, true}, {text, false}}));
            QCOMPARE(borrowed->decode(tokens), lent->decode(tokens));
            QCOMPARE(borrowed->frame(text, 5).tokens, lent->frame(text, 5).tokens);
        }
        for (TokenId token = 0; token < lent->vocabSize(); ++token) {
            QCOMPARE(borrowed->pieceBytes(token, true), lent->pieceBytes(token, true));
            QCOMPARE(borrowed->entry(token), lent->entry(token));
            QCOMPARE(borrowed->kind(token), lent->kind(token));
            QCOMPARE(borrowed->isEndOfGeneration(token), lent->isEndOfGeneration(token));
        }
    }

    void copiesThatContradictThemselvesAreRefused() {
        const VocabularyCopy good = copyOf(*m_lent);
        const auto refuses = [&](const std::function<void(VocabularyCopy&)>& damage) {
            VocabularyCopy bad = good;
            damage(bad);
            try {
                (void)borrowedTokenizer(bad, runEncoderOf(*m_lent));
                return false;
            } catch (const Error&) {
                return true;
            }
        };
        QVERIFY(!refuses([](VocabularyCopy&) {}));
        QVERIFY(refuses([](VocabularyCopy& bad) { bad.kinds.pop_back(); }));
        QVERIFY(refuses([](VocabularyCopy& bad) { bad.kinds[3] = 7; }));
        QVERIFY(refuses([](VocabularyCopy& bad) { bad.flags.push_back(0); }));
        QVERIFY(refuses([](VocabularyCopy& bad) { bad.entries.lengths[0] += 1; }));
        QVERIFY(refuses([](VocabularyCopy& bad) { bad.bytes.lengths.back() = UINT32_MAX; }));
        QVERIFY(refuses([](VocabularyCopy& bad) { bad.bytes.text += "more"; }));
        QVERIFY(refuses([](VocabularyCopy& bad) { bad.special.eos = 1 << 30; }));
        QVERIFY(refuses([](VocabularyCopy& bad) { bad.special.bos = -7; }));
        QVERIFY(refuses([](VocabularyCopy& bad) { bad.frame.single.push_back({1 << 30, 0}); }));
    }

    void tokensThatAreNotThereAreRefused() {
        const auto borrowed = borrowedTokenizer(
            copyOf(*m_lent), [](std::string_view, bool) { return std::vector<TokenId>{1 << 30}; });
        QVERIFY_THROWS_EXCEPTION(Error, borrowed->encode("text"));
    }
};

QTEST_GUILESS_MAIN(TestBorrowedTokenizer)
#include "tst_borrowed_tokenizer.moc"
