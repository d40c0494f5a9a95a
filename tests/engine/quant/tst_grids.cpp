#include <QCryptographicHash>
#include <algorithm>
#include <set>

#include "block_vectors.h"
#include "quant/grids.h"

using namespace hearth::quant;

namespace {

/// Patterns are different and stand in the order of their numbers, the last element counting most.
template <size_t Size, size_t Width>
bool isOrdered(const Grid<Size, Width>& grid) {
    return std::adjacent_find(grid.begin(), grid.end(), [](const auto& a, const auto& b) {
               return !std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
           }) == grid.end();
}

template <size_t Size, size_t Width>
std::set<int> levelsOf(const Grid<Size, Width>& grid) {
    std::set<int> levels;
    for (const auto& pattern : grid) levels.insert(pattern.begin(), pattern.end());
    return levels;
}

template <size_t Size, size_t Width>
void compareWithReference(const Grid<Size, Width>& grid, const char* name) {
    const QByteArray bytes(reinterpret_cast<const char*>(grid.data()), Size * Width);
    const QByteArray hash = QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex();
    QCOMPARE(hash, QByteArray::fromStdString(hearth::test::blockVectors()["grids"][name]));
}

}  // namespace

class GridsTest : public QObject {
    Q_OBJECT

private slots:
    void everyPatternIsThatOfTheReference() {
        compareWithReference(gridIq1, "IQ1_S");
        compareWithReference(gridIq2Xxs, "IQ2_XXS");
        compareWithReference(gridIq2Xs, "IQ2_XS");
        compareWithReference(gridIq2S, "IQ2_S");
        compareWithReference(gridIq3Xxs, "IQ3_XXS");
        compareWithReference(gridIq3S, "IQ3_S");
    }

    void patternsAreOrdered() {
        QVERIFY(isOrdered(gridIq1) && isOrdered(gridIq2Xxs) && isOrdered(gridIq2Xs) && isOrdered(gridIq2S));
        QVERIFY(isOrdered(gridIq3Xxs) && isOrdered(gridIq3S));
    }

    void levelsAreThoseOfTheType() {
        QCOMPARE(levelsOf(gridIq1), (std::set{-1, 0, 1}));
        QCOMPARE(levelsOf(gridIq2Xxs), (std::set{8, 25, 43}));
        QCOMPARE(levelsOf(gridIq2Xs), (std::set{8, 25, 43}));
        QCOMPARE(levelsOf(gridIq2S), (std::set{8, 25, 43}));
        QCOMPARE(levelsOf(gridIq3Xxs), (std::set{4, 12, 20, 28, 36, 44, 52, 62}));
        QCOMPARE(levelsOf(gridIq3S), (std::set{1, 3, 5, 7, 9, 11, 13, 15}));
    }
};

QTEST_APPLESS_MAIN(GridsTest)
#include "tst_grids.moc"
