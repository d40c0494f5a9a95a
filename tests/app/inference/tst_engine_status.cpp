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
        settings.setThreads(3);
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
        QCOMPARE(status.deviceText(), QStringLiteral("CPU, 1 thread"));
        QCOMPARE(status.reason(), QStringLiteral("a test"));
        QCOMPARE(status.weightsBytes(), 100.0);
        QCOMPARE(asked.threads, 3);
        QCOMPARE(asked.model.string(), std::string("/models/tiny-Q4_1.gguf"));
        QCOMPARE(settings.lastModel(), QStringLiteral("/models/tiny-Q4_1.gguf"));
        QCOMPARE(settings.lastLoad().path, settings.lastModel());
        QVERIFY(settings.lastLoad().seconds >= 0 && settings.lastLoad().seconds < 60);
        QCOMPARE(settings.lastLoad().bytes, 100.0);

        QSignalSpy changed(&status, &EngineStatus::changed);
        status.unload();
        QVERIFY(!changed.isEmpty());
        QVERIFY(!status.isReady());
        QVERIFY(status.modelPath().isEmpty());
    }

    void plansTheCacheOfAnotherContext() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        auto script = std::make_shared<test::EngineScript>();
        script->contextLength = 4096;
        script->kvBytes = 6400;
        script->freeBytes = uint64_t{1} << 40U;
        script->kv = KvCost({{.kvHeads = 1, .keyDim = 32, .valueDim = 32, .group = 0}}, {0}, 0);
        InferenceThread inference(test::scripted(script));
        EngineStatus status(inference, settings);
        QCOMPARE(status.kvBytesAt(8192, "f16"), 0.0);
        QSignalSpy ready(&status, &EngineStatus::becameReady);
        status.load(QStringLiteral("/models/tiny-Q4_1.gguf"));
        QVERIFY(ready.wait());
        // The current bytes, the bytes that would be reserved, and the share of one conversation.
        QCOMPARE(status.kvBytesAt(4096, "f16"), 6400.0);
        const double block = 32 * 2 * 32 * 2;
        QCOMPARE(status.kvBytesAt(8192, "f16"), 4 * 256 * block);
        QCOMPARE(status.kvConversationBytesAt(8192, "f16"), 257 * block);
        // Keys and values of a block: 1,088 bytes each with q8_0, 608 and 640 with q4_0; eight blocks of keys
        // are open, in halves.
        const double open = 8 * block / 2;
        QCOMPARE(status.kvConversationBytesAt(8192, "q8_0"), 257.0 * (1088 + 1088) + open);
        QCOMPARE(status.kvConversationBytesAt(8192, "q4_0"), 257.0 * (608 + 640) + open);
        status.reloadWith(8192, "q8_0");
        QVERIFY(ready.wait());
        QCOMPARE(status.kvType(), QString("q8_0"));
        // The model keeps it, and no other has it.
        QCOMPARE(settings.engineOptions("/models/tiny-Q4_1.gguf").contextLength, 8192);
        QCOMPARE(settings.engineOptions("/models/other.gguf").kvType, KvType::F16);
    }

    void plansTheSameHoweverFullTheCacheIs() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        auto script = std::make_shared<test::EngineScript>();
        script->contextLength = 4096;
        script->kvBytes = 1 << 20;
        script->freeBytes = 4 << 20;
        script->kv = KvCost({{.kvHeads = 1, .keyDim = 32, .valueDim = 32, .group = 0}}, {0}, 0);
        InferenceThread inference(test::scripted(script));
        EngineStatus status(inference, settings);
        QSignalSpy ready(&status, &EngineStatus::becameReady), changed(&status, &EngineStatus::changed);
        status.load(QStringLiteral("/models/tiny-Q4_1.gguf"));
        QVERIFY(ready.wait());
        const double planned = status.kvBytesAt(512, "f16"), free = status.freeBytes();
        QCOMPARE(status.kvTakenBytes(), 0.0);
        changed.clear();
        inference.generate({});
        QVERIFY(changed.wait());
        QCOMPARE(status.kvTakenBytes(), status.kvBytes());
        QCOMPARE(status.freeBytes(), free - status.kvBytes());
        QCOMPARE(status.kvBytesAt(512, "f16"), planned);
    }

    void saysHowManyExpertsWereOnTheCard() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        auto script = std::make_shared<test::EngineScript>();
        script->experts = {.experts = 16, .onGpu = 4, .hostBytes = 1000};
        InferenceThread inference(test::scripted(script));
        EngineStatus status(inference, settings);
        QSignalSpy ready(&status, &EngineStatus::becameReady), changed(&status, &EngineStatus::changed);
        QCOMPARE(status.expertCount(), 0);
        status.load(QStringLiteral("/models/tiny-Q4_1.gguf"));
        QVERIFY(ready.wait());
        QCOMPARE(status.expertCount(), 16);
        QCOMPARE(status.expertsOnCard(), 4);
        QCOMPARE(status.expertBytes(), 1000.0);
        QCOMPARE(status.expertHitRate(), -1.0);
        script->experts.hits = 3;
        script->experts.misses = 1;
        script->experts.copiedBytes = 70;
        changed.clear();
        inference.generate({});
        QTRY_COMPARE(status.expertHitRate(), 0.75);
        QVERIFY(!changed.isEmpty());
        QCOMPARE(status.expertCopiedBytes(), 70.0);
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
        QCOMPARE(status.deviceText(), QStringLiteral("GPU, 1 thread"));
        QSignalSpy changed(&status, &EngineStatus::changed);
        inference.generate({});
        QVERIFY(changed.wait());
        if (again.isEmpty()) {
            QVERIFY(status.isReady() && failed.isEmpty());
            QCOMPARE(status.deviceText(), QStringLiteral("CPU, 1 thread"));
            QVERIFY(status.reason().startsWith("The graphics card is full."));
            QCOMPARE(status.modelPath(), QStringLiteral("/models/tiny-Q4_1.gguf"));
        } else {
            QVERIFY(!status.isReady() && status.deviceText().isEmpty() && status.modelPath().isEmpty());
            QCOMPARE(status.errorText(), again);
            QCOMPARE(failed.count(), 1);
        }
    }

    void tellsWhatItsTemplateReads() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        auto script = std::make_shared<test::EngineScript>();
        InferenceThread inference(test::scripted(script));
        EngineStatus status(inference, settings);
        QSignalSpy ready(&status, &EngineStatus::becameReady);
        script->chatTemplate = std::make_shared<ChatTemplate>(ChatTemplate::parse("{{ enable_thinking }}"));
        status.load(QStringLiteral("/models/thinks.gguf"));
        QVERIFY(!status.canSwitchThinking());
        QVERIFY(ready.wait());
        QVERIFY(status.canSwitchThinking() && !status.canSetEffort());
        script->chatTemplate = nullptr;
        status.load(QStringLiteral("/models/other.gguf"));
        QVERIFY(ready.wait());
        QVERIFY(!status.canSwitchThinking() && !status.canSetEffort());
    }

    void tellsOfItsDraftModel() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        settings.setDraftModel(QStringLiteral("/models/large.gguf"), QStringLiteral("/models/small.gguf"));
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
        QVERIFY(status.drafts());
        QCOMPARE(status.draftPath(), QStringLiteral("/models/small.gguf"));
        QCOMPARE(status.draftBytes(), 50.0);
        QCOMPARE(status.draftProblem(), QString());
        // Each model has its own, or none.
        script->draftName.clear();
        status.load(QStringLiteral("/models/other.gguf"));
        QVERIFY(ready.wait());
        QVERIFY(asked.draftModel.empty());
        QVERIFY(!status.drafts() && status.draftPath().isEmpty());
        // One that does not fit is left out, and said.
        script->draftProblem = "It does not fit.";
        status.models()->close(QStringLiteral("/models/large.gguf"));
        status.load(QStringLiteral("/models/large.gguf"));
        QVERIFY(ready.wait());
        QVERIFY(status.draftPath().isEmpty());
        QCOMPARE(status.draftProblem(), QStringLiteral("It does not fit."));
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
        QCOMPARE(status.visionBytes(), 30.0);
        QCOMPARE(status.visionProblem(), QString());
        script->seesPictures = false;
        script->visionProblem = "It does not fit.";
        status.load(QStringLiteral("/models/other.gguf"));
        QVERIFY(ready.wait());
        QVERIFY(!status.seesPictures());
        QCOMPARE(status.visionBytes(), 0.0);
        QCOMPARE(status.visionProblem(), QStringLiteral("It does not fit."));
    }

    void nothingIsKnownAgainstAModelThatIsNotThere() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        InferenceThread inference(test::scripted(std::make_shared<test::EngineScript>()));
        QVERIFY(EngineStatus(inference, settings).seesPictures());
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
        QCOMPARE(status.lookupGain(), 0.0);  // 40 tokens tell too little
        reply();
        QCOMPARE(status.lookupGain(), 1.5);
        QCOMPARE(status.draftGain(), 0.0);
        // Without guesses nothing is gained by them.
        settings.setPromptLookup(false);
        script->interTokenMs = 30;
        reply();
        QCOMPARE(status.lookupGain(), 1.5);
        // Measured anew for each model.
        script->draftName = "small";
        script->interTokenMs = 15;
        status.load(QStringLiteral("/models/large.gguf"));
        QVERIFY(ready.wait());
        QCOMPARE(status.lookupGain(), 0.0);
        reply();
        reply();
        QCOMPARE(status.draftGain(), 2.0);
        QCOMPARE(status.lookupGain(), 0.0);
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
        QVERIFY(settings.lastModel().isEmpty());
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
        QCOMPARE(settings.lastModel(), a);
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
