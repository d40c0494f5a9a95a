#include "backend/cpu/cpu_convolution.h"

#include "backend/cpu/state_store.h"
#include "cpu_parts.h"

#include <optional>

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::cpu;
using namespace hearth::test;

class TestCpuConvolution : public QObject {
    Q_OBJECT

    static constexpr size_t taps = 4;

    CpuParts m_parts;
    CpuConvolution m_convolution{m_parts.kernels, m_parts.pool, m_parts.batch};

    /// Rows of two sequences, whose states are slots 1 and 0.
    void begin(size_t first, size_t second, std::optional<size_t> kept = std::nullopt) {
        Batch batch;
        batch.sequences.resize(2);
        batch.sequences[0].stateSlot = 1;
        batch.sequences[1].stateSlot = 0;
        for (size_t i = 0; i < first + second; ++i)
            batch.rows.push_back({i < first ? 0U : 1U, static_cast<int32_t>(i), 0, false});
        if (kept) batch.rows[*kept].keptState = 0;
        m_parts.batch.begin(batch);
    }
    /// `columns` decides whether threads share the work.
    std::vector<float> convolve(CpuStateStore& store, const CpuWeight& kernel, std::span<const float> rows,
                                size_t columns, Activation activation = Activation::None,
                                const Weight* bias = nullptr) {
        CpuBuffer in = CpuParts::buffer(columns, rows);
        CpuBuffer out(in.rows, columns);
        m_convolution.convolve({.in = CpuParts::whole(in),
                                .kernel = &kernel,
                                .bias = bias,
                                .activation = activation,
                                .states = &store,
                                .layer = 1,
                                .firstFloat = 2,
                                .out = CpuParts::whole(out)});
        return CpuParts::valuesIn(out);
    }

private slots:
    void addsUpTheLastInputs() {
        CpuStateStore store({1, 2 + (taps - 1)}, 2);
        const auto kernel = m_parts.weight(taps, {1000.0F, 100.0F, 10.0F, 1.0F});
        const auto bias = m_parts.weight(1, {-200.0F});
        begin(3, 2);
        const std::vector<float> rows{1, 2, 3, 7, 8};
        QCOMPARE(convolve(store, *kernel, rows, 1), (std::vector<float>{1, 12, 123, 7, 78}));
        // A single row leaves most of the state where it is, one further on.
        begin(1, 1);
        QCOMPARE(convolve(store, *kernel, std::vector<float>{4, 9}, 1), (std::vector<float>{1234, 789}));
        begin(1, 0);
        QCOMPARE(convolve(store, *kernel, std::vector<float>{5}, 1, Activation::Relu, bias.get()),
                 (std::vector<float>{2345 - 200}));
        QCOMPARE(store.state(1, 1)[0], 0.0F);  // what is before firstFloat is somebody else's
        QCOMPARE(store.state(1, 1)[2], 3.0F);
        QCOMPARE(store.state(1, 0)[4], 9.0F);
    }

    /// Of a draft that was wrong: the other slot is left with the state in front of it.
    void keepsTheStateBehindARow() {
        const size_t columns = 640, rows = 5;
        const auto kernel = m_parts.weight(columns * taps, m_parts.numbers(columns * taps));
        const auto x = m_parts.numbers(rows * columns);
        for (size_t kept = 0; kept < rows; ++kept) {
            CpuStateStore with({0, 2 + (taps - 1) * columns}, 2), without({0, 2 + (taps - 1) * columns}, 2);
            begin(rows, 0, kept);
            (void)convolve(with, *kernel, x, columns);
            begin(kept + 1, 0);
            (void)convolve(without, *kernel, std::span(x).first((kept + 1) * columns), columns);
            QVERIFY(sameBitsIn({with.state(1, 0), with.state(1, 0) + with.floatsPerLayer[1]},
                               {without.state(1, 1), without.state(1, 1) + with.floatsPerLayer[1]}));
        }
    }

    void partsAndThreadsDoNotMatter() {
        const size_t columns = 640, rows = 21;
        const auto kernel = m_parts.weight(columns * taps, m_parts.numbers(columns * taps));
        const auto x = m_parts.numbers(rows * columns);
        CpuStateStore store({0, 2 + (taps - 1) * columns}, 2);
        begin(rows, 0);
        const auto whole = convolve(store, *kernel, x, columns, Activation::Silu);
        store.reset(1);
        std::vector<float> parts;
        for (const auto& [first, count] : {std::pair{0UL, 1UL}, {1UL, 2UL}, {3UL, 18UL}}) {
            begin(count, 0);
            const auto part = convolve(store, *kernel, std::span(x).subspan(first * columns, count * columns),
                                       columns, Activation::Silu);
            parts.insert(parts.end(), part.begin(), part.end());
        }
        QVERIFY(sameBitsIn(whole, parts));
    }
};

QTEST_APPLESS_MAIN(TestCpuConvolution)
#include "tst_cpu_convolution.moc"
