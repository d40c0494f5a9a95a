#include "backend/cuda/offloaded_experts.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <random>

#include "backend/check/random_weights.h"
#include "backend/cuda/weight_packing.h"
#include "emulator/device_emulated.h"
#include "hearth/error.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::cuda;

class OffloadedExpertsTest : public QObject {
    Q_OBJECT

private slots:
    void init() { emulator::configureDevice({}); }

    void slotsHoldWhatIsCopied_data() {
        QTest::addColumn<int>("type");
        for (const BlockType type : {BlockType::F32, BlockType::F16, BlockType::Q4_0, BlockType::Q4_K,
                                     BlockType::Q6_K, BlockType::MXFP4})
            QTest::newRow(std::string(blockTypeInfo(type).name).c_str()) << static_cast<int>(type);
    }
    /// The planes at the view's addresses are those of packing the expert alone; the source is read by one
    /// thread at a time, front to back.
    void slotsHoldWhatIsCopied() {
        QFETCH(int, type);
        const auto blockType = static_cast<BlockType>(type);
        const uint64_t columns = 256, rows = 40, experts = 7;
        std::mt19937 random(3);
        const std::vector<std::byte> file = randomBlocks(blockType, columns * rows * experts, random);
        std::atomic<uint64_t> next = 0;
        bool inOrder = true;
        const WeightSource source{
            "test", blockType, columns, rows, experts, [&](uint64_t offset, std::span<std::byte> out) {
                inOrder = inOrder && offset == next;
                next = offset + out.size();
                std::copy_n(file.data() + offset, out.size(), out.data());
            }};
        const OffloadedExperts hosted(source, 3, 4);
        QVERIFY(inOrder);
        QCOMPARE(hosted.deviceBytes(), OffloadedExperts::slotBytes(source, 3));
        QCOMPARE(hosted.hostBytes(), hosted.expertBytes() * experts);
        QCOMPARE(emulator::allocatedBytes(), hosted.deviceBytes());

        const StreamHandle stream = createStream();
        hosted.copy(5, 2, stream);
        const WeightLayout layout = WeightLayout::of(blockType, columns, rows, 1);
        std::vector<std::byte> expected(layout.sizeBytes);
        const size_t expertBytes = file.size() / experts;
        packRowPanels(layout, std::span(file).subspan(5 * expertBytes, expertBytes),
                      {expected.data() + layout.low.offset, expected.data() + layout.high.offset,
                       expected.data() + layout.scale.offset, expected.data() + layout.super.offset});
        const WeightView view = hosted.view();
        const auto isThere = [&](const std::byte* plane, uint64_t stride, const WeightLayout::Plane& of) {
            std::vector<std::byte> found(of.expertBytes);
            if (found.empty()) return true;
            copyToHost(found.data(), plane + 2 * stride, found.size(), stream);
            synchronize(stream);
            return std::memcmp(found.data(), expected.data() + of.offset, found.size()) == 0;
        };
        QVERIFY(isThere(view.low, view.expertLow, layout.low));
        QVERIFY(isThere(view.high, view.expertHigh, layout.high));
        QVERIFY(isThere(view.scale, view.expertScale, layout.scale));
        QVERIFY(isThere(view.super, view.expertSuper, layout.super));
        destroyStream(stream);
    }

    void aSourceThatFailsSaysSo() {
        const WeightSource source{
            "test", BlockType::Q8_0, 64, 32, 5, [](uint64_t offset, std::span<std::byte> out) {
                if (offset > 0) throw Error(ErrorCode::BadFile, "The file ends early.");
                std::ranges::fill(out, std::byte{});
            }};
        for (const unsigned threads : {1U, 3U}) {
            try {
                const OffloadedExperts hosted(source, 2, threads);
                QFAIL("read it");
            } catch (const Error& error) {
                QCOMPARE(error.what(), "The file ends early.");
            }
        }
        QCOMPARE(emulator::allocatedBytes(), uint64_t{0});
    }
};

QTEST_GUILESS_MAIN(OffloadedExpertsTest)
#include "tst_offloaded_experts.moc"
