#include "backend/cuda/cuda_peer_transport.h"

#include "backend/cuda/cuda_backend.h"
#include "backend/reference/reference_backend.h"
#include "emulator/device_emulated.h"
#include "emulator/machine.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::cuda;

/// Activations go from GPU to GPU in the order of the operations on both.
class TestCudaPeerTransport : public QObject {
    Q_OBJECT

    static std::vector<float> rowsOf(Backend& backend, const Slice& slice, uint64_t rows) {
        std::vector<float> values(rows * slice.columns);
        backend.download(slice, rows, values);
        return values;
    }
    static Batch batchOf(uint32_t rows) {
        Batch batch{.rows = {}, .sequences = {{.blockTables = {{0}}}}};
        for (uint32_t i = 0; i < rows; ++i) batch.rows.push_back({.slot = static_cast<int32_t>(i)});
        return batch;
    }

    static void scale(Backend& backend, const Slice& slice, float factor) {
        MultiplyArgs args;
        args.a = args.out = slice;
        args.scale = factor;
        backend.multiply(args);
    }

private slots:
    void init() { emulator::g_machine.configure({}); }

    void rowsArriveWhereTheyAreTo_data() {
        QTest::addColumn<bool>("lazy");
        QTest::addColumn<uint32_t>("rows");  // few ones become a recorded step
        for (const bool lazy : {false, true})
            for (const uint32_t rows : {2U, 20U})
                QTest::addRow("%s, %u rows", lazy ? "late" : "at once", rows) << lazy << rows;
    }
    void rowsArriveWhereTheyAreTo() {
        QFETCH(bool, lazy);
        QFETCH(uint32_t, rows);
        emulator::configureDevices({{.lazyStreams = lazy}, {}}, false);
        CudaBackend first(0), second(1);
        std::vector<Backend*> both{&first, &second};
        CudaPeerTransport exchange(both);
        const auto a = first.allocate(rows, 4), b = second.allocate(rows, 8);
        const Slice given{a.get(), 0, 4}, taken{b.get(), 2, 4};
        std::vector<float> values(rows * 4);
        for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
        for (int step = 0; step < 3; ++step) {
            first.beginBatch(batchOf(rows));
            second.beginBatch(batchOf(rows));
            first.upload(given, rows, values);
            scale(first, given, 2);
            QVERIFY(exchange.copy(first, given, second, taken, rows));
            // Later work of the source does not affect the copy.
            scale(first, given, 0);
            scale(second, taken, 3);
            const std::vector<float> got = rowsOf(second, taken, rows);
            for (size_t i = 0; i < values.size(); ++i) QCOMPARE(got[i], 6 * values[i]);
        }
        if (rows == 2) QVERIFY(second.recorder().graphsReplayed() >= 2);
    }

    void othersHaveNoWay() {
        emulator::configureDevices({{}, {}});
        CudaBackend card(0);
        ReferenceBackend host;
        std::vector<Backend*> one{&card};
        CudaPeerTransport exchange(one);
        const auto a = card.allocate(1, 4), b = host.allocate(1, 4);
        QVERIFY(!exchange.copy(card, {a.get(), 0, 4}, host, {b.get(), 0, 4}, 1));
        QVERIFY(!exchange.copy(host, {b.get(), 0, 4}, card, {a.get(), 0, 4}, 1));
    }

    void aLostCardIsSaid() {
        emulator::configureDevices({{}, {.launchesBeforeLoss = 1}});
        CudaBackend first(0), second(1);
        std::vector<Backend*> both{&first, &second};
        CudaPeerTransport exchange(both);
        const auto a = first.allocate(1, 4), b = second.allocate(1, 4);
        const Slice given{a.get(), 0, 4}, taken{b.get(), 0, 4};
        first.beginBatch(batchOf(1));
        second.beginBatch(batchOf(1));
        second.upload(taken, 1, std::vector<float>(4));
        scale(second, taken, 1);
        QVERIFY_THROWS_EXCEPTION(Error, exchange.copy(second, taken, first, given, 1));
    }
};

QTEST_GUILESS_MAIN(TestCudaPeerTransport)
#include "tst_cuda_peer_transport.moc"
