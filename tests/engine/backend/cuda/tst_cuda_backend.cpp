#include "backend_pair.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::test;

/// The backend as a whole.
class TestCudaBackend : public QObject {
    Q_OBJECT

private slots:
    void refusesWhatDoesNotFit() {
        const EmulatedTest device({.memoryBytes = 1 << 20});
        cuda::CudaBackend backend;
        QVERIFY_THROWS_EXCEPTION(Error, (void)backend.allocate(1024, 1024));
        QVERIFY_THROWS_EXCEPTION(Error,
                                 (void)backend.makePagedKvCache({{8, 128, 128, 0}}, KvType::F16, 1000));
        QCOMPARE(emulator::allocatedBytes(), uint64_t{0});
        emulator::configureDevice({.absence = "No NVIDIA driver was found."});
        QVERIFY_THROWS_EXCEPTION(Error, cuda::CudaBackend());
    }
};

HEARTH_KERNEL_TEST_MAIN(TestCudaBackend)
#include "tst_cuda_backend.moc"
