#include "picture/upright_picture.h"

#include <QtTest>

using namespace hearth;

namespace {

/// The first channel of a picture whose stored pixels are 1 2 3 / 4 5 6.
std::vector<int> turned(Orientation orientation, PictureSize& size) {
    UprightPicture picture({3, 2}, orientation);
    const uint8_t rows[2][9] = {{1, 0, 0, 2, 0, 0, 3, 0, 0}, {4, 0, 0, 5, 0, 0, 6, 0, 0}};
    // The second row in two parts, as a pass of an interlaced picture has it.
    picture.putRow(0, rows[0]);
    const uint8_t outer[6] = {4, 0, 0, 6, 0, 0};
    picture.put(1, 0, 2, 2, outer);
    picture.put(1, 1, 2, 1, rows[1] + 3);
    const Picture upright = std::move(picture).take();
    size = upright.size;
    std::vector<int> reds;
    for (size_t i = 0; i < upright.rgb.size(); i += 3) reds.push_back(upright.rgb[i]);
    return reds;
}

}  // namespace

class TestUprightPicture : public QObject {
    Q_OBJECT
private slots:
    void pixelsGoWhereTheyAreSeen() {
        const std::vector<std::vector<int>> expected{
            {1, 2, 3, 4, 5, 6}, {3, 2, 1, 6, 5, 4}, {6, 5, 4, 3, 2, 1}, {4, 5, 6, 1, 2, 3},
            {1, 4, 2, 5, 3, 6}, {4, 1, 5, 2, 6, 3}, {6, 3, 5, 2, 4, 1}, {3, 6, 2, 5, 1, 4}};
        for (int i = 1; i <= 8; ++i) {
            PictureSize size;
            QCOMPARE(turned(static_cast<Orientation>(i), size), expected[size_t(i) - 1]);
            QCOMPARE(size, (i < 5 ? PictureSize{3, 2} : PictureSize{2, 3}));
            QCOMPARE(size, uprightSize({3, 2}, static_cast<Orientation>(i)));
        }
    }
    void whatNeverComesIsBlack() {
        UprightPicture picture({2, 2}, Orientation::Upright);
        QVERIFY(picture.wholeRows() != nullptr);
        QCOMPARE(std::move(picture).take().rgb, std::vector<uint8_t>(12, 0));
        QVERIFY(UprightPicture({2, 2}, Orientation::TurnedLeft).wholeRows() == nullptr);
    }
};

QTEST_GUILESS_MAIN(TestUprightPicture)
#include "tst_upright_picture.moc"
