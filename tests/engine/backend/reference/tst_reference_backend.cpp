#include "backend/reference/reference_backend.h"
#include "backend/reference/reference_objects.h"
#include "hearth/error.h"
#include "reference_bench.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::test;

class TestReferenceBackend : public QObject {
    Q_OBJECT

    /// Writes key (p, -p) and value p at every position p of `positions`, one layer of one head.
    static void fill(ReferenceBench& bench, PagedKvCache& store, const std::vector<int32_t>& positions) {
        bench.begin(positions);
        const size_t rows = positions.size();
        std::vector<float> keys, values;
        for (const int32_t p : positions) {
            keys.push_back(static_cast<float>(p));
            keys.push_back(static_cast<float>(-p));
            values.push_back(static_cast<float>(p));
        }
        KvWriteArgs write;
        write.q = bench.buffer(rows, 2);
        write.k = bench.buffer(rows, 2, keys);
        write.v = bench.buffer(rows, 1, values);
        write.heads = 1;
        write.store = &store;
        bench.backend.writeKv(write);
    }

private slots:
    void saysWhatItIs() {
        QCOMPARE(ReferenceBackend(1).info().device.text(), std::string("1 thread, plain float32"));
        QCOMPARE(ReferenceBackend(3).info().device.text(), std::string("3 threads, plain float32"));
        QCOMPARE(ReferenceBackend().info().kind, std::string("reference"));
    }

    void weightsAreUnpacked() {
        // A Q8_0 block: the scale 0.5 as a half, and 32 signed bytes.
        std::vector<std::byte> block(34);
        block[1] = std::byte{0x38};
        for (int i = 0; i < 32; ++i) block[static_cast<size_t>(2 + i)] = static_cast<std::byte>(i - 16);
        const WeightSource source{
            "q", BlockType::Q8_0, 32, 1, 1, [&](uint64_t offset, std::span<std::byte> out) {
                std::copy_n(block.begin() + static_cast<ptrdiff_t>(offset), out.size(), out.begin());
            }};
        ReferenceBackend backend;
        const auto weight = backend.upload(source);
        QCOMPARE(weight->sizeBytes, uint64_t{128});
        QCOMPARE(backend.uploadBytes(source), uint64_t{128});
        for (int i = 0; i < 32; ++i)
            QCOMPARE(reference::valuesOf(weight.get())[i], 0.5F * static_cast<float>(i - 16));
        QVERIFY(reference::valuesOf(nullptr) == nullptr);
    }

    void activationsGoUpAndDown() {
        ReferenceBench bench;
        const Slice all = bench.buffer(2, 4, {1, 2, 3, 4, 5, 6, 7, 8});
        const Slice middle{all.buffer, 1, 2};
        QVERIFY(near(bench.read(middle, 2), {2, 3, 6, 7}));
        bench.backend.upload(middle, 1, std::vector<float>{-2, -3});
        QVERIFY(near(bench.read(all, 2), {1, -2, -3, 4, 5, 6, 7, 8}));
    }

    void blocksAreCopiedInPart() {
        ReferenceBench bench;
        const auto store = bench.backend.makePagedKvCache({{1, 2, 1, 0}}, KvType::F32, 3);
        QCOMPARE(store->sizeBytes, uint64_t{3 * 32 * 3 * 4});
        fill(bench, *store, {0, 1, 2, 3});  // in block 1
        store->copyBlock(0, 1, 2, 3);
        const auto& data = static_cast<const reference::HostPagedKvCache&>(*store).data[0];
        for (size_t p = 0; p < 3; ++p) {
            QCOMPARE(data.keys[(64 + p) * 2], static_cast<float>(p));
            QCOMPARE(data.values[64 + p], static_cast<float>(p));
        }
        QCOMPARE(data.keys[(64 + 3) * 2], 0.0F);
        QCOMPARE(data.values[64 + 3], 0.0F);
    }

    void blocksAreSavedAndLoaded() {
        ReferenceBench bench;
        const auto store = bench.backend.makePagedKvCache({{1, 2, 1, 0}, {1, 2, 1, 0}}, KvType::F32, 3);
        fill(bench, *store, {0, 31});
        std::vector<std::byte> bytes(store->blockBytes(0));
        QCOMPARE(bytes.size(), size_t{2 * 32 * 3 * 4});
        store->saveBlock(0, 1, bytes);
        store->loadBlock(0, 0, bytes);
        const auto& data = static_cast<const reference::HostPagedKvCache&>(*store).data[0];
        QCOMPARE(data.keys[31 * 2], 31.0F);
        QCOMPARE(data.keys[31 * 2 + 1], -31.0F);
        QCOMPARE(data.values[31], 31.0F);
    }

    void statesStartAtZeroAndAreCopied() {
        ReferenceBackend backend;
        const auto store = backend.makeStateStore({2, 3}, 2);
        auto& data = static_cast<reference::HostStateStore&>(*store).data;
        QCOMPARE(data[1], std::vector<float>(6));
        data[1][0] = 7;
        data[0][1] = 8;
        store->copy(0, 1);
        QCOMPARE(data[1][3], 7.0F);
        QCOMPARE(data[0][3], 8.0F);
        store->reset(0);
        QCOMPARE(data[1][0], 0.0F);
        QCOMPARE(data[1][3], 7.0F);
    }

    void tooMuchIsOneSentence() {
        ReferenceBackend backend;
        try {
            // More than an array can have: what is less, the address sanitizer would refuse by ending the
            // program.
            (void)backend.allocate(uint64_t{1} << 41U, uint64_t{1} << 20U);
            QFAIL("allocated");
        } catch (const Error& error) {
            QCOMPARE(error.code(), ErrorCode::OutOfMemory);
            QVERIFY(QString(error.what()).endsWith('.'));
        }
    }
};

QTEST_APPLESS_MAIN(TestReferenceBackend)
#include "tst_reference_backend.moc"
