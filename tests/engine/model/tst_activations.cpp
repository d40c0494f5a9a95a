#include "model/activations.h"

#include <QtTest>

#include "backend/reference/reference_backend.h"
#include "hearth/gguf.h"

using namespace hearth;

namespace {

/// Counts what is allocated.
class CountingBackend final : public ReferenceBackend {
public:
    std::unique_ptr<Buffer> allocate(uint64_t rows, uint64_t columns) override {
        bytes += rows * columns * sizeof(float);
        return ReferenceBackend::allocate(rows, columns);
    }
    uint64_t bytes = 0;
};

ModelConfig configOf(const char* family) {
    return ModelConfig::fromGguf(
        GgufFile::open(std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference/families" /
                       (std::string(family) + ".gguf")));
}

}  // namespace

class TestActivations : public QObject {
    Q_OBJECT
private slots:
    /// A plan counts what is taken.
    void bytesAreThoseOfTheBuffers_data() {
        QTest::addColumn<QString>("family");
        for (const char* family : {"llama3", "gemma3", "gemma4", "mixtral", "deepseek3", "lfm2", "qwen35"})
            QTest::newRow(family) << family;
    }
    void bytesAreThoseOfTheBuffers() {
        QFETCH(QString, family);
        const ModelConfig config = configOf(qPrintable(family));
        CountingBackend backend;
        const Activations buffers(backend, config, 24, 3);
        QCOMPARE(backend.bytes, Activations::bytes(config, 24, 3));
        QCOMPARE(buffers.logits->columns, uint64_t{config.vocabSize});
        QCOMPARE(buffers.hidden->rows, uint64_t{24});
    }

    void onlyWhatTheModelNeeds() {
        ReferenceBackend backend;
        const Activations plain(backend, configOf("llama3"), 4, 0);
        QVERIFY(plain.latent == nullptr && plain.gate == nullptr && plain.guessIn == nullptr);
        QVERIFY(plain.layerInputs == nullptr && plain.expertBranch == nullptr && plain.logits == nullptr);
        const Activations latent(backend, configOf("deepseek3"), 4, 1);
        QVERIFY(latent.latent != nullptr && latent.logits != nullptr);
    }
};

QTEST_APPLESS_MAIN(TestActivations)
#include "tst_activations.moc"
