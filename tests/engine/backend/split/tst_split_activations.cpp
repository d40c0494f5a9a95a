#include "backend/split/split_activations.h"

#include "backend/reference/reference_backend.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

/// A buffer crosses over when it is read on the side that did not write it, and only then.
class TestSplitActivations : public QObject {
    Q_OBJECT

    SplitBackends m_backends{std::make_unique<ReferenceBackend>(), std::make_unique<ReferenceBackend>()};
    SplitActivations m_activations{m_backends};
    std::unique_ptr<Buffer> m_buffer;
    Slice m_all, m_lastColumn;

    std::vector<float> valuesOn(SplitSide side, const Slice& own) {
        std::vector<float> values(2 * own.columns);
        m_backends[side]->download(own, 2, values);
        return values;
    }

private slots:
    void init() {
        m_buffer = m_activations.allocate(4, 3);
        m_all = {m_buffer.get(), 0, 3};
        m_lastColumn = {m_buffer.get(), 2, 1};
        m_activations.beginBatch(2);
        const Batch batch{.rows = {{.position = 0}, {.position = 1}}, .sequences = {{}}};
        for (const SplitSide side : splitSides) m_backends[side]->beginBatch(batch);
    }

    void whatOneSideWroteTheOtherReadsAfterOneCrossing() {
        const std::vector<float> written{1, 2, 3, 4, 5, 6};
        m_backends.host->upload(m_activations.output(m_all, SplitSide::Host, false), 2, written);
        QCOMPARE(SplitActivations::freshSide(m_all), SplitSide::Host);
        QCOMPARE(valuesOn(SplitSide::Host, m_activations.input(m_all, SplitSide::Host)), written);
        QCOMPARE(m_activations.crossings(), 0U);
        for (int reads = 0; reads < 2; ++reads)
            QCOMPARE(valuesOn(SplitSide::Device, m_activations.input(m_lastColumn, SplitSide::Device)),
                     (std::vector<float>{3, 6}));
        QCOMPARE(m_activations.crossings(), 1U);
        m_activations.beginBatch(2);
        QCOMPARE(m_activations.crossings(), 0U);
    }

    void columnsBesideThoseWrittenAreKept() {
        m_activations.upload(m_all, 2, std::vector<float>{1, 2, 3, 4, 5, 6});
        m_backends.host->upload(m_activations.output(m_all, SplitSide::Host, false), 2,
                                std::vector<float>{7, 8, 9, 10, 11, 12});
        m_backends.device->upload(m_activations.output(m_lastColumn, SplitSide::Device, true), 2,
                                  std::vector<float>{0, 0});
        QCOMPARE(valuesOn(SplitSide::Device, m_activations.input(m_all, SplitSide::Device)),
                 (std::vector<float>{7, 8, 0, 10, 11, 0}));
        QCOMPARE(m_activations.crossings(), 1U);
        QCOMPARE(SplitActivations::freshSide(m_all), SplitSide::Device);
    }

    void anUploadIsOnBothSides() {
        const std::vector<float> written{1, 2, 3, 4, 5, 6};
        m_activations.upload(m_all, 2, written);
        for (const SplitSide side : splitSides)
            QCOMPARE(valuesOn(side, m_activations.input(m_all, side)), written);
        QCOMPARE(m_activations.crossings(), 0U);
    }

    void noBufferStaysNoBuffer() { QVERIFY(m_activations.input({}, SplitSide::Device).buffer == nullptr); }
};

QTEST_APPLESS_MAIN(TestSplitActivations)
#include "tst_split_activations.moc"
