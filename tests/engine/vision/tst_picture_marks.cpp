#include "vision/picture_marks.h"

#include <QtTest>

#include "engine/vision/vision_pack.h"
#include "hearth/gguf.h"
#include "hearth/tokenizer.h"
#include "vision/tower_config.h"

using namespace hearth;
using namespace hearth::test;

namespace {

/// Parts as one text, with a number for rows.
std::string toldParts(const std::vector<PictureMarks::Part>& parts) {
    std::string text;
    for (const PictureMarks::Part& part : parts)
        text += part.rows != 0 ? "{" + std::to_string(part.rows) + "}" : part.text;
    return text;
}

PictureLayout cutLayout(uint32_t rows, uint32_t columns) {
    PictureLayout layout;
    layout.tile = {32, 32};
    layout.tileRows = rows;
    layout.tileColumns = columns;
    layout.isCut = true;
    layout.overview = PictureSize{32, 32};
    layout.grids.assign(size_t{rows} * columns + 1, PatchGrid{2, 2});
    return layout;
}

}  // namespace

class TestPictureMarks : public QObject {
    Q_OBJECT
private slots:
    /// As transformers' processors write them (README.md of the reference pack).
    void tilesHaveTheMarksOfTheirFamilies() {
        const PictureLayout layout = cutLayout(2, 1);
        QCOMPARE(toldParts(findPictureMarks("idefics3")->parts(layout)),
                 std::string("<fake_token_around_image><row_1_col_1>{4}\n"
                             "<fake_token_around_image><row_2_col_1>{4}\n"
                             "\n<fake_token_around_image><global-img>{4}<fake_token_around_image>"));
        QCOMPARE(toldParts(findPictureMarks("lfm2")->parts(layout)),
                 std::string("<|image_start|><|img_row_1_col_1|>{4}<|img_row_2_col_1|>{4}"
                             "<|img_thumbnail|>{4}<|image_end|>"));
        QCOMPARE(toldParts(findPictureMarks("internvl")->parts(layout)), std::string("<img>{12}</img>"));
    }

    void wholePicturesHaveNoMarksOfTiles() {
        PictureLayout layout;
        layout.tile = {32, 48};
        layout.grids = {PatchGrid{3, 2}};
        QCOMPARE(toldParts(findPictureMarks("idefics3")->parts(layout)),
                 std::string("<fake_token_around_image><global-img>{6}<fake_token_around_image>"));
        QCOMPARE(toldParts(findPictureMarks("lfm2")->parts(layout)),
                 std::string("<|image_start|>{6}<|image_end|>"));
        QCOMPARE(toldParts(findPictureMarks("pixtral")->parts(layout)),
                 std::string("{2}[IMG_BREAK]{2}[IMG_BREAK]{2}[IMG_END]"));
        QCOMPARE(toldParts(findPictureMarks("gemma3")->parts(layout)),
                 std::string("\n\n<start_of_image>{6}<end_of_image>\n\n"));
        const auto parts = findPictureMarks("qwen3vl_merger")->parts(layout);
        QCOMPARE(toldParts(parts), std::string("{6}"));
        QCOMPARE(parts.front().columns, 2U);
    }

    void everyTowerHasMarks() {
        HEARTH_REQUIRE(pack, visionPack(), "the reference pack ($HEARTH_GOLDEN)");
        for (const std::string& name : visionModels(pack)) {
            const auto config = TowerConfig::fromGguf(GgufFile::openVision(pack / name / "hf"));
            QVERIFY2(findPictureMarks(config.family->projector) != nullptr, name.c_str());
        }
        QVERIFY(findPictureMarks("unheard of") == nullptr);
    }
};

QTEST_GUILESS_MAIN(TestPictureMarks)
#include "tst_picture_marks.moc"
