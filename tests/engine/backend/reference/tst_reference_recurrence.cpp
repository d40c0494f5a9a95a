#include <QtTest>
#include <cmath>

#include "backend/reference/reference_backend.h"
#include "backend/reference/reference_objects.h"

using namespace hearth;
using namespace hearth::reference;

namespace {

HostWeight vectorOf(std::vector<float> values) {
    HostWeight weight;
    weight.columns = values.size();
    weight.rows = 1;
    weight.values = std::move(values);
    return weight;
}

}  // namespace

/// Against sums worked out by hand.
class TestReferenceRecurrence : public QObject {
    Q_OBJECT

    ReferenceBackend m_backend;

    static Batch batchOf(const std::vector<uint32_t>& sequences) {
        Batch batch;
        batch.sequences.resize(2);
        batch.sequences[0].stateSlot = 1;
        batch.sequences[1].stateSlot = 0;
        for (const uint32_t sequence : sequences) batch.rows.push_back({.sequence = sequence});
        return batch;
    }

private slots:
    void convolutionGoesOnWhereItStopped() {
        // Two columns, three taps each, the row's own last.
        const HostWeight kernel = vectorOf({1, 10, 100, 2, 0, -1}), bias = vectorOf({0.5F, 0});
        const auto in = m_backend.allocate(4, 2), out = m_backend.allocate(4, 2);
        const auto states = m_backend.makeStateStore({0, 5}, 2);  // one float before is not ours
        ConvolutionArgs args{.in = {in.get(), 0, 2},
                             .kernel = &kernel,
                             .bias = &bias,
                             .states = states.get(),
                             .layer = 1,
                             .firstFloat = 1,
                             .out = {out.get(), 0, 2}};
        std::vector<float> result(8);
        m_backend.beginBatch(batchOf({0, 0, 0, 1}));
        m_backend.upload(args.in, 4, std::vector<float>{1, 5, 2, 6, 3, 7, 4, 8});
        m_backend.convolve(args);
        m_backend.download(args.out, 4, result);
        QCOMPARE(result, (std::vector<float>{100.5F, -5, 210.5F, -6, 321.5F, 3, 400.5F, -8}));
        // The next rows of both; the second sequence comes first.
        m_backend.beginBatch(batchOf({1, 0}));
        m_backend.upload(args.in, 2, std::vector<float>{6, 9, 5, 1});
        m_backend.convolve(args);
        m_backend.download(args.out, 2, std::span(result).first(4));
        QCOMPARE(std::vector<float>(result.begin(), result.begin() + 4),
                 (std::vector<float>{640.5F, -9, 532.5F, 11}));
        // A copy of a state goes on alike; a reset one starts anew.
        states->copy(1, 0);
        states->reset(1);
        m_backend.beginBatch(batchOf({0, 1}));
        m_backend.upload(args.in, 2, std::vector<float>{1, 1, 1, 1});
        m_backend.convolve(args);
        m_backend.download(args.out, 2, std::span(result).first(4));
        QCOMPARE(std::vector<float>(result.begin(), result.begin() + 4),
                 (std::vector<float>{100.5F, -1, 153.5F, 13}));
    }

    /// A slot that keeps the state behind a row goes on as if the rows behind it had not been.
    void keepsTheStateBehindARow() {
        const HostWeight kernel = vectorOf({1, 10, 100, 2, 0, -1});
        const auto in = m_backend.allocate(4, 2), out = m_backend.allocate(4, 2);
        const auto states = m_backend.makeStateStore({0, 5}, 2);
        const ConvolutionArgs args{.in = {in.get(), 0, 2},
                                   .kernel = &kernel,
                                   .states = states.get(),
                                   .layer = 1,
                                   .firstFloat = 1,
                                   .out = {out.get(), 0, 2}};
        Batch batch = batchOf({0, 0, 0});
        batch.rows[1].keptState = 0;
        m_backend.beginBatch(batch);
        m_backend.upload(args.in, 3, std::vector<float>{1, 5, 2, 6, 3, 7});
        m_backend.convolve(args);
        // Once more the third row, for the other slot.
        m_backend.beginBatch(batchOf({1}));
        m_backend.upload(args.in, 1, std::vector<float>{3, 7});
        m_backend.convolve(args);
        std::vector<float> result(2);
        m_backend.download(args.out, 1, result);
        QCOMPARE(result, (std::vector<float>{321, 3}));
    }

