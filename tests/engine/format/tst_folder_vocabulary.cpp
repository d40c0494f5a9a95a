#include <QtTest>

#include "hearth/error.h"
#include "hearth/gguf.h"
#include "hearth/tokenizer.h"
#include "support/reference_pack.h"
#include "written_folder.h"

using namespace hearth;
using namespace hearth::test;

namespace {

const std::filesystem::path fixtures = HEARTH_SOURCE_DIR "/tests/reference/tokenizers";

}  // namespace

/// Small tokenizers of the kinds that released folders have, against the library tokenizers
/// (tests/reference/try_tokenizers.py).
class TestFolderVocabulary : public QObject, private WrittenFolder {
    Q_OBJECT

private slots:
    void tokensAreThoseOfTheLibrary_data() {
        QTest::addColumn<QString>("kind");
        for (const auto& entry : std::filesystem::directory_iterator(fixtures))
            QTest::addRow("%s", entry.path().filename().c_str()) << QString(entry.path().filename().c_str());
    }
    void tokensAreThoseOfTheLibrary() {
        QFETCH(QString, kind);
        const auto folder = fixtures / kind.toStdString();
        const auto tokenizer = Tokenizer::fromGguf(GgufFile::open(folder));
        const auto expected = readJson(folder / "expected.json");
        QVERIFY(expected.at("texts").size() >= 50);
        for (size_t i = 0; i < expected.at("texts").size(); ++i) {
            const auto text = expected.at("texts")[i].get<std::string>();
            const auto ids = tokenizer->encode(text, {.parseSpecial = true, .addSpecial = true});
            QVERIFY2(ids == expected.at("ids")[i].get<std::vector<TokenId>>(), text.c_str());
        }
    }

    void saysWhatItDoesNotKnow() {
        write("config.json", "{'model_type': 'llama', 'hidden_size': 8, 'num_attention_heads': 2}");
        write("model.safetensors", safetensors("{}"));
        for (const auto& [tokenizer, code] :
             {std::pair{"{'model': {'type': 'Unigram', 'vocab': []}}", ErrorCode::Unsupported},
              std::pair{"{'model': {'type': 'BPE'}}", ErrorCode::BadFile},
              std::pair{"{'model': {'type': 'BPE', 'vocab': {'a': 0}}}", ErrorCode::BadFile},
              std::pair{"{'model': {'type': 'BPE', 'vocab': {'a': 'b'}, 'merges': []}}", ErrorCode::BadFile},
              std::pair{"{'model': {'type': 'BPE', 'vocab': {'a': 0}, 'merges': []}, 'pre_tokenizer': "
                        "{'type': 'Split', 'pattern': {'Regex': 'x+'}}}",
                        ErrorCode::Unsupported}}) {
            write("tokenizer.json", tokenizer);
            QVERIFY2(refuses(code), tokenizer);
        }
    }
};

QTEST_GUILESS_MAIN(TestFolderVocabulary)
#include "tst_folder_vocabulary.moc"
