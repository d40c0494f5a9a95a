#include "backend/cuda/key_reading.h"

#include "backend_pair.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::test;

namespace {

constexpr uint32_t kvHeads = 2, keyDim = 24;
constexpr size_t positions = 75;

/// Writes keys of known numbers and reads them back, the last block as rows in it do.
std::vector<float> writtenAndRead(Backend& backend, KvTypes types) {
    const auto store = backend.makePagedKvCache({{kvHeads, keyDim, keyDim, 0}}, types, 8);
    store->commitAll();
    const auto q = backend.allocate(positions, keyDim), k = backend.allocate(positions, kvHeads * keyDim),
               v = backend.allocate(positions, kvHeads * keyDim);
    std::vector<float> values(positions * kvHeads * keyDim);
    for (size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(static_cast<int>(i * 37 % 101) - 50) / 16.0F;
    const auto all = [](const std::unique_ptr<Buffer>& buffer) {
        return Slice{buffer.get(), 0, buffer->columns};
    };
    backend.upload(all(q), positions, std::vector<float>(positions * keyDim));
    backend.upload(all(k), positions, values);
    backend.upload(all(v), positions, values);
    const std::vector<int32_t> table{5, 2, 7};
    // Row by row where it is open, as replies are written.
    for (size_t first = 0; first < positions; first += first < 64 ? 64 : 1) {
        Batch batch;
        batch.sequences.push_back({.blockTables = {table}, .stateSlot = -1, .residualBlock = 1});
        const size_t rows = first < 64 ? 64 : 1;
        for (size_t i = 0; i < rows; ++i)
            batch.rows.push_back({.sequence = 0, .slot = static_cast<int32_t>(first + i)});
        backend.beginBatch(batch);
        std::vector<float> part(values.begin() + static_cast<ptrdiff_t>(first * kvHeads * keyDim),
                                values.begin() + static_cast<ptrdiff_t>((first + rows) * kvHeads * keyDim));
        backend.upload(all(k), rows, part);
        KvWriteArgs write;
        write.q = all(q), write.k = all(k), write.v = all(v);
        write.heads = 1;
        write.store = store.get();
        backend.writeKv(write);
    }
    std::vector<float> keys(3 * 32 * kvHeads * keyDim);
    backend.readKeys({.store = store.get(),
                      .layer = 0,
                      .blocks = table,
                      .residualBlock = types.keepsResidualBlocks() ? 1 : -1,
                      .out = keys});
    keys.resize(positions * kvHeads * keyDim);
    return keys;
}

}  // namespace

/// Keys of a GPU's cache on the host are those that the reference has.
class TestKeyReading : public QObject {
    Q_OBJECT

private slots:
    void readsWhatWasWritten_data() {
        QTest::addColumn<QString>("type");
        for (const char* type : {"f32", "f16", "q8_0", "q4_0", "q8_0:f16", "f16:q4_0"})
            QTest::newRow(type) << QString(type);
    }
    void readsWhatWasWritten() {
        QFETCH(QString, type);
        const KvTypes types = *kvTypesOf(type.toStdString());
        BackendPair pair;
        const std::vector<float> expected = writtenAndRead(pair.reference, types);
        const std::vector<float> read = writtenAndRead(pair.cuda, types);
        QVERIFY(expected[7] != 0);
        for (size_t i = 0; i < expected.size(); ++i)
            QVERIFY2(std::abs(read[i] - expected[i]) <= 1e-6F * std::abs(expected[i]),
                     qPrintable(QString("%1: %2 and not %3").arg(i).arg(read[i]).arg(expected[i])));
    }
};

HEARTH_KERNEL_TEST_MAIN(TestKeyReading)
#include "tst_key_reading.moc"
