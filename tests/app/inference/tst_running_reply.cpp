#include "inference/running_reply.h"

#include <QTemporaryDir>
#include <QtTest>

#include "hearth/prompt_service.h"
#include "support/scripted_engine.h"
#include "support/tiny_llama_gguf.h"

using namespace hearth;
using namespace hearth::app;

namespace {

/// Gives requests to an engine at once, on the calling thread.
class AtOnce final : public Generator {
public:
    explicit AtOnce(Engine& engine) : m_engine(engine) {}
    RequestId submit(GenerationRequest request, ReplySink& sink, Priority priority, const Policy&) override {
        try {
            sink.preparing(m_engine, request, turnsIfTooLong);
            sink.starting(m_engine, request);
            return m_engine.submit(std::move(request), sink, priority);
        } catch (const Error& error) {
            sink.failed(error);
            return 0;
        }
    }
    void cancel(RequestId id) override { m_engine.cancel(id); }
    void setPriority(RequestId id, Priority priority) override { m_engine.setPriority(id, priority); }

    bool turnsIfTooLong = false;

private:
    Engine& m_engine;
};

}  // namespace

/// A reply beside an engine that the test drives itself.
class TestRunningReply : public QObject {
    Q_OBJECT

    std::shared_ptr<test::EngineScript> m_script;
    std::unique_ptr<test::ScriptedEngine> m_engine;
    std::shared_ptr<AtOnce> m_model;
    std::vector<ReplyEvent> m_events;

    std::shared_ptr<RunningReply> make(GenerationJob job) {
        m_events.clear();
        return std::make_shared<RunningReply>(
            std::move(job), [this](ReplyEvent event) { m_events.push_back(std::move(event)); });
    }
    std::shared_ptr<RunningReply> start(GenerationJob job) {
        auto reply = make(std::move(job));
        reply->start(m_model);
        return reply;
    }
    template <class Event>
    std::vector<Event> heard() const {
        std::vector<Event> events;
        for (const ReplyEvent& event : m_events)
            if (const auto* one = std::get_if<Event>(&event)) events.push_back(*one);
        return events;
    }
    bool hasEnded() const {
        return !heard<GenerationResultPtr>().empty() || !heard<InferenceProblem>().empty();
    }
    void toItsEnd() {
        while (!hasEnded()) QVERIFY(m_engine->step());
    }
    static GenerationJob longChat(WhenFull whenFull) {
        GenerationJob job{.request = {}, .whenFull = whenFull};
        for (int message = 0; message < 21; ++message)
            job.request.messages.push_back({message % 2 == 0 ? "user" : "assistant", "m", {}, {}});
        return job;
    }

private slots:
    void init() {
        m_script = std::make_shared<test::EngineScript>();
        m_engine = std::make_unique<test::ScriptedEngine>(m_script);
        m_model = std::make_shared<AtOnce>(*m_engine);
    }

    /// A picture that follows another one begins anew.
    void picturesAreTold() {
        const auto reply = make({});
        reply->prefillProgress(10, 100, 10, 50);
        reply->readingPicture(0.25, 1);
        reply->readingPicture(0.5, 2);
        reply->readingPicture(0.1, 3);
        reply->prefillProgress(20, 100, 10, 50);
        const auto told = heard<PrefillProgress>();
        QCOMPARE(told.size(), size_t{5});
        QVERIFY(told[0].pictureDone == 0 && told[1].pictureDone == 0.25 && told[2].pictureDone == 0.5);
        QVERIFY(told[1].pictureSecondsLeft < 0 && told[2].pictureSecondsLeft >= 0);
        QVERIFY(told[3].pictureSecondsLeft < 0);
        QVERIFY(told[2].done == 10 && told[2].total == 100);
        QVERIFY(told[4].pictureDone == 0 && told[4].done == 20);
    }

