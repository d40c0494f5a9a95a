#include "inference/inference_thread.h"

#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QThread>
#include <QtTest>
#include <atomic>
#include <future>
#include <thread>

#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;
using namespace std::chrono_literals;

class TestInferenceThread : public QObject {
    Q_OBJECT

    std::shared_ptr<test::EngineScript> m_script;

    std::unique_ptr<InferenceThread> readyThread() {
        auto thread = std::make_unique<InferenceThread>(test::scripted(m_script));
        QSignalSpy loaded(thread.get(), &InferenceThread::loaded);
        thread->load({});
        if (!loaded.wait()) qFatal("the script did not load");
        return thread;
    }

private slots:
    void init() { m_script = std::make_shared<test::EngineScript>(); }

    void aReplyComesInOrder() {
        const auto thread = readyThread();
        QStringList order;
        QString text;
        int tokens = 0;
        connect(thread.get(), &InferenceThread::prefillProgress, this,
                [&](quint64, const PrefillProgress& progress) {
                    if (order.isEmpty() || order.last() != "prefill") order += "prefill";
                    QVERIFY(progress.done <= progress.total);
                });
        connect(thread.get(), &InferenceThread::textReady, this,
                [&](quint64, const QString& delta, int count) {
                    if (order.last() != "text") order += "text";
                    text += delta;
                    tokens += count;
                });
        QSignalSpy finished(thread.get(), &InferenceThread::finished);
        const quint64 id = thread->generate({});
        QVERIFY(finished.wait());
        QCOMPARE(finished[0][0].toULongLong(), id);
        const auto result = finished[0][1].value<GenerationResultPtr>();
        QCOMPARE(order, QStringList({"prefill", "text"}));
        QCOMPARE(text, QStringLiteral("Hello, world."));
        QCOMPARE(QString::fromStdString(result->text), text);
        QCOMPARE(tokens, 4);
    }

    void textsAreSentTogether() {
        m_script->pieces.assign(400, "x");
        m_script->tokenStep = 1ms;
        const auto thread = readyThread();
        QSignalSpy text(thread.get(), &InferenceThread::textReady);
        QSignalSpy finished(thread.get(), &InferenceThread::finished);
        QElapsedTimer timer;
        timer.start();
        thread->generate({});
        QVERIFY(finished.wait());
        // The first at once, then at most one a frame, and the rest.
        QVERIFY2(text.count() <= timer.elapsed() / RunningReply::coalesceMs + 2,
                 qPrintable(QString::number(text.count())));
        QVERIFY(text.count() >= 3);
        QString all;
        for (const auto& call : text) all += call[1].toString();
        QCOMPARE(all.size(), 400);
    }

    void stopEndsAReplySoonAndSilencesIt() {
        m_script->pieces.assign(100000, "x");
        m_script->tokenStep = 1ms;
        const auto thread = readyThread();
        QSignalSpy text(thread.get(), &InferenceThread::textReady);
        QSignalSpy finished(thread.get(), &InferenceThread::finished);
        const quint64 id = thread->generate({});
        QVERIFY(text.wait());
        thread->cancel(id);
        const qsizetype before = text.count();
        QElapsedTimer timer;
        timer.start();
        QVERIFY(finished.wait(1000));
        QVERIFY2(timer.elapsed() <= 50, qPrintable(QStringLiteral("%1 ms").arg(timer.elapsed())));
        QCOMPARE(text.count(), before);
        const auto result = finished[0][1].value<GenerationResultPtr>();
        QCOMPARE(result->reason, FinishReason::Cancelled);
        QVERIFY(!result->text.empty());
    }

    void aRequestThatIsStoppedBeforeItsTurnCostsNothing() {
        m_script->tokenStep = 5ms;
        const auto thread = readyThread();
        QSignalSpy finished(thread.get(), &InferenceThread::finished);
        thread->generate({});
        const quint64 second = thread->generate({});
        thread->cancel(second);
        QTRY_COMPARE(finished.count(), 2);
        const qsizetype at = finished[0][0].toULongLong() == second ? 0 : 1;
        QCOMPARE(finished[at][0].toULongLong(), second);
        QCOMPARE(finished[at][1].value<GenerationResultPtr>()->reason, FinishReason::Cancelled);
        QCOMPARE(m_script->requests.size(), 1U);
    }

