#include "inference/inference_worker.h"

#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;

/// The worker's slots called directly, on one thread: what it says, without the time it takes.
class TestInferenceWorker : public QObject {
    Q_OBJECT

private slots:
    void saysNothingForEstimatesWithoutAModel() {
        InferenceWorker worker(test::scripted(std::make_shared<test::EngineScript>()));
        QSignalSpy estimated(&worker, &InferenceWorker::estimated);
        QSignalSpy failed(&worker, &InferenceWorker::failed);
        worker.estimate({1, {}, {}});
        worker.clearCache();
        QCOMPARE(estimated.count(), 0);
        worker.generate({2, {}, {}});
        QCOMPARE(failed.count(), 1);
    }

    void theOldModelGoesWhenANewOneFails() {
        auto script = std::make_shared<test::EngineScript>();
        InferenceWorker worker(test::scripted(script));
        QSignalSpy loaded(&worker, &InferenceWorker::loaded);
        QSignalSpy failed(&worker, &InferenceWorker::failed);
        worker.load(1, {}, {});
        QCOMPARE(loaded.count(), 1);
        QCOMPARE(loaded[0][1].value<EngineInfo>().modelName, std::string("Scripted"));
        script->loadError = "broken";
        worker.load(2, {}, {});
        worker.generate({3, {}, {}});
        QCOMPARE(failed.count(), 1);
    }

    void aBrokenCardLeavesTheCpu_data() {
        QTest::addColumn<ErrorCode>("code");
        QTest::newRow("broken") << ErrorCode::Device;
        QTest::newRow("full") << ErrorCode::OutOfMemory;
    }
    void aBrokenCardLeavesTheCpu() {
        QFETCH(ErrorCode, code);
        auto script = std::make_shared<test::EngineScript>();
        script->backend = "GPU";
        script->generateError = "The graphics card stopped working for this program.";
        script->generateErrorCode = code;
        script->failAfterPieces = 2;
        std::vector<std::string> backends;
        InferenceWorker worker([&](const EngineOptions& options, const auto& progress, std::stop_token stop) {
            backends.push_back(options.backend);
            if (options.backend == "cpu") {
                script->backend = "CPU";
                script->generateError.clear();
            }
            return test::ScriptedEngine::load(script, progress, stop);
        });
        QSignalSpy loaded(&worker, &InferenceWorker::loaded);
        QSignalSpy failed(&worker, &InferenceWorker::failed);
        QSignalSpy finished(&worker, &InferenceWorker::finished);
        worker.load(7, {}, {});
        worker.generate({1, {}, {}});
        QCOMPARE(failed.count(), 1);
        QCOMPARE(backends, (std::vector<std::string>{"auto", "cpu"}));
        QCOMPARE(loaded.count(), 2);
        QCOMPARE(loaded[1][0].toULongLong(), 7ULL);
        const auto info = loaded[1][1].value<EngineInfo>();
        QCOMPARE(info.backend, std::string("CPU"));
        QVERIFY(info.backendReason.starts_with("The graphics card stopped"));
        worker.generate({2, {}, {}});
        QCOMPARE(finished.count(), 1);
    }

    void whatWasProcessedIsKeptWhenTheModelGoes() {
        QTemporaryDir data;
        const QString folder = data.filePath("prefixes");
        auto script = std::make_shared<test::EngineScript>();
        std::vector<std::filesystem::path> folders;
        {
            InferenceWorker worker(
                [&](const EngineOptions& options, const auto& progress, std::stop_token stop) {
                    folders.push_back(options.prefixFolder);
                    return test::ScriptedEngine::load(script, progress, stop);
                });
            worker.load(1, {}, {});
            worker.generate({2, {}, {}});
            worker.unload();
            QCOMPARE(script->savedPrefixes, 0);
            worker.keepPrefixes(folder, true);
            worker.load(3, {}, {});
            worker.load(4, {}, {});  // nothing was asked
            QCOMPARE(script->savedPrefixes, 0);
            worker.generate({5, {}, {}});
            worker.load(6, {}, {});
            QCOMPARE(script->savedPrefixes, 1);
            worker.generate({7, {}, {}});
        }
        QCOMPARE(script->savedPrefixes, 2);
        QVERIFY(folders[0].empty());
        for (size_t i = 1; i < folders.size(); ++i)
            QCOMPARE(QString::fromStdString(folders[i].string()), folder);
    }

