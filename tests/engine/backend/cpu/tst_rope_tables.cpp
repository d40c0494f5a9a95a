#include "backend/cpu/rope_tables.h"

#include <cmath>

#include "cpu_parts.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::cpu;
using namespace hearth::test;

class TestRopeTables : public QObject {
    Q_OBJECT

    CpuParts m_parts;
    std::unique_ptr<CpuWeight> m_frequencies = m_parts.weight(2, {1.0F, 0.25F});

    Rope rope(RopePairing pairing) const {
        return {.pairing = pairing, .dims = 4, .inverseFrequency = m_frequencies.get(), .magnitude = 2.0F};
    }

private slots:
    /// The sine has the sign that its column needs, wherever the other one of the pair stands.
    void angles_data() {
        QTest::addColumn<int>("pairing");
        QTest::addColumn<int>("rows");
        QTest::newRow("halves") << static_cast<int>(RopePairing::Halves) << 3;
        QTest::newRow("interleaved") << static_cast<int>(RopePairing::Interleaved) << 3;
        QTest::newRow("on all threads") << static_cast<int>(RopePairing::Halves) << 700;
    }
    void angles() {
        QFETCH(int, pairing);
        QFETCH(int, rows);
        RopeTables tables(m_parts.pool, m_parts.batch);
        m_parts.begin(RowKind::Prefill, static_cast<size_t>(rows), 5);
        const RopeTable& table = tables.table(rope(static_cast<RopePairing>(pairing)));
        QCOMPARE(table.cosines.size(), size_t(rows) * 4);
        const bool interleaved = static_cast<RopePairing>(pairing) == RopePairing::Interleaved;
        for (int row = 0; row < rows; ++row)
            for (int pair = 0; pair < 2; ++pair) {
                const double angle = (5 + row) * (pair == 0 ? 1.0 : 0.25);
                const int a = row * 4 + (interleaved ? 2 * pair : pair);
                const int b = interleaved ? a + 1 : a + 2;
                QVERIFY(std::abs(double(table.cosines[a]) - 2 * std::cos(angle)) < 1e-6);
                QCOMPARE(table.cosines[b], table.cosines[a]);
                QVERIFY(std::abs(double(table.sines[b]) - 2 * std::sin(angle)) < 1e-6);
                QCOMPARE(table.sines[a], -table.sines[b]);
            }
    }

    /// Three positions, and sections of pairs that turn by each.
    void sections() {
        RopeTables tables(m_parts.pool, m_parts.batch);
        Batch batch;
        batch.sequences.resize(1);
        batch.rows = {{.slot = 9, .offset = {-4, -2, 2}}};
        m_parts.batch.begin(batch);
        Rope turned = rope(RopePairing::Halves);
        const auto cosines = [&](const RopeSections& sections) {
            turned.sections = sections;
            const RopeTable& table = tables.table(turned);
            return std::vector<float>{table.cosines[0], table.cosines[1]};
        };
        QCOMPARE(cosines({}), (std::vector<float>{2 * std::cos(5.0F), 2 * std::cos(1.25F)}));
        QCOMPARE(cosines({0, 1, 1}), (std::vector<float>{2 * std::cos(7.0F), 2 * std::cos(2.75F)}));
        QCOMPARE(cosines({1, 1, 0, true}), (std::vector<float>{2 * std::cos(5.0F), 2 * std::cos(1.75F)}));
    }

    void layersThatRotateAlikeShareOne() {
        RopeTables tables(m_parts.pool, m_parts.batch);
        m_parts.begin(RowKind::Prefill, 1, 1);
        const float* halves = tables.table(rope(RopePairing::Halves)).sines.data();
        const float* interleaved = tables.table(rope(RopePairing::Interleaved)).sines.data();
        QVERIFY(halves != interleaved);
        QCOMPARE(tables.table(rope(RopePairing::Halves)).sines.data(), halves);
        QCOMPARE(tables.table(rope(RopePairing::Interleaved)).sines.data(), interleaved);
    }

    void otherRowsHaveOtherAngles() {
        RopeTables tables(m_parts.pool, m_parts.batch);
        m_parts.begin(RowKind::Prefill, 1, 0);
        QCOMPARE(tables.table(rope(RopePairing::Halves)).cosines[0], 2.0F);
        m_parts.begin(RowKind::Prefill, 1, 1);
        tables.clear();
        QCOMPARE(tables.table(rope(RopePairing::Halves)).cosines[0], 2 * std::cos(1.0F));
    }
};

QTEST_APPLESS_MAIN(TestRopeTables)
#include "tst_rope_tables.moc"
