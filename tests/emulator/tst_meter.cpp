#include "emulator/meter.h"

#include <QtTest>
#include <cstring>

#include "backend/cuda/device.h"
#include "emulator/device_emulated.h"
#include "emulator/known_kernels.h"
#include "emulator/machine.h"

using namespace hearth;
using namespace hearth::emulator;

namespace {

/// One launch of a known kernel.
LaunchCount measured(const std::string& name, const MachineOptions& machine = {}) {
    Meter meter;
    configureDevice({});
    g_machine.configure(machine);
    const auto stream = cuda::createStream();
    const cuda::DeviceMemory memory(4096 * sizeof(float));
    meter.name("data");
    cuda::fillDevice(memory.data(), 0, memory.size(), stream);
    for (const known::Kernel& kernel : known::kernels()) {
        if (kernel.name == name) kernel.launch(memory.as<float>(), stream);
    }
    cuda::synchronize(stream);
    cuda::destroyStream(stream);
    auto launches = meter.take();
    return launches.empty() ? LaunchCount{} : launches.front();
}

uint64_t count(const LaunchCount& launch, Collective kind) {
    return launch.met[static_cast<size_t>(kind)];
}
uint64_t count(const LaunchCount& launch, Operation kind) {
    return launch.done[static_cast<size_t>(kind)];
}

}  // namespace

