#include "inference/inference_thread.h"

#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QtTest>
#include <atomic>
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
        QVERIFY2(text.count() <= timer.elapsed() / InferenceWorker::coalesceMs + 2,
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

    void onlyTheLastEstimateIsAnswered() {
        const auto thread = readyThread();
        QSignalSpy estimated(thread.get(), &InferenceThread::estimated);
        GenerationRequest request;
        request.messages.resize(3);
        thread->estimate({});
        const quint64 last = thread->estimate(request);
        QVERIFY(estimated.wait());
        QCOMPARE(estimated.count(), 1);
        QCOMPARE(estimated[0][0].toULongLong(), last);
        QCOMPARE(estimated[0][1].value<PromptEstimate>().promptTokens, 30);
    }

    void typesOfTheCacheAreMeasuredWhileNothingIsAskedFor() {
        m_script->tokenStep = 20ms;
        const auto thread = readyThread();
        QSignalSpy measured(thread.get(), &InferenceThread::kvTypesMeasured);
        QSignalSpy finished(thread.get(), &InferenceThread::finished);
        QSignalSpy text(thread.get(), &InferenceThread::textReady);
        const std::vector<KvTypes> types{KvType::Q8_0, KvType::Q4_0};
        std::atomic<bool> begun = false;
        const KvTypeMeasurer quick = [&](Engine&, std::span<const KvTypes> asked, const std::stop_token&) {
            begun = true;
            return std::vector<KvTypeCost>(asked.size(), {.tokens = 3});
        };
        const quint64 id = thread->measureKvTypes(quick, types);
        QVERIFY(measured.wait());
        QCOMPARE(measured[0][0].toULongLong(), id);
        QCOMPARE(measured[0][1].value<KvMeasurement>().costs.size(), types.size());
        // Not beside a reply.
        begun = false;
        thread->generate({});
        QVERIFY(text.wait());
        thread->measureKvTypes(quick, types);
        QVERIFY(measured.wait());
        QVERIFY(!begun && measured[1][1].value<KvMeasurement>().costs.empty());
        QVERIFY(!finished.isEmpty() || finished.wait());
        // What the reply left is put away before.
        const auto rests = [&] {
            thread->measureKvTypes(quick, types);
            return measured.wait() && begun;
        };
        QTRY_VERIFY(rests());
        begun = false;
        // Whatever is asked for then ends it.
        thread->measureKvTypes(
            [&](Engine&, std::span<const KvTypes>, const std::stop_token& stop) -> std::vector<KvTypeCost> {
                begun = true;
                while (!stop.stop_requested()) std::this_thread::sleep_for(1ms);
                throw Error(ErrorCode::Cancelled, "It was cancelled.");
            },
            types);
        QTRY_VERIFY(begun);
        thread->estimate({});
        QVERIFY(measured.wait());
        QVERIFY(measured.last()[1].value<KvMeasurement>().costs.empty());
        QCOMPARE(measured.last()[1].value<KvMeasurement>().problem, QString());
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
            if (state == 5) thread->unload();
            if (state == 6) thread->load({});
            if (state == 7) {
                thread->estimate({});
                thread->generate({});
                thread->cancelLoad();
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
