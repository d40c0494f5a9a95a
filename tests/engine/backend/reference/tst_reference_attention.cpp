#include "backend/reference/reference_objects.h"
#include "reference_bench.h"

#include <array>
#include <cmath>

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::test;

/// Softmax attention over three keys of two columns, against the same sums in Python's float64.
class TestReferenceAttention : public QObject {
    Q_OBJECT

    /// Keys (1, 0), (0, 1), (1, 1) and values (1, 10), (2, 20), (4, 40) at the positions first, first + 1,
    /// first + 2.
    struct Three : ReferenceBench {
        std::unique_ptr<PagedKvCache> store;
        explicit Three(int32_t first = 0) {
            store = backend.makePagedKvCache({{1, 2, 2, 0}}, KvType::F32, 2);
            begin({first, first + 1, first + 2});
            KvWriteArgs write;
            write.q = buffer(3, 2, {0, 0, 0, 0, 0, 0});
            write.k = buffer(3, 2, {1, 0, 0, 1, 1, 1});
            write.v = buffer(3, 2, {1, 10, 2, 20, 4, 40});
            write.heads = 1;
            write.store = store.get();
            backend.writeKv(write);
            begin({first + 2});
        }
        std::vector<float> attend(AttentionArgs args) {
            args.q = buffer(1, 2, {0.5F, 2});
            args.heads = 1;
            args.store = store.get();
            args.out = buffer(1, 2);
            backend.attention(args);
            return read(args.out);
        }
    };

private slots:
    void softmaxOverThePast() {
        Three three;
        QVERIFY(near(three.attend({}), {3.0704984067868186, 30.70498406786819}));
        AttentionArgs half;
        half.scale = 0.5F;
        QVERIFY(near(three.attend(half), {2.7602998063692605, 27.602998063692603}));
    }

    /// Keys that are rotated further are those of the later positions.
    void keysMove() {
        for (const RopePairing pairing : {RopePairing::Interleaved, RopePairing::Halves}) {
            ReferenceBench bench;
            const auto store = bench.backend.makePagedKvCache({{1, 4, 2, 0}}, KvType::F32, 2);
            const Rope rope{pairing, 4, 0, bench.weight(2, 1, {0.7F, 0.01F}), 1.5F};
            const auto write = [&](std::vector<int32_t> positions) {
                bench.begin(positions);
                KvWriteArgs args;
                args.q = bench.buffer(2, 4);
                args.k = bench.buffer(2, 4, {1, -2, 3, 0.5F, -1, 2, 0.25F, 4});
                args.v = bench.buffer(2, 2, {1, 10, 2, 20});
                args.heads = 1;
                args.rope = rope;
                args.store = store.get();
                bench.backend.writeKv(args);
            };
            write({0, 1});    // in block 1
            write({40, 41});  // in block 0
            std::vector<std::byte> here(store->blockBytes(0)), there(here.size());
            const std::array<int32_t, 1> blocks{1};
            // Only those that are filled are turned.
            bench.backend.rotateKeys({store.get(), 0, rope, 40, blocks, 2});
            store->saveBlock(0, 1, here);
            store->saveBlock(0, 0, there);
            const auto* turned = reinterpret_cast<const float*>(here.data());
            const auto* written = reinterpret_cast<const float*>(there.data()) + size_t{8} * 4;
            for (size_t i = 0; i < 8; ++i) QVERIFY(std::abs(turned[i] - written[i]) < 1e-4F);
            for (size_t i = 8; i < size_t{32} * 4; ++i) QCOMPARE(turned[i], 0.0F);
        }
    }

    void capsWindowsAndSinks() {
        Three three;
        AttentionArgs capped;
        capped.softCap = 1.5F;
        QVERIFY(near(three.attend(capped), {2.691338137912677, 26.91338137912677}));
        AttentionArgs window;
        window.window = 2;
        QVERIFY(near(three.attend(window), {3.2449186624037094, 32.44918662403709}));
        AttentionArgs sink;
        sink.sinks = three.weight(1, 1, {1.25F});
        QVERIFY(near(three.attend(sink), {2.6367943974405574, 26.367943974405577}));
    }

    void acrossTheBorderOfABlock() {
        // Positions 30, 31 and 32: the last lies in the second block of the table.
        Three three(30);
        AttentionArgs window;
        window.window = 3;
        QVERIFY(near(three.attend(window), {3.0704984067868186, 30.70498406786819}));
    }

