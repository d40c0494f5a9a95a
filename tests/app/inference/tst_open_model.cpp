#include "inference/open_model.h"

#include <QtTest>

#include "model_files/route_path.h"

using namespace hearth;
using namespace hearth::app;

class TestOpenModel : public QObject {
    Q_OBJECT

private slots:
    void isKnownOnceItIsLoaded() {
        OpenModel model;
        model.path = "/m/tiny-Q4_1.gguf";
        model.options.model = "/m/tiny-Q4_1.gguf";
        QCOMPARE(model.name(), QString("tiny"));
        QVERIFY(!model.isReady && model.isLoading() && model.deviceText().isEmpty());
        QVERIFY(model.parts.empty() && !model.partCalled("tiny"));
        EngineInfo info;
        info.quantization = "Q4_1";
        info.memory.weightsBytes = 100;
        info.memory.kvBytes = 50;
        info.memory.kvCommittedBytes = 5;
        model.setInfo(info);
        QVERIFY(model.isReady && !model.isLoading() && !model.isRouted());
        QCOMPARE(model.quantization(), QString("Q4_1"));
        QCOMPARE(model.partNames(), QStringList{"tiny"});
        QCOMPARE(model.partCalled("tiny"), std::optional(RouteTarget::Small));
        QCOMPARE(model.files(), QStringList{"/m/tiny-Q4_1.gguf"});
        QCOMPARE(model.kvTakenAtFirst, 5.0);
        QCOMPARE(model.takenBytes(), 105.0);
        model.phase = OpenModel::Phase::Resting;
        QCOMPARE(model.takenBytes(), 0.0);
    }
    void twoAreOne() {
        OpenModel model;
        model.path = routePath;
        model.options.model = "/m/small.gguf";
        EngineOptions large;
        large.model = "endpoint:1/large";
        model.options.large = std::make_shared<LargeModel>(LargeModel{large, {}});
        EngineInfo info, other;
        other.serverHost = "rack.lan";
        other.modelName = "Large";
        info.parts = {info, other};
        model.setInfo(info);
        QVERIFY(model.isRouted());
        QCOMPARE(model.partNames(), (QStringList{"small", "Large"}));
        QCOMPARE(model.partCalled("Large"), std::optional(RouteTarget::Large));
        QCOMPARE(model.largeHost(), QString("rack.lan"));
        QCOMPARE(model.name(), QString("Automatic"));
        QCOMPARE(model.files(), (QStringList{"/m/small.gguf", "endpoint:1/large"}));
    }
};

QTEST_GUILESS_MAIN(TestOpenModel)
#include "tst_open_model.moc"
