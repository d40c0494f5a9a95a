#include "settings/sampling_ranges.h"

#include <QtTest>
#include <cmath>

using namespace hearth::app;

class TestSamplingRanges : public QObject {
    Q_OBJECT

private slots:
    void everyParameterIsDescribed() {
        const SamplingRanges ranges;
        for (const char* name : {"temperature", "topK", "topP", "minP", "repeatPenalty", "presencePenalty",
                                 "frequencyPenalty", "penaltyLastN", "maxTokens", "seed", "stop"})
            QVERIFY2(!ranges.describe(QLatin1String(name)).isEmpty(), name);
        QCOMPARE(ranges.to(QStringLiteral("temperature")), 2.0);
        QVERIFY(std::isnan(ranges.neutral(QStringLiteral("temperature"))));
        QCOMPARE(ranges.neutral(QStringLiteral("repeatPenalty")), 1.0);
    }
};

QTEST_GUILESS_MAIN(TestSamplingRanges)

#include "tst_sampling_ranges.moc"