    void textsGoTogether() {
        m_script->pieces.assign(200, "x");
        const auto reply = start({});
        toItsEnd();
        QString all;
        int tokens = 0;
        const auto texts = heard<NewText>();
        for (const NewText& text : texts) {
            all += text.delta;
            tokens += text.tokens;
        }
        QCOMPARE(texts[0].delta, QString("x"));
        QVERIFY(texts.size() < 100);
        QCOMPARE(all, QString(200, 'x'));
        QCOMPARE(tokens, 200);
        // The end is the last that is told.
        QVERIFY(std::holds_alternative<GenerationResultPtr>(m_events.back()));
    }

    void textThatWasMadeBeforeAnErrorIsTold() {
        m_script->generateError = "no memory";
        m_script->failAfterPieces = 3;
        const auto reply = start({});
        toItsEnd();
        QString all;
        for (const NewText& text : heard<NewText>()) all += text.delta;
        QCOMPARE(all, QStringLiteral("Hello, world"));
        QCOMPARE(std::get<InferenceProblem>(m_events.back()).message, QString("no memory"));
    }

    void callsAreToldWhileTheyAreWritten() {
        m_script->pieces = {"Let me see."};
        m_script->calls = [](const GenerationRequest&) {
            return std::vector<ToolCallDelta>{{0, "", "add", "{\"x\": ", "<call>"}, {0, "", "", "1}", "1}"}};
        };
        GenerationJob job;
        job.request.templateVariables = R"({"tools":[]})";
        const auto reply = start(job);
        toItsEnd();
        const auto grew = heard<GrownCalls>();
        QVERIFY(!grew.empty());
        QCOMPARE(grew[0].calls, (QList<ReplyCall>{{"", "add", "{\"x\": "}}));
        const auto ready = heard<ReadyCalls>();
        QCOMPARE(ready.at(0).calls, (QList<ReplyCall>{{"", "add", "{\"x\": 1}"}}));
        QCOMPARE(ready.at(0).begun, 0);
    }

    /// A model may go on after a call until its limit.
    void wholeCallsBeforeALimitAreCalls_data() {
        QTest::addColumn<FinishReason>("reason");
        QTest::addColumn<QByteArray>("arguments");
        QTest::addColumn<bool>("isCall");
        QTest::newRow("whole") << FinishReason::MaxTokens << QByteArray("{\"x\": 1}") << true;
        QTest::newRow("whole, the context is full") << FinishReason::ContextFull << QByteArray("{}") << true;
        QTest::newRow("half") << FinishReason::MaxTokens << QByteArray("{\"x\": ") << false;
        QTest::newRow("stopped") << FinishReason::Cancelled << QByteArray("{\"x\": 1}") << false;
    }
    void wholeCallsBeforeALimitAreCalls() {
        QFETCH(FinishReason, reason);
        QFETCH(QByteArray, arguments);
        QFETCH(bool, isCall);
        GenerationJob job;
        job.request.templateVariables = R"({"tools":[]})";
        const auto reply = make(job);
        ReplyDelta delta;
        delta.call = ToolCallDelta{0, "", "add", arguments.toStdString(), "<call>"};
        delta.shown = delta.call->written;
        reply->replied(delta);
        ReplyDelta more;
        more.text = more.shown = " And so on";
        reply->replied(more);
        GenerationResult result;
        result.text = "<call> And so on";
        result.reason = reason;
        reply->finished(result);
        QCOMPARE(heard<ReadyCalls>().size(), size_t(isCall ? 1 : 0));
        QCOMPARE(heard<GenerationResultPtr>().at(0)->text,
                 std::string(isCall ? " And so on" : "<call> And so on"));
    }

    void aCallThatWasCutOffIsTakenFromTheText() {
        m_script->calls = [](const GenerationRequest&) {
            return std::vector<ToolCallDelta>{{0, "", "add", "{\"x\": 1}", "<call>1}"}};
        };
        GenerationJob job;
        job.request.templateVariables = R"({"tools":[]})";
        job.request.continueLast = true;
        job.request.messages = {
            {.role = "user", .content = "Add.", .reasoning = {}, .tokens = {}},
            {.role = "assistant", .content = "Yes.\n<call>", .reasoning = {}, .tokens = {}}};
        const auto reply = start(job);
        toItsEnd();
        QCOMPARE(heard<ReadyCalls>().at(0).begun, 7);
    }

