#include "embedding/pair_reader.h"

#include <QTemporaryDir>
#include <QtTest>

#include "engine/embedding/text_folder.h"
#include "engine/text/sample_vocabulary.h"
#include "hearth/error.h"
#include "hearth/gguf.h"

using namespace hearth;
using namespace hearth::test;

class TestPairReader : public QObject {
    Q_OBJECT

    /// A file of a chat model with a template for reranking.
    static GgufFile withTemplate(const QTemporaryDir& folder, const char* text) {
        const std::filesystem::path path = folder.filePath("model.gguf").toStdString();
        auto writer = SampleVocabulary::byteLevel().writer();
        writer.text("tokenizer.chat_template.rerank", text).save(path);
        return GgufFile::open(path);
    }

private slots:
    void framesPairsAsTheVocabularyDoes() {
        const TextFolder folder;
        const GgufFile file = GgufFile::open(folder.path());
        const auto tokenizer = Tokenizer::fromGguf(file);
        const FramedTokens read = PairReader(file, false).read(*tokenizer, "cat", "a dog", 96);
        QCOMPARE(read.tokens, (std::vector<TokenId>{2, 8, 3, 12, 10, 3}));
        QCOMPARE(read.types, (std::vector<int32_t>{0, 0, 0, 1, 1, 1}));
        QVERIFY(PairReader(file, false).read(*tokenizer, "cat", "a a a a a", 7).truncated);
    }
    void writesPairsInTheWordsOfATemplate() {
        const QTemporaryDir folder;
        for (const auto& [text, whole] : {std::pair("q {query} d {document}!", "q b d c!"),
                                          std::pair("{document} for {query}", "c for b")}) {
            const GgufFile file = withTemplate(folder, text);
            const auto tokenizer = Tokenizer::fromGguf(file);
            const FramedTokens read = PairReader(file, true).read(*tokenizer, "b", "c", 96);
            QCOMPARE(tokenizer->decode(read.tokens, false), std::string(whole));
            QCOMPARE(read.types, std::vector<int32_t>(read.tokens.size(), 0));
            QVERIFY(!read.truncated);
        }
    }
    void cutsThePassageAndNothingElse() {
        const QTemporaryDir folder;
        const GgufFile file = withTemplate(folder, "q {query} d {document} end");
        const auto tokenizer = Tokenizer::fromGguf(file);
        const PairReader reader(file, true);
        std::string passage;
        for (int i = 0; i < 300; ++i) passage += "w\u00f6rd ";
        const FramedTokens read = reader.read(*tokenizer, "b", passage, 64);
        QVERIFY(read.truncated && read.tokens.size() <= 64 && read.tokens.size() > 48);
        const std::string text = tokenizer->decode(read.tokens, false);
        QVERIFY2(text.starts_with("q b d w\u00f6rd") && text.ends_with(" end"), text.c_str());
        try {
            (void)reader.read(*tokenizer, passage, "c", 64);
            QFAIL("A question that does not fit was taken.");
        } catch (const Error& error) {
            QCOMPARE(error.code(), ErrorCode::BadInput);
        }
    }
    void refusesATemplateWithoutAPlace() {
        const QTemporaryDir folder;
        for (const char* text : {"{query}", "{document}", ""}) {
            const GgufFile file = withTemplate(folder, text);
            QVERIFY_THROWS_EXCEPTION(Error, (void)PairReader(file, true));
        }
    }
};

QTEST_GUILESS_MAIN(TestPairReader)
#include "tst_pair_reader.moc"
