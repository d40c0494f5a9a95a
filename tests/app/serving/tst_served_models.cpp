#include "serving/served_models.h"

#include <QtTest>

#include "inference/inference_thread.h"
#include "inference/open_models.h"
#include "settings/app_settings.h"
#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;

class TestServedModels : public QObject {
    Q_OBJECT

    static QStringList namesOf(const ServedModels& served) {
        QStringList names;
        for (const auto& model : served.models) names += QString::fromStdString(model.name);
        return names;
    }

private slots:
    void areTheOpenOnesTheCurrentFirst() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        InferenceThread inference(test::scripted(std::make_shared<test::EngineScript>()));
        OpenModels open(inference, settings);
        QVERIFY(servedModels(open, inference).models.empty());
        open.use("/m/a.gguf");
        open.open("/m/b.gguf");
        QVERIFY(servedModels(open, inference).models.empty());
        QTRY_COMPARE(namesOf(servedModels(open, inference)), (QStringList{"a", "b"}));
        open.use("/m/b.gguf");
        QCOMPARE(namesOf(servedModels(open, inference)), (QStringList{"b", "a"}));
        QVERIFY(!servedModels(open, inference).rule);
        open.close("/m/b.gguf");
        QCOMPARE(namesOf(servedModels(open, inference)), QStringList{"a"});
    }
    void modelsOfServersAreLeftOut() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        const auto script = std::make_shared<test::EngineScript>();
        script->serverHost = "rack.lan";
        InferenceThread inference(test::scripted(script));
        OpenModels open(inference, settings);
        open.use("endpoint:1/qwen");
        QTRY_VERIFY(open.current()->isReady);
        QVERIFY(servedModels(open, inference).models.empty());
    }
};

QTEST_GUILESS_MAIN(TestServedModels)
#include "tst_served_models.moc"
