#include "prefix_store/model_fingerprint.h"

#include <QtTest>
#include <algorithm>
#include <filesystem>
#include <vector>

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"
#include "hearth/gguf.h"
#include "model/model.h"
#include "support/tiny_llama.h"

using namespace hearth;

/// The file's metadata, and the part of its weights that is read.
class TestModelFingerprint : public QObject {
    Q_OBJECT

    using Change = std::function<void(test::GgufWriter&)>;
    static ContentHash of(const Change& change, float base = 10000.0F) {
        return modelFingerprint(
            GgufFile::parse(test::TinyLlama{.ropeBase = base, .extraMetadata = change}.build()));
    }
    static ContentHash digest(const std::vector<std::byte>& image, Backend& backend) {
        return Model::load(GgufFile::parse(image), backend, 128, {.rows = 8, .logitRows = 1})
            ->weightsDigest();
    }

private slots:
    void everyModelIsAnother() {
        const std::filesystem::path folder = HEARTH_SOURCE_DIR "/tests/reference/families";
        std::vector<ContentHash> all;
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            if (entry.path().extension() != ".gguf") continue;
            all.push_back(modelFingerprint(GgufFile::open(entry.path())));
            QCOMPARE(std::count(all.begin(), all.end(), all.back()), 1);
        }
        QVERIFY(all.size() >= 30);
    }

    void everyEntryOfTheMetadataCounts() {
        const Change none = [](test::GgufWriter&) {};
        const ContentHash plain = of(none);
        QVERIFY(plain == of(none));
        QVERIFY(plain != of(none, 10001.0F));
        const std::vector<std::string> words{"a", "b"}, other{"ab", ""};
        const std::vector<float> floats{1.0F, 2.0F}, rounded{1.0F, 2.0000002F};
        std::vector<ContentHash> all{plain};
        for (const Change& change : {Change([](test::GgufWriter& w) { w.u32("x", 1); }),
                                     Change([](test::GgufWriter& w) { w.u32("x", 2); }),
                                     Change([](test::GgufWriter& w) { w.i32("x", 1); }),
                                     Change([](test::GgufWriter& w) { w.boolean("x", true); }),
                                     Change([](test::GgufWriter& w) { w.text("x", "1"); }),
                                     Change([](test::GgufWriter& w) { w.text("y", "1"); }),
                                     Change([&](test::GgufWriter& w) { w.texts("x", words); }),
                                     Change([&](test::GgufWriter& w) { w.texts("x", other); }),
                                     Change([&](test::GgufWriter& w) { w.floats("x", floats); }),
                                     Change([&](test::GgufWriter& w) { w.floats("x", rounded); })}) {
            all.push_back(of(change));
            QCOMPARE(std::count(all.begin(), all.end(), all.back()), 1);
        }
        // A folder's name is not the model.
        QVERIFY(plain == of([](test::GgufWriter& w) { w.text("general.name", "copy"); }));
    }

    /// As after fine-tuning: the tables stay and one weight changes a little, wherever it is.
    void everyWeightCounts() {
        const auto image = test::TinyLlama{}.build();
        ReferenceBackend reference;
        CpuBackend cpu(CpuOptions{.threads = 2});
        for (Backend* backend : {static_cast<Backend*>(&reference), static_cast<Backend*>(&cpu)}) {
            const ContentHash before = digest(image, *backend);
            QVERIFY(before == digest(image, *backend));
            const GgufFile file = GgufFile::parse(image);
            for (const GgufTensor& tensor : file.tensors()) {
                for (const uint64_t at : {uint64_t{0}, tensor.sizeBytes / 3, tensor.sizeBytes - 1}) {
                    auto changed = image;
                    changed.at(tensor.offset + at) ^= std::byte{1};
                    QVERIFY2(digest(changed, *backend) != before, tensor.name.c_str());
                }
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestModelFingerprint)
#include "tst_model_fingerprint.moc"
