#include "backend/cuda/cuda_context.h"

#include <vector>

#include "emulator/device_emulated.h"
#include "hearth/error.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::cuda;

class TestCudaContext : public QObject {
    Q_OBJECT

private slots:
    void init() { emulator::configureDevice({}); }

    void scratchStaysUntilMoreIsNeeded() {
        CudaContext context(0);
        DeviceMemory memory;
        const float* first = context.scratch<float>(memory, 64);
        QVERIFY(first != nullptr);
        QVERIFY(memory.size() >= 64 * sizeof(float));
        QCOMPARE(context.scratch<float>(memory, 8), first);
        QCOMPARE(context.scratch<float>(memory, 64), first);
        (void)context.scratch<float>(memory, 4096);
        QVERIFY(memory.size() >= 4096 * sizeof(float));
    }

    void countersBeginAtZeroAndAreShared() {
        CudaContext context(0);
        unsigned* counters = context.counters(2000);
        std::vector<unsigned> values(2000, 7);
        copyToHost(values.data(), counters, values.size() * sizeof(unsigned), context.stream());
        context.synchronize();
        QCOMPARE(values, std::vector<unsigned>(2000));
        QCOMPARE(context.counters(1), counters);
    }

    void refusesDevicesThatAreNotThere() { QVERIFY_THROWS_EXCEPTION(Error, CudaContext(99)); }
};

QTEST_APPLESS_MAIN(TestCudaContext)
#include "tst_cuda_context.moc"