    void severalRepliesAreMadeAtATime() {
        m_script->pieces.assign(50, "x");
        m_script->tokenStep = 1ms;
        const auto thread = readyThread();
        QList<quint64> order;
        connect(thread.get(), &InferenceThread::textReady, this, [&](quint64 id) { order += id; });
        QSignalSpy finished(thread.get(), &InferenceThread::finished);
        const quint64 first = thread->generate({});
        const quint64 second = thread->generate({}, WhenFull::Refuse, Priority::Chat);
        thread->setPriority(second, Priority::Reading);
        QTRY_COMPARE(finished.count(), 2);
        QVERIFY(order.indexOf(second) < order.lastIndexOf(first));
        for (const auto& call : finished)
            QCOMPARE(call[1].value<GenerationResultPtr>()->text, std::string(50, 'x'));
    }

    void errorsAreSentences() {
        m_script->generateError = "The prompt has 9,000 tokens and the context 8,192.";
        auto thread = readyThread();
        QSignalSpy failed(thread.get(), &InferenceThread::failed);
        thread->generate({});
        QVERIFY(failed.wait());
        const auto problem = failed[0][1].value<InferenceProblem>();
        QCOMPARE(problem.code, ErrorCode::OutOfMemory);
        QCOMPARE(problem.message, QString::fromStdString(m_script->generateError));

        m_script->loadError = "This file is no model.";
        QSignalSpy loadFailed(thread.get(), &InferenceThread::loadFailed);
        thread->load({});
        QVERIFY(loadFailed.wait());
        QCOMPARE(loadFailed[0][1].value<InferenceProblem>().message,
                 QStringLiteral("This file is no model."));
        // Without a model, too.
        thread->generate({});
        QVERIFY(failed.wait());
        QVERIFY(failed[1][1].value<InferenceProblem>().message.contains("No model"));
    }

    void whateverAnEngineThrowsIsCaught() {
        InferenceThread thread([](const EngineOptions&, const auto&,
                                  std::stop_token) -> std::unique_ptr<Engine> { throw std::bad_alloc(); });
        QSignalSpy failed(&thread, &InferenceThread::loadFailed);
        thread.load({});
        QVERIFY(failed.wait());
        QCOMPARE(failed[0][1].value<InferenceProblem>().code, ErrorCode::OutOfMemory);
    }

    void aNewLoadCancelsTheOldOne() {
        m_script->loadStep = 20ms;
        m_script->loadSteps = 500;
        InferenceThread thread(test::scripted(m_script));
        QSignalSpy progress(&thread, &InferenceThread::loadProgress);
        QSignalSpy loaded(&thread, &InferenceThread::loaded);
        QSignalSpy failed(&thread, &InferenceThread::loadFailed);
        thread.load({});
        QVERIFY(progress.wait());
        m_script->loadSteps = 1;
        const quint64 second = thread.load({});
        QVERIFY(loaded.wait());
        QCOMPARE(loaded[0][0].toULongLong(), second);
        QCOMPARE(failed.count(), 0);
    }

    void aBrokenCardLeavesTheCpu_data() {
        QTest::addColumn<ErrorCode>("code");
        QTest::newRow("broken") << ErrorCode::Device;
        QTest::newRow("full") << ErrorCode::OutOfMemory;
    }
    void aBrokenCardLeavesTheCpu() {
        QFETCH(ErrorCode, code);
        m_script->backend = "GPU";
        m_script->generateError = "The graphics card stopped working for this program.";
        m_script->generateErrorCode = code;
        m_script->failAfterPieces = 2;
        std::vector<std::string> backends;
        InferenceThread thread([&](const EngineOptions& options, const auto& progress, std::stop_token stop) {
            backends.push_back(options.backend);
            if (options.backend == "cpu") {
                m_script->backend = "CPU";
                m_script->generateError.clear();
            }
            return test::ScriptedEngine::load(m_script, progress, stop);
        });
        QSignalSpy loaded(&thread, &InferenceThread::loaded);
        QSignalSpy failed(&thread, &InferenceThread::failed);
        QSignalSpy finished(&thread, &InferenceThread::finished);
        const quint64 load = thread.load({});
        QVERIFY(loaded.wait());
        // The engine waits until it has all of them.
        std::promise<void> asked;
        thread.questions().post([&asked](Engine*) { asked.get_future().wait(); });
        for (int i = 0; i < 3; ++i) thread.generate({});
        asked.set_value();
        QTRY_COMPARE(failed.count(), 3);
        for (const auto& call : failed)
            QCOMPARE(call[1].value<InferenceProblem>().message,
                     QString("The graphics card stopped working for this program."));
        QTRY_COMPARE(loaded.count(), 2);
        QCOMPARE(backends, (std::vector<std::string>{"auto", "cpu"}));
        QCOMPARE(loaded[1][0].toULongLong(), load);
        const auto info = loaded[1][1].value<EngineInfo>();
        QCOMPARE(info.backend, std::string("CPU"));
        QVERIFY(textOf(info.backendReason).starts_with("The graphics card stopped"));
        thread.generate({});
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(failed.count(), 3);
    }

