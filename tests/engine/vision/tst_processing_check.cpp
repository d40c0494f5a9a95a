#include "vision/processing_check.h"

#include <QtTest>

#include "hearth/error.h"
#include "vision/vision_errors.h"

using namespace hearth;

namespace {

bool refuses(const std::function<void()>& run) {
    try {
        run();
    } catch (const Error& error) {
        return error.is(errors::badPictureSetting);
    }
    return false;
}

PictureProcessing fixed(PictureSize size, uint32_t patch, uint32_t merge) {
    PictureProcessing processing;
    processing.size = size_rule::Fixed{size};
    processing.patchSize = patch;
    processing.mergeSize = merge;
    return processing;
}

}  // namespace

class TestProcessingCheck : public QObject {
    Q_OBJECT
private slots:
    void rowsGiveTheMerge();
    void sizesAreWholeRows();
    void limitsRise();
    void canvasesAreWholeTiles();
};

void TestProcessingCheck::rowsGiveTheMerge() {
    QCOMPARE(mergeSizeOf(896, 14, 256), 4U);
    QVERIFY(refuses([] { (void)mergeSizeOf(896, 14, 255); }));
    QVERIFY(refuses([] { (void)mergeSizeOf(896, 14, 0); }));
    QVERIFY(refuses([] { (void)mergeSizeOf(896, 14, 81); }));
}

void TestProcessingCheck::sizesAreWholeRows() {
    QVERIFY(!refuses([] { checkProcessing(fixed({896, 896}, 14, 4)); }));
    // A border narrower than a patch is left out, as towers do.
    QVERIFY(!refuses([] { checkProcessing(fixed({384, 384}, 14, 1)); }));
    QVERIFY(refuses([] { checkProcessing(fixed({384, 384}, 14, 2)); }));
    QVERIFY(refuses([] { checkProcessing(fixed({8, 8}, 14, 1)); }));
    auto flat = fixed({896, 896}, 14, 4);
    flat.deviation[1] = 0;
    QVERIFY(refuses([&] { checkProcessing(flat); }));
}

void TestProcessingCheck::limitsRise() {
    auto processing = fixed({14, 14}, 14, 1);
    processing.size = size_rule::Area{2, 1};
    QVERIFY(refuses([&] { checkProcessing(processing); }));
    processing.size = size_rule::ShapeTiles{{14, 14}, 3, 2};
    QVERIFY(refuses([&] { checkProcessing(processing); }));
    processing.size = size_rule::WholeOrTiles{{{14, 14}, 1, 2}, 5, 4};
    QVERIFY(refuses([&] { checkProcessing(processing); }));
}

void TestProcessingCheck::canvasesAreWholeTiles() {
    const auto allows = [](std::vector<PictureSize> canvases) {
        auto processing = fixed({}, 14, 1);
        processing.size = size_rule::AnyResolution{28, std::move(canvases)};
        return !refuses([&] { checkProcessing(processing); });
    };
    QVERIFY(allows({{28, 56}, {1792, 28}}));
    QVERIFY(!allows({}));
    QVERIFY(!allows({{28, 57}}));
    QVERIFY(!allows({{28, 0}}));
    QVERIFY(!allows({{1820, 28}}));
}

QTEST_GUILESS_MAIN(TestProcessingCheck)
#include "tst_processing_check.moc"
