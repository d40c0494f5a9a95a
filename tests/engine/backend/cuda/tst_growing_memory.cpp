#include "backend/cuda/growing_memory.h"

#include <QtTest>
#include <algorithm>
#include <utility>
#include <vector>

#include "emulator/device_emulated.h"
#include "hearth/error.h"

using namespace hearth;

namespace {

constexpr size_t growthStep = 4096;

std::vector<std::byte> readBack(const std::byte* from, size_t bytes) {
    const auto stream = cuda::createStream();
    std::vector<std::byte> out(bytes);
    cuda::copyToHost(out.data(), from, bytes, stream);
    cuda::synchronize(stream);
    cuda::destroyStream(stream);
    return out;
}

void fillWith(std::byte* at, uint8_t value, size_t bytes) {
    const auto stream = cuda::createStream();
    cuda::fillDevice(at, value, bytes, stream);
    cuda::synchronize(stream);
    cuda::destroyStream(stream);
}

}  // namespace

class TestGrowingMemory : public QObject {
    Q_OBJECT

private slots:
    void init() { emulator::configureDevice({.memoryBytes = 16 * growthStep}); }

    void takesWhatIsNeeded() {
        {
            cuda::GrowingMemory memory(5 * growthStep - 10);
            QCOMPARE(memory.size(), 5 * growthStep);
            QCOMPARE(memory.taken(), size_t{0});
            QCOMPARE(emulator::allocatedBytes(), uint64_t{0});
            QCOMPARE(memory.missing(1), growthStep);
            QVERIFY(memory.growTo(1));
            const std::byte* address = memory.data();
            fillWith(memory.data(), 3, growthStep);
            QCOMPARE(memory.missing(growthStep), size_t{0});
            QCOMPARE(memory.missing(growthStep + 1), growthStep);
            QVERIFY(memory.growTo(3 * growthStep));
            QVERIFY(memory.growTo(growthStep));  // the memory is already larger
            QCOMPARE(memory.taken(), 3 * growthStep);
            QCOMPARE(emulator::allocatedBytes(), uint64_t{3 * growthStep});
            // Written data stays in place.
            QCOMPARE(memory.data(), address);
            QVERIFY(readBack(memory.data(), growthStep) == std::vector<std::byte>(growthStep, std::byte{3}));
            QVERIFY(memory.growTo(5 * growthStep - 10));
            QCOMPARE(memory.taken(), memory.size());
        }
        QCOMPARE(emulator::allocatedBytes(), uint64_t{0});
    }

    void aFullDeviceChangesNothing() {
        cuda::GrowingMemory memory(64 * growthStep);
        QVERIFY(memory.growTo(10 * growthStep));
        fillWith(memory.data(), 7, 10 * growthStep);
        QVERIFY(!memory.growTo(20 * growthStep));
        QCOMPARE(memory.taken(), 10 * growthStep);
        QCOMPARE(emulator::allocatedBytes(), uint64_t{10 * growthStep});
        QVERIFY(readBack(memory.data(), 10 * growthStep) ==
                std::vector<std::byte>(10 * growthStep, std::byte{7}));
        QVERIFY(memory.growTo(16 * growthStep));
    }

    void givesBackWhatCameLast() {
        cuda::GrowingMemory memory(8 * growthStep);
        QVERIFY(memory.growTo(2 * growthStep));
        fillWith(memory.data(), 9, 2 * growthStep);
        QVERIFY(memory.growTo(3 * growthStep));
        QVERIFY(memory.growTo(6 * growthStep));
        memory.shrinkTo(2 * growthStep);
        QCOMPARE(memory.taken(), 2 * growthStep);
        QCOMPARE(emulator::allocatedBytes(), uint64_t{2 * growthStep});
        QVERIFY(readBack(memory.data(), 2 * growthStep) ==
                std::vector<std::byte>(2 * growthStep, std::byte{9}));
        QVERIFY(memory.growTo(8 * growthStep));
    }

    void movesWithItsMemory() {
        cuda::GrowingMemory memory(8 * growthStep), other;
        QVERIFY(memory.growTo(growthStep));
        other = std::move(memory);
        QCOMPARE(other.taken(), growthStep);
        QVERIFY(other.growTo(2 * growthStep));
        const cuda::GrowingMemory third(std::move(other));
        QCOMPARE(third.taken(), 2 * growthStep);
        QCOMPARE(emulator::allocatedBytes(), uint64_t{2 * growthStep});
    }

    /// Devices that cannot do it, and memory that is no more than a step.
    void elseAllIsTakenAtOnce() {
        const cuda::GrowingMemory small(growthStep);
        QCOMPARE(small.taken(), growthStep);
        emulator::configureDevice({.memoryBytes = 16 * growthStep, .mappingStep = 0});
        cuda::GrowingMemory whole(5 * growthStep + 1);
        QCOMPARE(whole.size(), 5 * growthStep + 1);
        QCOMPARE(whole.taken(), whole.size());
        QCOMPARE(whole.missing(5 * growthStep), size_t{0});
        QVERIFY(whole.growTo(5 * growthStep));
        whole.shrinkTo(0);
        QCOMPARE(whole.taken(), whole.size());
        QVERIFY_THROWS_EXCEPTION(Error, cuda::GrowingMemory(64 * growthStep));
        QCOMPARE(cuda::GrowingMemory(0).size(), size_t{0});
    }
};

QTEST_GUILESS_MAIN(TestGrowingMemory)
#include "tst_growing_memory.moc"
