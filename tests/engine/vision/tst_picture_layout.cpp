#include "vision/picture_layout.h"

#include <QtTest>

#include "hearth/error.h"
#include "vision/vision_errors.h"

using namespace hearth;

namespace {

PictureProcessing with(SizeRule rule, uint32_t patch, uint32_t merge) {
    PictureProcessing processing;
    processing.size = rule;
    processing.patchSize = patch;
    processing.mergeSize = merge;
    return processing;
}

PictureSize sizeOf(PictureSize picture, const PictureProcessing& processing) {
    return pictureLayout(picture, processing).resizes.back();
}

}  // namespace

/// Sizes that the reference pack does not have; tst_picture_patches compares those that it has.
class TestPictureLayout : public QObject {
    Q_OBJECT
private slots:
    void halvesGoToTheEvenNumber();
    void tinyPicturesGrow();
    void narrowPicturesAreRefused();
    void aBudgetKeepsToItself();
    void oneTileNeedsNoOverview();
    void whatIsPaddedIsNotStretched();
    void canvasesKeepTheMostOfAPicture_data();
    void canvasesKeepTheMostOfAPicture();
    void theLargestPictureIsKnown();
    void costsAreKnownWithoutPixels();
};

void TestPictureLayout::halvesGoToTheEvenNumber() {
    const auto qwen = with(size_rule::Area{3136, 12845056}, 14, 2);
    QCOMPARE(sizeOf({28 * 10 + 14, 28 * 11 + 14}, qwen), (PictureSize{280, 336}));
}

void TestPictureLayout::tinyPicturesGrow() {
    const auto qwen = with(size_rule::Area{3136, 12845056}, 14, 2);
    QCOMPARE(sizeOf({1, 1}, qwen), (PictureSize{56, 56}));
    QCOMPARE(sizeOf({5, 100}, qwen), (PictureSize{28, 252}));
    const auto glm = with(size_rule::Area{12544, 9633792, 2, true}, 14, 2);
    QCOMPARE(sizeOf({1, 1}, glm), (PictureSize{84, 84}));
}

void TestPictureLayout::narrowPicturesAreRefused() {
    const auto refuses = [](PictureSize size, const PictureProcessing& processing) {
        try {
            (void)pictureLayout(size, processing);
        } catch (const Error& error) {
            return error.is(errors::narrowPicture);
        }
        return false;
    };
    const auto qwen = with(size_rule::Area{3136, 12845056}, 14, 2);
    QVERIFY(refuses({201, 1}, qwen));
    QVERIFY(!refuses({200, 1}, qwen));
    const auto gemma = with(size_rule::Fixed{{224, 224}}, 14, 4);
    QVERIFY(refuses({1, 65535}, gemma));
    QVERIFY(!refuses({1, 1000}, gemma));
}

void TestPictureLayout::aBudgetKeepsToItself() {
    const auto gemma4 = with(size_rule::Budget{140}, 16, 3);
    for (uint32_t width = 1; width < 400; width += 7) {
        for (uint32_t height = 1; height < 400; height += 11) {
            const PictureLayout layout = pictureLayout({width, height}, gemma4);
            QVERIFY(layout.rows() >= 1 && layout.rows() <= 140);
        }
    }
    QCOMPARE(sizeOf({1, 900}, gemma4), (PictureSize{48, 140 * 48}));
}

void TestPictureLayout::oneTileNeedsNoOverview() {
    const auto intern = with(size_rule::ShapeTiles{{448, 448}, 1, 12}, 14, 2);
    QCOMPARE(pictureLayout({100, 100}, intern).grids.size(), size_t{1});
    const PictureLayout wide = pictureLayout({2000, 1000}, intern);
    QCOMPARE(wide.tileColumns, 4U);
    QCOMPARE(wide.tileRows, 2U);
    QCOMPARE(wide.rows(), 9U * 256);
}

