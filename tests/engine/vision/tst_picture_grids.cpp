#include "vision/folder_processing.h"
#include "vision/picture_grids.h"

#include <algorithm>
#include <cmath>

#include "chat/prompt_builder.h"
#include "engine/vision/pack_messages.h"
#include "engine/vision/vision_pack.h"
#include "hearth/gguf.h"
#include "vision/joined_lines.h"
#include "vision/picture_patches.h"
#include "vision/picture_prompts.h"
#include "vision/tower_config.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::test;

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

size_t cellsOf(const std::vector<PictureGrid>& grids) {
    size_t cells = 0;
    for (const PictureGrid& grid : grids) cells += size_t{grid.columns} * grid.lines;
    return cells;
}

/// Number of cells that show a place of the picture, in grids that are not an overview.
int timesShown(const std::vector<PictureGrid>& grids, float x, float y) {
    return static_cast<int>(std::ranges::count_if(grids, [x, y](const PictureGrid& grid) {
        const PictureArea& area = grid.area;
        return !grid.isOverview && x >= area.left && x < area.left + area.width && y >= area.top &&
               y < area.top + area.height;
    }));
}

/// The whole picture is shown, each place once; a crop leaves out the same at either end, and lines of a
/// canvas that the picture covers in part may be left out as padding.
void verifyTiling(const std::vector<PictureGrid>& grids, const PictureProcessing& processing) {
    const bool isCrop = std::holds_alternative<size_rule::Crop>(processing.size),
               isPadded = std::holds_alternative<size_rule::AnyResolution>(processing.size);
    for (const float x : {0.001F, 0.13F, 0.37F, 0.499F, 0.77F, 0.999F})
        for (const float y : {0.001F, 0.21F, 0.499F, 0.68F, 0.999F}) {
            const int times = timesShown(grids, x, y);
            const PictureArea cell = grids.back().cell(0, 0);
            const bool isAtEdge = std::min(x, 1 - x) < cell.width || std::min(y, 1 - y) < cell.height;
            QVERIFY2(times == 1 || ((isCrop || (isPadded && isAtEdge)) && times == 0),
                     qPrintable(QString("%1 times at %2, %3").arg(times).arg(x).arg(y)));
        }
}

/// Rows of the prompt that show a white spot on black, by the pixels that the tower would read.
std::vector<size_t> rowsWithSpot(PictureSize size, float x, float y, const PictureProcessing& processing) {
    Picture picture{size, std::vector<uint8_t>(size.pixels() * 3)};
    const auto column = static_cast<int64_t>(x * static_cast<float>(size.width)),
               line = static_cast<int64_t>(y * static_cast<float>(size.height));
    for (int64_t v = std::max<int64_t>(line - 1, 0); v <= std::min<int64_t>(line + 1, size.height - 1); ++v)
        for (int64_t u = std::max<int64_t>(column - 1, 0); u <= std::min<int64_t>(column + 1, size.width - 1);
             ++u)
            std::fill_n(picture.rgb.begin() + (v * size.width + u) * 3, 3, uint8_t{255});
    const PicturePatches patches = picturePatches(picture, processing);
    const size_t values = processing.patchValues() * processing.mergeSize * processing.mergeSize;
    std::vector<float> brightest;
    for (size_t from = 0; from < patches.values.size(); from += values)
        brightest.push_back(
            *std::max_element(patches.values.begin() + static_cast<ptrdiff_t>(from),
                              patches.values.begin() + static_cast<ptrdiff_t>(from + values)));
    const float most = *std::ranges::max_element(brightest);
    const std::vector<float> lineEnd{-100};
    if (patches.layout.lines) brightest = joinedLines(patches.layout, brightest, lineEnd);
    std::vector<size_t> rows;
    for (size_t row = 0; row < brightest.size(); ++row)
        if (brightest[row] >= most) rows.push_back(row);
    return rows;
}

