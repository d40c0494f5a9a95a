#include "session/model_fingerprint.h"

#include <QtTest>
#include <filesystem>
#include <set>

#include "hearth/gguf.h"
#include "support/tiny_llama.h"

using namespace hearth;

class TestModelFingerprint : public QObject {
    Q_OBJECT
private slots:
    void everyModelIsAnother() {
        const std::filesystem::path folder = HEARTH_SOURCE_DIR "/tests/reference/families";
        std::set<uint64_t> all;
        size_t files = 0;
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            if (entry.path().extension() != ".gguf") continue;
            all.insert(modelFingerprint(GgufFile::open(entry.path())));
            ++files;
        }
        QVERIFY(files >= 30);
        QCOMPARE(all.size(), files);
    }

    void theSameBytesAreTheSameModel() {
        const auto image = test::TinyLlama{}.build();
        QCOMPARE(modelFingerprint(GgufFile::parse(image)), modelFingerprint(GgufFile::parse(image)));
    }

    /// As after fine-tuning: the tables stay and all weights change a little.
    void otherWeightsAreAnotherModel() {
        auto image = test::TinyLlama{}.build();
        const auto file = GgufFile::parse(image);
        const uint64_t before = modelFingerprint(file);
        for (const GgufTensor& tensor : file.tensors()) {
            auto changed = image;
            changed.at(tensor.offset + tensor.sizeBytes - 1) ^= std::byte{1};
            QVERIFY2(modelFingerprint(GgufFile::parse(changed)) != before, tensor.name.c_str());
        }
    }
};

QTEST_GUILESS_MAIN(TestModelFingerprint)
#include "tst_model_fingerprint.moc"
