#include "backend/split/split_weights.h"

#include <cstring>

#include "backend/reference/reference_backend.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

/// Weights go to the side that computes with them.
class TestSplitWeights : public QObject {
    Q_OBJECT

    SplitBackends m_backends{std::make_unique<ReferenceBackend>(), std::make_unique<ReferenceBackend>()};
    SplitWeights m_weights{m_backends, SplitPlacement{.layers = 4, .deviceLayers = 1}};

    static WeightSource zeros(const WeightId& id, uint64_t rows) {
        WeightSource source;
        source.id = id;
        source.columns = 4;
        source.rows = rows;
        source.read = [](uint64_t, std::span<std::byte> out) { std::memset(out.data(), 0, out.size()); };
        return source;
    }

private slots:
    void aMatrixIsOnOneSide() {
        const WeightSource source = zeros({.role = WeightRole::FeedForwardUp, .layer = 3}, 2);
        const auto weight = m_weights.upload(source);
        const Weight* device = weightOn(weight.get(), SplitSide::Device);
        QVERIFY(device != nullptr);
        QVERIFY(weightOn(weight.get(), SplitSide::Host) == nullptr);
        QCOMPARE(weight->rows, uint64_t{2});
        QCOMPARE(weight->sizeBytes, device->sizeBytes);
        QCOMPARE(m_weights.uploadBytes(source), m_backends.device->uploadBytes(source));
    }

    void aVectorOfNoLayerIsOnBoth() {
        const WeightSource source = zeros({WeightRole::OutputNorm}, 1);
        const auto weight = m_weights.upload(source);
        const Norm norm{.kind = NormKind::Rms, .weight = weight.get()};
        for (const SplitSide side : splitSides) {
            QVERIFY(weightsOn(norm, side).weight == weightOn(weight.get(), side));
            QVERIFY(weightOn(weight.get(), side) != nullptr);
            QVERIFY(weightsOn(norm, side).bias == nullptr);
        }
        QCOMPARE(m_weights.uploadBytes(source), 2 * m_backends.host->uploadBytes(source));
    }
};

QTEST_APPLESS_MAIN(TestSplitWeights)
#include "tst_split_weights.moc"
