#include <algorithm>
#include <cstdlib>
#include <span>

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
    /// Of the weights or the cache, and how large they are.
    RegionCount of(const std::string& what) const {
        RegionCount sum;
        for (const LaunchCount& launch : launches) {
            for (const RegionCount& region : launch.regions) {
                if (region.label != what) continue;
                sum.bytes += region.bytes;
                sum.read += region.read;
                sum.written += region.written;
            }
        }
        return sum;
    }
};

/// Rows of other numbers go the same ways.
bool isWanted(const std::string& operation, int rows) {
    if (const char* only = std::getenv("HEARTH_TRAFFIC_OF"); only && !operation.starts_with(only))
        return false;
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
                                          .isAllocated = [&](const char* what) { meter.name(what); },
                                          .fillsCache = false,
                                          .isWanted = isWanted};
    test::visitKernelCases(backend, options, [&](const test::KernelCase& one) {
        backend.synchronize();
        meter.name("activations");
        meter.take();
        // Of prompts a few blocks stand for all; those of replies leave each other sums.
        g_machine.configure(
            {.blocksAtMost = one.rows == 128 && one.operation.starts_with("product") ? 4U : 0U});
        backend.beginBatch(one.batch);
        one.run(0);
        backend.synchronize();
        meter.name("activations");
        all.push_back({one.operation, one.rows, meter.take()});
    });
    return all;
}

constexpr uint32_t memories = 4, memoryWidth = 128;  ///< of a gated delta net; Qwen3-Next has 32 such

/// So many rows of a sequence: a token, or one with drafts that may be wrong, each with a state of its own.
Counted countRecurrence(int rows) {
    configureDevice(
        {.major = 9, .minor = 0, .multiprocessors = 32, .sharedBytesPerBlock = 227U << 10U, .unwritten = 0});
    Meter meter;
    cuda::CudaBackend backend;
    meter.name("scratch");
    constexpr uint64_t width = memories * memoryWidth;
    const auto states = backend.makeStateStore({width * memoryWidth}, static_cast<uint32_t>(rows) + 1);
    meter.name("states");
    std::vector<std::unique_ptr<Buffer>> buffers;
    const auto slice = [&](uint64_t columns) {
        buffers.push_back(backend.allocate(8, columns));
        return Slice{buffers.back().get(), 0, columns};
    };
    const std::vector<float> values(memories, -0.1F);
    const auto decay = backend.upload(
        {"decay", BlockType::F32, memories, 1, 1, [&](uint64_t offset, std::span<std::byte> to) {
             std::ranges::copy(std::as_bytes(std::span(values)).subspan(offset, to.size()), to.begin());
         }});
    RecurrenceArgs args;
    args.q = slice(width), args.k = slice(width), args.v = slice(width);
    args.rate = slice(memories), args.strength = slice(memories);
    args.heads = args.keyHeads = memories;
    args.corrects = true;
    args.decay = decay.get();
    args.states = states.get();
    args.out = slice(width);
    Batch batch;
    batch.sequences.emplace_back().stateSlot = 0;
    for (int i = 0; i < rows; ++i) batch.rows.push_back({.slot = i, .keptState = rows > 1 ? i + 1 : -1});
    meter.name("activations");
    backend.beginBatch(batch);
    backend.synchronize();
    meter.take();
    g_machine.configure({.blocksAtMost = 0});
    backend.recur(args);
    backend.synchronize();
    return {"recurrence", rows, meter.take()};
}

const std::vector<Counted>& counted() {
    static const std::vector<Counted> all = countAll();
    return all;
}

}  // namespace

