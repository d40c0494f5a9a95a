#include "backend/cpu/cpu_recurrence.h"

#include <cmath>
#include <optional>

#include "backend/cpu/state_store.h"
#include "cpu_parts.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::cpu;
using namespace hearth::test;

namespace {

/// More columns than are worked on together, and not a multiple of them.
constexpr size_t heads = 4, keyHeads = 2, keyDim = 8, valueDim = 40;

}  // namespace

class TestCpuRecurrence : public QObject {
    Q_OBJECT

    CpuParts m_parts;
    CpuRecurrence m_recurrence{m_parts.kernels, m_parts.pool, m_parts.batch};
    std::vector<float> m_rateBias = m_parts.numbers(heads), m_decay{-0.1F, -0.5F, -1.0F, 0.0F},
                       m_skip = m_parts.numbers(heads);
    std::unique_ptr<CpuWeight> m_rateBiasWeight = m_parts.weight(heads, m_rateBias),
                               m_decayWeight = m_parts.weight(heads, m_decay),
                               m_skipWeight = m_parts.weight(heads, m_skip);

    struct How {
        bool corrects = false, tiled = false, strength = false;
    };
    struct Rows {
        std::vector<float> q, k, v, rate, strength;
    };

    Rows rows(size_t count) {
        Rows rows{.q = m_parts.numbers(count * keyHeads * keyDim),
                  .k = m_parts.numbers(count * keyHeads * keyDim),
                  .v = m_parts.numbers(count * heads * valueDim),
                  .rate = m_parts.numbers(count * heads),
                  .strength = m_parts.numbers(count * heads)};
        for (float& value : rows.k) value *= 0.3F;
        return rows;
    }
    static Rows part(const Rows& all, size_t first, size_t count) {
        const auto cut = [&](const std::vector<float>& from, size_t columns) {
            const float* begin = from.data() + first * columns;
            return std::vector<float>(begin, begin + count * columns);
        };
        return {cut(all.q, keyHeads * keyDim), cut(all.k, keyHeads * keyDim), cut(all.v, heads * valueDim),
                cut(all.rate, heads), cut(all.strength, heads)};
    }
    std::vector<float> recur(CpuStateStore& store, const How& how, const Rows& rows,
                             std::optional<size_t> kept = std::nullopt) {
        Batch batch;
        batch.sequences.resize(1);
        batch.sequences[0].stateSlot = 1;
        const size_t count = rows.rate.size() / heads;
        for (size_t i = 0; i < count; ++i) batch.rows.push_back({0, static_cast<int32_t>(i), 0, false});
        if (kept) batch.rows[*kept].keptState = 0;
        m_parts.batch.begin(batch);
        CpuBuffer q = CpuParts::buffer(keyHeads * keyDim, rows.q);
        CpuBuffer k = CpuParts::buffer(keyHeads * keyDim, rows.k);
        CpuBuffer v = CpuParts::buffer(heads * valueDim, rows.v);
        CpuBuffer rate = CpuParts::buffer(heads, rows.rate);
        CpuBuffer strength = CpuParts::buffer(heads, rows.strength);
        CpuBuffer out(count, heads * valueDim);
        m_recurrence.recur({.q = CpuParts::whole(q),
                            .k = CpuParts::whole(k),
                            .v = CpuParts::whole(v),
                            .rate = CpuParts::whole(rate),
                            .strength = how.strength ? CpuParts::whole(strength) : Slice{},
                            .heads = heads,
                            .keyHeads = keyHeads,
                            .tiledHeads = how.tiled,
                            .corrects = how.corrects,
                            .rateBias = m_rateBiasWeight.get(),
                            .decay = m_decayWeight.get(),
                            .skip = m_skipWeight.get(),
                            .states = &store,
                            .layer = 0,
                            .firstFloat = 3,
                            .out = CpuParts::whole(out)});
        return CpuParts::valuesIn(out);
    }
    /// By the formula of RecurrenceArgs.
    std::vector<float> plain(const How& how, const Rows& rows) const {
        const size_t count = rows.rate.size() / heads;
        std::vector<double> m(heads * keyDim * valueDim);
        std::vector<float> out(count * heads * valueDim);
        for (size_t row = 0; row < count; ++row)
            for (size_t h = 0; h < heads; ++h) {
                const size_t keyHead = how.tiled ? h % keyHeads : h / (heads / keyHeads);
                const float* q = rows.q.data() + (row * keyHeads + keyHead) * keyDim;
                const float* k = rows.k.data() + (row * keyHeads + keyHead) * keyDim;
                const double step = std::log1p(std::exp(double(rows.rate[row * heads + h] + m_rateBias[h])));
                const double strength =
                    how.strength ? 1 / (1 + std::exp(-double(rows.strength[row * heads + h]))) : step;
                for (size_t j = 0; j < valueDim; ++j) {
                    const double v = double(rows.v[(row * heads + h) * valueDim + j]);
                    const auto at = [&](size_t i) -> double& { return m[(h * keyDim + i) * valueDim + j]; };
                    double known = 0;
                    for (size_t i = 0; i < keyDim; ++i) {
                        at(i) *= std::exp(double(m_decay[h]) * step);
                        known += at(i) * double(k[i]);
                    }
                    double sum = double(m_skip[h]) * v;
                    for (size_t i = 0; i < keyDim; ++i) {
                        at(i) += double(k[i]) * strength * (v - (how.corrects ? known : 0));
                        sum += at(i) * double(q[i]);
                    }
                    out[(row * heads + h) * valueDim + j] = static_cast<float>(sum);
                }
            }
        return out;
    }

private slots:
    void agreesWithTheFormula_data() {
        QTest::addColumn<How>("how");
        QTest::newRow("state space") << How{};
        QTest::newRow("delta rule") << How{.corrects = true, .strength = true};
        QTest::newRow("tiled heads") << How{.corrects = true, .tiled = true};
    }
    void agreesWithTheFormula() {
        QFETCH(How, how);
        const Rows all = rows(23);
        CpuStateStore store({3 + heads * keyDim * valueDim}, 2);
        const auto found = recur(store, how, all);
        QVERIFY(relativeError(found, plain(how, all)) < 1e-5);
        QCOMPARE(store.state(0, 0)[3], 0.0F);  // of another sequence
        QCOMPARE(store.state(0, 1)[2], 0.0F);  // before firstFloat
    }

