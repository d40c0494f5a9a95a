#include <limits>

#include "backend_pair.h"
#include "hearth/sampling.h"
#include "sampling/best_logits.h"
#include "sampling/token_chooser.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::test;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

/// Rows with equal numbers, zeros of both signs, NaN and -inf among them.
std::vector<float> randomRow(size_t size, float width, std::mt19937& random) {
    std::normal_distribution<float> normal(0, width);
    std::vector<float> row(size);
    for (float& value : row) {
        const auto kind = random() % 50;
        value = kind == 0   ? std::nanf("")
                : kind == 1 ? -infinity
                : kind == 2 ? -0.0F
                : kind == 3 ? 0.0F
                            : normal(random);
        if (random() % 2) value = std::round(value * 8) / 8;
    }
    return row;
}

struct Device {
    EmulatedTest test;
    cuda::CudaBackend backend;

    std::vector<BestLogits> best(const std::vector<float>& logits, size_t columns,
                                 const std::vector<BestLogitsQuery>& queries) {
        const auto buffer = backend.allocate(queries.size(), columns);
        backend.upload({buffer.get(), 0, columns}, queries.size(), logits);
        std::vector<BestLogits> out(queries.size());
        if (!backend.bestLogits({buffer.get(), 0, columns}, queries, out)) out.clear();
        for (const BestLogits& row : out) {
            noteResult(
                {{static_cast<float>(row.total), static_cast<float>(row.plainTotal), row.plainLargest}});
        }
        return out;
    }
};

bool same(const BestLogits& a, const BestLogits& b) {
    return a.best == b.best && a.finite == b.finite && a.total == b.total && a.plainTotal == b.plainTotal &&
           a.plainLargest == b.plainLargest;
}

}  // namespace

/// The best logits picked out on the device, against the plain form and the sampler.
class TestCudaSampling : public QObject {
    Q_OBJECT

private slots:
    void equalsThePlainForm_data() {
        QTest::addColumn<int>("columns");
        for (const int columns : {1, 3, 100, 2048, 2049, 5001, 40000})
            QTest::addRow("%d", columns) << columns;
    }
    void equalsThePlainForm() {
        QFETCH(int, columns);
        Device device;
        std::mt19937 random(9);
        const auto size = static_cast<size_t>(columns);
        const size_t rows = columns < 10000 ? 4 : 2;
        std::vector<float> logits;
        std::vector<BestLogitsQuery> queries;
        for (size_t row = 0; row < rows; ++row) {
            const auto values = randomRow(size, row % 2 ? 0.5F : 4.0F, random);
            logits.insert(logits.end(), values.begin(), values.end());
            BestLogitsQuery query{.count = row == 0   ? 1U
                                           : row == 1 ? mostBestLogits
                                                      : 40U,
                                  .columns = static_cast<uint32_t>(row == 2 ? (columns + 1) / 2 : columns),
                                  .repeatPenalty = 1.25F,
                                  .penalties = {}};
            for (uint32_t token = 0; row > 0 && token < query.columns; token += 1 + random() % 40)
                query.penalties.push_back(
                    {static_cast<TokenId>(token), static_cast<float>(random() % 9) / 4 - 1});
            queries.push_back(query);
        }
        const auto found = device.best(logits, size, queries);
        QCOMPARE(found.size(), rows);
        for (size_t row = 0; row < rows; ++row) {
            const BestLogits expected =
                bestLogitsOf(std::span(logits).subspan(row * size, size), queries[row]);
            QVERIFY(found[row].best == expected.best);
            QCOMPARE(found[row].finite, expected.finite);
            if (expected.best.empty()) continue;
            QCOMPARE(found[row].plainLargest, expected.plainLargest);
            QVERIFY(std::abs(found[row].total - expected.total) <= 2e-6 * expected.total);
            QVERIFY(std::abs(found[row].plainTotal - expected.plainTotal) <= 2e-6 * expected.plainTotal);
            // A row alone gives the same bits as among others, and every time.
            const auto alone = device.best({logits.begin() + static_cast<ptrdiff_t>(row * size),
                                            logits.begin() + static_cast<ptrdiff_t>((row + 1) * size)},
                                           size, {queries[row]});
            QVERIFY(same(alone[0], found[row]));
        }
    }

    void rowsWithoutNumbers() {
        Device device;
        const auto found = device.best({std::nanf(""), -infinity, -infinity}, 3,
                                       {{.count = 2, .columns = 3, .penalties = {{1, 2.0F}}}});
        QVERIFY(found[0].best.empty());
        QCOMPARE(found[0].finite, 0U);
    }

    void refusesWhatItHasNoRoomFor() {
        Device device;
        QVERIFY(
            device.best({1, 2}, 2, {{.count = mostBestLogits + 1, .columns = 2, .penalties = {}}}).empty());
    }

    /// Replies of the sampler on the device's numbers and on whole rows.
    void theSamplerChoosesTheSame_data() {
        QTest::addColumn<float>("temperature");
        QTest::addColumn<int>("topK");
        QTest::addColumn<float>("topP");
        QTest::addColumn<float>("minP");
        QTest::newRow("greedy") << 0.0F << 40 << 0.95F << 0.05F;
        QTest::newRow("the app's") << 0.8F << 40 << 0.95F << 0.05F;
        QTest::newRow("top-p alone") << 1.0F << 0 << 0.9F << 0.0F;
        QTest::newRow("min-p alone") << 1.2F << 0 << 1.0F << 0.1F;
    }
    void theSamplerChoosesTheSame() {
        QFETCH(float, temperature);
        QFETCH(int, topK);
        QFETCH(float, topP);
        QFETCH(float, minP);
        Device device;
        SamplingParams params;
        params.temperature = temperature, params.topK = topK, params.topP = topP, params.minP = minP;
        params.repeatPenalty = 1.2F, params.presencePenalty = 0.3F, params.frequencyPenalty = 0.1F;
        params.seed = 11;
        const size_t columns = 3000;
        Sampler whole(params, 3000);
        TokenChooser few(params, 3000);
        std::mt19937 random(4);
        int enough = 0;
        for (int i = 0; i < 24; ++i) {
            const auto row = randomRow(columns, 5, random);
            const auto found = device.best(row, columns, {*few.query(0)});
            const TokenId expected = whole.sample(row);
            const bool suffices = few.isEnough(found[0], 0);
            enough += suffices ? 1 : 0;
            QCOMPARE(suffices ? few.sample(found[0]) : few.sample(row), expected);
            whole.accept(expected);
            few.accept(expected);
        }
        QVERIFY(enough >= 12);
    }
};

HEARTH_KERNEL_TEST_MAIN(TestCudaSampling)
#include "tst_cuda_sampling.moc"
