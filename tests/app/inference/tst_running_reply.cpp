#include "inference/running_reply.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "inference/inference_worker.h"
#include "support/scripted_engine.h"
#include "support/tiny_llama_gguf.h"

using namespace hearth;
using namespace hearth::app;

/// A reply beside an engine that the test drives itself.
class TestRunningReply : public QObject {
    Q_OBJECT

    std::shared_ptr<test::EngineScript> m_script;
    std::unique_ptr<test::ScriptedEngine> m_engine;
    std::unique_ptr<InferenceWorker> m_worker;

    std::unique_ptr<RunningReply> start(GenerationJob job) {
        auto reply = std::make_unique<RunningReply>(*m_worker, *m_engine, std::move(job));
        reply->submit();
        return reply;
    }
    void toItsEnd(RunningReply& reply) {
        while (!reply.hasEnded()) QVERIFY(m_engine->step());
    }

private slots:
    void init() {
        m_script = std::make_shared<test::EngineScript>();
        m_engine = std::make_unique<test::ScriptedEngine>(m_script);
        m_worker = std::make_unique<InferenceWorker>(test::scripted(m_script));
    }

    void textsGoTogether() {
        m_script->pieces.assign(200, "x");
        QSignalSpy text(m_worker.get(), &InferenceWorker::textReady);
        QSignalSpy finished(m_worker.get(), &InferenceWorker::finished);
        const auto reply = start({7, {}, {}});
        toItsEnd(*reply);
        // The end is told by who owns the reply.
        QCOMPARE(finished.count(), 0);
        reply->tellEnd();
        QCOMPARE(finished.count(), 1);
        QString all;
        int tokens = 0;
        for (const auto& call : text) {
            QCOMPARE(call[0].toULongLong(), 7ULL);
            all += call[1].toString();
            tokens += call[2].toInt();
        }
        QCOMPARE(text[0][1].toString(), QString("x"));
        QVERIFY(text.count() < 100);
        QCOMPARE(all, QString(200, 'x'));
        QCOMPARE(tokens, 200);
    }

    void callsAreToldWhileTheyAreWritten() {
        m_script->pieces = {"Let me see."};
        m_script->calls = [](const GenerationRequest&) {
            return std::vector<ToolCallDelta>{{0, "", "add", "{\"x\": ", "<call>"}, {0, "", "", "1}", "1}"}};
        };
        QSignalSpy grew(m_worker.get(), &InferenceWorker::callsGrew);
        QSignalSpy ready(m_worker.get(), &InferenceWorker::callsReady);
        GenerationJob job{7, {}, {}};
        job.request.templateVariables = R"({"tools":[]})";
        const auto reply = start(job);
        toItsEnd(*reply);
        QVERIFY(grew.count() >= 1);
        QCOMPARE(grew[0][0].toULongLong(), 7ULL);
        QCOMPARE(grew[0][1].value<QList<ReplyCall>>(), (QList<ReplyCall>{{"", "add", "{\"x\": "}}));
        reply->tellEnd();
        QCOMPARE(ready[0][1].value<QList<ReplyCall>>(), (QList<ReplyCall>{{"", "add", "{\"x\": 1}"}}));
        QCOMPARE(ready[0][2].toInt(), 0);
    }

    void aCallThatWasCutOffIsTakenFromTheText() {
        m_script->calls = [](const GenerationRequest&) {
            return std::vector<ToolCallDelta>{{0, "", "add", "{\"x\": 1}", "<call>1}"}};
        };
        QSignalSpy ready(m_worker.get(), &InferenceWorker::callsReady);
        GenerationJob job{7, {}, {}};
        job.request.templateVariables = R"({"tools":[]})";
        job.request.continueLast = true;
        job.request.messages = {
            {.role = "user", .content = "Add.", .reasoning = {}, .tokens = {}},
            {.role = "assistant", .content = "Yes.\n<call>", .reasoning = {}, .tokens = {}}};
        const auto reply = start(job);
        toItsEnd(*reply);
        reply->tellEnd();
        QCOMPARE(ready[0][2].toInt(), 7);
    }

    void whatIsNotShownIsTold() {
        QTemporaryDir folder;
        EngineOptions options;
        options.model = folder.filePath("m.gguf").toStdString();
        options.backend = "reference";
        test::tinyLlamaGguf().save(options.model);
        const std::unique_ptr<Engine> engine = Engine::load(options);
        GenerationJob job{7, {}, {}};
        job.request.templateVariables = R"({"tools":[]})";
        RunningReply reply(*m_worker, *engine, job);
        QString hidden;
        QList<int> counts;
        connect(m_worker.get(), &InferenceWorker::textWithheld, this,
                [&](quint64, const QString& delta, int tokens) {
                    hidden += delta;
                    counts += tokens;
                });
        std::string whole;
        for (const TokenId token : engine->tokenizer().encode("Hello there")) {
            whole += engine->tokenizer().pieceBytes(token, true);
            ReplyDelta delta;
            delta.tokens.emplace_back().token = token;
            reply.replied(delta);
        }
        QTest::qWait(2 * InferenceWorker::coalesceMs);
        ReplyDelta call;
        call.call = ToolCallDelta{0, "", "add", "", "<call>add"};
        call.shown = call.call->written;
        call.tokens.emplace_back().token = 5;
        reply.replied(call);
        QVERIFY(!whole.empty());
        QCOMPARE(hidden, QString::fromStdString(whole + "<call>add"));
        QCOMPARE(counts.first(), 1);
        QCOMPARE(counts.last(), 0);
    }