    /// Of a draft that was wrong: the other slot is left with the state in front of it, to the bit.
    void keepsTheStateBehindARow() {
        const How how{.corrects = true, .strength = true};
        const size_t count = 5;
        const Rows all = rows(count);
        for (size_t kept = 0; kept < count; ++kept) {
            CpuStateStore with({3 + heads * keyDim * valueDim}, 2),
                without({3 + heads * keyDim * valueDim}, 2);
            const auto found = recur(with, how, all, kept);
            (void)recur(without, how, part(all, 0, kept + 1));
            QVERIFY(sameBitsIn({with.state(0, 0), with.state(0, 0) + with.floatsPerLayer[0]},
                               {without.state(0, 1), without.state(0, 1) + with.floatsPerLayer[0]}));
            without.reset(1);
            QVERIFY(sameBitsIn(found, recur(without, how, all)));
            QVERIFY(sameBitsIn({with.state(0, 1), with.state(0, 1) + with.floatsPerLayer[0]},
                               {without.state(0, 1), without.state(0, 1) + with.floatsPerLayer[0]}));
        }
    }

    /// One row at a time works on the state itself, more on a copy.
    void rowByRowIsTheSame() {
        const How how{.corrects = true, .strength = true};
        const Rows all = rows(9);
        CpuStateStore store({3 + heads * keyDim * valueDim}, 2);
        const auto whole = recur(store, how, all);
        store.reset(1);
        std::vector<float> single;
        for (size_t row = 0; row < 9; ++row) {
            const auto out = recur(store, how, part(all, row, 1));
            single.insert(single.end(), out.begin(), out.end());
        }
        QVERIFY(relativeError(single, whole) < 1e-6);
    }
};

QTEST_APPLESS_MAIN(TestCpuRecurrence)
#include "tst_cpu_recurrence.moc"