/// Exact counts of the meter for kernels that can be counted by hand.
class TestMeter : public QObject {
    Q_OBJECT

private slots:
    void deviceMemory_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QList<int>>("read");  // instructions, bytes, sectors
        QTest::addColumn<QList<int>>("written");
        QTest::newRow("contiguous") << "contiguous" << QList{1, 128, 4} << QList{1, 128, 4};
        QTest::newRow("strided") << "strided" << QList{1, 128, 8} << QList{1, 128, 32};
        QTest::newRow("broadcast") << "broadcast" << QList{1, 4, 1} << QList{1, 128, 4};
        QTest::newRow("misaligned") << "misaligned" << QList{1, 128, 5} << QList{1, 128, 4};
        QTest::newRow("bytes and halves") << "narrow" << QList{2, 96, 3} << QList{1, 128, 4};
        QTest::newRow("16 bytes a lane") << "vectors" << QList{1, 512, 16} << QList{1, 512, 16};
        QTest::newRow("copies past the registers") << "matrices" << QList{2, 1024, 32} << QList{1, 128, 4};
        QTest::newRow("four blocks of two warps") << "barriers" << QList{8, 1024, 32} << QList{8, 1024, 32};
        QTest::newRow("lanes apart") << "divergence" << QList{1, 4, 1}
                                     << QList{2 + 4, 128 + 4 * (32 + 24 + 16 + 8), 4 + 16};
    }
    void deviceMemory() {
        QFETCH(QString, name);
        QFETCH(QList<int>, read);
        QFETCH(QList<int>, written);
        const LaunchCount launch = measured(name.toStdString());
        const auto listed = [](const MemoryCount& of) {
            return QList{static_cast<int>(of.instructions), static_cast<int>(of.bytes),
                         static_cast<int>(of.sectors)};
        };
        QCOMPARE(listed(launch.read), read);
        QCOMPARE(listed(launch.written), written);
        QCOMPARE(launch.regions.size(), size_t{1});
        QCOMPARE(launch.regions[0].label, "data");
        QCOMPARE(launch.regions[0].bytes, uint64_t{16384});
    }

    void sharedMemory_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QList<int>>("shared");  // instructions, wavefronts, of which conflicts
        QTest::newRow("16 bytes a lane") << "vectors" << QList{2, 8, 0};
        QTest::newRow("none") << "conflicts 1" << QList{34, 34, 0};
        QTest::newRow("two") << "conflicts 2" << QList{34, 35, 1};
        QTest::newRow("four") << "conflicts 4" << QList{34, 37, 3};
        QTest::newRow("thirty-two") << "conflicts 32" << QList{34, 65, 31};
        QTest::newRow("8 bytes a lane") << "pairs" << QList{3, 8, 2};
        // Copies 2 of 4 wavefronts, matrices of 4 times 8, and of 4.
        QTest::newRow("matrices") << "matrices" << QList{4, 44, 28};
        QTest::newRow("blocks") << "barriers" << QList{16, 16, 0};
    }
    void sharedMemory() {
        QFETCH(QString, name);
        QFETCH(QList<int>, shared);
        const SharedCount of = measured(name.toStdString()).shared;
        QCOMPARE((QList{static_cast<int>(of.instructions), static_cast<int>(of.wavefronts),
                        static_cast<int>(of.conflicts())}),
                 shared);
    }

    void whatWarpsDoTogether() {
        const LaunchCount meetings = measured("meetings");
        QCOMPARE(count(meetings, Collective::Shuffle), uint64_t{7});
        QCOMPARE(count(meetings, Collective::Ballot), uint64_t{1});
        QCOMPARE(count(meetings, Collective::Barrier), uint64_t{1});
        const LaunchCount products = measured("products");
        QCOMPARE(count(products, Collective::MmaS8), uint64_t{2});
        QCOMPARE(count(products, Collective::MmaS8Half), uint64_t{1});
        QCOMPARE(count(products, Collective::MmaF16), uint64_t{1});
        QCOMPARE(count(products, Collective::MmaBf16), uint64_t{1});
        const LaunchCount matrices = measured("matrices");
        QCOMPARE(count(matrices, Collective::Matrices), uint64_t{2});
        QCOMPARE(matrices.asyncCopies, uint64_t{2});
        QCOMPARE(matrices.sharedBytes, uint64_t{1024});
    }

    void arithmetic() {
        const LaunchCount launch = measured("arithmetic");
        QCOMPARE(count(launch, Operation::Dot4), uint64_t{3 * 32});
        QCOMPARE(count(launch, Operation::FusedMultiplyAdd), uint64_t{32});
        QCOMPARE(count(launch, Operation::Special), uint64_t{2 * 32});
        QCOMPARE(count(launch, Operation::Conversion), uint64_t{2 * 32});
    }

    void widths() {
        const LaunchCount vectors = measured("vectors"), narrow = measured("narrow");
        const auto of = [](const LaunchCount& launch, LaunchCount::Space space,
                           LaunchCount::Direction direction) {
            const auto& counts = launch.byWidth[space][direction];
            return QList<int>(std::begin(counts), std::end(counts));
        };
        QCOMPARE(of(vectors, LaunchCount::Device, LaunchCount::Load), (QList{0, 0, 0, 0, 1}));
        QCOMPARE(of(vectors, LaunchCount::Shared, LaunchCount::Store), (QList{0, 0, 0, 0, 1}));
        QCOMPARE(of(narrow, LaunchCount::Device, LaunchCount::Load), (QList{1, 1, 0, 0, 0}));
        QCOMPARE(of(narrow, LaunchCount::Device, LaunchCount::Store), (QList{0, 0, 1, 0, 0}));
    }

    void barriersAndAtomics() {
        const LaunchCount barriers = measured("barriers");
        QCOMPARE(barriers.blockBarriers, uint64_t{2 * 4});
        QCOMPARE(barriers.atomics, uint64_t{4});
        QCOMPARE(barriers.blocks, uint64_t{4});
        QCOMPARE(barriers.sharedBytes, uint64_t{256});
        QCOMPARE(std::string(barriers.shape.name), "barriers");
        QCOMPARE(barriers.shape.threads, 64U);
        QCOMPARE(measured("atomics").atomics, uint64_t{3});
    }

    /// The branch in the middle, and the loop's end three times: at the fourth all lanes that are left leave.
    void divergentBranches() {
        QCOMPARE(measured("divergence").divergentBranches, uint64_t{1 + 3});
        QCOMPARE(measured("contiguous").divergentBranches, uint64_t{0});
        QCOMPARE(measured("barriers").divergentBranches, uint64_t{4});  // thread 0 of each block
        QCOMPARE(measured("atomics").divergentBranches, uint64_t{1});
    }

    void theOrderOfThreadsDoesNotMatter() {
        for (const known::Kernel& kernel : known::kernels()) {
            const LaunchCount forward = measured(kernel.name),
                              seeded = measured(kernel.name, {Order::Seeded, CopyArrival::Seeded, 7});
            QCOMPARE(seeded.read.sectors, forward.read.sectors);
            QCOMPARE(seeded.written.sectors, forward.written.sectors);
            QCOMPARE(seeded.shared.wavefronts, forward.shared.wavefronts);
            QCOMPARE(seeded.divergentBranches, forward.divergentBranches);
            QCOMPARE(seeded.met, forward.met);
        }
    }

    /// Repeated reads are not fetched again.
    void firstReads() {
        const LaunchCount stride = measured("strided"), whole = measured("barriers");
        QCOMPARE(stride.read.firstBytes, uint64_t{128});
        QCOMPARE(stride.read.firstSectors, uint64_t{8});
        QCOMPARE(whole.read.firstSectors, uint64_t{32});
        QCOMPARE(measured("broadcast").read.firstBytes, uint64_t{4});
    }

    void aFewBlocksStandForAll() {
        MachineOptions few;
        few.blocksAtMost = 2;
        const LaunchCount launch = measured("barriers", few);
        QCOMPARE(launch.blocks, uint64_t{4});
        QCOMPARE(launch.blocksRun, uint64_t{2});
        QCOMPARE(launch.read.sectors, uint64_t{16});
    }

    void placesAreNamed() {
        Meter meter;
        configureDevice({});
        g_machine.configure({});
        const auto stream = cuda::createStream();
        const cuda::DeviceMemory memory(4096 * sizeof(float));
        cuda::fillDevice(memory.data(), 0, memory.size(), stream);
        for (const known::Kernel& kernel : known::kernels()) {
            if (std::strcmp(kernel.name, "vectors") == 0) kernel.launch(memory.as<float>(), stream);
        }
        cuda::synchronize(stream);
        cuda::destroyStream(stream);
        const auto places = meter.takePlaces();
        QCOMPARE(places.size(), size_t{4});
        for (const PlaceCount& place : places) {
            QCOMPARE(place.bytes, 16U);
            QVERIFY(std::string(place.place.resolved().file).ends_with("known_kernels.cu"));
        }
        QVERIFY(meter.takePlaces().empty());
    }
};

QTEST_GUILESS_MAIN(TestMeter)
#include "tst_meter.moc"
