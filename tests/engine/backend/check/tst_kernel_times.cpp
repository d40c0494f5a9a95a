#include "gpu/kernel_times.h"

#include <set>

#include "backend/cpu/cpu_backend.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

class TestKernelTimes : public QObject {
    Q_OBJECT

private slots:
    void everyOperationHasATime() {
        CpuBackend backend(CpuOptions{.threads = 2});
        std::set<std::pair<std::string, int>> names;
        for (const test::KernelTime& one : test::kernelTimes(backend, 16)) {
            QVERIFY2(one.microseconds > 0 && one.bytes > 0 && one.multiplyAdds > 0, one.operation.c_str());
            names.insert({one.operation, one.rows});
        }
        QVERIFY(names.contains({"product 256 to 896 gated, Q4_0", 1}));
        QVERIFY(names.contains({"attention to 1024, q8_0", 8}));
    }
};

QTEST_APPLESS_MAIN(TestKernelTimes)
#include "tst_kernel_times.moc"
