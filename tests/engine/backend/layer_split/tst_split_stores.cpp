#include "backend/layer_split/split_stores.h"

#include "reference_parts.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

/// The parts of the cache and of the states lie where their layers are, and their bytes one after the other.
class TestSplitStores : public QObject {
    Q_OBJECT

    SplitBackends m_backends = referenceParts(2);
    SplitStores m_stores{m_backends, SplitPlacement{.layers = {2, 1}}};

    static std::vector<std::byte> counted(uint64_t size) {
        std::vector<std::byte> bytes(size);
        for (uint64_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i % 61);
        return bytes;
    }

private slots:
    void aBlockHasTheBytesOfBothParts() {
        const KvLayerShape layer{.kvHeads = 2, .keyDim = 4, .valueDim = 4};
        const auto store = m_stores.makePagedKvCache({layer, layer, layer}, KvType::F32, 3);
        QCOMPARE(store->layers.size(), size_t{3});
        const PagedKvCache* device = SplitStores::on(store.get(), 1);
        const PagedKvCache* host = SplitStores::on(store.get(), 0);
        QCOMPARE(device->layers[0].kvHeads, 0U);
        QCOMPARE(device->layers[2].kvHeads, 2U);
        QCOMPARE(host->layers[2].kvHeads, 0U);
        QCOMPARE(store->sizeBytes, device->sizeBytes + host->sizeBytes);
        const uint64_t bytes = store->blockBytes(0);
        QCOMPARE(host->blockBytes(0), 2 * device->blockBytes(0));
        QCOMPARE(bytes, 3 * device->blockBytes(0));

        const std::vector<std::byte> kept = counted(bytes);
        store->loadBlock(0, 1, kept);
        store->copyBlock(0, 1, 2, PagedKvCache::blockPositions);
        for (const int32_t block : {1, 2}) {
            std::vector<std::byte> saved(bytes);
            store->saveBlock(0, block, saved);
            QVERIFY(saved == kept);
        }
    }

    /// Heads of one layer on several parts.
    void partsMayShareALayer() {
        const SplitStores stores(m_backends, [](uint32_t, size_t part, uint32_t heads) {
            return part == 0 ? heads / 2 : heads - heads / 2;
        });
        const KvLayerShape layer{.kvHeads = 3, .keyDim = 4, .valueDim = 4};
        const auto store = stores.makePagedKvCache({layer}, KvType::F32, 2);
        QCOMPARE(SplitStores::on(store.get(), 0)->layers[0].kvHeads, 1U);
        QCOMPARE(SplitStores::on(store.get(), 1)->layers[0].kvHeads, 2U);
        QCOMPARE(store->layers[0].kvHeads, 3U);
        QCOMPARE(2 * store->blockBytes(0), store->sizeBytes);
    }

    void aStateHasTheBytesOfBothParts() {
        const auto store = m_stores.makeStateStore({4, 6, 10}, 2);
        QCOMPARE(SplitStores::on(store.get(), 1)->slotBytes(), 10 * sizeof(float));
        QCOMPARE(SplitStores::on(store.get(), 0)->slotBytes(), 10 * sizeof(float));
        QCOMPARE(store->slotBytes(), 20 * sizeof(float));
        const std::vector<std::byte> kept = counted(store->slotBytes());
        store->load(0, kept);
        store->copy(0, 1);
        store->reset(0);
        std::vector<std::byte> saved(store->slotBytes());
        store->save(1, saved);
        QVERIFY(saved == kept);
        store->save(0, saved);
        QVERIFY(saved == std::vector<std::byte>(saved.size()));
    }
};

QTEST_APPLESS_MAIN(TestSplitStores)
#include "tst_split_stores.moc"
