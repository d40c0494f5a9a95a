#include <QtTest>

#include "vision/picture_layout.h"

using namespace hearth;

namespace {

PictureProcessing with(SizeRule rule, uint32_t patch, uint32_t merge) {
    PictureProcessing processing;
    processing.size = rule;
    processing.patchSize = patch;
    processing.mergeSize = merge;
    return processing;
}

/// Rows that a photo of 12 megapixels costs.
uint32_t rowsOf(const PictureProcessing& processing, PictureDetail detail) {
    return pictureLayout({4000, 3000}, processing.withDetail(detail)).rows();
}

}  // namespace

class TestPictureDetail : public QObject {
    Q_OBJECT
private slots:
    void autoIsTheModelsOwn_data();
    void autoIsTheModelsOwn();
    void rowsFollowTheDetail_data();
    void rowsFollowTheDetail();
    void limitsOfTheModelStay();

private:
    static void addRules() {
        QTest::addColumn<PictureProcessing>("processing");
        QTest::addColumn<uint>("low");
        QTest::addColumn<uint>("own");
        QTest::addColumn<uint>("high");
        QTest::newRow("qwen") << with(size_rule::Area{3136, 12845056}, 14, 2) << 18U * 13 << 143U * 107
                              << 143U * 107;
        QTest::newRow("glm") << with(size_rule::Area{12544, 9633792, 2, true}, 14, 2) << 18U * 13 << 90U * 67
                             << 90U * 67;
        QTest::newRow("gemma 4") << with(size_rule::Budget{280}, 16, 3) << 9U * 7 << 19U * 14 << 38U * 28;
        QTest::newRow("gemma 3") << with(size_rule::Fixed{{896, 896}}, 14, 4) << 256U << 256U << 256U;
        QTest::newRow("internvl") << with(size_rule::ShapeTiles{{448, 448}, 1, 12}, 14, 2) << 256U
                                  << 13U * 256 << 13U * 256;
        QTest::newRow("lfm2") << with(size_rule::WholeOrTiles{{{512, 512}, 2, 10}, 64, 256, 2}, 16, 2)
                              << 18U * 13 << 6U * 256 + 18 * 13 << 6U * 256 + 18 * 13;
        QTest::newRow("smolvlm") << with(size_rule::EdgeTiles{2048, 512}, 16, 4) << 64U << 13U * 64
                                 << 13U * 64;
        QTest::newRow("pixtral") << with(size_rule::LongEdge{1540}, 14, 2) << 28U * 21 << 55U * 42
                                 << 55U * 42;
        QTest::newRow("llava") << with(size_rule::Crop{336, {336, 336}}, 14, 1) << 576U << 576U << 576U;
        const size_rule::AnyResolution any{336, {{672, 336}, {336, 672}, {672, 672}}};
        QTest::newRow("llava 1.6") << with(any, 14, 1) << 576U + 24 * 33 << 576U + 36 * 49 << 576U + 36 * 49;
        QTest::newRow("kimi") << with(size_rule::Padded{4096}, 14, 2) << 19U * 14 << 37U * 28 << 37U * 28;
    }
};

void TestPictureDetail::autoIsTheModelsOwn_data() {
    addRules();
}

void TestPictureDetail::autoIsTheModelsOwn() {
    QFETCH(PictureProcessing, processing);
    QFETCH(uint, own);
    QVERIFY(processing.withDetail(PictureDetail::Auto).size == processing.size);
    QCOMPARE(rowsOf(processing, PictureDetail::Auto), own);
}

void TestPictureDetail::rowsFollowTheDetail_data() {
    addRules();
}

void TestPictureDetail::rowsFollowTheDetail() {
    QFETCH(PictureProcessing, processing);
    QFETCH(uint, low);
    QFETCH(uint, high);
    QCOMPARE(rowsOf(processing, PictureDetail::Low), low);
    QCOMPARE(rowsOf(processing, PictureDetail::High), high);
}

/// A picture that is small costs no more for that, and limits of a model's own that are lower stay.
void TestPictureDetail::limitsOfTheModelStay() {
    const auto strict = with(size_rule::Area{3136, 100352}, 14, 2).withDetail(PictureDetail::Low);
    QCOMPARE(std::get<size_rule::Area>(strict.size).maxPixels, uint64_t{100352});
    const auto large = with(size_rule::Area{400000, 800000}, 14, 2).withDetail(PictureDetail::Low);
    QCOMPARE(std::get<size_rule::Area>(large.size).maxPixels, uint64_t{400000});
    const auto few = with(size_rule::Budget{40}, 16, 3);
    QCOMPARE(std::get<size_rule::Budget>(few.withDetail(PictureDetail::Low).size).maxRows, 40U);
    const auto qwen = with(size_rule::Area{3136, 12845056}, 14, 2);
    QCOMPARE(pictureLayout({100, 100}, qwen.withDetail(PictureDetail::Low)).rows(),
             pictureLayout({100, 100}, qwen).rows());
    // So it is one picture to the model, and another one where the detail matters.
    QCOMPARE(effectiveDetail({100, 100}, qwen, PictureDetail::Low), PictureDetail::Auto);
    QCOMPARE(effectiveDetail({4000, 3000}, qwen, PictureDetail::Low), PictureDetail::Low);
    QCOMPARE(effectiveDetail({4000, 3000}, qwen, PictureDetail::High), PictureDetail::Auto);
}

QTEST_GUILESS_MAIN(TestPictureDetail)
#include "tst_picture_detail.moc"
