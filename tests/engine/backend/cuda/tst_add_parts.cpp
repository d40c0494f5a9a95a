#include "backend/cuda/cuda_backend.h"
#include "backend/cuda/cuda_peer_transport.h"
#include "backend_pair.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::cuda;

/// Sum of the parts on several GPUs, added up on each: parts are read in place, or copied first.
class TestAddParts : public QObject {
    Q_OBJECT

    static std::vector<float> rowsOf(Backend& backend, const Slice& slice, uint64_t rows) {
        std::vector<float> values(rows * slice.columns);
        backend.download(slice, rows, values);
        return values;
    }

private slots:
    void partsAreAddedUpInTheirOrder_data() {
        QTest::addColumn<size_t>("count");
        QTest::addColumn<bool>("peers");
        for (const size_t count : {size_t{2}, size_t{4}, size_t{8}})
            for (const bool peers : {true, false})
                QTest::addRow("%zu%s", count, peers ? "" : ", copied") << count << peers;
    }
    void partsAreAddedUpInTheirOrder() {
        QFETCH(size_t, count);
        QFETCH(bool, peers);
        constexpr uint64_t rows = 3, columns = 300;
        const test::EmulatedTest emulated;
        emulator::configureDevices(std::vector<emulator::DeviceOptions>(count, test::deviceOptions()), peers);
        std::vector<std::unique_ptr<CudaBackend>> cards;
        std::vector<Backend*> all;
        for (size_t i = 0; i < count; ++i) {
            cards.push_back(std::make_unique<CudaBackend>(static_cast<int>(i)));
            all.push_back(cards.back().get());
        }
        CudaPeerTransport exchange(all);
        QCOMPARE(exchange.isDirect(), peers);
        std::vector<std::unique_ptr<Buffer>> buffers;
        std::vector<Slice> parts, out;
        // In another order the sums would be others.
        std::vector<float> expected(rows * columns, 1.0F), sum(rows * columns);
        for (size_t i = 0; i < count; ++i) {
            buffers.push_back(cards[i]->allocate(rows, columns));
            parts.push_back({buffers.back().get(), 0, columns});
            buffers.push_back(cards[i]->allocate(rows, columns + 4));
            out.push_back({buffers.back().get(), 4, columns});
            std::vector<float> values(rows * columns);
            for (size_t at = 0; at < values.size(); ++at)
                values[at] = (i % 2 == 0 ? 1.0F : -1.0F) *
                             (1e7F / static_cast<float>(i + 1) + static_cast<float>(at) / 3);
            for (size_t at = 0; at < values.size(); ++at)
                sum[at] = i == 0 ? values[at] : sum[at] + values[at];
            cards[i]->upload(parts[i], rows, values);
            cards[i]->upload(out[i], rows, expected);
        }
        for (size_t at = 0; at < sum.size(); ++at) expected[at] += sum[at];
        QVERIFY(exchange.addUp(all, parts, out, rows, true));
        for (size_t i = 0; i < count; ++i) QCOMPARE(rowsOf(*cards[i], out[i], rows), expected);
        QVERIFY(exchange.addUp(all, parts, out, rows, false));
        for (size_t i = 0; i < count; ++i) QCOMPARE(rowsOf(*cards[i], out[i], rows), sum);
        test::noteResult(sum);
    }
};

HEARTH_KERNEL_TEST_MAIN(TestAddParts)
#include "tst_add_parts.moc"
