#include "vision/joined_lines.h"

#include <QtTest>

using namespace hearth;

class TestJoinedLines : public QObject {
    Q_OBJECT
private slots:
    /// Two tiles of 2 x 2 rows side by side with the numbers 0 to 7, and an overview with 8 to 11.
    void linesGoAcrossTiles() {
        PictureLayout layout;
        layout.tileColumns = 2;
        layout.grids.assign(3, PatchGrid{2, 2});
        layout.lines = PictureLayout::Lines{.first = 0, .firstColumn = 1, .count = 2, .columns = 2};
        const std::vector<float> rows{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, end{-1};
        QCOMPARE(layout.rows(), 10U);
        QCOMPARE(joinedLines(layout, rows, end), (std::vector<float>{8, 9, 10, 11, 1, 4, -1, 3, 6, -1}));
        layout.lines = PictureLayout::Lines{.first = 1, .firstColumn = 0, .count = 1, .columns = 4};
        QCOMPARE(joinedLines(layout, rows, end), (std::vector<float>{8, 9, 10, 11, 2, 3, 6, 7, -1}));
    }

    /// Rows that four patches make, with two numbers each, in tiles one above the other.
    void rowsMayBeOfSeveralPatches() {
        PictureLayout layout;
        layout.mergeSize = 2;
        layout.tileRows = 2;
        layout.grids.assign(3, PatchGrid{2, 4});
        layout.lines = PictureLayout::Lines{.first = 0, .firstColumn = 0, .count = 2, .columns = 2};
        const std::vector<float> rows{0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5}, end{-1, -2};
        QCOMPARE(joinedLines(layout, rows, end),
                 (std::vector<float>{4, 4, 5, 5, 0, 0, 1, 1, -1, -2, 2, 2, 3, 3, -1, -2}));
    }
};

QTEST_GUILESS_MAIN(TestJoinedLines)
#include "tst_joined_lines.moc"
