#include "grammar/token_texts.h"

#include <QtTest>

#include "hearth/gguf.h"
#include "support/reference_pack.h"

using namespace hearth;
using namespace hearth::grammar;

class TokenTextsTest : public QObject {
    Q_OBJECT

private slots:
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
    void marksAreSpelledApart() {
        HEARTH_REQUIRE(model, test::starterModel(), "the starter model");
        const auto tokenizer = Tokenizer::fromGguf(GgufFile::open(model));
        const TokenTexts texts(*tokenizer);
        const TokenId start = tokenizer->encode("<|im_start|>", {.parseSpecial = true}).front();
        QCOMPARE(texts.textOf(start), std::string_view("\xFF<|im_start|>"));
        QVERIFY(texts.all().find("<|im_start|>") == texts.all().nodes().size());
    }
};

QTEST_GUILESS_MAIN(TokenTextsTest)
#include "tst_token_texts.moc"