void TestPictureLayout::whatIsPaddedIsNotStretched() {
    const auto kimi = with(size_rule::Padded{4096}, 14, 2);
    const PictureLayout small = pictureLayout({100, 30}, kimi);
    QCOMPARE(small.resizes.back(), (PictureSize{100, 30}));
    QCOMPARE(small.tile, (PictureSize{112, 56}));
    QVERIFY(!small.isCentred);
    // 1600 x 1200 are 114 x 85 patches, of which 4,096 may be: the edges by the root of their ratio.
    const PictureLayout large = pictureLayout({1600, 1200}, kimi);
    QCOMPARE(large.resizes.back(), (PictureSize{1040, 780}));
    QCOMPARE(large.rows(), 38U * 28);
}

/// The numbers of LlavaNextProcessor, with the canvases of LLaVA 1.6.
void TestPictureLayout::canvasesKeepTheMostOfAPicture_data() {
    QTest::addColumn<PictureSize>("picture");
    QTest::addColumn<PictureSize>("canvas");
    QTest::addColumn<PictureSize>("resized");
    QTest::addColumn<uint>("lines");
    QTest::addColumn<uint>("columns");
    const auto row = [](PictureSize picture, PictureSize canvas, PictureSize resized, uint lines,
                        uint columns) {
        QTest::addRow("%u x %u", picture.width, picture.height)
            << picture << canvas << resized << lines << columns;
    };
    row({640, 480}, {672, 672}, {672, 504}, 36, 48);
    row({200, 900}, {336, 1008}, {225, 1008}, 72, 16);
    row({20, 20}, {672, 336}, {336, 336}, 24, 24);
    row({3000, 200}, {1008, 336}, {1008, 68}, 4, 72);
    row({100, 1000}, {336, 1008}, {101, 1008}, 72, 8);
    row({672, 671}, {672, 672}, {672, 671}, 48, 48);
}

void TestPictureLayout::canvasesKeepTheMostOfAPicture() {
    QFETCH(PictureSize, picture);
    QFETCH(PictureSize, canvas);
    QFETCH(PictureSize, resized);
    QFETCH(uint, lines);
    QFETCH(uint, columns);
    const auto llava = with(
        size_rule::AnyResolution{336, {{672, 336}, {336, 672}, {672, 672}, {336, 1008}, {1008, 336}}}, 14, 1);
    const PictureLayout layout = pictureLayout(picture, llava);
    QCOMPARE(layout.resizes.back(), resized);
    QCOMPARE(layout.tile.width * layout.tileColumns, canvas.width);
    QCOMPARE(layout.tile.height * layout.tileRows, canvas.height);
    QCOMPARE(layout.lines->count, lines);
    QCOMPARE(layout.lines->columns, columns);
    // Padding is the same on either side.
    QCOMPARE(2 * layout.lines->first + lines, canvas.height / 14);
    QCOMPARE(2 * layout.lines->firstColumn + columns, canvas.width / 14);
    QCOMPARE(layout.rows(), 576 + lines * (columns + 1));
    QCOMPARE(layout.patches(), uint(576 * layout.grids.size()));
}

void TestPictureLayout::theLargestPictureIsKnown() {
    QCOMPARE(largestPictureRows(with(size_rule::Budget{1120}, 16, 3)), 1120U);
    QCOMPARE(largestPictureRows(with(size_rule::Fixed{{896, 896}}, 14, 4)), 256U);
    QCOMPARE(largestPictureRows(with(size_rule::LongEdge{1540}, 14, 2)), 0U);
}

void TestPictureLayout::costsAreKnownWithoutPixels() {
    const auto qwen = with(size_rule::Area{3136, 12845056}, 14, 2);
    QCOMPARE(pictureLayout({1932, 1092}, qwen).rows(), 69U * 39);
    const auto pixtral = with(size_rule::LongEdge{1540}, 14, 2);
    QCOMPARE(sizeOf({3080, 1000}, pixtral), (PictureSize{1540, 504}));
}

QTEST_GUILESS_MAIN(TestPictureLayout)
#include "tst_picture_layout.moc"
