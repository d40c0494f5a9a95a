#include "backend/cuda/weight_uploader.h"

#include <QtTest>
#include <algorithm>
#include <atomic>
#include <cstring>
#include <random>

#include "backend/check/random_weights.h"
#include "backend/cuda/weight_packing.h"
#include "emulator/device_emulated.h"
#include "hearth/error.h"

using namespace hearth;
using namespace hearth::cuda;

namespace {

struct Stream {
    StreamHandle handle = createStream();
    ~Stream() { destroyStream(handle); }
};

/// A file in memory that says how it was read.
struct WatchedFile {
    std::vector<std::byte> bytes;
    std::atomic<int> readers{0};
    bool together = false, outOfOrder = false;
    uint64_t next = 0, failAt = UINT64_MAX;

    WeightSource source(BlockType type, uint64_t columns, uint64_t rows, uint64_t experts) {
        return {"test", type, columns, rows, experts, [this](uint64_t offset, std::span<std::byte> out) {
                    if (readers.fetch_add(1) != 0) together = true;
                    if (offset != next) outOfOrder = true;
                    next = offset + out.size();
                    std::copy_n(bytes.data() + offset, out.size(), out.data());
                    readers.fetch_sub(1);
                    if (offset >= failAt) throw Error(ErrorCode::BadFile, "The file ends early.");
                }};
    }
};

/// Content of the device when everything is packed by one call.
std::vector<std::byte> expectedBytes(const WeightLayout& layout, const std::vector<std::byte>& file) {
    std::vector<std::byte> out(layout.sizeBytes);
    const size_t expertBytes = file.size() / layout.experts;
    for (uint64_t expert = 0; expert < layout.experts; ++expert) {
        const auto at = [&](const WeightLayout::Plane& plane) {
            return out.data() + plane.offset + expert * plane.expertBytes;
        };
        packRowPanels(layout, std::span(file).subspan(expert * expertBytes, expertBytes),
                      {at(layout.low), at(layout.high), at(layout.scale), at(layout.super)});
    }
    return out;
}

struct Shape {
    BlockType type;
    uint64_t columns, rows, experts;
};

}  // namespace

class TestWeightUploader : public QObject {
    Q_OBJECT

private:
    /// Uploads one weight after another with one uploader, and compares what lies on the device in the end.
    static void upload(const std::vector<Shape>& shapes, unsigned threads) {
        Stream stream;
        std::mt19937 random(23);
        std::vector<DeviceMemory> memory;
        std::vector<std::vector<std::byte>> expected;
        {
            WeightUploader uploader(threads);
            for (const Shape& shape : shapes) {
                const WeightLayout layout =
                    WeightLayout::of(shape.type, shape.columns, shape.rows, shape.experts);
                WatchedFile file;
                file.bytes = randomBlocks(shape.type, shape.columns * shape.rows * shape.experts, random);
                memory.emplace_back(layout.sizeBytes);
                fillDevice(memory.back().data(), 0, layout.sizeBytes, stream.handle);
                synchronize(stream.handle);
                uploader.upload(file.source(shape.type, shape.columns, shape.rows, shape.experts), layout,
                                memory.back().data(), stream.handle);
                QVERIFY(!file.together);
                QVERIFY(!file.outOfOrder);
                QCOMPARE(file.next, uint64_t{file.bytes.size()});
                expected.push_back(expectedBytes(layout, file.bytes));
            }
        }
        synchronize(stream.handle);
        for (size_t i = 0; i < memory.size(); ++i)
            QVERIFY(std::memcmp(memory[i].data(), expected[i].data(), expected[i].size()) == 0);
    }

private slots:
    void bringsWeightsPieceByPiece_data() {
        QTest::addColumn<unsigned>("threads");
        QTest::addColumn<bool>("late");
        for (const unsigned threads : {1U, 2U, 5U}) {
            for (const bool late : {false, true})
                QTest::addRow("%u threads%s", threads, late ? ", late copies" : "") << threads << late;
        }
    }
    void bringsWeightsPieceByPiece() {
        QFETCH(unsigned, threads);
        QFETCH(bool, late);
        emulator::configureDevice({.lazyStreams = late});
        upload({{BlockType::Q4_0, 2048, 3000, 1},
                {BlockType::F32, 100, 1, 1},
                {BlockType::F32, 300, 1500, 2},
                {BlockType::F16, 4096, 700, 1},
                {BlockType::Q4_K, 512, 70, 9},
                {BlockType::Q6_K, 8192, 200, 3},
                {BlockType::Q8_0, 65536, 40, 1},
                {BlockType::NVFP4, 1024, 4000, 1}},
               threads);
    }

    /// An error while reading is passed on, and the next weight arrives all the same.
    void failedReads() {
        emulator::configureDevice({.lazyStreams = true});
        Stream stream;
        std::mt19937 random(29);
        WeightUploader uploader(3);
        const WeightLayout layout = WeightLayout::of(BlockType::Q8_0, 1024, 9000, 1);
        WatchedFile file;
        file.bytes = randomBlocks(BlockType::Q8_0, 1024 * 9000, random);
        DeviceMemory memory(layout.sizeBytes);
        for (const uint64_t failAt : {uint64_t{0}, uint64_t{5'000'000}, uint64_t{9'000'000}}) {
            file.failAt = failAt;
            file.next = 0;
            QVERIFY_THROWS_EXCEPTION(Error, uploader.upload(file.source(BlockType::Q8_0, 1024, 9000, 1),
                                                            layout, memory.data(), stream.handle));
        }
        file.failAt = UINT64_MAX;
        uploader.upload(file.source(BlockType::Q8_0, 1024, 9000, 1), layout, memory.data(), stream.handle);
        synchronize(stream.handle);
        const auto expected = expectedBytes(layout, file.bytes);
        QVERIFY(std::memcmp(memory.data(), expected.data(), expected.size()) == 0);
    }
};

QTEST_GUILESS_MAIN(TestWeightUploader)
#include "tst_weight_uploader.moc"