    void anEngineThatThrowsIsLoadedAgain() {
        struct Thrower final : test::ScriptedEngine {
            using ScriptedEngine::ScriptedEngine;
            RequestId submit(GenerationRequest request, GenerationListener& listener,
                             Priority priority) override {
                asked = true;
                return ScriptedEngine::submit(std::move(request), listener, priority);
            }
            bool step() override {
                if (asked) throw std::runtime_error("a riddle");
                return false;
            }
            bool asked = false;
        };
        InferenceThread thread([this](const EngineOptions&, const auto&, std::stop_token) {
            return std::make_unique<Thrower>(m_script);
        });
        QSignalSpy loaded(&thread, &InferenceThread::loaded);
        QSignalSpy failed(&thread, &InferenceThread::failed);
        thread.load({});
        QVERIFY(loaded.wait());
        thread.generate({});
        thread.generate({});
        QTRY_COMPARE(failed.count(), 2);
        for (const auto& call : failed)
            QVERIFY(call[1].value<InferenceProblem>().message.contains("a riddle"));
        QTRY_VERIFY(loaded.count() >= 2);
    }

    void oneThatCannotBeLoadedAgainIsGone() {
        m_script->backend = "GPU";
        m_script->generateError = "The card is gone.";
        m_script->generateErrorCode = ErrorCode::Device;
        int loads = 0;
        InferenceThread thread([&](const EngineOptions&, const auto& progress, std::stop_token stop) {
            if (++loads > 1) throw Error(ErrorCode::OutOfMemory, "No room.");
            return test::ScriptedEngine::load(m_script, progress, stop);
        });
        QSignalSpy loaded(&thread, &InferenceThread::loaded);
        QSignalSpy loadFailed(&thread, &InferenceThread::loadFailed);
        QSignalSpy failed(&thread, &InferenceThread::failed);
        const quint64 load = thread.load({});
        QVERIFY(loaded.wait());
        thread.generate({});
        QTRY_COMPARE(loadFailed.count(), 1);
        QCOMPARE(loadFailed[0][0].toULongLong(), load);
        QCOMPARE(loadFailed[0][1].value<InferenceProblem>().message, QString("No room."));
        thread.generate({});
        QTRY_COMPARE(failed.count(), 2);
        QVERIFY(failed[1][1].value<InferenceProblem>().message.contains("No model"));
    }

    /// The chat that somebody looks at comes into memory, and the engine works on while nobody asks for a
    /// reply.
    void everyReplyEndsWithItsModel_data() {
        QTest::addColumn<int>("how");
        QTest::newRow("unload") << 0;
        QTest::newRow("another model") << 1;
        QTest::newRow("keepCache") << 2;
    }
    void everyReplyEndsWithItsModel() {
        QFETCH(int, how);
        m_script->pieces.assign(100000, "x");
        const auto thread = readyThread();
        QSignalSpy text(thread.get(), &InferenceThread::textReady);
        QSignalSpy finished(thread.get(), &InferenceThread::finished);
        QSignalSpy unloaded(thread.get(), &InferenceThread::unloaded);
        QSignalSpy loaded(thread.get(), &InferenceThread::loaded);
        QSignalSpy kept(&thread->caches(), &ModelCaches::written);
        for (int i = 0; i < 4; ++i) thread->generate({});
        QTRY_VERIFY(text.count() >= 4);
        if (how == 0) thread->close(thread->current());
        if (how == 1) thread->load({});
        if (how == 2) thread->caches().write();
        QTRY_VERIFY(unloaded.count() + loaded.count() + kept.count() > 0);
        // Before it is told that the model has gone.
        QCOMPARE(finished.count(), 4);
        for (const auto& call : finished) {
            const auto result = call[1].value<GenerationResultPtr>();
            QCOMPARE(result->reason, FinishReason::Cancelled);
            QVERIFY(!result->text.empty());
        }
    }

