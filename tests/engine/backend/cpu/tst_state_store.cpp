#include "backend/cpu/state_store.h"

#include <numeric>

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::cpu;

class TestStateStore : public QObject {
    Q_OBJECT

    /// Fills a slot with numbers from `first` on.
    static void fill(CpuStateStore& store, int32_t slot, float first) {
        for (uint32_t layer = 0; layer < store.layers.size(); ++layer) {
            float* state = store.state(layer, slot);
            std::iota(state, state + store.floatsPerLayer[layer], first + 100.0F * static_cast<float>(layer));
        }
    }
    static std::vector<float> valuesOf(const CpuStateStore& store, int32_t slot) {
        std::vector<float> values;
        for (uint32_t layer = 0; layer < store.layers.size(); ++layer) {
            const float* state = store.state(layer, slot);
            values.insert(values.end(), state, state + store.floatsPerLayer[layer]);
        }
        return values;
    }

private slots:
    void beginsWithZeros() {
        const CpuStateStore store({3, 0, 2}, 2);
        QCOMPARE(store.slotCount, 2U);
        QCOMPARE(store.slotBytes(), uint64_t(5 * sizeof(float)));
        QCOMPARE(valuesOf(store, 1), std::vector<float>(5));
    }

    void copiesAndResetsOneSlot() {
        CpuStateStore store({3, 2}, 3);
        fill(store, 0, 1);
        fill(store, 1, 10);
        store.copy(0, 2);
        QCOMPARE(valuesOf(store, 2), (std::vector<float>{1, 2, 3, 101, 102}));
        store.reset(0);
        QCOMPARE(valuesOf(store, 0), std::vector<float>(5));
        QCOMPARE(valuesOf(store, 1), (std::vector<float>{10, 11, 12, 110, 111}));
        QCOMPARE(valuesOf(store, 2), (std::vector<float>{1, 2, 3, 101, 102}));
    }

    void whatWasSavedLoadsIntoAnySlot() {
        CpuStateStore store({3, 2}, 2);
        fill(store, 1, 7);
        std::vector<std::byte> saved(store.slotBytes());
        store.save(1, saved);
        store.reset(1);
        store.load(0, saved);
        QCOMPARE(valuesOf(store, 0), (std::vector<float>{7, 8, 9, 107, 108}));
        QCOMPARE(valuesOf(store, 1), std::vector<float>(5));
    }
};

QTEST_APPLESS_MAIN(TestStateStore)
#include "tst_state_store.moc"
