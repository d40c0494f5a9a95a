#include "emulator/access_checker.h"

#include <QtTest>
#include <algorithm>
#include <fstream>

#include "backend/cuda/device.h"
#include "emulator/broken_kernels.h"
#include "emulator/device_emulated.h"
#include "emulator/machine.h"

using namespace hearth;
using namespace hearth::emulator;

/// Every broken kernel is caught with its source line in every order; every sound twin passes.
class TestAccessChecker : public QObject {
    Q_OBJECT

private:
    static bool isExpected(const std::string& name, unsigned wanted) {
        std::ifstream file(HEARTH_SOURCE_DIR "/tests/emulator/broken_kernels.cu");
        std::string line;
        for (unsigned number = 1; std::getline(file, line); ++number) {
            if (number == wanted) return line.ends_with("fault: " + name);
        }
        return false;
    }

private slots:
    void kernels_data() {
        QTest::addColumn<int>("index");
        QTest::addColumn<int>("order");
        const auto& all = broken::cases();
        for (size_t i = 0; i < all.size(); ++i) {
            for (int order = 0; order < 3; ++order) {
                QTest::addRow("%s %s order %d", *all[i].kind ? "broken" : "sound", all[i].name, order)
                    << static_cast<int>(i) << order;
            }
        }
    }

    void kernels() {
        QFETCH(int, index);
        QFETCH(int, order);
        const broken::Case& test = broken::cases()[static_cast<size_t>(index)];
        AccessChecker checker;
        configureDevice({});
        g_machine.configure({static_cast<Order>(order), static_cast<CopyArrival>(order), 42});
        const auto stream = cuda::createStream();
        cuda::DeviceMemory memory(4096 * sizeof(float));
        const std::vector<float> values(1024, 1.0F);
        cuda::copyToDevice(memory.data(), values.data(), 4096, stream);
        cuda::fillDevice(memory.as<float>() + 4080, 0, 64, stream);
        std::string kind, file, message;
        unsigned line = 0;
        try {
            test.launch(memory.as<float>(), stream);
            cuda::synchronize(stream);
        } catch (const Fault& fault) {
            kind = fault.kind();
            file = fault.file();
            line = fault.line();
            message = fault.what();
        }
        cuda::destroyStream(stream);
        if (!*test.kind) {
            QVERIFY2(kind.empty(), message.c_str());
            return;
        }
        QVERIFY2(!kind.empty() && std::string(test.kind).find(kind) != std::string::npos,
                 (kind + " " + message).c_str());
        QCOMPARE(QString::fromStdString(file), QString("broken_kernels.cu"));
        QVERIFY2(isExpected(test.name, line), message.c_str());
        QVERIFY(message.find(test.name) != std::string::npos);
    }

    void hostCopiesOutsideAnAllocation() {
        AccessChecker checker;
        configureDevice({});
        const auto stream = cuda::createStream();
        cuda::DeviceMemory memory(64);
        std::vector<std::byte> host(128);
        QVERIFY_EXCEPTION_THROWN(cuda::copyToDevice(memory.data(), host.data(), 65, stream), Fault);
        QVERIFY_EXCEPTION_THROWN(cuda::copyToHost(host.data(), memory.data() + 32, 64, stream), Fault);
        cuda::destroyStream(stream);
    }

    void memoryOfOtherDevicesIsReachedThroughOpenWaysAlone() {
        AccessChecker checker;
        configureDevices({{}, {}});
        g_machine.configure({});
        const auto sound = std::find_if(broken::cases().begin(), broken::cases().end(),
                                        [](const broken::Case& one) { return !*one.kind; });
        const auto stream = cuda::createStream();
        cuda::useDevice(1);
        const auto owner = cuda::createStream();
        cuda::DeviceMemory memory(4096 * sizeof(float));
        cuda::fillDevice(memory.data(), 0, 4096 * sizeof(float), owner);
        try {
            sound->launch(memory.as<float>(), stream);
            QFAIL("must not reach it");
        } catch (const Fault& fault) {
            QCOMPARE(fault.kind(), std::string("device"));
        }
        cuda::useDevice(0);
        QVERIFY(cuda::openPeer(1));
        sound->launch(memory.as<float>(), stream);
        sound->launch(memory.as<float>(), owner);
        cuda::destroyStream(stream);
        cuda::destroyStream(owner);
    }

    /// The address range after the present end of growing memory is out of bounds.
    void memoryThatGrowsHasMovingBounds() {
        AccessChecker checker;
        configureDevice({});
        const auto stream = cuda::createStream();
        const size_t step = cuda::mappingStep();
        auto* const at = static_cast<std::byte*>(cuda::reserveAddresses(2 * step));
        std::vector<std::byte> host(2 * step);
        QVERIFY(cuda::mapMemory(at, step));
        cuda::copyToDevice(at, host.data(), step, stream);
        QVERIFY_EXCEPTION_THROWN(cuda::copyToDevice(at, host.data(), step + 1, stream), Fault);
        QVERIFY(cuda::mapMemory(at + step, step));
        cuda::copyToDevice(at + step, host.data(), step, stream);
        cuda::copyToHost(host.data(), at, 2 * step, stream);
        cuda::unmapMemory(at + step, step);
        QVERIFY_EXCEPTION_THROWN(cuda::copyToHost(host.data(), at, step + 1, stream), Fault);
        cuda::copyToHost(host.data(), at, step, stream);
        cuda::unmapMemory(at, step);
        QVERIFY_EXCEPTION_THROWN(cuda::copyToHost(host.data(), at, 1, stream), Fault);
        cuda::releaseAddresses(at, 2 * step);
        cuda::destroyStream(stream);
    }
};

QTEST_GUILESS_MAIN(TestAccessChecker)
#include "tst_access_checker.moc"