    /// A long task without a waiting user would delay the stream that is being read.
    void repliesGoOnWhileALongPromptIsMade() {
        std::atomic<bool> open = false;
        m_script->makePrompt = [&](GenerationRequest& request) {
            while (!open) QThread::msleep(1);
            request.prompt = Prompt{.pieces = {}, .tokens = {1, 2, 3}, .cuts = {}};
        };
        const auto thread = readyThread();
        QSignalSpy finished(thread.get(), &InferenceThread::finished);
        GenerationRequest large;
        large.rawText = std::string(100'000, 'x');
        const quint64 kept = thread->generate(large);
        const quint64 stopped = thread->generate(large);
        thread->setPriority(kept, Priority::Chat);
        thread->generate({});
        QVERIFY(finished.wait());
        QCOMPARE(finished.count(), 1);
        thread->cancel(stopped);
        open = true;
        QTRY_COMPARE(finished.count(), 3);
        // Only one of the two was asked for.
        QCOMPARE(m_script->requests.size(), size_t(2));
        QCOMPARE(m_script->requests.at(1).rawText, large.rawText);
        QCOMPARE(m_script->priorities.back(), Priority::Chat);
    }

    void aModelThatIsReplacedWhileItIsAskedAnswersNothing() {
        std::atomic<bool> open = false;
        std::atomic<int> prepared = 0;
        m_script->makePrompt = [&](GenerationRequest& request) {
            while (!open) QThread::msleep(1);
            request.prompt = Prompt{.pieces = {}, .tokens = {1, 2, 3}, .cuts = {}};
            ++prepared;
        };
        const auto thread = readyThread();
        QSignalSpy finished(thread.get(), &InferenceThread::finished);
        GenerationRequest large;
        large.rawText = std::string(100'000, 'x');
        const quint64 old = thread->generate(large);
        thread->load({});
        const quint64 next = thread->generate(large);
        open = true;
        QTRY_COMPARE(finished.count(), 2);
        QCOMPARE(finished[0][0].toULongLong(), old);
        QCOMPARE(finished[0][1].value<GenerationResultPtr>()->reason, FinishReason::Cancelled);
        QCOMPARE(finished[1][0].toULongLong(), next);
        QCOMPARE(finished[1][1].value<GenerationResultPtr>()->reason, FinishReason::EndOfText);
    }

    void askingWithoutAModelIsNoHarm() {
        InferenceThread thread(test::scripted(m_script));
        QSignalSpy failed(&thread, &InferenceThread::failed);
        QSignalSpy estimated(&thread.questions(), &EngineQuestions::estimated);
        QSignalSpy measured(&thread.questions(), &EngineQuestions::kvTypesMeasured);
        QSignalSpy kept(&thread.caches(), &ModelCaches::written);
        thread.questions().estimate({});
        thread.questions().prompt({});
        thread.questions().tokens("x");
        thread.questions().pieces({1});
        thread.caches().stats();
        thread.questions().measureKvTypes({}, {});
        thread.caches().write();
        std::atomic<int> task = 0;
        thread.questions().post([&](Engine* engine) { task = engine == nullptr ? 1 : 2; });
        thread.generate({});
        QTRY_COMPARE(failed.count() + measured.count() + kept.count(), 3);
        QTRY_COMPARE(task.load(), 1);
        QCOMPARE(estimated.count(), 0);
    }

    void twoHundredStartsAndStopsInEveryState() {
        m_script->loadSteps = 5;
        m_script->loadStep = 200us;
        m_script->prefillSteps = 20;
        m_script->prefillStep = 200us;
        m_script->pieces.assign(50, "word ");
        m_script->tokenStep = 200us;
        QRandomGenerator random(11);
        qint64 slowest = 0;
        int slow = 0;
        for (int round = 0; round < 200; ++round) {
            auto thread = std::make_unique<InferenceThread>(test::scripted(m_script));
            const int state = round % 8;
            quint64 id = 0;
            if (state >= 1) thread->load({});
            if (state >= 2) id = thread->generate({});
            if (state >= 3) QTest::qWait(static_cast<int>(random.bounded(12)));
            if (state == 4) thread->cancel(id);
            if (state == 5) thread->close(thread->current());
            if (state == 6) thread->load({});
            if (state == 7) {
                thread->questions().estimate({});
                thread->generate({});
                thread->cancelLoad(thread->current());
            }
            QElapsedTimer timer;
            timer.start();
            thread.reset();
            slowest = std::max(slowest, timer.elapsed());
            slow += timer.elapsed() >= 500;
        }
        qInfo("200 destructions, the slowest took %lld ms", static_cast<long long>(slowest));
        // A destruction that waited for the work would do so in most rounds; a busy machine holds up one or
        // two.
        QVERIFY2(slow <= 4, "destruction waited for more than a step");
        QVERIFY2(slowest < 5000, "a destruction hung");
    }
};

QTEST_GUILESS_MAIN(TestInferenceThread)
#include "tst_inference_thread.moc"
