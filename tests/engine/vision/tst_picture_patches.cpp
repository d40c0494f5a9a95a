#include "vision/folder_processing.h"
#include "vision/picture_patches.h"

#include <QtTest>
#include <cmath>

#include "engine/vision/vision_pack.h"
#include "hearth/error.h"

using namespace hearth;
using namespace hearth::test;

namespace {

/// A value of a list of lists: numbers[i][j].
bool areEqual(const nlohmann::json& numbers, const std::vector<std::vector<uint32_t>>& ours) {
    return numbers.get<std::vector<std::vector<uint32_t>>>() == ours;
}

/// True if no picture of a case is resized, so that its pixels are exact.
bool isAsItWas(const std::vector<Picture>& pictures, const std::vector<PicturePatches>& patches) {
    for (size_t i = 0; i < pictures.size(); ++i) {
        const PictureLayout& layout = patches[i].layout;
        if (layout.overview) return false;
        for (const PictureSize& size : layout.resizes)
            if (size != pictures[i].size) return false;
    }
    return true;
}

}  // namespace

class TestPicturePatches : public QObject {
    Q_OBJECT
private slots:
    void pixelsAreThoseOfTransformers_data();
    void pixelsAreThoseOfTransformers();
    void pixelsOfMadeTowersAreThoseOfTransformers_data();
    void pixelsOfMadeTowersAreThoseOfTransformers();
    void gridsAreThoseOfTransformers_data();
    void gridsAreThoseOfTransformers();
    void patchesComeInBlocksThatAreMerged();
    void aSmallPictureLiesInTheMiddleOfACrop();
};