/// The grids of a model's pictures are where its pixels are.
void verifySpots(const PictureProcessing& processing) {
    for (const PictureSize size : {PictureSize{640, 480}, {200, 900}, {150, 100}}) {
        const PictureLayout layout = pictureLayout(size, processing);
        const auto grids = pictureGrids(layout);
        // Pixels of the spot, and those that resizing takes along.
        PictureSize least = layout.resizes.back();
        if (layout.overview)
            least = {std::min(least.width, layout.overview->width),
                     std::min(least.height, layout.overview->height)};
        const float across = 4.0F / static_cast<float>(size.width) + 2.5F / static_cast<float>(least.width),
                    down = 4.0F / static_cast<float>(size.height) + 2.5F / static_cast<float>(least.height);
        for (const auto& [x, y] : {std::pair(0.43F, 0.29F), {0.31F, 0.62F}, {0.57F, 0.55F}}) {
            if (timesShown(grids, x, y) == 0) continue;  // outside of a crop
            for (const size_t row : rowsWithSpot(size, x, y, processing)) {
                const auto holds = [&, x = x, y = y](const PictureGrid& grid) {
                    if (row < grid.first) return false;
                    const auto line = static_cast<uint32_t>((row - grid.first) / grid.stride),
                               column = static_cast<uint32_t>((row - grid.first) % grid.stride);
                    if (line >= grid.lines || column >= grid.columns) return false;
                    const PictureArea cell = grid.cell(line, column);
                    return x > cell.left - across && x < cell.left + cell.width + across &&
                           y > cell.top - down && y < cell.top + cell.height + down;
                };
                QVERIFY2(std::ranges::any_of(grids, holds),
                         qPrintable(QString("row %1 of %2 x %3").arg(row).arg(size.width).arg(size.height)));
            }
        }
    }
}

}  // namespace

class TestPictureGrids : public QObject {
    Q_OBJECT
private slots:
    void promptsOfThePackAreCovered_data() { addPack(); }
    void promptsOfThePackAreCovered() {
        QFETCH(QString, name);
        HEARTH_REQUIRE(pack, visionPack(), "the reference pack ($HEARTH_GOLDEN)");
        const fs::path home = pack / name.toStdString(), folder = home / "hf";
        const GgufFile file = GgufFile::open(folder);
        const std::shared_ptr<const Tokenizer> tokenizer = Tokenizer::fromGguf(file);
        const ChatTemplate chat = ChatTemplate::parse(*file.getString("tokenizer.chat_template"));
        const auto config = TowerConfig::fromGguf(GgufFile::openVision(folder));
        const PictureProcessing processing = folderProcessing(folder);
        const PicturePrompts prompts({.marks = findPictureMarks(config.family->projector),
                                      .processing = processing,
                                      .fingerprint = {}},
                                     tokenizer);
        const PromptBuilder builder(*tokenizer, chat);
        const Json reference = readJson(home / "reference.json");
        for (const auto& [oneCase, made] : reference["cases"].items()) {
            const GenerationRequest request = packRequest(pack, oneCase);
            const auto files = picturesOf(request);
            const auto places = prompts.places(files);
            PromptPieces pieces = builder.render(request);
            prompts.fill(pieces, places);
            const auto ids = made["ids"].get<std::vector<TokenId>>();
            const auto spans = prompts.spans(pieces, ids, places);
            std::vector<PromptPicture> pictures;
            for (const auto& place : places) pictures.push_back(place.picture);
            const auto grids = promptGrids(processing, files, pictures, spans);
            // Each soft token is in one cell, and nothing else is in any.
            const auto soft = made["soft_token_id"].get<TokenId>();
            std::vector<int> times(ids.size());
            for (const PictureGrid& grid : grids)
                for (uint32_t line = 0; line < grid.lines; ++line)
                    for (uint32_t column = 0; column < grid.columns; ++column)
                        ++times.at(grid.token(line, column));
            for (size_t i = 0; i < ids.size(); ++i)
                QVERIFY2(times[i] == (ids[i] == soft ? 1 : 0), oneCase.c_str());
            for (uint32_t i = 0; i < files.size(); ++i) {
                std::vector<PictureGrid> own;
                std::ranges::copy_if(grids, std::back_inserter(own),
                                     [i](const PictureGrid& grid) { return grid.picture == i; });
                verifyTiling(own, processing);
            }
            if (QTest::currentTestFailed()) return;
        }
    }

