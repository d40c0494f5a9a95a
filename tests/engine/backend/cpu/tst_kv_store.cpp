#include "backend/cpu/kv_store.h"

#include <vector>

#include "backend/cpu/kernels.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::cpu;

namespace {
/// Reads one number back by the documented layout: keys (keyDim / 2, 32, 2), values (16, valueDim, 2),
/// float32.
float keyAt(const std::byte* block, size_t d, size_t slot) {
    return reinterpret_cast<const float*>(block)[(d / 2 * 32 + slot) * 2 + d % 2];
}
float valueAt(const std::byte* block, size_t dim, size_t d, size_t slot) {
    return reinterpret_cast<const float*>(block)[(slot / 2 * dim + d) * 2 + slot % 2];
}
}  // namespace

class TestKvStore : public QObject {
    Q_OBJECT

private:
    static void fill(CpuKvStore& store, int32_t block, float base) {
        const KernelTable& kernels = kernelTable(IsaLevel::Portable);
        for (uint32_t layer = 0; layer < store.layers.size(); ++layer)
            for (uint32_t head = 0; head < store.layers[layer].kvHeads; ++head)
                for (size_t slot = 0; slot < 32; ++slot) {
                    std::vector<float> key(store.layers[layer].keyDim, base + float(slot));
                    std::vector<float> value(store.data[layer].valueDim, -base - float(slot));
                    key[1] += 0.5F;
                    kernels.storeKey(false, key.data(), key.size(), slot, store.keys(layer, block, head));
                    kernels.storeValue(false, value.data(), value.size(), slot,
                                       store.values(layer, block, head));
                }
    }

private slots:
    void sizes() {
        const CpuKvStore store({{2, 64, 32, 0}, {1, 16, 0, 1}}, KvType::F16, 5);
        QCOMPARE(store.groupBytes(0), uint64_t(2 * (64 + 32) * 32 * 2));
        QCOMPARE(store.groupBytes(1),
                 uint64_t((16 + 16) * 32 * 2));  // values are kept beside the keys they are part of
        QCOMPARE(store.sizeBytes, 5 * (store.groupBytes(0) + store.groupBytes(1)));
        QCOMPARE(store.blocks, 5U);
    }
    void refusesWhatItCannotStore() {
        QVERIFY_THROWS_EXCEPTION(Error, CpuKvStore({{1, 64, 64, 0}}, KvType::Q4_0, 1));
        QVERIFY_THROWS_EXCEPTION(Error, CpuKvStore({{1, 63, 64, 0}}, KvType::F16, 1));
    }
    void copiesTheFirstPositionsOfAGroup() {
        CpuKvStore store({{2, 4, 6, 0}, {1, 4, 4, 1}}, KvType::F32, 3);
        fill(store, 0, 100);
        fill(store, 2, 500);
        store.copy(0, 0, 2, 5);
        for (size_t slot = 0; slot < 32; ++slot) {
            const float base = slot < 5 ? 100 : 500;
            QCOMPARE(keyAt(store.keys(0, 2, 1), 0, slot), base + float(slot));
            QCOMPARE(keyAt(store.keys(0, 2, 1), 1, slot), base + float(slot) + 0.5F);
            if (slot != 5) QCOMPARE(valueAt(store.values(0, 2, 1), 6, 5, slot), -base - float(slot));
            QCOMPARE(keyAt(store.keys(1, 2, 0), 0, slot), 500 + float(slot));  // the other group
        }
    }
    void savesAndLoads() {
        CpuKvStore store({{2, 4, 6, 0}, {3, 8, 4, 0}}, KvType::F32, 2);
        fill(store, 0, 7);
        std::vector<std::byte> bytes(store.groupBytes(0));
        store.save(0, 0, bytes);
        store.load(0, 1, bytes);
        QCOMPARE(keyAt(store.keys(1, 1, 2), 3, 9), 16.0F);
        QCOMPARE(valueAt(store.values(0, 1, 1), 6, 2, 31), -38.0F);
        std::vector<std::byte> again(store.groupBytes(0));
        store.save(0, 1, again);
        QCOMPARE(again, bytes);
    }
};

QTEST_APPLESS_MAIN(TestKvStore)
#include "tst_kv_store.moc"