namespace {

void addModels() {
    QTest::addColumn<QString>("model");
    const auto pack = visionPack();
    if (!pack) return;
    for (const std::string& name : visionModels(*pack))
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

}  // namespace

void TestPicturePatches::pixelsAreThoseOfTransformers_data() {
    addModels();
}

void TestPicturePatches::pixelsAreThoseOfTransformers() {
    HEARTH_REQUIRE(pack, visionPack(), "the reference pack ($HEARTH_GOLDEN)");
    QFETCH(QString, model);
    const std::string name = model.toStdString();
    const auto processing = folderProcessing(pack / name / "hf");
    const auto reference = readJson(pack / name / "reference.json");
    const double mostLevels = reference.at("tolerance").at("pixels_levels_max").get<double>();
    const double mostExact = reference.at("tolerance").at("pixels_exact_when_no_resize").get<double>();
    size_t equal = 0, compared = 0, exactCases = 0;
    for (const auto& [caseName, oneCase] : reference.at("cases").items()) {
        const auto pictures = casePictures(pack, oneCase);
        std::vector<PicturePatches> patches;
        for (const Picture& picture : pictures) patches.push_back(picturePatches(picture, processing));
        const auto& expected = oneCase.at("pixels");
        const auto shape = expected.at("shape").get<std::vector<size_t>>();
        const auto pixels = transformersPixels(patches, processing, shape, name);
        const bool isWhole = expected.contains("file");
        const auto values =
            readNpy(pack / name / expected.at(isWhole ? "file" : "sample_file").get<std::string>()).values;
        const bool exact = isAsItWas(pictures, patches);
        exactCases += exact ? 1 : 0;
        double worst = 0, worstLevels = 0;
        for (size_t k = 0; k < values.size(); ++k) {
            const size_t index = isWhole ? k : k * 2654435761U % pixels.size();
            const double off = std::abs(double{pixels[index]} - values[k]);
            worst = std::max(worst, off);
            // The deviations of the channels differ by a twentieth; the largest one is the strictest.
            const double deviation =
                *std::max_element(processing.deviation.begin(), processing.deviation.end());
            worstLevels = std::max(worstLevels, off * deviation * 255);
            equal += off < 1e-4 ? 1 : 0;
        }
        compared += values.size();
        qInfo("%s %s: %.3f levels, %.2g%s", name.c_str(), caseName.c_str(), worstLevels, worst,
              exact ? " (not resized)" : "");
        QVERIFY2(worstLevels <= mostLevels, caseName.c_str());
        if (exact) QVERIFY2(worst <= mostExact, caseName.c_str());
    }
    qInfo("%zu of %zu values equal, %zu cases not resized", equal, compared, exactCases);
    QVERIFY(double(equal) > 0.95 * double(compared));
}

void TestPicturePatches::pixelsOfMadeTowersAreThoseOfTransformers_data() {
    QTest::addColumn<QString>("model");
    for (const char* name : madeTowers) QTest::newRow(name) << name;
}

void TestPicturePatches::pixelsOfMadeTowersAreThoseOfTransformers() {
    QFETCH(QString, model);
    const auto folder = madeTowersFolder() / model.toStdString();
    const auto processing = folderProcessing(folder);
    const Picture picture = decodePicture(readBytes(madeTowersFolder() / "picture.png"));
    const PicturePatches patches = picturePatches(picture, processing);
    const NpyArray pixels = readNpy(folder / "pixels.npy");
    const std::vector<float> expected =
        hearthPatches(patches.layout, processing, pixels.values, pixels.shape, model.toStdString());
    double worst = 0;
    for (size_t i = 0; i < expected.size(); ++i)
        worst = std::max(worst, std::abs(double{patches.values[i]} - expected[i]));
    // In levels of 255.
    worst *= double{processing.deviation[0]} * 255;
    qInfo("%s: %.2g levels", qPrintable(model), worst);
    QVERIFY(worst <= 2.01);
}

void TestPicturePatches::gridsAreThoseOfTransformers_data() {
    addModels();
}

void TestPicturePatches::gridsAreThoseOfTransformers() {
    HEARTH_REQUIRE(pack, visionPack(), "the reference pack ($HEARTH_GOLDEN)");
    QFETCH(QString, model);
    const std::string name = model.toStdString();
    const auto processing = folderProcessing(pack / name / "hf");
    const auto reference = readJson(pack / name / "reference.json");
    for (const auto& [caseName, oneCase] : reference.at("cases").items()) {
        std::vector<std::vector<uint32_t>> times, sizes, shapes, rows(1), columns(1);
        uint32_t tokens = 0;
        for (const Picture& picture : casePictures(pack, oneCase)) {
            const PictureLayout layout = pictureLayout(picture.size, processing);
            tokens += layout.rows();
            times.push_back({1, layout.grids.front().rows, layout.grids.front().columns});
            sizes.push_back({layout.tile.height, layout.tile.width});
            for (const PatchGrid& grid : layout.grids) shapes.push_back({grid.rows, grid.columns});
            rows[0].push_back(layout.isCut ? layout.tileRows : 0);
            columns[0].push_back(layout.isCut ? layout.tileColumns : 0);
        }
        QCOMPARE(tokens, oneCase.at("n_soft_tokens").get<uint32_t>());
        const auto holds = [&](const char* key, const auto& ours) {
            return !oneCase.contains(key) || areEqual(oneCase.at(key), ours);
        };
        QVERIFY2(holds("image_grid_thw", times), caseName.c_str());
        QVERIFY2(holds("image_sizes", sizes), caseName.c_str());
        QVERIFY2(holds("spatial_shapes", shapes), caseName.c_str());
        QVERIFY2(holds("tile_rows", rows), caseName.c_str());
        QVERIFY2(holds("tile_cols", columns), caseName.c_str());
        if (!oneCase.contains("image_position_ids")) continue;
        // x and y of each patch, -1 where there is none.
        const auto& positions = oneCase.at("image_position_ids");
        double sum = 0;
        for (const auto& shape : shapes) {
            const double patches = double(shape[0]) * shape[1];
            sum += patches * (shape[0] + shape[1] - 2.0) / 2;
            sum -= 2 * (positions.at("shape").at(1).get<double>() - patches);
        }
        QCOMPARE(sum, positions.at("sum").get<double>());
    }
}

void TestPicturePatches::patchesComeInBlocksThatAreMerged() {
    PictureProcessing processing;
    processing.size = size_rule::Fixed{{4, 4}};
    processing.patchSize = 1;
    processing.mergeSize = 2;
    processing.scale = 1;
    Picture picture{{4, 4}, {}};
    for (uint8_t i = 0; i < 16; ++i)
        for (int channel = 0; channel < 3; ++channel)
            picture.rgb.push_back(uint8_t(i + 100 * (channel == 1)));
    const PicturePatches patches = picturePatches(picture, processing);
    QCOMPARE(patches.layout.rows(), 4U);
    std::vector<float> red;
    for (size_t i = 0; i < patches.values.size(); i += 3) {
        red.push_back(patches.values[i]);
        QCOMPARE(patches.values[i + 1], patches.values[i] + 100);
    }
    QCOMPARE(red, (std::vector<float>{0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15}));
}

void TestPicturePatches::aSmallPictureLiesInTheMiddleOfACrop() {
    PictureProcessing processing;
    processing.size = size_rule::Crop{2, {4, 4}};
    processing.patchSize = 4;
    processing.scale = 1;
    const Picture picture{{2, 2}, std::vector<uint8_t>(12, 9)};
    const PicturePatches patches = picturePatches(picture, processing);
    const std::vector<float> channel{0, 0, 0, 0, 0, 9, 9, 0, 0, 9, 9, 0, 0, 0, 0, 0};
    std::vector<float> all;
    for (int i = 0; i < 3; ++i) all.insert(all.end(), channel.begin(), channel.end());
    QCOMPARE(patches.values, all);
}

QTEST_GUILESS_MAIN(TestPicturePatches)
#include "tst_picture_patches.moc"
