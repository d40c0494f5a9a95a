#include <QtTest>

#include "engine/vision/vision_pack.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "support/gguf_writer.h"
#include "vision/folder_processing.h"
#include "vision/gguf_processing.h"
#include "vision/vision_errors.h"

using namespace hearth;
using namespace hearth::test;

namespace {

GgufWriter clip(const char* projector) {
    const std::vector<float> halves{0.5F, 0.5F, 0.5F};
    GgufWriter writer;
    writer.text("general.architecture", "clip")
        .text("clip.projector_type", projector)
        .u32("clip.vision.image_size", 896)
        .u32("clip.vision.patch_size", 14)
        .floats("clip.vision.image_mean", halves)
        .floats("clip.vision.image_std", halves);
    return writer;
}

PictureProcessing read(const GgufWriter& writer) {
    return ggufProcessing(GgufFile::parse(writer.image()));
}

}  // namespace

class TestGgufProcessing : public QObject {
    Q_OBJECT
private slots:
    void saysTheSameAsTheFolder_data();
    void saysTheSameAsTheFolder();
    void madeFilesSayTheSameAsTheirFolders();
    void filesMayHaveLimitsOfTheirOwn();
    void otherProjectorsAreNamed();
};

void TestGgufProcessing::saysTheSameAsTheFolder_data() {
    QTest::addColumn<QString>("model");
    const auto pack = visionPack();
    if (!pack) return;
    for (const std::string& name : visionModels(*pack))
        if (std::filesystem::exists(*pack / name / ("mmproj-" + name + ".gguf")))
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

void TestGgufProcessing::saysTheSameAsTheFolder() {
    HEARTH_REQUIRE(pack, visionPack(), "the reference pack ($HEARTH_GOLDEN)");
    QFETCH(QString, model);
    const std::string name = model.toStdString();
    const auto folder = folderProcessing(pack / name / "hf");
    auto file = ggufProcessing(GgufFile::open(pack / name / ("mmproj-" + name + ".gguf")));
    QCOMPARE(file.size.index(), folder.size.index());
    QVERIFY(file.filter == folder.filter);
    QCOMPARE(file.patchSize, folder.patchSize);
    QCOMPARE(file.mergeSize, folder.mergeSize);
    QCOMPARE(file.mean, folder.mean);
    QCOMPARE(file.deviation, folder.deviation);
    // Limits that these files do not have; the models of the pack have others than released ones.
    if (std::holds_alternative<size_rule::Area>(file.size) ||
        std::holds_alternative<size_rule::Budget>(file.size))
        file.size = folder.size;
    for (const PictureSize size : {PictureSize{640, 480}, {200, 900}, {20, 20}, {150, 100}, {1600, 1200}}) {
        const PictureLayout ours = pictureLayout(size, file), wanted = pictureLayout(size, folder);
        QCOMPARE(ours.resizes, wanted.resizes);
        QCOMPARE(ours.grids, wanted.grids);
        QCOMPARE(ours.rows(), wanted.rows());
    }
}

void TestGgufProcessing::madeFilesSayTheSameAsTheirFolders() {
    for (const char* name : {"llava-next", "granite-vision"}) {
        const auto folder = folderProcessing(madeTowersFolder() / name);
        const auto file = ggufProcessing(GgufFile::openVision(madeTowersFolder() / name / "mmproj.gguf"));
        QVERIFY2(file.size == folder.size, name);
        QCOMPARE(file.mean, folder.mean);
        QCOMPARE(file.deviation, folder.deviation);
    }
}

void TestGgufProcessing::filesMayHaveLimitsOfTheirOwn() {
    QCOMPARE(std::get<size_rule::Area>(read(clip("qwen3vl_merger")).size).maxPixels, uint64_t{16777216});
    const auto own = read(clip("qwen3vl_merger")
                              .u32("clip.vision.image_max_pixels", 100352)
                              .u32("clip.vision.image_min_pixels", 1024));
    QCOMPARE(std::get<size_rule::Area>(own.size).maxPixels, uint64_t{100352});
    QCOMPARE(std::get<size_rule::Area>(own.size).minPixels, uint64_t{1024});
    QCOMPARE(std::get<size_rule::Crop>(read(clip("mlp")).size).shortEdge, 896U);
    QCOMPARE(read(clip("kimivl")).mergeSize, 2U);
    QCOMPARE(std::get<size_rule::Padded>(read(clip("kimivl")).size).maxPatches, 4096U);
    QCOMPARE(std::get<size_rule::Area>(read(clip("qwen2vl_merger")).size).minPixels, uint64_t{3136});
}

void TestGgufProcessing::otherProjectorsAreNamed() {
    bool refused = false;
    try {
        (void)read(clip("resampler"));
    } catch (const Error& error) {
        refused = error.is(errors::unknownProcessor);
    }
    QVERIFY(refused);
    refused = false;
    try {
        const std::vector<int32_t> odd{896, 1792, 896};
        (void)read(clip("mlp").integers("clip.vision.image_grid_pinpoints", odd));
    } catch (const Error& error) {
        refused = error.is(errors::badPictureSetting);
    }
    QVERIFY(refused);
}

QTEST_GUILESS_MAIN(TestGgufProcessing)
#include "tst_gguf_processing.moc"
