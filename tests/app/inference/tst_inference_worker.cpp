#include "inference/inference_worker.h"

#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QThread>
#include <QtTest>
#include <atomic>

#include "inference/cache_owner.h"
#include "support/reference_pack.h"
#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;

/// The worker's slots called directly, on one thread: what it says, without the time it takes.
class TestInferenceWorker : public QObject {
    Q_OBJECT

    /// Starts a reply and lets the worker's steps run to its end.
    static void generate(InferenceWorker& worker, const GenerationJob& job) {
        bool ended = false;
        const auto hear = [&](quint64 id) { ended = ended || id == job.id; };
        const auto finished = connect(&worker, &InferenceWorker::finished, hear);
        const auto failed = connect(&worker, &InferenceWorker::failed, hear);
        worker.generate(job);
        while (!ended) QCoreApplication::processEvents();
        disconnect(finished);
        disconnect(failed);
    }

private slots:
    void saysNothingForEstimatesWithoutAModel() {
        InferenceWorker worker(test::scripted(std::make_shared<test::EngineScript>()));
        QSignalSpy estimated(&worker, &InferenceWorker::estimated);
        QSignalSpy failed(&worker, &InferenceWorker::failed);
        worker.estimate({1, {}, {}});
        worker.clearCache();
        QCOMPARE(estimated.count(), 0);
        generate(worker, {2, {}, {}});
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
        generate(worker, {3, {}, {}});
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
        generate(worker, {1, {}, {}});
        QCOMPARE(failed.count(), 1);
        QCOMPARE(backends, (std::vector<std::string>{"auto", "cpu"}));
        QCOMPARE(loaded.count(), 2);
        QCOMPARE(loaded[1][0].toULongLong(), 7ULL);
        const auto info = loaded[1][1].value<EngineInfo>();
        QCOMPARE(info.backend, std::string("CPU"));
        QVERIFY(textOf(info.backendReason).starts_with("The graphics card stopped"));
        generate(worker, {2, {}, {}});
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
            generate(worker, {2, {}, {}});
            worker.unload();
            QCOMPARE(script->savedPrefixes, 0);
            worker.keepPrefixes(folder, true);
            worker.load(3, {}, {});
            worker.load(4, {}, {});  // nothing was asked
            QCOMPARE(script->savedPrefixes, 0);
            generate(worker, {5, {}, {}});
            worker.load(6, {}, {});
            QCOMPARE(script->savedPrefixes, 1);
            generate(worker, {7, {}, {}});
        }
        QCOMPARE(script->savedPrefixes, 2);
        QVERIFY(folders[0].empty());
        for (size_t i = 1; i < folders.size(); ++i)
            QCOMPARE(QString::fromStdString(folders[i].string()), folder);
    }

    void theFolderOfTheCacheFollowsTheSettings() {
        QTemporaryDir data;
        const QString folder = data.filePath("prefixes");
        auto script = std::make_shared<test::EngineScript>();
        std::vector<EngineOptions> loads;
        InferenceWorker worker([&](const EngineOptions& options, const auto& progress, std::stop_token stop) {
            loads.push_back(options);
            return test::ScriptedEngine::load(script, progress, stop);
        });
        worker.keepPrefixes(folder, true, {.bytes = 5, .bytesADay = 6});
        worker.load(1, {}, {});
        QCOMPARE(loads[0].prefixBytes, 5U);
        QCOMPARE(loads[0].prefixBytesADay, 6U);
        QVERIFY(script->prefixFolders.empty());
        // Nothing new is nothing to do.
        worker.keepPrefixes(folder, true, {.bytes = 5, .bytesADay = 6});
        QVERIFY(script->prefixFolders.empty());
        worker.keepPrefixes(folder, true, {.bytes = 7, .bytesADay = 6});
        worker.keepPrefixes(folder, false);
        worker.keepPrefixes(folder, true);
        // What was kept in another way goes.
        QVERIFY(QDir().mkpath(folder + "/old"));
        PrefixLimits limits{.bytes = 7, .bytesADay = 6};
        limits.key.emplace();
        worker.keepPrefixes(folder, true, limits);
        QVERIFY(!QDir(folder).exists());
        const std::string place = folder.toStdString();
        QCOMPARE(script->prefixFolders,
                 (std::vector<std::string>{place + " 7 6", "", place + " 10000000000 10000000000", "",
                                           place + " 7 6 encrypted"}));
        worker.load(2, {}, {});
        QVERIFY(loads[1].prefixKey == limits.key);
    }

    /// A key may come from the keyring after somebody erased a chat.
    void chatsThatWereErasedBeforeTheFolderWasKnown() {
        QTemporaryDir data;
        const QString folder = data.filePath("prefixes");
        EngineOptions options;
        options.model = test::tinyModelsFolder() / "llama-f32.gguf";
        options.backend = "cpu";
        options.contextLength = 256;
        options.prefixFolder = folder.toStdString();
        const auto engine = Engine::load(options);
        GenerationRequest request;
        request.rawText = std::string(100, 'a');
        request.owner = "erased";
        request.sampling.maxTokens = 2;
        GenerationListener nobody;
        (void)engine->generate(request, nobody);
        engine->savePrefixes();
        QVERIFY(Engine::prefixUse(options.prefixFolder, {"erased"}).owners[0].bytes > 0);
        InferenceWorker worker(test::scripted(std::make_shared<test::EngineScript>()));
        worker.keepOwners({"another"});
        worker.keepPrefixes(folder, true);
        QCOMPARE(Engine::prefixUse(options.prefixFolder, {"erased"}).owners[0].bytes, uint64_t{0});
    }

    void whatGoesWrongWithTheFolderIsTold() {
        auto script = std::make_shared<test::EngineScript>();
        InferenceWorker worker(test::scripted(script));
        QSignalSpy failed(&worker, &InferenceWorker::cacheFailed);
        worker.load(1, {}, {});
        generate(worker, {2, {}, {}});
        QCOMPARE(failed.count(), 0);
        script->prefixProblem = "The disk is full.";
        generate(worker, {3, {}, {}});
        QCOMPARE(failed.count(), 1);
        QCOMPARE(failed[0][0].toString(), QString("The disk is full."));
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
        generate(worker, {2, {}, {}});
        worker.keepCache();
        QCOMPARE(keeping.count(), 3);
        QCOMPARE(keeping[0][0].toDouble(), 0.0);
        QCOMPARE(keeping[2][0].toDouble(), 1.0);
        QCOMPARE(kept.count(), 2);
        worker.keepCache();  // nothing new
        QCOMPARE(keeping.count(), 3);
        QCOMPARE(script->savedPrefixes, 1);
        // The model stays.
        generate(worker, {3, {}, {}});
        loading.clear();
        worker.load(4, {}, {});
        QCOMPARE(loading[0][1].toString(), "Keeping the cache");
        QCOMPARE(loading[1][2].toDouble(), 0.5);
        QCOMPARE(script->savedPrefixes, 2);
        generate(worker, {5, {}, {}});
        worker.unload();
        QCOMPARE(keeping.count(), 6);
        QCOMPARE(kept.count(), 4);
        QCOMPARE(script->savedPrefixes, 3);
        worker.load(6, {}, {});
        generate(worker, {7, {}, {}});
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
            generate(worker, {2, {}, {}});
            worker.clearCache();
            QVERIFY(!QFile::exists(folder));
            put();
            generate(worker, {3, {}, {}});
            worker.keepPrefixes(folder, false);
            QVERIFY(!QFile::exists(folder));
        }
        QCOMPARE(script->savedPrefixes, 0);
    }

    void whatNobodyOwnsAnyMoreGoes() {
        QTemporaryDir data;
        // As a block of the cache is called; nobody is noted to have used it.
        const QString folder = data.filePath("prefixes"),
                      block = folder + "/" + QString(32, '1') + "/" + QString(32, '2') + ".0";
        const auto put = [&] {
            QFile file(block);
            return QDir().mkpath(QFileInfo(block).path()) && file.open(QFile::WriteOnly);
        };
        auto script = std::make_shared<test::EngineScript>();
        InferenceWorker worker(test::scripted(script));
        QVERIFY(put());
        worker.keepPrefixes(folder, true);
        // No model is loaded.
        worker.keepOwners({cacheOwner(2)});
        QVERIFY(!QFile::exists(block));
        worker.load(1, {}, {});
        QVERIFY(put());
        worker.keepOwners({cacheOwner(3)});
        QCOMPARE(script->keptOwners, std::vector<std::vector<std::string>>{{"chat 3"}});
        QVERIFY(!QFile::exists(block));
    }

    /// The chat that somebody looks at comes into memory, and the engine works on while nobody asks for a
    /// reply.
    void whatIsOnDiskIsFetchedForTheOpenChat() {
        auto script = std::make_shared<test::EngineScript>();
        InferenceWorker worker(test::scripted(script));
        worker.load(1, {}, {});
        GenerationJob job;
        job.id = 2;
        worker.estimate(job);
        QCOMPARE(script->prefetched, 0);
        script->diskTokens = 64;
        script->restingSteps = 5;
        worker.estimate(job);
        QCOMPARE(script->prefetched, 1);
        QTRY_COMPARE(script->restingSteps, 0);
    }

    void theOldestTurnsGoWhenAChatDoesNotFit() {
        auto script = std::make_shared<test::EngineScript>();
        script->contextLength = 800;
        script->tokensPerMessage = 100;
        InferenceWorker worker(test::scripted(script));
        worker.load(1, {}, {});
        QSignalSpy dropped(&worker, &InferenceWorker::turnsDropped);
        GenerationJob job;
        job.id = 2;
        job.request.messages.push_back({"system", "s", {}, {}});
        for (int turn = 0; turn < 6; ++turn) {
            job.request.messages.push_back({"user", "q" + std::to_string(turn), {}, {}});
            if (turn < 5) job.request.messages.push_back({"assistant", "a" + std::to_string(turn), {}, {}});
        }
        // 12 messages are 1,200 tokens; 700 leave room for a reply, and 400 are half of the context.
        job.whenFull = WhenFull::Slide;
        generate(worker, job);
        QCOMPARE(dropped.count(), 1);
        QCOMPARE(dropped[0][1].value<DroppedTurns>().turns, 4);
        QCOMPARE(dropped[0][1].value<DroppedTurns>().messages, 8);
        const auto& sent = script->requests.back().messages;
        QCOMPARE(sent.size(), size_t(4));
        QCOMPARE(sent[0].role, std::string("system"));
        QCOMPARE(sent[1].content, std::string("q4"));
        QCOMPARE(sent[3].content, std::string("q5"));
        // A single question is never taken away, and without the wish nothing is.
        job.request.messages.resize(2);
        script->tokensPerMessage = 5000;
        generate(worker, job);
        QCOMPARE(script->requests.back().messages.size(), size_t(2));
        job.whenFull = WhenFull::Refuse;
        generate(worker, job);
        QCOMPARE(dropped.count(), 1);
    }

    void turnsGoForAServerThatKnowsNoTokensAndRefuses() {
        auto script = std::make_shared<test::EngineScript>();
        script->contextLength = 32768;  // as assumed, for the server does not say
        script->tokensPerMessage = 1000;
        script->hasTokens = false;
        script->refusedMessages = 6;
        InferenceWorker worker(test::scripted(script));
        worker.load(1, {}, {});
        QSignalSpy dropped(&worker, &InferenceWorker::turnsDropped);
        QSignalSpy failed(&worker, &InferenceWorker::failed);
        QSignalSpy finished(&worker, &InferenceWorker::finished);
        GenerationJob job;
        job.id = 2;
        for (int turn = 0; turn < 21; ++turn) {
            job.request.messages.push_back({"user", "q" + std::to_string(turn), {}, {}});
            if (turn < 20) job.request.messages.push_back({"assistant", "a" + std::to_string(turn), {}, {}});
        }
        job.whenFull = WhenFull::Slide;
        generate(worker, job);
        QCOMPARE(failed.count(), 0);
        const auto& sent = script->requests.back().messages;
        QVERIFY(sent.size() < 6);
        QCOMPARE(sent.back().content, std::string("q20"));
        QCOMPARE(dropped.back()[1].value<DroppedTurns>().messages, 41 - static_cast<int>(sent.size()));
        QCOMPARE(finished.count(), 1);
        // Where nothing can go any more, the refusal is the answer.
        script->refusedMessages = 1;
        generate(worker, job);
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
        generate(worker, {2, {}, {}});
        QCOMPARE(failed.count(), 1);
        QCOMPARE(text, QStringLiteral("Hello, world"));
    }

    void repliesGoOnTogether() {
        auto script = std::make_shared<test::EngineScript>();
        script->pieces.assign(30, "x");
        InferenceWorker worker(test::scripted(script));
        worker.load(1, {}, {});
        QSignalSpy prefill(&worker, &InferenceWorker::prefillProgress);
        QSignalSpy finished(&worker, &InferenceWorker::finished);
        std::stop_source stop;
        worker.generate({2, {}, {}});
        worker.generate({3, {}, stop.get_token()});
        worker.generate({4, {}, {}});
        while (prefill.count() < 6) QCoreApplication::processEvents();
        QList<quint64> order;
        for (qsizetype i = 0; i < 6; ++i) order += prefill[i][0].toULongLong();
        QCOMPARE(order, (QList<quint64>{2, 3, 4, 2, 3, 4}));
        // One is stopped, and the others do not notice.
        stop.request_stop();
        QTRY_COMPARE(finished.count(), 3);
        QCOMPARE(finished[0][0].toULongLong(), 3ULL);
        QCOMPARE(finished[0][1].value<GenerationResultPtr>()->reason, FinishReason::Cancelled);
        for (const qsizetype other : {1, 2}) {
            const auto result = finished[other][1].value<GenerationResultPtr>();
            QCOMPARE(result->reason, FinishReason::EndOfText);
            QCOMPARE(result->text, std::string(30, 'x'));
        }
    }

    void prioritiesReachTheEngine() {
        auto script = std::make_shared<test::EngineScript>();
        InferenceWorker worker(test::scripted(script));
        worker.load(1, {}, {});
        QSignalSpy prefill(&worker, &InferenceWorker::prefillProgress);
        QSignalSpy finished(&worker, &InferenceWorker::finished);
        worker.generate({2, {}, {}, WhenFull::Refuse, Priority::Background});
        worker.generate({3, {}, {}, WhenFull::Refuse, Priority::Chat});
        worker.generate({4, {}, {}, WhenFull::Refuse, Priority::Chat});
        worker.setPriority(4, Priority::Reading);
        worker.setPriority(99, Priority::Reading);  // nobody
        QTRY_COMPARE(finished.count(), 3);
        QList<quint64> order;
        for (qsizetype i = 0; i < 3; ++i) order += prefill[i][0].toULongLong();
        QCOMPARE(order, (QList<quint64>{4, 3, 2}));
    }

    void everyReplyEndsWithItsModel_data() {
        QTest::addColumn<int>("how");
        QTest::newRow("unload") << 0;
        QTest::newRow("another model") << 1;
        QTest::newRow("keepCache") << 2;
    }
    void everyReplyEndsWithItsModel() {
        QFETCH(int, how);
        auto script = std::make_shared<test::EngineScript>();
        script->pieces.assign(100000, "x");
        InferenceWorker worker(test::scripted(script));
        worker.load(1, {}, {});
        QSignalSpy text(&worker, &InferenceWorker::textReady);
        QSignalSpy finished(&worker, &InferenceWorker::finished);
        for (quint64 id = 2; id < 6; ++id) worker.generate({id, {}, {}});
        QTRY_VERIFY(text.count() >= 4);
        if (how == 0) worker.unload();
        if (how == 1) worker.load(9, {}, {});
        if (how == 2) worker.keepCache();
        QCOMPARE(finished.count(), 4);
        for (const auto& call : finished) {
            const auto result = call[1].value<GenerationResultPtr>();
            QCOMPARE(result->reason, FinishReason::Cancelled);
            QVERIFY(!result->text.empty());
        }
    }

    void aBrokenCardEndsEveryReply() {
        auto script = std::make_shared<test::EngineScript>();
        script->backend = "GPU";
        script->generateError = "The graphics card stopped working for this program.";
        script->generateErrorCode = ErrorCode::Device;
        script->failAfterPieces = 2;
        int loads = 0;
        InferenceWorker worker([&](const EngineOptions&, const auto& progress, std::stop_token stop) {
            if (++loads == 2) script->backend = "CPU", script->generateError.clear();
            return test::ScriptedEngine::load(script, progress, stop);
        });
        worker.load(1, {}, {});
        QSignalSpy failed(&worker, &InferenceWorker::failed);
        QSignalSpy finished(&worker, &InferenceWorker::finished);
        for (quint64 id = 2; id < 5; ++id) worker.generate({id, {}, {}});
        QTRY_COMPARE(failed.count(), 3);
        for (const auto& call : failed)
            QCOMPARE(call[1].value<InferenceProblem>().message,
                     QString::fromStdString("The graphics card stopped working for this program."));
        QCOMPARE(loads, 2);
        for (quint64 id = 5; id < 7; ++id) worker.generate({id, {}, {}});
        QTRY_COMPARE(finished.count(), 2);
        QCOMPARE(failed.count(), 3);
    }

    void anEngineThatThrowsAnythingElseGoes() {
        struct Thrower final : test::ScriptedEngine {
            using ScriptedEngine::ScriptedEngine;
            bool step() override { throw std::runtime_error("a riddle"); }
        };
        InferenceWorker worker([](const EngineOptions&, const auto&, std::stop_token) {
            return std::make_unique<Thrower>(std::make_shared<test::EngineScript>());
        });
        worker.load(1, {}, {});
        QSignalSpy failed(&worker, &InferenceWorker::failed);
        QSignalSpy loadFailed(&worker, &InferenceWorker::loadFailed);
        worker.generate({2, {}, {}});
        worker.generate({3, {}, {}});
        QTRY_COMPARE(failed.count(), 2);
        QVERIFY(failed[1][1].value<InferenceProblem>().message.contains("a riddle"));
        QCOMPARE(loadFailed.count(), 1);
        generate(worker, {4, {}, {}});
        QVERIFY(failed[2][1].value<InferenceProblem>().message.contains("No model"));
    }

    void anEstimateOfWhatDoesNotFitSaysWhatTheLastTurnTakes() {
        auto script = std::make_shared<test::EngineScript>();
        script->tokensPerMessage = 300;
        script->contextLength = 800;
        InferenceWorker worker(test::scripted(script));
        worker.load(1, {}, {});
        QSignalSpy estimated(&worker, &InferenceWorker::estimated);
        GenerationRequest request;
        request.messages = {{"user", "a", {}, {}}, {"assistant", "b", {}, {}}};
        worker.estimate({2, request, {}});
        QCOMPARE(estimated[0][2].toInt(), 0);
        request.messages.push_back({"user", "c", {}, {}});
        worker.estimate({3, request, {}});
        QCOMPARE(estimated[1][1].value<PromptEstimate>().promptTokens, 900);
        QCOMPARE(estimated[1][2].toInt(), 300);
    }

    /// What takes long and nobody waits for would hold up the stream that somebody reads.
    void estimatesWaitForTheReplyThatIsRead() {
        auto script = std::make_shared<test::EngineScript>();
        script->pieces.assign(50, "x");
        InferenceWorker worker(test::scripted(script));
        worker.load(1, {}, {});
        QStringList order;
        connect(&worker, &InferenceWorker::estimated, this,
                [&](quint64 id) { order += QString::number(id); });
        connect(&worker, &InferenceWorker::promptReady, this,
                [&](quint64 id) { order += QString::number(id); });
        connect(&worker, &InferenceWorker::finished, this, [&](quint64 id) { order += QString::number(id); });
        worker.generate({2, {}, {}, WhenFull::Refuse, Priority::Reading});
        worker.generate({3, {}, {}, WhenFull::Refuse, Priority::Chat});
        worker.estimate({4, {}, {}});
        worker.prompt({5, {}, {}});
        QTRY_COMPARE(order.size(), 4);
        QCOMPARE(order.indexOf("2"), 0);
        QVERIFY(order.indexOf("4") < order.indexOf("5"));
        // Beside chats that nobody looks at they come at once.
        order.clear();
        worker.generate({6, {}, {}, WhenFull::Refuse, Priority::Chat});
        worker.estimate({7, {}, {}});
        QCOMPARE(order, QStringList{"7"});
        QTRY_COMPARE(order.size(), 2);
    }

    void aClearedCacheHoldsNothingOfAStoppedReply() {
        struct Clearing final : test::ScriptedEngine {
            Clearing(std::shared_ptr<test::EngineScript> script, int& atClear)
                : ScriptedEngine(std::move(script)), m_atClear(atClear) {}
            void clearCache() override {
                m_atClear = 0;
                for (RequestId id = 1; id < 4; ++id) m_atClear += status(id) ? 1 : 0;
            }
            int& m_atClear;
        };
        auto script = std::make_shared<test::EngineScript>();
        script->pieces.assign(100, "x");
        int atClear = -1;
        InferenceWorker worker([&](const EngineOptions&, const auto&, std::stop_token) {
            return std::make_unique<Clearing>(script, atClear);
        });
        worker.load(1, {}, {});
        QSignalSpy finished(&worker, &InferenceWorker::finished);
        std::stop_source stop;
        worker.generate({2, {}, stop.get_token()});
        worker.generate({3, {}, {}});
        stop.request_stop();
        worker.clearCache();
        QCOMPARE(atClear, 1);
        QTRY_COMPARE(finished.count(), 2);
    }
    void repliesGoOnWhileALongPromptIsMade() {
        auto script = std::make_shared<test::EngineScript>();
        std::atomic<bool> open = false;
        script->makePrompt = [&](GenerationRequest& request) {
            while (!open) QThread::msleep(1);
            request.prompt = Prompt{.pieces = {}, .tokens = {1, 2, 3}, .cuts = {}};
        };
        InferenceWorker worker(test::scripted(script));
        worker.load(1, {}, {});
        QSignalSpy finished(&worker, &InferenceWorker::finished);
        GenerationRequest large;
        large.rawText = std::string(100'000, 'x');
        std::stop_source stop;
        worker.generate({2, large, {}});
        worker.generate({3, large, stop.get_token()});
        worker.setPriority(2, Priority::Chat);
        generate(worker, {4, {}, {}});
        QCOMPARE(finished.count(), 1);
        stop.request_stop();
        open = true;
        QTRY_COMPARE(finished.count(), 3);
        // Only one of the two was asked for.
        QCOMPARE(script->requests.size(), size_t(2));
        QCOMPARE(script->requests.at(1).rawText, large.rawText);
        QCOMPARE(script->priorities.back(), Priority::Chat);
    }
    void promptsOfAnotherModelAreMadeAnew() {
        auto script = std::make_shared<test::EngineScript>();
        std::atomic<bool> open = false;
        std::atomic<int> prepared = 0;
        script->makePrompt = [&](GenerationRequest& request) {
            while (!open) QThread::msleep(1);
            request.prompt = Prompt{.pieces = {}, .tokens = {1, 2, 3}, .cuts = {}};
            ++prepared;
        };
        InferenceWorker worker(test::scripted(script));
        worker.load(1, {}, {});
        QSignalSpy estimated(&worker, &InferenceWorker::estimated);
        GenerationRequest large;
        large.rawText = std::string(100'000, 'x');
        worker.estimate({2, large, {}});
        worker.load(3, {}, {});
        QSignalSpy finished(&worker, &InferenceWorker::finished);
        worker.generate({4, large, {}});
        open = true;
        QTRY_COMPARE(finished.count(), 1);
        QTRY_COMPARE(estimated.count(), 1);
        QCOMPARE(prepared.load(), 2);
    }
};

QTEST_GUILESS_MAIN(TestInferenceWorker)
#include "tst_inference_worker.moc"