    void aStopReachesTheEngine() {
        m_script->pieces.assign(200, "x");
        QSignalSpy finished(m_worker.get(), &InferenceWorker::finished);
        std::stop_source stop;
        const auto reply = start({7, {}, stop.get_token()});
        QVERIFY(m_engine->step());
        stop.request_stop();
        QVERIFY(reply->stopRequested());
        QVERIFY(m_engine->step());
        QVERIFY(reply->hasEnded());
        reply->tellEnd();
        QCOMPARE(finished[0][1].value<GenerationResultPtr>()->reason, FinishReason::Cancelled);
    }

    void turnsGoUntilAServerTakesIt() {
        m_script->tokensPerMessage = 1000;
        m_script->contextLength = 100000;
        m_script->refusedMessages = 6;
        GenerationJob job{7, {}, {}, WhenFull::Slide};
        for (int message = 0; message < 21; ++message)
            job.request.messages.push_back({message % 2 == 0 ? "user" : "assistant", "m", {}, {}});
        const auto reply = start(job);
        QVERIFY(m_engine->step());
        int tries = 0;
        while (reply->hasEnded() && reply->submitShorter()) {
            ++tries;
            QVERIFY(m_engine->step());
        }
        QVERIFY(tries >= 1);
        QVERIFY(!reply->problem());
        toItsEnd(*reply);
        QVERIFY(m_script->requests.back().messages.size() < 6);
        // Without the wish the refusal stands.
        job.whenFull = WhenFull::Refuse;
        const auto refused = start(job);
        QVERIFY(m_engine->step());
        QVERIFY(refused->hasEnded());
        QVERIFY(!refused->submitShorter());
        QCOMPARE(refused->problem()->code, ErrorCode::ContextFull);
    }

    void anEngineThatSlidesMakesTheRoomItself() {
        m_script->tokensPerMessage = 100;
        m_script->contextLength = 800;
        m_script->slides = true;
        m_script->cuts = {{32, 512, 700}};
        QSignalSpy dropped(m_worker.get(), &InferenceWorker::turnsDropped);
        GenerationJob job{7, {}, {}, WhenFull::Slide};
        for (int message = 0; message < 21; ++message)
            job.request.messages.push_back({message % 2 == 0 ? "user" : "assistant", "m", {}, {}});
        auto reply = start(job);
        toItsEnd(*reply);
        QCOMPARE(dropped.count(), 0);
        reply->tellEnd();
        QCOMPARE(m_script->requests.back().messages.size(), size_t{21});
        QVERIFY(m_script->requests.back().overflow == ContextOverflow::Slide);
        QCOMPARE(dropped.count(), 1);
        QCOMPARE(dropped[0][1].value<DroppedTurns>().turns, 3);
        QCOMPARE(dropped[0][1].value<DroppedTurns>().messages, 6);
        // Cuts that the chat had before are no news.
        job.request.cuts = m_script->cuts;
        reply = start(job);
        toItsEnd(*reply);
        reply->tellEnd();
        QCOMPARE(dropped.count(), 1);
        // A refusal of such an engine stands, and without the wish it does not slide.
        m_script->refusedMessages = 6;
        reply = start(job);
        QVERIFY(m_engine->step());
        QVERIFY(reply->hasEnded() && !reply->submitShorter());
        job.whenFull = WhenFull::Refuse;
        reply = start(job);
        QVERIFY(m_engine->step());
        QVERIFY(m_script->requests.back().overflow == ContextOverflow::Stop);
    }

    void thePromptIsMadeOnce() {
        struct Preparing final : test::ScriptedEngine {
            using ScriptedEngine::ScriptedEngine;
            PromptEstimate prepare(GenerationRequest& request, std::stop_token) const override {
                if (!request.prompt) ++prepared;
                request.prompt.emplace();
                return {static_cast<int>(request.messages.size()) * 100, 0, 0};
            }
            mutable int prepared = 0;
        };
        m_script->contextLength = 800;
        Preparing engine(m_script);
        for (const WhenFull overflow : {WhenFull::Refuse, WhenFull::Slide}) {
            engine.prepared = 0;
            GenerationJob job{7, {}, {}, overflow};
            job.request.messages.resize(3);
            RunningReply reply(*m_worker, engine, job);
            reply.submit();
            QCOMPARE(engine.prepared, 1);
            while (!reply.hasEnded()) QVERIFY(engine.step());
            QVERIFY(m_script->requests.back().prompt);
            QVERIFY(m_script->requests.back().spentMs >= 0);
        }
    }

    void whatItIsMadeToFailWithIsItsEnd() {
        QSignalSpy failed(m_worker.get(), &InferenceWorker::failed);
        const auto reply = start({7, {}, {}});
        reply->fail({ErrorCode::Device, "gone"});
        QVERIFY(reply->hasEnded());
        reply->tellEnd();
        QCOMPARE(failed[0][1].value<InferenceProblem>().message, QString("gone"));
    }
};

QTEST_GUILESS_MAIN(TestRunningReply)
#include "tst_running_reply.moc"
