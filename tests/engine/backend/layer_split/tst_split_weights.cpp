#include "backend/layer_split/split_weights.h"

#include <cstring>

#include "reference_parts.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

/// Weights go to the part that computes with them.
class TestSplitWeights : public QObject {
    Q_OBJECT

    SplitBackends m_backends = referenceParts(2);
    SplitPlacement m_placement{.layers = {3, 1}};
    SplitWeights m_weights{m_backends, m_placement};

    static WeightSource zeros(const WeightId& id, uint64_t rows) {
        WeightSource source;
        source.id = id;
        source.columns = 4;
        source.rows = rows;
        source.read = [](uint64_t, std::span<std::byte> out) { std::memset(out.data(), 0, out.size()); };
        return source;
    }

private slots:
    void aMatrixIsOnOnePart() {
        const WeightSource source = zeros({.role = WeightRole::FeedForwardUp, .layer = 3}, 2);
        const auto weight = m_weights.upload(source);
        const Weight* device = weightOn(weight.get(), 1);
        QVERIFY(device != nullptr);
        QVERIFY(weightOn(weight.get(), 0) == nullptr);
        QCOMPARE(weight->rows, uint64_t{2});
        QCOMPARE(weight->sizeBytes, device->sizeBytes);
        QCOMPARE(m_weights.uploadBytes(source), m_backends[1]->uploadBytes(source));
    }

    void aVectorOfNoLayerIsOnBoth() {
        const WeightSource source = zeros({WeightRole::OutputNorm}, 1);
        const auto weight = m_weights.upload(source);
        const Norm norm{.kind = NormKind::Rms, .weight = weight.get()};
        for (const size_t part : {0, 1}) {
            QVERIFY(weightsOn(norm, part).weight == weightOn(weight.get(), part));
            QVERIFY(weightOn(weight.get(), part) != nullptr);
            QVERIFY(weightsOn(norm, part).bias == nullptr);
        }
        QCOMPARE(m_weights.uploadBytes(source), 2 * m_backends[0]->uploadBytes(source));
    }
};

QTEST_APPLESS_MAIN(TestSplitWeights)
#include "tst_split_weights.moc"
