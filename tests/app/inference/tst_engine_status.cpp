#include "inference/engine_status.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "inference/inference_thread.h"
#include "settings/app_settings.h"
#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;

class TestEngineStatus : public QObject {
    Q_OBJECT

    static QString fileIn(const QTemporaryDir& folder, const char* name) {
        QFile file(folder.filePath(QLatin1String(name)));
        if (!file.open(QFile::WriteOnly)) qFatal("a file cannot be written");
        return file.fileName();
    }

private slots:
    void tellsWhatRunsAndRemembersIt() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        settings.engine->setThreads(3);
        EngineOptions asked;
        auto script = std::make_shared<test::EngineScript>();
        InferenceThread inference(
            [&](const EngineOptions& options, const auto& progress, std::stop_token stop) {
                asked = options;
                return test::ScriptedEngine::load(script, progress, stop);
            });
        EngineStatus status(inference, settings);
        QSignalSpy ready(&status, &EngineStatus::becameReady);
        status.load(QStringLiteral("/models/tiny-Q4_1.gguf"));
        QVERIFY(status.isLoading());
        QCOMPARE(status.modelName(), QStringLiteral("tiny"));
        QVERIFY(ready.wait());
        QVERIFY(status.isReady() && !status.isLoading());
        QCOMPARE(status.modelName(), QStringLiteral("tiny"));
        QCOMPARE(status.device()->text(), QStringLiteral("CPU, 1 thread"));
        QCOMPARE(status.device()->reason(), QStringLiteral("a test"));
        QCOMPARE(status.memory()->weightsBytes(), 100.0);
        QCOMPARE(asked.threads, 3);
        QCOMPARE(asked.model.string(), std::string("/models/tiny-Q4_1.gguf"));
        QCOMPARE(settings.models->lastModel(), QStringLiteral("/models/tiny-Q4_1.gguf"));
        QCOMPARE(settings.models->lastLoad().path, settings.models->lastModel());
        QVERIFY(settings.models->lastLoad().seconds >= 0 && settings.models->lastLoad().seconds < 60);
        QCOMPARE(settings.models->lastLoad().bytes, 100.0);

        QSignalSpy changed(&status, &EngineStatus::changed);
        status.unload();
        QVERIFY(!changed.isEmpty());
        QVERIFY(!status.isReady());
        QVERIFY(status.modelPath().isEmpty());
    }

    void nothingIsKnownAgainstAModelThatIsNotThere() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        InferenceThread inference(test::scripted(std::make_shared<test::EngineScript>()));
        QVERIFY(EngineStatus(inference, settings).seesPictures());
    }

    void tellsWhyItFailed() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        auto script = std::make_shared<test::EngineScript>();
        script->loadError = "This file is cut off.";
        InferenceThread inference(test::scripted(script));
        EngineStatus status(inference, settings);
        QSignalSpy failed(&status, &EngineStatus::loadFailed);
        status.load(QStringLiteral("x.gguf"));
        QVERIFY(failed.wait());
        QVERIFY(!status.isLoading() && !status.isReady());
        QCOMPARE(status.errorText(), QStringLiteral("This file is cut off."));
        QVERIFY(settings.models->lastModel().isEmpty());
    }

    void showsTheModelOfEachChat() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        InferenceThread inference(test::scripted(std::make_shared<test::EngineScript>()));
        EngineStatus status(inference, settings);
        QTemporaryDir folder;
        const QString a = fileIn(folder, "a.gguf"), b = fileIn(folder, "b.gguf");
        QSignalSpy chosen(&status, &EngineStatus::chosen);
        status.load(a);
        QTRY_VERIFY(status.isReady());
        // A chat with another model: it is loaded when something is sent.
        status.show(b);
        QVERIFY(!status.isReady() && !status.isLoading() && status.canBeAsked());
        QCOMPARE(status.awaitedPath(), b);
        QCOMPARE(status.modelName(), QString("b"));
        // One that is open is there at once; without one of its own a chat has that.
        status.show(a);
        QVERIFY(status.isReady() && status.awaitedPath().isEmpty());
        status.show({});
        status.show(folder.filePath("gone.gguf"));
        QCOMPARE(status.modelPath(), a);
        QCOMPARE(chosen.count(), 1);
        status.show(b);
        status.loadAwaited();
        QCOMPARE(chosen.count(), 2);
        QTRY_COMPARE(status.modelPath(), b);
        QCOMPARE(status.models()->count(), 2);
        status.load(a);
        QVERIFY(status.isReady());
        QCOMPARE(settings.models->lastModel(), a);
    }

    void anotherChoiceEndsALoad() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        const auto script = std::make_shared<test::EngineScript>();
        script->loadSteps = 1000;
        script->loadStep = std::chrono::milliseconds(10);
        InferenceThread inference(test::scripted(script));
        EngineStatus status(inference, settings);
        status.load("/m/a.gguf");
        status.load("/m/b.gguf");
        QCOMPARE(status.models()->count(), 1);
        // Unless something was asked of it.
        inference.generate({});
        status.load("/m/c.gguf");
        QCOMPARE(status.models()->count(), 2);
        QCOMPARE(status.modelName(), QString("c"));
    }

    void aCancelledLoadLeavesTheModelBefore() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        const auto script = std::make_shared<test::EngineScript>();
        InferenceThread inference(test::scripted(script));
        EngineStatus status(inference, settings);
        status.load("/m/a.gguf");
        QTRY_VERIFY(status.isReady());
        script->loadSteps = 1000;
        script->loadStep = std::chrono::milliseconds(10);
        status.load("/m/b.gguf");
        QTRY_VERIFY(status.loadFraction() > 0);
        status.cancelLoad();
        QTRY_COMPARE(status.modelPath(), QString("/m/a.gguf"));
        QVERIFY(status.errorText().isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestEngineStatus)
#include "tst_engine_status.moc"