    void whatIsNotShownIsTold() {
        QTemporaryDir folder;
        EngineOptions options;
        options.model = folder.filePath("m.gguf").toStdString();
        options.backend = "reference";
        test::tinyLlamaGguf().save(options.model);
        const std::unique_ptr<Engine> engine = Engine::load(options);
        GenerationJob job;
        job.request.templateVariables = R"({"tools":[]})";
        job.request.rawText = "x";
        const auto reply = make(job);
        GenerationRequest request = job.request;
        reply->preparing(*engine, request, false);
        reply->starting(*engine, request);
        std::string whole;
        for (const TokenId token : promptsOf(*engine).tokenizer().encode("Hello there")) {
            whole += promptsOf(*engine).tokenizer().pieceBytes(token, true);
            ReplyDelta delta;
            delta.tokens.emplace_back().token = token;
            reply->replied(delta);
        }
        QTest::qWait(2 * RunningReply::coalesceMs);
        ReplyDelta call;
        call.call = ToolCallDelta{0, "", "add", "", "<call>add"};
        call.shown = call.call->written;
        call.tokens.emplace_back().token = 5;
        reply->replied(call);
        QVERIFY(!whole.empty());
        QString hidden;
        const auto withheld = heard<WithheldText>();
        for (const WithheldText& text : withheld) hidden += text.delta;
        QCOMPARE(hidden, QString::fromStdString(whole + "<call>add"));
        QCOMPARE(withheld.front().tokens, 1);
        QCOMPARE(withheld.back().tokens, 0);
    }

    void aStopReachesTheEngine() {
        m_script->pieces.assign(200, "x");
        const auto reply = start({});
        QVERIFY(m_engine->step());
        reply->cancel();
        QVERIFY(reply->stopRequested());
        QVERIFY(m_engine->step());
        QCOMPARE(heard<GenerationResultPtr>().at(0)->reason, FinishReason::Cancelled);
    }

    void aPriorityReachesTheEngine() {
        const auto reply = start({.request = {}, .whenFull = WhenFull::Refuse, .priority = Priority::Chat});
        QCOMPARE(m_script->priorities.back(), Priority::Chat);
        reply->setPriority(Priority::Reading);
        QCOMPARE(m_script->priorities.back(), Priority::Reading);
    }

    void theOldestTurnsGoWhenAChatDoesNotFit() {
        m_script->contextLength = 800;
        m_script->tokensPerMessage = 100;
        GenerationJob job;
        job.request.messages.push_back({"system", "s", {}, {}});
        for (int turn = 0; turn < 6; ++turn) {
            job.request.messages.push_back({"user", "q" + std::to_string(turn), {}, {}});
            if (turn < 5) job.request.messages.push_back({"assistant", "a" + std::to_string(turn), {}, {}});
        }
        // 12 messages are 1,200 tokens; 700 leave room for a reply, and 400 are half of the context.
        job.whenFull = WhenFull::Slide;
        auto reply = start(job);
        toItsEnd();
        const auto dropped = heard<DroppedTurns>();
        QCOMPARE(dropped.size(), size_t{1});
        QCOMPARE(dropped[0].turns, 4);
        QCOMPARE(dropped[0].messages, 8);
        const auto& sent = m_script->requests.back().messages;
        QCOMPARE(sent.size(), size_t(4));
        QCOMPARE(sent[0].role, std::string("system"));
        QCOMPARE(sent[1].content, std::string("q4"));
        QCOMPARE(sent[3].content, std::string("q5"));
        // A single question is never taken away, and without the wish nothing is.
        job.request.messages.resize(2);
        m_script->tokensPerMessage = 5000;
        reply = start(job);
        toItsEnd();
        QCOMPARE(m_script->requests.back().messages.size(), size_t(2));
        QVERIFY(heard<DroppedTurns>().empty());
        job.whenFull = WhenFull::Refuse;
        reply = start(job);
        toItsEnd();
        QVERIFY(heard<DroppedTurns>().empty());
    }

