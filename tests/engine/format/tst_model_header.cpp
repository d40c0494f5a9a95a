#include "hearth/model_header.h"

#include <QtTest/QtTest>

#include "hearth/error.h"
#include "support/reference_pack.h"

using namespace hearth;

class TestModelHeader : public QObject {
    Q_OBJECT

private slots:
    void itSaysWhatTheFileSays() {
        const auto path = test::tinyModelsFolder() / "llama-f32.gguf";
        const GgufFile file = GgufFile::open(path);
        const ModelHeader header = readModelHeader(path);
        QCOMPARE(header.sizeBytes, file.sizeBytes());
        QCOMPARE(header.tensors.size(), file.tensors().size());
        QCOMPARE(header.metadata.size(), file.metadata().size());
        QVERIFY(header.getString("general.architecture") == file.getString("general.architecture"));
        QVERIFY(header.getUint("llama.block_count") == file.getUint("llama.block_count"));
        QCOMPARE(header.getStrings("tokenizer.ggml.tokens")->size(),
                 file.getStrings("tokenizer.ggml.tokens")->size());
        QVERIFY(!header.find("no.such.key") && !header.getUint("no.such.key"));
        QVERIFY_THROWS_EXCEPTION(Error, (void)header.getUint("general.architecture"));
        QVERIFY(header.vocabularyProblem.isEmpty());
    }

    void aFolderWithoutVocabularySaysSo() {
        const ModelHeader header = readModelHeader(HEARTH_SOURCE_DIR "/tests/reference/hugging_face/qwen3");
        QVERIFY(header.vocabularyProblem.text().find("tokenizer.json") != std::string::npos);
        QVERIFY(!header.tensors.empty());
    }

    void whatCannotBeReadIsThrown() {
        QVERIFY_THROWS_EXCEPTION(Error, (void)readModelHeader("/nonexistent/model.gguf"));
    }
};

QTEST_GUILESS_MAIN(TestModelHeader)
#include "tst_model_header.moc"
