#include "models/model_facts.h"

#include <QtTest>

using namespace hearth;
using namespace hearth::app;

class TestModelFacts : public QObject {
    Q_OBJECT

private slots:
    void saysWhatFits() {
        MemoryPlan plan;
        QCOMPARE(fitOf(plan), ModelFit::Unknown);
        plan.weightsBytes = 3ULL << 30U;
        plan.deviceFreeBytes = 2ULL << 30U;
        QCOMPARE(fitText(plan), QStringLiteral("Needs 1.0 GB more"));
        plan.layers = 41;
        plan.layersOnDevice = 26;
        QCOMPARE(fitText(plan), QStringLiteral("26 of 41 layers"));
        plan.deviceFreeBytes = 4ULL << 30U;
        QCOMPARE(fitText(plan), QStringLiteral("Fits, takes 3.0 GB"));
        QCOMPARE(fileSizeText(4'640'000'000), QStringLiteral("4.6 GB"));
        QCOMPARE(fileSizeText(2'000), QStringLiteral("2 kB"));
    }
};

QTEST_GUILESS_MAIN(TestModelFacts)

#include "tst_model_facts.moc"
