#include "backend/layer_split/split_activations.h"

#include "reference_parts.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

/// A buffer crosses over when it is read on the part that did not write it, and only then.
class TestSplitActivations : public QObject {
    Q_OBJECT

    static constexpr size_t first = 0, last = 1;
    SplitBackends m_backends = referenceParts(2);
    SplitActivations m_activations{m_backends};
    std::unique_ptr<Buffer> m_buffer;
    Slice m_all, m_lastColumn;

    std::vector<float> valuesOn(size_t part, const Slice& own) {
        std::vector<float> values(2 * own.columns);
        m_backends[part]->download(own, 2, values);
        return values;
    }

private slots:
    void init() {
        m_buffer = m_activations.allocate(4, 3);
        m_all = {m_buffer.get(), 0, 3};
        m_lastColumn = {m_buffer.get(), 2, 1};
        m_activations.beginBatch(2);
        const Batch batch{.rows = {{.slot = 0}, {.slot = 1}}, .sequences = {{}}};
        for (const auto& backend : m_backends) backend->beginBatch(batch);
    }

    void whatOnePartWroteTheOtherReadsAfterOneCrossing() {
        const std::vector<float> written{1, 2, 3, 4, 5, 6};
        m_backends[first]->upload(m_activations.output(m_all, first, false), 2, written);
        QCOMPARE(SplitActivations::freshPart(m_all), first);
        QCOMPARE(valuesOn(first, m_activations.input(m_all, first)), written);
        QCOMPARE(m_activations.crossings(), 0U);
        for (int reads = 0; reads < 2; ++reads)
            QCOMPARE(valuesOn(last, m_activations.input(m_lastColumn, last)), (std::vector<float>{3, 6}));
        QCOMPARE(m_activations.crossings(), 1U);
        m_activations.beginBatch(2);
        QCOMPARE(m_activations.crossings(), 0U);
    }

    void columnsBesideThoseWrittenAreKept() {
        m_activations.upload(m_all, 2, std::vector<float>{1, 2, 3, 4, 5, 6});
        m_backends[first]->upload(m_activations.output(m_all, first, false), 2,
                                  std::vector<float>{7, 8, 9, 10, 11, 12});
        m_backends[last]->upload(m_activations.output(m_lastColumn, last, true), 2, std::vector<float>{0, 0});
        QCOMPARE(valuesOn(last, m_activations.input(m_all, last)), (std::vector<float>{7, 8, 0, 10, 11, 0}));
        QCOMPARE(m_activations.crossings(), 1U);
        QCOMPARE(SplitActivations::freshPart(m_all), last);
    }

    void anUploadIsOnEveryPart() {
        const std::vector<float> written{1, 2, 3, 4, 5, 6};
        m_activations.upload(m_all, 2, written);
        for (const size_t part : {first, last})
            QCOMPARE(valuesOn(part, m_activations.input(m_all, part)), written);
        QCOMPARE(m_activations.crossings(), 0U);
    }

    /// A third part reads what either of the others wrote.
    void partsPassTheirValuesOn() {
        const SplitBackends three = referenceParts(3);
        SplitActivations activations(three);
        const auto buffer = activations.allocate(1, 2);
        const Slice all{buffer.get(), 0, 2};
        activations.beginBatch(1);
        for (size_t part = 0; part < 3; ++part) {
            std::vector<float> values(2);
            const Slice own = activations.output(all, part, part > 0);
            if (part > 0) three[part]->download(own, 1, values);
            values[0] += 1, values[1] += 10;
            three[part]->upload(own, 1, values);
        }
        std::vector<float> values(2);
        three[0]->download(activations.input(all, 0), 1, values);
        QCOMPARE(values, (std::vector<float>{3, 30}));
        QCOMPARE(activations.crossings(), 3U);
    }

    void noBufferStaysNoBuffer() { QVERIFY(m_activations.input({}, last).buffer == nullptr); }
};

QTEST_APPLESS_MAIN(TestSplitActivations)
#include "tst_split_activations.moc"
