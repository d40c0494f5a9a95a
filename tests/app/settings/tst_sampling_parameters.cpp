#include "settings/sampling_parameters.h"

#include <QJsonArray>
#include <QtTest>
#include <cmath>

using namespace hearth;
using namespace hearth::app;

class TestSamplingParameters : public QObject {
    Q_OBJECT

private slots:
    void theTableAgreesWithTheEngine() {
        const QJsonObject standard = samplingToJson(SamplingParams{});
        for (const SamplingParameter& parameter : samplingParameters()) {
            QVERIFY2(standard.contains(QLatin1String(parameter.name)), parameter.name);
            QCOMPARE(standard.value(QLatin1String(parameter.name)).toDouble(), parameter.standard);
            QVERIFY(parameter.from < parameter.to && parameter.stepSize > 0);
            QVERIFY(QByteArray(parameter.description).size() > 20);
            if (!std::isnan(parameter.neutral))
                QVERIFY(parameter.neutral >= parameter.from && parameter.neutral <= parameter.to);
        }
        QVERIFY(findSamplingParameter(QStringLiteral("nonsense")) == nullptr);
    }

    void jsonRoundTrips() {
        SamplingParams params;
        params.temperature = 0.35F;
        params.topK = 12345;
        params.seed = 18446744073709551615ULL;
        params.stop = {"###", "\n\nUser:"};
        params.maxTokens = 100;
        const SamplingParams back = samplingFromJson(samplingToJson(params));
        QCOMPARE(back.temperature, params.temperature);
        QCOMPARE(back.topK, params.topK);
        QCOMPARE(*back.seed, *params.seed);
        QCOMPARE(back.stop, params.stop);
        QCOMPARE(back.maxTokens, params.maxTokens);
    }

    void hostileJsonIsClamped() {
        const SamplingParams params = samplingFromJson({{"temperature", 1e300},
                                                        {"topK", -5},
                                                        {"topP", "no number"},
                                                        {"minP", QJsonArray()},
                                                        {"maxTokens", 1e18},
                                                        {"seed", "not digits"},
                                                        {"stop", QJsonArray{"", 5, "ok"}}});
        QCOMPARE(params.temperature, 2.0F);
        QCOMPARE(params.topK, 0);
        QCOMPARE(params.topP, 0.95F);
        QCOMPARE(params.minP, 0.05F);
        QCOMPARE(params.maxTokens, 1 << 20);
        QVERIFY(!params.seed);
        QCOMPARE(params.stop, std::vector<std::string>{"ok"});
    }
};

QTEST_GUILESS_MAIN(TestSamplingParameters)
#include "tst_sampling_parameters.moc"