    /// Rows of a unit see all of it, whatever the window is, where the layer lets them.
    void rowsOfAUnitSeeEachOther() {
        Three three;
        const std::vector<double> all{3.0704984067868186, 30.70498406786819};
        const auto at = [&](int32_t slot, uint32_t before, uint32_t behind) {
            Batch batch;
            batch.sequences.push_back({{{1, 0}}, -1});
            batch.rows = {{.slot = slot, .unitBefore = before, .unitBehind = behind}};
            three.backend.beginBatch(batch);
        };
        at(0, 0, 2);
        QVERIFY(near(three.attend({}), all));
        AttentionArgs window;
        window.window = 1;
        QVERIFY(near(three.attend(window), all));
        at(1, 1, 1);
        QVERIFY(near(three.attend(window), all));
        at(2, 2, 0);
        QVERIFY(near(three.attend(window), all));
        // Only the rows behind, as the window limits those in front.
        window.units = UnitSight::Ahead;
        at(0, 0, 2);
        QVERIFY(near(three.attend(window), all));
        at(2, 2, 0);
        QVERIFY(!near(three.attend(window), all));
        at(0, 0, 2);
        AttentionArgs causal;
        causal.units = UnitSight::Causal;
        QVERIFY(near(three.attend(causal), {1, 10}));
    }

    void theFutureIsNotSeen() {
        Three three;
        three.begin({0});
        QVERIFY(near(three.attend({}), {1, 10}));
    }

    void queriesAreNormalisedRotatedAndScaled() {
        ReferenceBench bench;
        const auto store = bench.backend.makePagedKvCache({{1, 2, 2, 0}}, KvType::F32, 2);
        bench.begin({3});
        KvWriteArgs write;
        write.q = bench.buffer(1, 4, {3, 4, 0, 5});
        write.k = bench.buffer(1, 2, {6, 8});
        write.v = bench.buffer(1, 2, {1, 2});
        write.heads = 2;
        write.qNorm = write.kNorm = {NormKind::UnitLength, nullptr, nullptr, 1e-9F};
        write.rope = {RopePairing::Halves, 2, 0, bench.weight(1, 1, {0.5F}), 1.0F};
        write.queryScale = 2;
        write.temperatureBeta = 0.25F;
        write.temperatureLength = 2;
        write.store = store.get();
        bench.backend.writeKv(write);
        const double c = std::cos(1.5), s = std::sin(1.5), scale = 2 * (1 + 0.25 * std::log(2.0));
        QVERIFY(near(bench.read(write.q),
                     {scale * (0.6 * c - 0.8 * s), scale * (0.6 * s + 0.8 * c), scale * -s, scale * c}));
        const auto& keys = static_cast<const reference::HostPagedKvCache&>(*store).data[0].keys;
        // Block 1 is the first of the table.
        QVERIFY(near({keys[(32 + 3) * 2], keys[(32 + 3) * 2 + 1]}, {0.6 * c - 0.8 * s, 0.6 * s + 0.8 * c}));
        QVERIFY(near(bench.read(write.k), {6, 8}));  // only the cache holds what was made of them
    }

    void headsShareKeys() {
        ReferenceBench bench;
        const auto store = bench.backend.makePagedKvCache({{2, 1, 1, 0}}, KvType::F32, 2);
        bench.begin({0});
        KvWriteArgs write;
        write.q = bench.buffer(1, 4, {1, 1, 1, 1});
        write.k = bench.buffer(1, 2, {1, 1});
        write.v = bench.buffer(1, 2, {5, 9});
        write.heads = 4;
        write.store = store.get();
        bench.backend.writeKv(write);
        AttentionArgs args;
        args.q = write.q;
        args.heads = 4;
        args.store = store.get();
        args.out = bench.buffer(1, 4);
        bench.backend.attention(args);
        QVERIFY(near(bench.read(args.out), {5, 5, 9, 9}));
    }

    void valuesMayBeTheHeadOfTheKeys() {
        ReferenceBench bench;
        const auto store = bench.backend.makePagedKvCache({{1, 3, 0, 0}}, KvType::F32, 2);
        bench.begin({0});
        KvWriteArgs write;
        write.q = bench.buffer(1, 3, {1, 0, 0});
        write.k = bench.buffer(1, 3, {7, 8, 9});
        write.heads = 1;
        write.store = store.get();
        bench.backend.writeKv(write);
        AttentionArgs args;
        args.q = write.q;
        args.heads = 1;
        args.store = store.get();
        args.out = bench.buffer(1, 2);
        bench.backend.attention(args);
        QVERIFY(near(bench.read(args.out), {7, 8}));
    }
};

QTEST_APPLESS_MAIN(TestReferenceAttention)
#include "tst_reference_attention.moc"
