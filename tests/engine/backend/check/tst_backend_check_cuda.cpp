#include "backend/check/backend_check.h"
#include "backend/cuda/bandwidth.h"
#include "backend/cuda/cuda_backend.h"
#include "engine/backend/cuda/backend_pair.h"
#include "gpu/row_company.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

class TestBackendCheckCuda : public QObject {
    Q_OBJECT

private slots:
    void init() { emulator::configureDevice({}); }

    void theEmulatedDeviceAgrees() {
        const test::EmulatedTest device;
        cuda::CudaBackend backend;
        for (const auto& one : checkBackend(backend)) {
            QVERIFY2(one.supported && one.passed(),
                     (one.name + ": " + std::to_string(one.error) + " " + one.failure.text()).c_str());
        }
    }

    /// The check that tests/gpu/run makes on a GPU.
    void rowsDoNotChangeInCompany() {
        const test::EmulatedTest device;
        cuda::CudaBackend backend;
        const auto changed = test::rowsChangedByCompany(backend);
        QVERIFY2(changed.empty(), changed.empty() ? "" : changed.front().c_str());
    }

    void bandwidthIsMeasured() {
        const auto rates = cuda::measureBandwidth(1 << 20);
        for (const double rate : {rates.read, rates.copy, rates.toDevice, rates.toHost}) QVERIFY(rate > 0);
        QCOMPARE(emulator::allocatedBytes(), uint64_t{0});
    }

    void aLostDeviceSaysSo() {
        emulator::configureDevice({.launchesBeforeLoss = 20});
        cuda::CudaBackend backend;
        size_t failed = 0;
        for (const auto& one : checkBackend(backend)) failed += one.passed() ? 0 : 1;
        QVERIFY(failed > 40);
    }
};

HEARTH_KERNEL_TEST_MAIN(TestBackendCheckCuda)
#include "tst_backend_check_cuda.moc"