    /// Two value heads of two columns on one key head of two.
    void matricesFadeAndLearn_data() {
        QTest::addColumn<bool>("corrects");
        QTest::addColumn<QList<float>>("expected");
        // Both start with M = 0; exp(decay * softplus(0)) is a half for the first head and a quarter for the
        // second, and the delta rule writes with a strength of a half.
        // Row 1: k = (1, 0), v = (2, 4 | 6, 8), q = (1, 1): M = [[1, 2], [0, 0]] and [[3, 4], [0, 0]].
        // Row 2: k = (1, 1), v = (0, 0 | 4, 4), q = (0, 1). What M says of k after fading: (0.5, 1) and
        // (0.75, 1), so half of (-0.5, -1) and of (3.25, 3) is added to both rows.
        QTest::newRow("delta rule") << true << QList<float>{1, 2, 3, 4, -0.25F, -0.5F, 1.625F, 1.5F};
        // The state space writes with the step, ln 2, and adds its input: twice for the first head, not at
        // all for the second.
        const float step = std::log(2.0F);
        QTest::newRow("state space") << false
                                     << QList<float>{2 * step + 4, 4 * step + 8, 6 * step, 8 * step, 0, 0,
                                                     4 * step,     4 * step};
    }
    void matricesFadeAndLearn() {
        QFETCH(bool, corrects);
        QFETCH(QList<float>, expected);
        const HostWeight decay = vectorOf({-1, -2}), bias = vectorOf({-1, 1}), skip = vectorOf({2, 0});
        const auto in = m_backend.allocate(2, 12), out = m_backend.allocate(2, 4);
        const auto states = m_backend.makeStateStore({9}, 2);
        RecurrenceArgs args{.q = {in.get(), 0, 2},
                            .k = {in.get(), 2, 2},
                            .v = {in.get(), 4, 4},
                            .rate = {in.get(), 8, 2},
                            .strength = {},
                            .heads = 2,
                            .keyHeads = 1,
                            .corrects = corrects,
                            .rateBias = &bias,
                            .decay = &decay,
                            .states = states.get(),
                            .firstFloat = 1,
                            .out = {out.get(), 0, 4}};
        if (corrects)
            args.strength = {in.get(), 10, 2};
        else
            args.skip = &skip;
        const std::vector<float> rows{1, 1, 1, 0, 2, 4, 6, 8, 1, -1, 0, 0,  //
                                      0, 1, 1, 1, 0, 0, 4, 4, 1, -1, 0, 0};
        std::vector<float> result(8);
        m_backend.beginBatch(batchOf({0, 0}));
        m_backend.upload({in.get(), 0, 12}, 2, rows);
        m_backend.recur(args);
        m_backend.download(args.out, 2, result);
        for (qsizetype i = 0; i < expected.size(); ++i)
            QVERIFY2(std::abs(result[static_cast<size_t>(i)] - expected[i]) < 1e-6F,
                     qPrintable(QString("%1: %2").arg(i).arg(result[static_cast<size_t>(i)])));
    }

    void convolutionActivates() {
        const HostWeight kernel = vectorOf({0, 2});
        const auto in = m_backend.allocate(1, 1), out = m_backend.allocate(1, 1);
        const auto states = m_backend.makeStateStore({1}, 2);
        m_backend.beginBatch(batchOf({0}));
        m_backend.upload({in.get(), 0, 1}, 1, std::vector<float>{0.5F});
        m_backend.convolve({.in = {in.get(), 0, 1},
                            .kernel = &kernel,
                            .activation = Activation::Silu,
                            .states = states.get(),
                            .out = {out.get(), 0, 1}});
        std::vector<float> result(1);
        m_backend.download({out.get(), 0, 1}, 1, result);
        QVERIFY(std::abs(result[0] - 1.0F / (1.0F + std::exp(-1.0F))) < 1e-6F);
    }

    /// A head whose matrix has two rows and one column; the second row keeps less than the first.
    void rowsFadeOnTheirOwn_data() {
        QTest::addColumn<float>("lowestLog");
        QTest::addColumn<float>("firstKeeps");
        QTest::addColumn<float>("secondKeeps");
        // exp(-softplus(0)) is a half; exp(-softplus(ln 3)) a quarter.
        QTest::newRow("free") << 0.0F << 0.5F << 0.25F;
        // exp(-2 * sigmoid(0)), and exp(-2 * sigmoid(ln 3)) with sigmoid(ln 3) = 3/4.
        QTest::newRow("bounded") << -2.0F << std::exp(-1.0F) << std::exp(-1.5F);
    }
    void rowsFadeOnTheirOwn() {
        QFETCH(float, lowestLog);
        QFETCH(float, firstKeeps);
        QFETCH(float, secondKeeps);
        const HostWeight decay = vectorOf({-1});
        const auto in = m_backend.allocate(2, 8), out = m_backend.allocate(2, 1);
        const auto states = m_backend.makeStateStore({2}, 2);
        const RecurrenceArgs args{.q = {in.get(), 0, 2},
                                  .k = {in.get(), 2, 2},
                                  .v = {in.get(), 4, 1},
                                  .rate = {in.get(), 5, 2},
                                  .strength = {in.get(), 7, 1},
                                  .strengthScale = 2.0F,
                                  .heads = 1,
                                  .keyHeads = 1,
                                  .corrects = true,
                                  .decay = &decay,
                                  .lowestLog = lowestLog,
                                  .states = states.get(),
                                  .out = {out.get(), 0, 1}};
        // A strength of twice a half: the first row writes (4, 8) as it is, the second one nothing.
        const float third = std::log(3.0F);
        m_backend.beginBatch(batchOf({0, 0}));
        m_backend.upload({in.get(), 0, 8}, 2,
                         std::vector<float>{1, 1, 1, 2, 4, 0, third, 0, 1, 3, 0, 0, 0, 0, third, 0});
        m_backend.recur(args);
        std::vector<float> result(2);
        m_backend.download(args.out, 2, result);
        QCOMPARE(result[0], 12.0F);
        QCOMPARE(result[1], 4 * firstKeeps + 3 * 8 * secondKeeps);
    }
};

QTEST_GUILESS_MAIN(TestReferenceRecurrence)
#include "tst_reference_recurrence.moc"
