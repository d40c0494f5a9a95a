#include "backend/tensor_parallel/parallel_activations.h"

#include "../layer_split/reference_parts.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

/// Buffers that are whole on every part or shared out, and sums of what the parts have.
class TestParallelActivations : public QObject {
    Q_OBJECT

    SplitBackends m_backends = referenceParts(2);
    ParallelActivations m_activations{m_backends, nullptr};

    std::vector<float> valuesOn(size_t part, const Slice& own) {
        std::vector<float> values(2 * own.columns);
        m_backends[part]->download(own, 2, values);
        return values;
    }

private slots:
    void init() {
        m_activations.beginBatch(2);
        const Batch batch{.rows = {{.slot = 0}, {.slot = 1}}, .sequences = {{}}};
        for (const auto& backend : m_backends) backend->beginBatch(batch);
    }

    void whatIsUploadedIsTheSameEverywhere() {
        const auto buffer = m_activations.allocate(2, 2);
        const Slice all{buffer.get(), 0, 2};
        m_activations.upload(all, 2, std::vector<float>{1, 2, 3, 4});
        QVERIFY(!ParallelActivations::isCut(all));
        for (size_t part = 0; part < 2; ++part)
            QCOMPARE(valuesOn(part, m_activations.on(all, part)), (std::vector<float>{1, 2, 3, 4}));
    }

    void sharesArePutTogether() {
        const auto buffer = m_activations.allocate(2, 8);
        // Columns 4 to 7 of the whole, of which each part has two, at 2 and 3 of its own.
        const Slice some{buffer.get(), 4, 4};
        ParallelActivations::setCut(some, true);
        for (size_t part = 0; part < 2; ++part) {
            const Slice own = m_activations.on(some, part);
            QCOMPARE(own.firstColumn, uint64_t{2});
            QCOMPARE(own.columns, uint64_t{2});
            const auto base = static_cast<float>(10 * part);
            m_backends[part]->upload(own, 2, std::vector<float>{base + 1, base + 2, base + 3, base + 4});
        }
        std::vector<float> values(8);
        m_activations.download(some, 2, values);
        QCOMPARE(values, (std::vector<float>{1, 2, 11, 12, 3, 4, 13, 14}));
    }

    void partsAreAddedUpOnEach_data() {
        QTest::addColumn<bool>("accumulate");
        QTest::newRow("instead") << false;
        QTest::newRow("besides") << true;
    }
    void partsAreAddedUpOnEach() {
        QFETCH(bool, accumulate);
        const auto buffer = m_activations.allocate(2, 2);
        const Slice all{buffer.get(), 0, 2};
        m_activations.upload(all, 2, std::vector<float>{100, 100, 100, 100});
        const auto parts = m_activations.partsOf(all);
        for (size_t part = 0; part < 2; ++part) {
            const auto base = static_cast<float>(10 * part);
            m_backends[part]->upload(parts[part], 2,
                                     std::vector<float>{base + 1, base + 2, base + 3, base + 4});
        }
        m_activations.addUp(all, accumulate);
        const float more = accumulate ? 100 : 0;
        for (size_t part = 0; part < 2; ++part)
            QCOMPARE(valuesOn(part, m_activations.on(all, part)),
                     (std::vector<float>{12 + more, 14 + more, 16 + more, 18 + more}));
    }

    /// Two sums one after the other do not share a buffer.
    void sumsTakeTurns() {
        const auto buffer = m_activations.allocate(2, 2);
        const Slice all{buffer.get(), 0, 2};
        const Buffer* first = m_activations.partsOf(all)[0].buffer;
        const Buffer* second = m_activations.partsOf(all)[0].buffer;
        QVERIFY(first != second);
        QCOMPARE(m_activations.partsOf(all)[0].buffer, first);
    }
};

QTEST_APPLESS_MAIN(TestParallelActivations)
#include "tst_parallel_activations.moc"