    void theCacheIsKeptWithItsProgress() {
        QTemporaryDir data;
        auto script = std::make_shared<test::EngineScript>();
        std::stop_source drop;
        InferenceWorker worker(test::scripted(script), [&drop] { return drop.get_token(); });
        worker.keepPrefixes(data.filePath("prefixes"), true);
        QSignalSpy loading(&worker, &InferenceWorker::loadProgress);
        QSignalSpy keeping(&worker, &InferenceWorker::keepProgress);
        QSignalSpy kept(&worker, &InferenceWorker::cacheKept);
        worker.load(1, {}, {});
        worker.keepCache();  // nothing was asked
        QCOMPARE(keeping.count(), 0);
        QCOMPARE(kept.count(), 1);
        worker.generate({2, {}, {}});
        worker.keepCache();
        QCOMPARE(keeping.count(), 3);
        QCOMPARE(keeping[0][0].toDouble(), 0.0);
        QCOMPARE(keeping[2][0].toDouble(), 1.0);
        QCOMPARE(kept.count(), 2);
        worker.keepCache();  // nothing new
        QCOMPARE(keeping.count(), 3);
        QCOMPARE(script->savedPrefixes, 1);
        // The model stays.
        worker.generate({3, {}, {}});
        loading.clear();
        worker.load(4, {}, {});
        QCOMPARE(loading[0][1].toString(), "Keeping the cache");
        QCOMPARE(loading[1][2].toDouble(), 0.5);
        QCOMPARE(script->savedPrefixes, 2);
        worker.generate({5, {}, {}});
        worker.unload();
        QCOMPARE(keeping.count(), 6);
        QCOMPARE(kept.count(), 4);
        QCOMPARE(script->savedPrefixes, 3);
        worker.load(6, {}, {});
        worker.generate({7, {}, {}});
        drop.request_stop();
        worker.keepCache();
        QCOMPARE(kept.count(), 5);
        QCOMPARE(script->savedPrefixes, 3);
    }

    void whatIsKeptGoesWithTheCacheAndWithTheWish() {
        QTemporaryDir data;
        const QString folder = data.filePath("prefixes");
        const auto put = [&] {
            QVERIFY(QDir().mkpath(folder));
            QFile file(folder + "/0.prefixes");
            QVERIFY(file.open(QFile::WriteOnly));
        };
        auto script = std::make_shared<test::EngineScript>();
        {
            InferenceWorker worker(test::scripted(script));
            put();
            worker.keepPrefixes(folder, true);
            QVERIFY(QFile::exists(folder + "/0.prefixes"));
            worker.load(1, {}, {});
            worker.generate({2, {}, {}});
            worker.clearCache();
            QVERIFY(!QFile::exists(folder));
            put();
            worker.generate({3, {}, {}});
            worker.keepPrefixes(folder, false);
            QVERIFY(!QFile::exists(folder));
        }
        QCOMPARE(script->savedPrefixes, 0);
    }

    void theOldestTurnsGoWhenAChatDoesNotFit() {
        auto script = std::make_shared<test::EngineScript>();
        script->contextLength = 800;
        script->tokensPerMessage = 100;
        InferenceWorker worker(test::scripted(script));
        worker.load(1, {}, {});
        QSignalSpy dropped(&worker, &InferenceWorker::messagesDropped);
        GenerationJob job;
        job.id = 2;
        job.request.messages.push_back({"system", "s", {}, {}});
        for (int turn = 0; turn < 6; ++turn) {
            job.request.messages.push_back({"user", "q" + std::to_string(turn), {}, {}});
            if (turn < 5) job.request.messages.push_back({"assistant", "a" + std::to_string(turn), {}, {}});
        }
        // 12 messages are 1,200 tokens; 700 leave room for a reply.
        job.overflow = Overflow::DropOldest;
        worker.generate(job);
        QCOMPARE(dropped.count(), 1);
        QCOMPARE(dropped[0][1].toInt(), 6);
        const auto& sent = script->requests.back().messages;
        QCOMPARE(sent.size(), size_t(6));
        QCOMPARE(sent[0].role, std::string("system"));
        QCOMPARE(sent[1].content, std::string("q3"));
        QCOMPARE(sent[5].content, std::string("q5"));
        // The first turn may stay, in place of later ones.
        job.overflow = Overflow::KeepStart;
        worker.generate(job);
        QCOMPARE(dropped.count(), 2);
        QCOMPARE(dropped[1][1].toInt(), 6);
        const auto& started = script->requests.back().messages;
        QCOMPARE(started.size(), size_t(6));
        QCOMPARE(started[1].content, std::string("q0"));
        QCOMPARE(started[2].content, std::string("a0"));
        QCOMPARE(started[3].content, std::string("q4"));
        QCOMPARE(started[5].content, std::string("q5"));
        // Where it does not fit itself, it goes as well.
        script->tokensPerMessage = 250;
        worker.generate(job);
        QCOMPARE(script->requests.back().messages.size(), size_t(2));
        QCOMPARE(script->requests.back().messages[1].content, std::string("q5"));
        QCOMPARE(dropped.count(), 3);
        job.overflow = Overflow::DropOldest;
        // A single question is never taken away, and without the wish nothing is.
        job.request.messages.resize(2);
        script->tokensPerMessage = 5000;
        worker.generate(job);
        QCOMPARE(script->requests.back().messages.size(), size_t(2));
        job.overflow = Overflow::Refuse;
        worker.generate(job);
        QCOMPARE(dropped.count(), 3);
    }

