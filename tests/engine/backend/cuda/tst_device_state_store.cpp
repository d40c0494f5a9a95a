#include "backend/cuda/device_state_store.h"

#include <span>
#include <vector>

#include "backend/cuda/cuda_context.h"
#include "emulator/device_emulated.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::cuda;

class TestDeviceStateStore : public QObject {
    Q_OBJECT

    static void fill(DeviceStateStore& store, int32_t slot, const std::vector<float>& values) {
        store.load(slot, std::as_bytes(std::span(values)));
    }
    static std::vector<float> valuesOf(const DeviceStateStore& store, int32_t slot) {
        std::vector<float> values(store.slotBytes() / sizeof(float));
        store.save(slot, std::as_writable_bytes(std::span(values)));
        return values;
    }

private slots:
    void init() { emulator::configureDevice({}); }

    void beginsWithZeros() {
        CudaContext context(0);
        const DeviceStateStore store(context.recorder(), {3, 0, 2}, 2);
        QCOMPARE(store.slotCount, 2U);
        QCOMPARE(valuesOf(store, 1), std::vector<float>(5));
    }

    void copiesAndResetsOneSlot() {
        CudaContext context(0);
        DeviceStateStore store(context.recorder(), {3, 0, 2}, 3);
        const std::vector<float> first{1, 2, 3, 4, 5}, second{6, 7, 8, 9, 10};
        fill(store, 0, first);
        fill(store, 1, second);
        store.copy(0, 2);
        QCOMPARE(valuesOf(store, 2), first);
        store.reset(0);
        QCOMPARE(valuesOf(store, 0), std::vector<float>(5));
        QCOMPARE(valuesOf(store, 1), second);
        QCOMPARE(valuesOf(store, 2), first);
    }
};

QTEST_APPLESS_MAIN(TestDeviceStateStore)
#include "tst_device_state_store.moc"
