#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "hearth/error.h"
#include "vision/folder_processing.h"
#include "vision/picture_processing.h"
#include "vision/vision_errors.h"

using namespace hearth;
using Json = nlohmann::json;

namespace {

void write(const QTemporaryDir& folder, const char* name, const Json& json) {
    QFile file(folder.filePath(name));
    QVERIFY(file.open(QFile::WriteOnly));
    file.write(QByteArray::fromStdString(json.dump()));
}

/// The folder of a model with these settings.
struct ModelFolder {
    QTemporaryDir folder;

    ModelFolder(const Json& config, const Json& preprocessor) {
        write(folder, "config.json", config);
        write(folder, "preprocessor_config.json", preprocessor);
    }
    PictureProcessing read() const { return folderProcessing(folder.path().toStdString()); }
    /// Refused with a kind of error.
    bool fails(const ErrorKind& kind) const {
        try {
            (void)read();
        } catch (const Error& error) {
            return error.is(kind);
        }
        return false;
    }
};

}  // namespace

/// Forms of settings that the reference pack does not have; tst_picture_patches reads those that it has.
class TestFolderProcessing : public QObject {
    Q_OBJECT
private slots:
    void olderFoldersNameAreasThemselves();
    void numbersStandForSquares();
    void theNewerFileIsReadWhereItIsAlone();
    void normalisationCanBeOff();
    void otherProcessorsAreNamed();
    void theOriginalInternVlIsToldByItsConfiguration();
    void canvasesHaveAHeightAndAWidth();
    void impossibleSettingsAreRefused();
};

void TestFolderProcessing::olderFoldersNameAreasThemselves() {
    const ModelFolder qwen(Json::object(), {{"image_processor_type", "Qwen2VLImageProcessorFast"},
                                            {"min_pixels", 3136},
                                            {"max_pixels", 12845056},
                                            {"patch_size", 14},
                                            {"merge_size", 2}});
    const PictureProcessing read = qwen.read();
    const auto& area = std::get<size_rule::Area>(read.size);
    QCOMPARE(area.minPixels, uint64_t{3136});
    QCOMPARE(area.maxPixels, uint64_t{12845056});
    QCOMPARE(read.rowSize(), 28U);
    QCOMPARE(read.mean[0], 0.48145466F);
    QVERIFY(read.filter == ResizeFilter::Bicubic);
}

void TestFolderProcessing::numbersStandForSquares() {
    const ModelFolder llava(
        {{"vision_config", {{"patch_size", 14}}}},
        {{"image_processor_type", "CLIPImageProcessor"}, {"size", 336}, {"crop_size", 336}});
    const auto crop = std::get<size_rule::Crop>(llava.read().size);
    QCOMPARE(crop.shortEdge, 336U);
    QCOMPARE(crop.crop, (PictureSize{336, 336}));
    const ModelFolder pixtral(
        {{"vision_config", {{"patch_size", {16, 16}}}}},
        {{"image_processor_type", "PixtralImageProcessor"}, {"size", {{"longest_edge", 1024}}}});
    QCOMPARE(pixtral.read().rowSize(), 16U);
}

void TestFolderProcessing::theNewerFileIsReadWhereItIsAlone() {
    const QTemporaryDir folder;
    write(folder, "config.json", {{"mm_tokens_per_image", 256}, {"vision_config", {{"patch_size", 14}}}});
    write(
        folder, "processor_config.json",
        {{"image_processor",
          {{"image_processor_type", "Gemma3ImageProcessor"}, {"size", {{"height", 896}, {"width", 896}}}}}});
    const auto read = folderProcessing(folder.path().toStdString());
    QCOMPARE(read.mergeSize, 4U);
    QVERIFY(read.filter == ResizeFilter::Bilinear);
    QCOMPARE(read.mean[2], 0.5F);
}

void TestFolderProcessing::normalisationCanBeOff() {
    const ModelFolder gemma4(Json::object(), {{"image_processor_type", "Gemma4ImageProcessor"},
                                              {"do_normalize", false},
                                              {"image_mean", {0.5, 0.5, 0.5}}});
    QCOMPARE(gemma4.read().mean[0], 0.0F);
    QCOMPARE(std::get<size_rule::Budget>(gemma4.read().size).maxRows, 280U);
}

