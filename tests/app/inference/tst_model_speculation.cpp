#include "inference/model_speculation.h"

#include <QSignalSpy>
#include <QtTest>

#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "settings/app_settings.h"
#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;

class TestModelSpeculation : public QObject {
    Q_OBJECT

private slots:
    void tellsOfItsDraftModel() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        settings.models->setDraftModel(QStringLiteral("/models/large.gguf"),
                                       QStringLiteral("/models/small.gguf"));
        EngineOptions asked;
        auto script = std::make_shared<test::EngineScript>();
        script->draftName = "small";
        InferenceThread inference(
            [&](const EngineOptions& options, const auto& progress, std::stop_token stop) {
                asked = options;
                return test::ScriptedEngine::load(script, progress, stop);
            });
        EngineStatus status(inference, settings);
        QSignalSpy ready(&status, &EngineStatus::becameReady);
        status.load(QStringLiteral("/models/large.gguf"));
        QVERIFY(ready.wait());
        QCOMPARE(asked.draftModel.string(), std::string("/models/small.gguf"));
        QVERIFY(status.model().drafts());
        QCOMPARE(status.speculation()->draftPath(), QStringLiteral("/models/small.gguf"));
        QCOMPARE(status.memory()->draftBytes(), 50.0);
        QCOMPARE(status.speculation()->draftProblem(), QString());
        // Each model has its own, or none.
        script->draftName.clear();
        status.load(QStringLiteral("/models/other.gguf"));
        QVERIFY(ready.wait());
        QVERIFY(asked.draftModel.empty());
        QVERIFY(!status.model().drafts() && status.speculation()->draftPath().isEmpty());
        // One that does not fit is left out, and said.
        script->draftProblem = "It does not fit.";
        status.models()->close(QStringLiteral("/models/large.gguf"));
        status.load(QStringLiteral("/models/large.gguf"));
        QVERIFY(ready.wait());
        QVERIFY(status.speculation()->draftPath().isEmpty());
        QCOMPARE(status.speculation()->draftProblem(), QStringLiteral("It does not fit."));
    }

    void measuresWhatGuessingGains() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        auto script = std::make_shared<test::EngineScript>();
        script->pieces.assign(41, "a");
        script->plainTokenMs = 30;
        script->interTokenMs = 20;
        InferenceThread inference(test::scripted(script));
        EngineStatus status(inference, settings);
        QSignalSpy ready(&status, &EngineStatus::becameReady),
            finished(&inference, &InferenceThread::finished);
        const auto reply = [&] {
            inference.generate({});
            QVERIFY(finished.wait());
        };
        status.load(QStringLiteral("/models/large.gguf"));
        QVERIFY(ready.wait());
        reply();
        QCOMPARE(status.speculation()->lookupGain(), 0.0);  // 40 tokens tell too little
        reply();
        QCOMPARE(status.speculation()->lookupGain(), 1.5);
        QCOMPARE(status.speculation()->draftGain(), 0.0);
        // Without guesses nothing is gained by them.
        settings.engine->setPromptLookup(false);
        script->interTokenMs = 30;
        reply();
        QCOMPARE(status.speculation()->lookupGain(), 1.5);
        // Measured anew for each model.
        script->draftName = "small";
        script->interTokenMs = 15;
        status.load(QStringLiteral("/models/large.gguf"));
        QVERIFY(ready.wait());
        QCOMPARE(status.speculation()->lookupGain(), 0.0);
        reply();
        reply();
        QCOMPARE(status.speculation()->draftGain(), 2.0);
        QCOMPARE(status.speculation()->lookupGain(), 0.0);
    }
};

QTEST_GUILESS_MAIN(TestModelSpeculation)

#include "tst_model_speculation.moc"
