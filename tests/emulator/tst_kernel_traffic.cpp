#include <map>

#include "backend/cuda/cuda_backend.h"
#include "emulator/device_emulated.h"
#include "emulator/machine.h"
#include "emulator/meter.h"
#include "gpu/kernel_cases.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::emulator;

namespace {

constexpr int divide = 4;  ///< of the shapes of models with 8 and 1 billion parameters

struct Counted {
    std::string name;
    int rows = 0;
    std::vector<LaunchCount> launches;

    MemoryCount all() const {
        MemoryCount sum;
        for (const LaunchCount& launch : launches) {
            sum += launch.read;
            sum += launch.written;
        }
        return sum;
    }
    SharedCount shared() const {
        SharedCount sum;
        for (const LaunchCount& launch : launches) sum += launch.shared;
        return sum;
    }
    /// Of the weights, and how large they are.
    RegionCount weights() const {
        RegionCount sum;
        for (const LaunchCount& launch : launches) {
            for (const RegionCount& region : launch.regions) {
                if (region.label != "weights") continue;
                sum.bytes += region.bytes;
                sum.read += region.read;
            }
        }
        return sum;
    }
};

/// Rows of other numbers go the same ways.
bool isWanted(const std::string& operation, int rows) {
    if (operation.starts_with("attention to 4096") || (operation.starts_with("attention to 512") && rows > 1))
        return false;
    return rows == 1 || rows == 2 || rows == 8 || rows == 128;
}

std::vector<Counted> countAll() {
    configureDevice(
        {.major = 9, .minor = 0, .multiprocessors = 32, .sharedBytesPerBlock = 227U << 10U, .unwritten = 0});
    Meter meter;
    cuda::CudaBackend backend;
    meter.name("scratch");
    std::vector<Counted> all;
    const test::KernelCaseOptions options{.divide = divide,
                                          .cacheBytes = 0,
                                          .weightsAreThere = [&] { meter.name("weights"); },
                                          .fillsCache = false,
                                          .isWanted = isWanted};
    test::visitKernelCases(backend, options, [&](const test::KernelCase& one) {
        backend.synchronize();
        meter.name("activations");
        meter.take();
        // Of prompts a few blocks stand for all; those of replies leave each other sums.
        g_machine.configure({.blocksAtMost = one.rows == 128 ? 4U : 0U});
        backend.beginBatch(one.batch);
        one.run(0);
        backend.synchronize();
        meter.name("activations");
        all.push_back({one.operation, one.rows, meter.take()});
    });
    return all;
}

const std::vector<Counted>& counted() {
    static const std::vector<Counted> all = countAll();
    return all;
}

}  // namespace

/// What the kernels of products and attention ask of memory, within the bounds that make them fast on a card.
class TestKernelTraffic : public QObject {
    Q_OBJECT

private:
    static void addRows() {
        QTest::addColumn<int>("index");
        for (size_t i = 0; i < counted().size(); ++i)
            QTest::addRow("%s, %d rows", counted()[i].name.c_str(), counted()[i].rows) << static_cast<int>(i);
    }
    static bool isPrompt(const Counted& of) {
        return of.rows > 64 || of.name.find("prompt") != std::string::npos;
    }
    static double mostExcess(const Counted& of) {
        // Eight positions have their scales in one sector, which comes eight times.
        if (of.name.ends_with("q8_0")) return 1.15;
        return isPrompt(of) ? 1.15 : 1.05;
    }

private slots:
    void wholeSectors_data() { addRows(); }
    void wholeSectors() {
        QFETCH(int, index);
        const Counted& of = counted()[static_cast<size_t>(index)];
        const MemoryCount all = of.all();
        QVERIFY(all.bytes > 0);
        QVERIFY2(all.excess() <= mostExcess(of), qPrintable(QString::number(all.excess())));
    }

    void weightsAreReadOnce_data() { addRows(); }
    void weightsAreReadOnce() {
        QFETCH(int, index);
        const Counted& of = counted()[static_cast<size_t>(index)];
        if (!of.name.starts_with("product") || isPrompt(of)) QSKIP("prompts read them once a tile");
        const RegionCount weights = of.weights();
        QCOMPARE(weights.read.firstSectors * sectorBytes, weights.read.firstBytes);
        const double again =
            static_cast<double>(weights.read.bytes) / static_cast<double>(weights.read.firstBytes);
        QVERIFY2(again <= (of.name.ends_with("Q4_K") ? 1.09
                           : of.rows > 2             ? 1.43
                                                     : 1.0),
                 qPrintable(QString::number(again)));
        QVERIFY2(static_cast<double>(weights.read.firstBytes) > 0.98 * static_cast<double>(weights.bytes),
                 qPrintable(QString("%1 of %2").arg(weights.read.bytes).arg(weights.bytes)));
    }

    void banksAreShared_data() { addRows(); }
    void banksAreShared() {
        QFETCH(int, index);
        const SharedCount shared = counted()[static_cast<size_t>(index)].shared();
        const double share = static_cast<double>(shared.conflicts()) /
                             static_cast<double>(std::max<uint64_t>(shared.wavefronts, 1));
        QVERIFY2(share <= 0.02, qPrintable(QString::number(share)));
    }
};

QTEST_GUILESS_MAIN(TestKernelTraffic)
#include "tst_kernel_traffic.moc"