void TestFolderProcessing::otherProcessorsAreNamed() {
    const ModelFolder other(Json::object(), {{"image_processor_type", "OtherImageProcessor"}});
    QVERIFY(other.fails(errors::unknownProcessor));
}

void TestFolderProcessing::theOriginalInternVlIsToldByItsConfiguration() {
    const Json clip{{"feature_extractor_type", "CLIPFeatureExtractor"},
                    {"size", 448},
                    {"crop_size", 448},
                    {"image_mean", {0.485, 0.456, 0.406}}};
    Json config{{"model_type", "internvl_chat"}, {"force_image_size", 448},
                {"downsample_ratio", 0.5},       {"dynamic_image_size", true},
                {"use_thumbnail", true},         {"min_dynamic_patch", 1},
                {"max_dynamic_patch", 12},       {"vision_config", {{"patch_size", 14}}}};
    const PictureProcessing read = ModelFolder(config, clip).read();
    const auto& tiles = std::get<size_rule::ShapeTiles>(read.size);
    QCOMPARE(tiles.tile, (PictureSize{448, 448}));
    QCOMPARE(tiles.maxTiles, 12U);
    QVERIFY(tiles.hasOverview);
    QCOMPARE(read.rowSize(), 28U);
    QCOMPARE(read.mean[0], 0.485F);
    config["dynamic_image_size"] = false;
    QCOMPARE(std::get<size_rule::ShapeTiles>(ModelFolder(config, clip).read().size).maxTiles, 1U);
}

void TestFolderProcessing::canvasesHaveAHeightAndAWidth() {
    const Json processor{{"image_processor_type", "LlavaNextImageProcessor"}};
    Json config{{"vision_config", {{"patch_size", 14}, {"image_size", 336}}}};
    const auto canvases = [](const PictureProcessing& processing) {
        return std::get<size_rule::AnyResolution>(processing.size).canvases;
    };
    QCOMPARE(canvases(ModelFolder(config, processor).read()).size(), size_t{5});
    const auto pair = [](const Json& height, const Json& width) {
        return Json::array({Json::array({height, width})});
    };
    config["image_grid_pinpoints"] = pair(336, 672);
    QCOMPARE(canvases(ModelFolder(config, processor).read()), (std::vector<PictureSize>{{672, 336}}));
    for (const Json& impossible :
         {pair(336, 673), pair(336, -1), pair(336, "672"), Json::array({336, 672}), Json("336x672")}) {
        config["image_grid_pinpoints"] = impossible;
        QVERIFY2(ModelFolder(config, processor).fails(errors::badPictureSetting), impossible.dump().c_str());
    }
}

void TestFolderProcessing::impossibleSettingsAreRefused() {
    QVERIFY(
        ModelFolder(Json::object(), {{"image_processor_type", "KimiVLImageProcessor"}, {"pad_input", false}})
            .fails(errors::badPictureSetting));
    const auto qwen = [](const char* key, const Json& value) {
        Json settings{{"image_processor_type", "Qwen2VLImageProcessor"}};
        settings[key] = value;
        return ModelFolder(Json::object(), settings).fails(errors::badPictureSetting);
    };
    QVERIFY(!qwen("patch_size", 14));
    QVERIFY(qwen("patch_size", 0));
    QVERIFY(qwen("patch_size", -3));
    QVERIFY(qwen("patch_size", 1e9));
    QVERIFY(qwen("patch_size", 1.5));
    QVERIFY(qwen("patch_size", "14"));
    QVERIFY(qwen("merge_size", 1000));
    QVERIFY(qwen("max_pixels", 1e300));
    QVERIFY(qwen("min_pixels", 1 << 27U));
    QVERIFY(qwen("image_std", {0, 1, 1}));
    QVERIFY(qwen("image_mean", {"a", "b", "c"}));
    QVERIFY(qwen("image_mean", {1, 2}));
    QVERIFY(qwen("resample", 7));
}

QTEST_GUILESS_MAIN(TestFolderProcessing)
#include "tst_folder_processing.moc"