    void turnsGoForAServerThatKnowsNoTokensAndRefuses() {
        auto script = std::make_shared<test::EngineScript>();
        script->contextLength = 32768;  // as assumed, for the server does not say
        script->tokensPerMessage = 1000;
        script->hasTokens = false;
        script->refusedMessages = 6;
        InferenceWorker worker(test::scripted(script));
        worker.load(1, {}, {});
        QSignalSpy dropped(&worker, &InferenceWorker::messagesDropped);
        QSignalSpy failed(&worker, &InferenceWorker::failed);
        QSignalSpy finished(&worker, &InferenceWorker::finished);
        GenerationJob job;
        job.id = 2;
        for (int turn = 0; turn < 21; ++turn) {
            job.request.messages.push_back({"user", "q" + std::to_string(turn), {}, {}});
            if (turn < 20) job.request.messages.push_back({"assistant", "a" + std::to_string(turn), {}, {}});
        }
        for (const Overflow overflow : {Overflow::DropOldest, Overflow::KeepStart}) {
            job.overflow = overflow;
            worker.generate(job);
            QCOMPARE(failed.count(), 0);
            const auto& sent = script->requests.back().messages;
            QVERIFY(sent.size() < 6);
            QCOMPARE(sent.back().content, std::string("q20"));
            QCOMPARE(dropped.back()[1].toInt(), 41 - static_cast<int>(sent.size()));
        }
        QCOMPARE(finished.count(), 2);
        // Where nothing can go any more, the refusal is the answer.
        script->refusedMessages = 1;
        worker.generate(job);
        QCOMPARE(failed.count(), 1);
        QCOMPARE(failed[0][1].value<InferenceProblem>().code, ErrorCode::ContextFull);
    }

    void aCancelledLoadIsNotStarted() {
        InferenceWorker worker(
            [](const EngineOptions&, const auto&, std::stop_token) -> std::unique_ptr<Engine> {
                qFatal("it was started");
                return nullptr;
            });
        QSignalSpy failed(&worker, &InferenceWorker::loadFailed);
        std::stop_source stop;
        stop.request_stop();
        worker.load(1, {}, stop.get_token());
        QCOMPARE(failed[0][1].value<InferenceProblem>().code, ErrorCode::Cancelled);
    }

    void textThatWasMadeBeforeAnErrorIsSent() {
        auto script = std::make_shared<test::EngineScript>();
        script->generateError = "no memory";
        script->failAfterPieces = 3;
        InferenceWorker worker(test::scripted(script));
        worker.load(1, {}, {});
        QString text;
        connect(&worker, &InferenceWorker::textReady, this,
                [&](quint64, const QString& delta, int) { text += delta; });
        QSignalSpy failed(&worker, &InferenceWorker::failed);
        worker.generate({2, {}, {}});
        QCOMPARE(failed.count(), 1);
        QCOMPARE(text, QStringLiteral("Hello, world"));
    }
};

QTEST_GUILESS_MAIN(TestInferenceWorker)
#include "tst_inference_worker.moc"
