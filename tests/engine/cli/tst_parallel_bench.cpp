#include "cli/parallel_bench.h"

#include <QtTest>

#include "cli/arguments.h"
#include "tiny_reference.h"

using namespace hearth;
using namespace hearth::cli;

class ParallelBenchTest : public QObject {
    Q_OBJECT

private slots:
    void percentiles() {
        QCOMPARE(percentile({}, 0.5), 0.0);
        QCOMPARE(percentile({3, 1, 2}, 0.5), 2.0);
        QCOMPARE(percentile({3, 1, 2}, 0.99), 3.0);
        std::vector<double> hundred;
        for (int i = 100; i > 0; --i) hundred.push_back(i);
        QCOMPARE(percentile(hundred, 0.5), 50.0);
        QCOMPARE(percentile(hundred, 0.99), 99.0);
    }
    void numbersOfStreams() {
        QCOMPARE(streamNumbers("1,2,16"), (std::vector<int>{1, 2, 16}));
        for (const char* bad : {"", ",", "1,", "1,,2", "0", "65", "2x", "-1"})
            QVERIFY_THROWS_EXCEPTION(UsageError, (void)streamNumbers(bad));
    }
    void everyStreamIsMeasured() {
        EngineOptions options;
        options.model = hearth::test::tinyModel().toStdString();
        options.threads = 1;
        const auto engine = Engine::load(options);
        const ParallelFigures figures = measureParallel(*engine, 3, 20, 5);
        QCOMPARE(figures.streams, 3);
        QCOMPARE(figures.firstTokenMs.size(), size_t(3));
        QCOMPARE(figures.betweenTokensMs.size(), size_t(15));
        QVERIFY(figures.tokensPerS > 0);
        QVERIFY(figures.peakBytes > 0);
    }
    /// A request that waits keeps its prompt and no blocks of the cache.
    void waitingRequestsTakeLittleMemory() {
        EngineOptions options;
        options.model = hearth::test::tinyModel().toStdString();
        options.threads = 1;
        options.contextLength = 4096;
        const auto engine = Engine::load(options);
        const uint64_t alone = peakWhileWaiting(*engine, 16, 0, 200, 4);
        const uint64_t waiting = peakWhileWaiting(*engine, 16, 200, 200, 4);
        QVERIFY2(waiting < alone + (uint64_t{16} << 20U), qPrintable(QString::number(waiting - alone)));
    }
};

QTEST_GUILESS_MAIN(ParallelBenchTest)
#include "tst_parallel_bench.moc"
