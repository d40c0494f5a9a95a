#include "backend/cuda/paged_kv_layout.h"

#include <QtTest>
#include <vector>

#include "backend/cuda/cuda_backend.h"
#include "emulator/device_emulated.h"
#include "hearth/error.h"

using namespace hearth;

namespace {

/// Two layers that see everything and one with a window, of 4 KiB a block: 2 heads, 16 columns, f16.
const std::vector<KvLayerShape> storeLayers{{2, 16, 16, 0}, {2, 16, 16, 0}, {2, 16, 16, 1}};
constexpr uint64_t layerBlock = 2 * 32 * (16 + 16) * 2;

GroupBlocks storeBlocks() {
    return GroupBlocks({40, 10});
}

}  // namespace

class TestPagedKvLayout : public QObject {
    Q_OBJECT

private slots:
    void init() { emulator::configureDevice({.memoryBytes = 8U << 20U}); }

    void takesMemoryByTheGroup() {
        cuda::CudaBackend backend;
        QVERIFY(backend.info().growsCaches);
        const uint64_t before = emulator::allocatedBytes();
        const auto store = backend.makePagedKvCache(storeLayers, KvType::F16, storeBlocks());
        QCOMPARE(store->sizeBytes, layerBlock * (40 + 40 + 10));
        QCOMPARE(store->committedBytes(), uint64_t{0});
        QVERIFY(store->commit(0, 4));
        QCOMPARE(store->committedBytes(), layerBlock * 8);
        QVERIFY(store->commit(1, 2));
        QVERIFY(store->commit(0, 4));
        QCOMPARE(store->committedBytes(), layerBlock * 10);
        QCOMPARE(emulator::allocatedBytes() - before, store->committedBytes());
        store->commitAll();
        QCOMPARE(store->committedBytes(), store->sizeBytes);
    }

    void blocksStayWhereTheyAre() {
        cuda::CudaBackend backend;
        const auto store = backend.makePagedKvCache(storeLayers, KvType::F16, storeBlocks());
        std::vector<std::byte> in(store->blockBytes(0)), out(in.size());
        for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::byte>(i % 251);
        QVERIFY(store->commit(0, 4));
        store->loadBlock(0, 3, in);
        const std::byte* address = static_cast<cuda::DevicePagedKvCache&>(*store).data[1].view.data;
        QVERIFY(store->commit(0, 40));
        QCOMPARE(static_cast<cuda::DevicePagedKvCache&>(*store).data[1].view.data, address);
        store->copyBlock(0, 3, 39, 32);
        store->saveBlock(0, 39, out);
        QVERIFY(out == in);
    }

    /// The last of the memory is left to what computing needs.
    void aFullCardSaysNoAndChangesNothing() {
        cuda::CudaBackend backend;
        const auto store = backend.makePagedKvCache(storeLayers, KvType::F16, storeBlocks());
        QVERIFY(store->commit(0, 4));
        const uint64_t spare = (8U << 20U) / 64;
        const cuda::DeviceMemory others(cuda::memoryInfo().freeBytes - spare - 6 * layerBlock);
        QVERIFY(!store->commit(0, 8));
        QCOMPARE(store->committedBytes(), layerBlock * 8);
        QVERIFY(store->commit(0, 7));
        QCOMPARE(store->committedBytes(), layerBlock * 14);
        QVERIFY_THROWS_EXCEPTION(Error, store->commitAll());
        QCOMPARE(cuda::memoryInfo().freeBytes, spare);
    }

    /// Another program is quicker, after the first of the layers has grown.
    void growthThatFailsHalfwayIsTakenBack() {
        cuda::CudaBackend backend;
        const auto store = backend.makePagedKvCache(storeLayers, KvType::F16, storeBlocks());
        QVERIFY(store->commit(0, 4));
        emulator::configureDevice({.memoryBytes = 8U << 20U, .allocationsBeforeFailure = 1});
        QVERIFY(!store->commit(0, 8));
        QCOMPARE(store->committedBytes(), layerBlock * 8);
        emulator::configureDevice({.memoryBytes = 8U << 20U});
        QVERIFY(store->commit(0, 8));
        QCOMPARE(store->committedBytes(), layerBlock * 16);
    }

    void loadingSaysWhatWillNeverFit() {
        cuda::CudaBackend backend;
        const uint64_t before = emulator::allocatedBytes();
        try {
            (void)backend.makePagedKvCache(storeLayers, KvType::F16, GroupBlocks({2000, 10}));
            QFAIL("It does not fit.");
        } catch (const Error& error) {
            QVERIFY(error.code() == ErrorCode::OutOfMemory);
            QVERIFY(QString::fromStdString(error.what()).contains("16 MiB asked for, 8 MiB free"));
        }
        QCOMPARE(emulator::allocatedBytes(), before);
    }

    /// Each layer takes whole steps: what their blocks come to would fit.
    void roomIsCountedInWholeSteps() {
        emulator::configureDevice({.memoryBytes = 8U << 20U, .mappingStep = 1U << 20U});
        cuda::CudaBackend backend;
        QVERIFY_THROWS_EXCEPTION(
            Error, (void)backend.makePagedKvCache(storeLayers, KvType::F16, GroupBlocks({513, 257})));
        const auto store = backend.makePagedKvCache(storeLayers, KvType::F16, GroupBlocks({513, 256}));
        store->commitAll();
        QCOMPARE(store->sizeBytes, uint64_t{7} << 20U);
        QCOMPARE(store->committedBytes(), store->sizeBytes);
    }

    void withoutGrowthAllIsTakenAtOnce() {
        emulator::configureDevice({.memoryBytes = 8U << 20U, .mappingStep = 0});
        cuda::CudaBackend backend;
        QVERIFY(!backend.info().growsCaches);
        const auto store = backend.makePagedKvCache(storeLayers, KvType::F16, storeBlocks());
        QCOMPARE(store->committedBytes(), store->sizeBytes);
        QVERIFY(store->commit(0, 40) && store->commit(1, 10));
    }
};

QTEST_GUILESS_MAIN(TestPagedKvLayout)
#include "tst_paged_kv_layout.moc"
