#include "vision/tower_run.h"

#include <QtTest>

#include "backend/reference/reference_backend.h"

using namespace hearth;

namespace {

TowerConfig config(const char* projector) {
    TowerConfig config;
    config.family = findTowerFamily(projector);
    config.width = 8;
    config.heads = 2;
    config.feedForward = 4;
    return config;
}

std::vector<uint32_t> sequences(const Batch& batch) {
    std::vector<uint32_t> numbers;
    for (const BatchRow& row : batch.rows) numbers.push_back(row.sequence);
    return numbers;
}
std::vector<int32_t> positions(const Batch& batch) {
    std::vector<int32_t> numbers;
    for (const BatchRow& row : batch.rows) numbers.push_back(row.slot);
    return numbers;
}
/// The row or the column of each patch.
std::vector<int32_t> places(const Batch& batch, int32_t RowPositions::*axis) {
    std::vector<int32_t> numbers;
    for (const BatchRow& row : batch.rows) numbers.push_back(row.positions().*axis);
    return numbers;
}

}  // namespace

class TestTowerRun : public QObject {
    Q_OBJECT
private slots:
    void tilesAreSequences() {
        TowerConfig tower = config("internvl");
        tower.hasClass = true;
        TowerRun run(tower, 1, 0, 10);
        run.add({1, 2});
        run.add({2, 1});
        QCOMPARE(run.patches(),
                 (std::vector<size_t>{TowerRun::classRow, 10, 11, TowerRun::classRow, 12, 13}));
        QCOMPARE(sequences(run.tileBatch()), (std::vector<uint32_t>{0, 0, 0, 1, 1, 1}));
        QCOMPARE(positions(run.tileBatch()), (std::vector<int32_t>{0, 1, 2, 0, 1, 2}));
        QCOMPARE(run.tiles(), size_t{2});
    }
    void windowsAreShorterSequences() {
        const TowerConfig tower = config("qwen2.5vl_merger");
        // 2 x 6 patches are 1 x 3 blocks, of which two are a window.
        TowerRun run(tower, 2, 2, 0);
        run.add({2, 6});
        QCOMPARE(sequences(run.tileBatch()), std::vector<uint32_t>(12, 0));
        QCOMPARE(sequences(run.windowBatch()), (std::vector<uint32_t>{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1}));
        for (const Batch* batch : {&run.tileBatch(), &run.windowBatch()}) {
            QCOMPARE(places(*batch, &RowPositions::height),
                     (std::vector<int32_t>{0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1}));
            QCOMPARE(places(*batch, &RowPositions::width),
                     (std::vector<int32_t>{0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5}));
        }
        // 4 x 4 patches in windows of one block come in the order of the blocks, as they were.
        TowerRun blocks(tower, 2, 1, 0);
        blocks.add({4, 4});
        for (size_t i = 0; i < 16; ++i) QCOMPARE(blocks.patches()[i], i);
        // 4 x 8 patches in windows of two by two blocks: the left half first.
        TowerRun halves(tower, 2, 2, 0);
        halves.add({4, 8});
        QCOMPARE(halves.patches()[8], size_t{16});
        QCOMPARE(halves.patches()[16], size_t{8});
    }
    void memoryIsForAllSequences() {
        ReferenceBackend backend;
        const TowerConfig tower = config("qwen2.5vl_merger");
        TowerRun run(tower, 1, 1, 0);
        run.add({2, 2});
        run.allocate(backend, KvType::F32);
        // Each window has a block, all of the picture need one.
        QCOMPARE(run.keys->blocks[0], 4U);
        QCOMPARE(run.hidden->rows, uint64_t{4});
    }
};

QTEST_GUILESS_MAIN(TestTowerRun)
#include "tst_tower_run.moc"
