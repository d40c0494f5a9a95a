#include "backend/cuda/cuda_batch.h"

#include <vector>

#include "backend/cuda/paged_kv_layout.h"
#include "emulator/device_emulated.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::cuda;

class TestCudaBatch : public QObject {
    Q_OBJECT

    static Batch batchOf(int32_t rows, int32_t firstSlot) {
        Batch batch;
        batch.sequences = {{.blockTables = {{0, 1, 2}}}};
        for (int32_t i = 0; i < rows; ++i) batch.rows.push_back({0, firstSlot + i, 100 + i, i + 1 == rows});
        return batch;
    }
    static std::vector<int> onHost(CudaContext& context, const int* device, int count) {
        std::vector<int> values(static_cast<size_t>(count));
        copyToHost(values.data(), device, values.size() * sizeof(int), context.stream());
        context.synchronize();
        return values;
    }

private slots:
    void init() { emulator::configureDevice({}); }

    void kernelsSeeTheBatchThatBeganLast() {
        CudaContext context(0);
        CudaBatch batch(context);
        for (const int32_t rows : {3, 1, 5}) {
            batch.begin(batchOf(rows, 10 * rows));
            QCOMPARE(batch.rows(), rows);
            QCOMPARE(batch.view().logitRows, 1);
            std::vector<int> slotsOf;
            for (int32_t i = 0; i < rows; ++i) slotsOf.push_back(10 * rows + i);
            QCOMPARE(onHost(context, batch.view().slot, rows), slotsOf);
            QCOMPARE(batch.decodeOnly().decodeRows, rows);
            QCOMPARE(batch.splits(), 1);
            QCOMPARE(batch.unitRows(), 0);
        }
    }

    /// Keys that are rounded by the block: a prompt over several blocks has memory for them besides the
    /// store's.
    void promptsHaveMemoryForTheirBlocks() {
        CudaContext context(0);
        CudaBatch batch(context);
        const auto store =
            DevicePagedKvCache::make(context.recorder(), {{2, 64, 64, 0}}, KvType::Q8_0, GroupBlocks(8));
        store->commitAll();
        batch.begin(batchOf(1, 5));
        QVERIFY(batch.layerView(*store, 0).open != nullptr);
        QCOMPARE(batch.layerView(*store, 0).beside, nullptr);
        batch.begin(batchOf(70, 0));
        QVERIFY(batch.layerView(*store, 0).beside != nullptr);
    }
};

QTEST_APPLESS_MAIN(TestCudaBatch)
#include "tst_cuda_batch.moc"
