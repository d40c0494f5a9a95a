#include "inference/model_abilities.h"

#include <QSignalSpy>
#include <QtTest>

#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "settings/app_settings.h"
#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;

class TestModelAbilities : public QObject {
    Q_OBJECT

private slots:
    void tellsWhatItsTemplateReads() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        auto script = std::make_shared<test::EngineScript>();
        InferenceThread inference(test::scripted(script));
        EngineStatus status(inference, settings);
        QSignalSpy ready(&status, &EngineStatus::becameReady);
        script->chatTemplate = std::make_shared<ChatTemplate>(ChatTemplate::parse("{{ enable_thinking }}"));
        status.load(QStringLiteral("/models/thinks.gguf"));
        QVERIFY(!status.abilities()->canSwitchThinking());
        QVERIFY(ready.wait());
        QVERIFY(status.abilities()->canSwitchThinking() && !status.abilities()->canSetEffort());
        script->chatTemplate = nullptr;
        status.load(QStringLiteral("/models/other.gguf"));
        QVERIFY(ready.wait());
        QVERIFY(!status.abilities()->canSwitchThinking() && !status.abilities()->canSetEffort());
    }

    void tellsOfThePartThatSees() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        auto script = std::make_shared<test::EngineScript>();
        script->seesPictures = true;
        InferenceThread inference([&](const EngineOptions&, const auto& progress, std::stop_token stop) {
            return test::ScriptedEngine::load(script, progress, stop);
        });
        EngineStatus status(inference, settings);
        QSignalSpy ready(&status, &EngineStatus::becameReady);
        status.load(QStringLiteral("/models/sees.gguf"));
        QVERIFY(ready.wait());
        QVERIFY(status.seesPictures());
        QCOMPARE(status.memory()->visionBytes(), 30.0);
        QCOMPARE(status.abilities()->visionProblem(), QString());
        script->seesPictures = false;
        script->visionProblem = "It does not fit.";
        status.load(QStringLiteral("/models/other.gguf"));
        QVERIFY(ready.wait());
        QVERIFY(!status.seesPictures());
        QCOMPARE(status.memory()->visionBytes(), 0.0);
        QCOMPARE(status.abilities()->visionProblem(), QStringLiteral("It does not fit."));
    }
};

QTEST_GUILESS_MAIN(TestModelAbilities)

#include "tst_model_abilities.moc"