    void cellsAreWhereThePixelsAre_data() { addPack(); }
    void cellsAreWhereThePixelsAre() {
        QFETCH(QString, name);
        HEARTH_REQUIRE(pack, visionPack(), "the reference pack ($HEARTH_GOLDEN)");
        verifySpots(folderProcessing(pack / name.toStdString() / "hf"));
    }

    void towersThatAreMadeHaveGridsToo_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : madeTowers) QTest::newRow(name) << QString(name);
    }
    void towersThatAreMadeHaveGridsToo() {
        QFETCH(QString, name);
        const auto processing = folderProcessing(madeTowersFolder() / name.toStdString());
        for (const PictureSize size : {PictureSize{640, 480}, {200, 900}, {150, 100}, {20, 20}}) {
            const PictureLayout layout = pictureLayout(size, processing);
            const auto grids = pictureGrids(layout);
            QCOMPARE(cellsOf(grids) + (layout.lines ? layout.lines->count : 0), size_t{layout.rows()});
            verifyTiling(grids, processing);
        }
        verifySpots(processing);
    }

    /// The middle of a wide picture, as LLaVA 1.5 sees it.
    void aCropIsAPartOfThePicture() {
        PictureProcessing processing;
        processing.size = size_rule::Crop{100, {100, 100}};
        processing.patchSize = 10;
        const auto grids = pictureGrids(pictureLayout({400, 200}, processing));
        QCOMPARE(grids.size(), size_t{1});
        QVERIFY(grids[0].area == (PictureArea{0.25F, 0, 0.5F, 1}));
        const PictureArea last = grids[0].cell(9, 9);
        QVERIFY(std::abs(last.left - 0.7F) < 1e-6F && std::abs(last.top - 0.9F) < 1e-6F);
        QVERIFY(std::abs(last.width - 0.05F) < 1e-6F && std::abs(last.height - 0.1F) < 1e-6F);
    }

    /// A span for each line with a token after it, two lines of which a cut drops.
    void linesGoWithWhatACutDrops() {
        const PictureGrid whole{
            .picture = 1, .first = 32, .columns = 15, .lines = 10, .stride = 16, .area = {0, 0, 1, 1}};
        const std::vector<ContextShift> cuts{{.keep = 32, .dropTo = 64, .at = 256}};
        const auto left = remainingGrids(std::vector{whole}, cuts, 1000);
        QCOMPARE(left.size(), size_t{1});
        QCOMPARE(left[0].first, size_t{32});
        QCOMPARE(left[0].picture, 1U);
        QCOMPARE(left[0].lines, 8U);
        QCOMPARE(left[0].stride, 16U);
        QVERIFY(std::abs(left[0].area.top - 0.2F) < 1e-6F && std::abs(left[0].area.height - 0.8F) < 1e-6F);
        // Dropped from the middle: what is in front is another grid.
        PictureGrid early = whole;
        early.first = 16;
        const auto both = remainingGrids(std::vector{early}, cuts, 1000);
        QCOMPARE(both.size(), size_t{2});
        QCOMPARE(cellsOf(both), size_t{8 * 15});
        QCOMPARE(both[1].first, size_t{32});
        QVERIFY(std::abs(both[1].area.top - 0.3F) < 1e-6F);
        // The token that is asked about is in front of the picture, or in it.
        QVERIFY(remainingGrids(std::vector{whole}, {}, 32).empty());
        QVERIFY(remainingGrids(std::vector{whole}, {}, 33) == std::vector{whole});
    }

    void picturesWithoutSpansHaveNoGrids() {
        QVERIFY(promptGrids({}, {}, std::vector<PromptPicture>{{1, 4}}, {}).empty());
    }

private:
    static void addPack() {
        QTest::addColumn<QString>("name");
        const auto pack = visionPack();
        if (!pack) {
            QTest::newRow("none") << QString();
            return;
        }
        for (const std::string& name : visionModels(*pack))
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
};

QTEST_GUILESS_MAIN(TestPictureGrids)
#include "tst_picture_grids.moc"
