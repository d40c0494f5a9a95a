#include "inference/model_device.h"

#include <QSignalSpy>
#include <QtTest>

#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "settings/app_settings.h"
#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;

class TestModelDevice : public QObject {
    Q_OBJECT

private slots:
    void namesTheProcessThatComputes() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        const auto placeOf = [&settings](const test::EngineScript& script) {
            InferenceThread inference(test::scripted(std::make_shared<test::EngineScript>(script)));
            EngineStatus status(inference, settings);
            if (!status.device()->placeText().isEmpty()) return QStringLiteral("a place without a model");
            QSignalSpy ready(&status, &EngineStatus::becameReady);
            status.load(QStringLiteral("/models/tiny-Q4_1.gguf"));
            return ready.wait() ? status.device()->placeText() : QStringLiteral("not loaded");
        };
        test::EngineScript script;
        QCOMPARE(placeOf(script), QStringLiteral("In Hearth's own process: a crash would end Hearth."));
        script.inWorker = true;
        QVERIFY(placeOf(script).startsWith("In a process of its own, in a sandbox."));
        script.inWorker = false;
        script.backend = "GPU";
        QVERIFY(placeOf(script).endsWith("have not been tried on graphics cards yet."));
        script.serverHost = "rack.lan";
        QCOMPARE(placeOf(script), QString());
    }

    void tellsThatTheCardIsGone_data() {
        QTest::addColumn<QString>("again");  // what is wrong when the model is loaded again; empty: nothing
        QTest::newRow("the CPU goes on") << QString();
        QTest::newRow("nothing goes on") << "The file is gone.";
    }
    void tellsThatTheCardIsGone() {
        QFETCH(QString, again);
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        auto script = std::make_shared<test::EngineScript>();
        script->backend = "GPU";
        script->generateError = "The graphics card is full.";
        InferenceThread inference(
            [&](const EngineOptions& options, const auto& progress, std::stop_token stop) {
                if (options.backend == "cpu") {
                    script->backend = "CPU";
                    script->loadError = again.toStdString();
                }
                return test::ScriptedEngine::load(script, progress, stop);
            });
        EngineStatus status(inference, settings);
        QSignalSpy ready(&status, &EngineStatus::becameReady);
        QSignalSpy failed(&status, &EngineStatus::loadFailed);
        status.load(QStringLiteral("/models/tiny-Q4_1.gguf"));
        QVERIFY(ready.wait());
        QCOMPARE(status.device()->text(), QStringLiteral("GPU, 1 thread"));
        QSignalSpy changed(&status, &EngineStatus::changed);
        inference.generate({});
        QVERIFY(changed.wait());
        if (again.isEmpty()) {
            QVERIFY(status.isReady() && failed.isEmpty());
            QCOMPARE(status.device()->text(), QStringLiteral("CPU, 1 thread"));
            QVERIFY(status.device()->reason().startsWith("The graphics card is full."));
            QCOMPARE(status.modelPath(), QStringLiteral("/models/tiny-Q4_1.gguf"));
        } else {
            QVERIFY(!status.isReady() && status.device()->text().isEmpty() && status.modelPath().isEmpty());
            QCOMPARE(status.errorText(), again);
            QCOMPARE(failed.count(), 1);
        }
    }
};

QTEST_GUILESS_MAIN(TestModelDevice)

#include "tst_model_device.moc"
