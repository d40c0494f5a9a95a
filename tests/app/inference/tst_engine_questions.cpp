#include "inference/engine_questions.h"

#include <QSignalSpy>
#include <QtTest>
#include <atomic>

#include "inference/inference_thread.h"
#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;
using namespace std::chrono_literals;

class TestEngineQuestions : public QObject {
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

    void onlyTheLastEstimateIsAnswered() {
        const auto thread = readyThread();
        QSignalSpy estimated(&thread->questions(), &EngineQuestions::estimated);
        GenerationRequest request;
        request.messages.resize(3);
        thread->questions().estimate({});
        const quint64 last = thread->questions().estimate(request);
        QVERIFY(estimated.wait());
        QCOMPARE(estimated.count(), 1);
        QCOMPARE(estimated[0][0].toULongLong(), last);
        QCOMPARE(estimated[0][1].value<PromptEstimate>().promptTokens, 30);
    }

    void typesOfTheCacheAreMeasuredWhileNothingIsAskedFor() {
        m_script->tokenStep = 20ms;
        const auto thread = readyThread();
        QSignalSpy measured(&thread->questions(), &EngineQuestions::kvTypesMeasured);
        QSignalSpy finished(thread.get(), &InferenceThread::finished);
        QSignalSpy text(thread.get(), &InferenceThread::textReady);
        const std::vector<KvTypes> types{KvType::Q8_0, KvType::Q4_0};
        std::atomic<bool> begun = false;
        const KvTypeMeasurer quick = [&](Engine&, std::span<const KvTypes> asked, const std::stop_token&) {
            begun = true;
            return std::vector<KvTypeCost>(asked.size(), {.tokens = 3});
        };
        const quint64 id = thread->questions().measureKvTypes(quick, types);
        QVERIFY(measured.wait());
        QCOMPARE(measured[0][0].toULongLong(), id);
        QCOMPARE(measured[0][1].value<KvMeasurement>().costs.size(), types.size());
        // Not beside a reply.
        begun = false;
        thread->generate({});
        QVERIFY(text.wait());
        thread->questions().measureKvTypes(quick, types);
        QVERIFY(measured.wait());
        QVERIFY(!begun && measured[1][1].value<KvMeasurement>().costs.empty());
        QVERIFY(!finished.isEmpty() || finished.wait());
        // The work left by the reply is finished first.
        const auto rests = [&] {
            thread->questions().measureKvTypes(quick, types);
            return measured.wait() && begun;
        };
        QTRY_VERIFY(rests());
        begun = false;
        // A later request ends it.
        thread->questions().measureKvTypes(
            [&](Engine&, std::span<const KvTypes>, const std::stop_token& stop) -> std::vector<KvTypeCost> {
                begun = true;
                while (!stop.stop_requested()) std::this_thread::sleep_for(1ms);
                throw Error(ErrorCode::Cancelled, "It was cancelled.");
            },
            types);
        QTRY_VERIFY(begun);
        thread->questions().estimate({});
        QVERIFY(measured.wait());
        QVERIFY(measured.last()[1].value<KvMeasurement>().costs.empty());
        QCOMPARE(measured.last()[1].value<KvMeasurement>().problem, QString());
    }

    void whatIsOnDiskIsFetchedForTheOpenChat() {
        const auto thread = readyThread();
        QSignalSpy estimated(&thread->questions(), &EngineQuestions::estimated);
        thread->questions().estimate({});
        QVERIFY(estimated.wait());
        QCOMPARE(m_script->prefetched, 0);
        m_script->diskTokens = 64;
        m_script->restingSteps = 5;
        thread->questions().estimate({});
        QTRY_COMPARE(m_script->prefetched, 1);
        QTRY_COMPARE(m_script->restingSteps, 0);
    }

    void anEstimateOfWhatDoesNotFitSaysWhatTheLastTurnTakes() {
        m_script->tokensPerMessage = 300;
        m_script->contextLength = 800;
        const auto thread = readyThread();
        QSignalSpy estimated(&thread->questions(), &EngineQuestions::estimated);
        GenerationRequest request;
        request.messages = {{"user", "a", {}, {}}, {"assistant", "b", {}, {}}};
        thread->questions().estimate(request);
        QVERIFY(estimated.wait());
        QCOMPARE(estimated[0][2].toInt(), 0);
        request.messages.push_back({"user", "c", {}, {}});
        thread->questions().estimate(request);
        QVERIFY(estimated.wait());
        QCOMPARE(estimated[1][1].value<PromptEstimate>().promptTokens, 900);
        QCOMPARE(estimated[1][2].toInt(), 300);
    }

    void estimatesWaitForTheReplyThatIsRead() {
        m_script->pieces.assign(50, "x");
        m_script->tokenStep = 1ms;
        const auto thread = readyThread();
        QList<quint64> order;
        connect(&thread->questions(), &EngineQuestions::promptReady, this, [&](quint64 id) { order += id; });
        connect(thread.get(), &InferenceThread::finished, this, [&](quint64 id) { order += id; });
        const quint64 read = thread->generate({});
        const quint64 first = thread->questions().tokens("x"), second = thread->questions().prompt({});
        QTRY_COMPARE(order.size(), 3);
        QCOMPARE(order, (QList<quint64>{read, first, second}));
        // Beside chats that nobody looks at they come at once.
        order.clear();
        const quint64 chat = thread->generate({}, WhenFull::Refuse, Priority::Chat);
        const quint64 beside = thread->questions().prompt({});
        QTRY_COMPARE(order.size(), 2);
        QCOMPARE(order, (QList<quint64>{beside, chat}));
    }
};

QTEST_GUILESS_MAIN(TestEngineQuestions)

#include "tst_engine_questions.moc"