    void turnsGoUntilAServerTakesIt() {
        m_script->tokensPerMessage = 1000;
        m_script->contextLength = 32768;  // as assumed, for the server does not say
        m_script->hasTokens = false;
        m_script->refusedMessages = 6;
        auto reply = start(longChat(WhenFull::Slide));
        toItsEnd();
        QVERIFY(heard<InferenceProblem>().empty());
        const auto& sent = m_script->requests.back().messages;
        QVERIFY(sent.size() < 6);
        QCOMPARE(heard<DroppedTurns>().back().messages, 21 - static_cast<int>(sent.size()));
        // If nothing more can be dropped, the refusal is the answer.
        m_script->refusedMessages = 1;
        reply = start(longChat(WhenFull::Slide));
        toItsEnd();
        QCOMPARE(heard<InferenceProblem>().at(0).code, ErrorCode::ContextFull);
        // And so it is without the wish.
        m_script->refusedMessages = 6;
        reply = start(longChat(WhenFull::Refuse));
        toItsEnd();
        QCOMPARE(heard<InferenceProblem>().at(0).code, ErrorCode::ContextFull);
        QVERIFY(heard<DroppedTurns>().empty());
    }

    void anEngineThatSlidesMakesTheRoomItself() {
        m_script->tokensPerMessage = 100;
        m_script->contextLength = 800;
        m_script->slides = true;
        m_script->cuts = {{32, 512, 700}};
        GenerationJob job = longChat(WhenFull::Slide);
        auto reply = start(job);
        toItsEnd();
        QCOMPARE(m_script->requests.back().messages.size(), size_t{21});
        QVERIFY(m_script->requests.back().overflow == ContextOverflow::Slide);
        const auto dropped = heard<DroppedTurns>();
        QCOMPARE(dropped.size(), size_t{1});
        QCOMPARE(dropped[0].turns, 3);
        QCOMPARE(dropped[0].messages, 6);
        // Cuts that the chat had before are no news.
        job.request.cuts = m_script->cuts;
        reply = start(job);
        toItsEnd();
        QVERIFY(heard<DroppedTurns>().empty());
        // A refusal of such an engine stands, and without the wish it does not slide.
        m_script->refusedMessages = 6;
        reply = start(job);
        toItsEnd();
        QCOMPARE(heard<InferenceProblem>().at(0).code, ErrorCode::ContextFull);
        job.whenFull = WhenFull::Refuse;
        reply = start(job);
        toItsEnd();
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
        const auto model = std::make_shared<AtOnce>(engine);
        for (const WhenFull overflow : {WhenFull::Refuse, WhenFull::Slide}) {
            engine.prepared = 0;
            GenerationJob job{.request = {}, .whenFull = overflow};
            job.request.messages.resize(3);
            const auto reply = make(job);
            reply->start(model);
            QCOMPARE(engine.prepared, 1);
            while (!hasEnded()) QVERIFY(engine.step());
            QVERIFY(m_script->requests.back().prompt);
            QVERIFY(m_script->requests.back().spentMs >= 0);
        }
    }

    void whatIsTooLongForOneOfTwoIsLeftToTheOther() {
        m_script->tokensPerMessage = 100;
        m_script->contextLength = 800;
        m_script->slides = true;
        m_model->turnsIfTooLong = true;
        const auto reply = start(longChat(WhenFull::Slide));
        toItsEnd();
        QCOMPARE(m_script->requests.back().messages.size(), size_t{21});
        QVERIFY(m_script->requests.back().overflow == ContextOverflow::Stop);
        QVERIFY(heard<DroppedTurns>().empty());
    }

    void theEndMayLetItGo() {
        std::shared_ptr<RunningReply> reply;
        bool ended = false;
        reply = std::make_shared<RunningReply>(GenerationJob(), [&](const ReplyEvent& event) {
            if (!std::holds_alternative<GenerationResultPtr>(event)) return;
            reply.reset();
            ended = true;
        });
        reply->start(m_model);
        while (!ended) QVERIFY(m_engine->step());
        QVERIFY(!reply);
    }
};

QTEST_GUILESS_MAIN(TestRunningReply)
#include "tst_running_reply.moc"