/// Memory traffic of the GEMM and attention kernels, within the bounds that make them fast on a GPU.
class TestKernelTraffic : public QObject {
    Q_OBJECT

private:
    static void addRows() {
        if (counted().empty()) QSKIP("$HEARTH_TRAFFIC_OF names no product and no attention.");
        QTest::addColumn<int>("index");
        for (size_t i = 0; i < counted().size(); ++i)
            QTest::addRow("%s, %d rows", counted()[i].name.c_str(), counted()[i].rows) << static_cast<int>(i);
    }
    static bool isPrompt(const Counted& of) {
        return of.rows > 64 || of.name.find("prompt") != std::string::npos;
    }
    /// Of "attention to 512, f16".
    static int positionsOf(const std::string& name) { return std::stoi(name.substr(name.find(" to ") + 4)); }
    static double mostExcess(const Counted& of) {
        // Eight positions have their scales in one sector, which comes eight times.
        if (of.name.ends_with("q8_0")) return 1.15;
        return isPrompt(of) ? 1.15 : 1.05;
    }

    /// Upper bound on the number of times that weights are requested. Caches serve all requests but the
    /// first.
    static double mostReading(const Counted& of) {
        // Each block of several rows requests their scales. At these sizes runs are so short that each
        // requests most of the entries above them.
        if (of.name.ends_with("Q4_K")) return of.rows > 2 ? 1.03 : 1.09;
        // 128 rows are two tiles of 8-bit floats; with few, both halves of a row panel ask for its scales.
        if (of.name.ends_with("E4M3") && of.rows > 64) return 2.01;
        if (of.name.ends_with("E4M3") && of.rows <= 2) return 1.035;
        return of.rows > 2 ? 1.01 : 1.0;
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
        if (!of.name.starts_with("product")) return;
        const RegionCount weights = of.of("weights");
        QCOMPARE(weights.read.firstSectors * sectorBytes, weights.read.firstBytes);
        const double again =
            static_cast<double>(weights.read.bytes) / static_cast<double>(weights.read.firstBytes);
        qInfo("%.4f times", again);
        QVERIFY2(again <= mostReading(of), qPrintable(QString::number(again)));
        if (isPrompt(of)) return;  // 128 rows are one tile's; not all of its kind ran
        QVERIFY2(static_cast<double>(weights.read.firstBytes) > 0.98 * static_cast<double>(weights.bytes),
                 qPrintable(QString("%1 of %2").arg(weights.read.bytes).arg(weights.bytes)));
    }

    /// A row reads its sequence once, and a tile of 64 rows of each query head what it sees. Of q8_0 the
    /// scales of four positions share a sector and are asked for two positions at a time, beside the values:
    /// caches have them the second time, and memory is read once (RegionCount::read.firstSectors).
    void theCacheIsReadOnce_data() { addRows(); }
    void theCacheIsReadOnce() {
        QFETCH(int, index);
        const Counted& of = counted()[static_cast<size_t>(index)];
        if (of.name.starts_with("product")) return;
        const auto read = static_cast<double>(of.of("cache").read.bytes);
        const bool rounded = of.name.ends_with("q8_0");
        const double positions = isPrompt(of) ? 32 * (64 + 128) / 8.0 : of.rows * positionsOf(of.name);
        const double needed = positions * 8 * 128 * 2 * (rounded ? 1 : 2);
        QVERIFY2(read >= needed && read <= needed * (rounded ? 1.25 : 1.01),
                 qPrintable(QString::number(read / needed)));
    }

    /// The state is read once and written once for all rows, and once for each that keeps its own.
    void statesAreMovedOnce_data() {
        QTest::addColumn<int>("rows");
        for (const int rows : {1, 4, 8}) QTest::addRow("%d rows", rows) << rows;
    }
    void statesAreMovedOnce() {
        QFETCH(int, rows);
        const Counted of = countRecurrence(rows);
        constexpr uint64_t state = sizeof(float) * memories * memoryWidth * memoryWidth;
        const RegionCount states = of.of("states");
        QCOMPARE(states.read.bytes, state);
        QCOMPARE(states.written.bytes, state * (rows > 1 ? 1 + static_cast<uint64_t>(rows) : 1));
        QVERIFY2(of.all().excess() <= 1.05, qPrintable(QString::number(of.all().excess())));
        const SharedCount shared = of.shared();
        QVERIFY(static_cast<double>(shared.conflicts()) <= 0.02 * static_cast<double>(shared.wavefronts));
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
