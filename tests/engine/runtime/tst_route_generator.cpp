#include "hearth/route_generator.h"

#include <QtTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <list>
#include <random>
#include <thread>

#include "engine/runtime/noting_sink.h"
#include "engine/runtime/served_script.h"
#include "hearth/model_host.h"
#include "runtime/runtime_errors.h"
#include "session/session_errors.h"
#include "support/small_picture.h"

using namespace hearth;
using Events = std::vector<std::string>;

namespace {

/// A model whose replies a test plays by hand.
class PlayedModel final : public Generator {
public:
    struct Asked {
        GenerationRequest request;
        ReplySink* sink = nullptr;
        Priority priority = {};
        Policy policy;
        bool isCancelled = false;
    };
    RequestId submit(GenerationRequest request, ReplySink& sink, Priority priority,
                     const Policy& policy) override {
        asked.push_back({std::move(request), &sink, priority, policy});
        if (onSubmit) onSubmit(sink);
        return asked.size();
    }
    void cancel(RequestId id) override { asked.at(id - 1).isCancelled = true; }
    void setPriority(RequestId id, Priority priority) override { asked.at(id - 1).priority = priority; }

    std::vector<Asked> asked;
    std::function<void(ReplySink&)> onSubmit;
};

/// Keeps all that a request became: "routed small easy 0", "starting Hello", "prompt 10 of 30", the texts,
/// "finished", "cancelled", "failed: why".
class Ear final : public ReplySink {
public:
    void routed(const RouteOutcome& outcome) override {
        note("routed " + std::string(routeTargetName(outcome.target)) + " " +
             std::string(routeReasonName(outcome.reason)) + " " + std::to_string(outcome.triedTokens));
        if (throwsAt == "routed") throw Error(ErrorCode::BadInput, "It refuses.");
    }
    void starting(Engine&, const GenerationRequest& request) override {
        note("starting " + request.messages.at(0).content);
        if (throwsAt == "starting") throw std::bad_alloc();
    }
    void preparing(Engine&, GenerationRequest& request, bool turnsIfTooLong) override {
        request.sampling.maxTokens = turnsIfTooLong ? 76 : 77;
    }
    void heldProgress(int done, int, int, double) override { held.push_back(done); }
    void prefillProgress(int done, int total, int, double) override {
        note("prompt " + std::to_string(done) + " of " + std::to_string(total));
    }
    void replied(const ReplyDelta& delta) override { note(delta.text); }
    void finished(GenerationResult ended) override {
        note(ended.reason == FinishReason::Cancelled ? "cancelled" : "finished");
        result = std::move(ended);
    }
    void failed(const Error& error) override { note(std::string("failed: ") + error.what()); }

    Events events;
    std::optional<GenerationResult> result;
    std::vector<int> held;  ///< progress of prompts of replies that are held back
    std::string throwsAt;

private:
    void note(const std::string& event) { events.push_back(event); }
};

ReplyDelta delta(const std::string& text, const std::vector<float>& probabilities) {
    ReplyDelta made;
    made.text = text;
    for (const float probability : probabilities)
        made.tokens.push_back({.token = 1, .probability = probability, .candidates = {}});
    return made;
}

GenerationResult made(int tokens, FinishReason reason = FinishReason::EndOfText) {
    GenerationResult result;
    result.reason = reason;
    result.metrics.generatedTokens = tokens;
    result.metrics.prefillMs = 3;
    result.metrics.decodeMs = 4;
    result.metrics.totalMs = 100;
    return result;
}

GenerationRequest requestFor(const std::string& text) {
    GenerationRequest request;
    request.messages.push_back({.role = "user", .content = text, .reasoning = {}, .tokens = {}});
    return request;
}

constexpr float sure = 0.9F, unsure = 0.01F;

}  // namespace

class TestRouteGenerator : public QObject {
    Q_OBJECT

    std::shared_ptr<PlayedModel> m_small, m_large;
    RoutingRule m_rule;
    std::unique_ptr<RouteGenerator> m_router;
    Ear m_ear;
    RequestId m_id = 0;
    bool m_smallWasHeld = false;
    test::ScriptedEngine m_engine{std::make_shared<test::EngineScript>()};

    void ask(GenerationRequest request) {
        m_router = std::make_unique<RouteGenerator>(
            m_rule, RouteGenerator::Model{"little", [this] { return m_small; }},
            RouteGenerator::Model{"big", [this] {
                                      m_smallWasHeld = m_small.use_count() > 1;
                                      return m_large;
                                  }});
        m_id = m_router->submit(std::move(request), m_ear, Priority::Chat,
                                Policy{.speculation = Speculation::PromptLookup});
    }
    void ask(const std::string& text) { ask(requestFor(text)); }
    static ReplySink& sinkOf(const std::shared_ptr<PlayedModel>& model) { return *model->asked.back().sink; }
    ReplySink& small() const { return sinkOf(m_small); }
    ReplySink& large() const { return sinkOf(m_large); }
    /// The turn of the last request of a model has come.
    void start(const std::shared_ptr<PlayedModel>& model) {
        GenerationRequest request = model->asked.back().request;
        sinkOf(model).preparing(m_engine, request, false);
        sinkOf(model).starting(m_engine, request);
    }
    /// The small model is not sure, and is ending.
    void askUncertain() {
        ask("Hello");
        start(m_small);
        small().replied(delta("a", {unsure}));
        QVERIFY(m_small->asked.back().isCancelled);
    }

private slots:
    void init() {
        m_small = std::make_shared<PlayedModel>();
        m_large = std::make_shared<PlayedModel>();
        m_rule = {};
        m_rule.firstTokens = 2;
        m_rule.leastMeanLogProbability = -1;
        m_ear.events.clear();
        m_ear.result.reset();
        m_ear.throwsAt.clear();
        m_smallWasHeld = false;
    }
    void cleanup() { m_router.reset(); }

    void rulesNameTheModel_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("route");
        QTest::addColumn<bool>("isLarge");
        QTest::addColumn<QString>("says");
        QTest::newRow("large hint") << "/large Hello" << -1 << true << "routed large hint 0";
        QTest::newRow("small hint") << "/small Hello" << -1 << false << "routed small hint 0";
        QTest::newRow("code") << "```\nx\n```" << -1 << true << "routed large code 0";
        QTest::newRow("long turn") << QString(2001, 'x') << -1 << true << "routed large long_turn 0";
        QTest::newRow("long prompt") << QString(16001, 'x') << -1 << true << "routed large long_prompt 0";
        QTest::newRow("asked small") << "/large Hello" << int(RouteTarget::Small) << false
                                     << "routed small asked 0";
        QTest::newRow("asked large") << "Hello" << int(RouteTarget::Large) << true << "routed large asked 0";
    }
    void rulesNameTheModel() {
        QFETCH(QString, text);
        QFETCH(int, route);
        QFETCH(bool, isLarge);
        QFETCH(QString, says);
        GenerationRequest request = requestFor(text.toStdString());
        if (route >= 0) request.route = static_cast<RouteTarget>(route);
        ask(std::move(request));
        const auto& model = isLarge ? m_large : m_small;
        QVERIFY((isLarge ? m_small : m_large)->asked.empty());
        QCOMPARE(model->asked.size(), size_t(1));
        QVERIFY(!QString::fromStdString(model->asked[0].request.messages[0].content).startsWith('/'));
        QVERIFY(model->asked[0].priority == Priority::Chat);
        QVERIFY(model->asked[0].policy.speculation == Speculation::PromptLookup);
        start(model);
        sinkOf(model).prefillProgress(1, 2, 0, 1);
        // The first tokens are not looked at.
        sinkOf(model).replied(delta("x", {unsure}));
        QCOMPARE(m_ear.events.at(0), says.toStdString());
        QVERIFY(m_ear.events.at(1).starts_with("starting "));
        QCOMPARE(m_ear.events.at(2), std::string("prompt 1 of 2"));
        QCOMPARE(m_ear.events.at(3), std::string("x"));
        sinkOf(model).finished(made(1));
        QVERIFY(m_ear.result->route->target == (isLarge ? RouteTarget::Large : RouteTarget::Small));
        QCOMPARE(m_ear.result->droppedTokens, 0);
        QCOMPARE(m_small.use_count(), 1L);
        QCOMPARE(m_large.use_count(), 1L);
    }
    void theSinkMayChangeTheRequestOfEachModel() {
        ask("Hello");
        GenerationRequest request = m_small->asked[0].request;
        small().preparing(m_engine, request, false);
        QCOMPARE(request.sampling.maxTokens, 76);
        small().failed(Error(ErrorCode::ContextFull, "It is too long."));
        request = m_large->asked[0].request;
        large().preparing(m_engine, request, false);
        QCOMPARE(request.sampling.maxTokens, 77);
        large().starting(m_engine, request);
        large().finished(made(0));
    }
    void thePromptOfAHeldReplyIsSeenToGoOn() {
        m_ear.held.clear();
        ask("Hello");
        start(m_small);
        small().prefillProgress(10, 30, 0, 1);
        small().prefillProgress(30, 30, 0, 1);
        QCOMPARE(m_ear.held, (std::vector<int>{10, 30}));
        QVERIFY(m_ear.events.empty());
        small().finished(made(0));
        QCOMPARE(m_ear.held.size(), size_t(2));
    }

    void tellsEverythingInOrderOnceItIsCertain() {
        ask("Hello");
        start(m_small);
        small().prefillProgress(10, 30, 10, 1);
        small().prefillProgress(30, 30, 10, 1);
        small().replied(delta("a", {sure}));
        QVERIFY(m_ear.events.empty());
        small().replied(delta("b", {sure}));
        const Events told{
            "routed small certain 2", "starting Hello", "prompt 10 of 30", "prompt 30 of 30", "a", "b"};
        QCOMPARE(m_ear.events, told);
        small().replied(delta("c", {unsure}));
        QVERIFY(!m_small->asked[0].isCancelled);
        small().finished(made(3));
        QCOMPARE(m_ear.events.back(), std::string("finished"));
        QVERIFY(m_ear.result->route->reason == RouteReason::Certain);
        QVERIFY(std::abs(m_ear.result->route->meanLogProbability - std::log(0.9)) < 1e-6);
        QVERIFY(m_large->asked.empty());
        QCOMPARE(m_small.use_count(), 1L);
    }
    void tellsNothingWhenItIsNot() {
        GenerationRequest request = requestFor("Hello");
        request.spentMs = 10;
        request.prompt.emplace();
        ask(std::move(request));
        QVERIFY(m_small->asked[0].request.prompt);
        start(m_small);
        small().prefillProgress(30, 30, 10, 1);
        // Two tokens at once, of which the second is not needed any more.
        small().replied(delta("a", {unsure, sure}));
        QVERIFY(m_small->asked[0].isCancelled);
        QVERIFY(m_large->asked.empty());
        small().replied(delta("b", {sure}));
        QTest::qSleep(5);
        small().finished(made(2, FinishReason::Cancelled));
        QVERIFY(m_ear.events.empty());
        QVERIFY(!m_smallWasHeld);
        QCOMPARE(m_small.use_count(), 1L);
        const PlayedModel::Asked& asked = m_large->asked.at(0);
        QVERIFY(!asked.request.prompt);
        QVERIFY(asked.request.spentMs >= 14);
        QVERIFY(asked.policy.speculation == Speculation::PromptLookup);
        start(m_large);
        large().prefillProgress(1, 2, 0, 1);
        large().replied(delta("x", {unsure}));
        large().finished(made(1));
        QCOMPARE(m_ear.events,
                 (Events{"routed large uncertain 1", "starting Hello", "prompt 1 of 2", "x", "finished"}));
        QCOMPARE(m_ear.result->droppedTokens, 2);
        QCOMPARE(m_ear.result->droppedMs, 7.0);
        QCOMPARE(m_ear.result->metrics.generatedTokens, 1);
        QCOMPARE(m_ear.result->route->triedTokens, 1);
        QCOMPARE(m_large.use_count(), 1L);
    }
    void shortRepliesAreDecidedAtTheirEnd() {
        m_rule.firstTokens = 50;
        ask("Hello");
        start(m_small);
        small().replied(delta("a", {sure}));
        small().finished(made(1));
        QCOMPARE(m_ear.events, (Events{"routed small certain 1", "starting Hello", "a", "finished"}));
        m_ear.events.clear();
        ask("Hello");
        start(m_small);
        small().replied(delta("a", {unsure}));
        small().finished(made(1));
        QVERIFY(!m_small->asked.back().isCancelled);
        QVERIFY(m_ear.events.empty());
        large().finished(made(1));
        QCOMPARE(m_ear.events, (Events{"routed large uncertain 1", "finished"}));
        m_ear.events.clear();
        ask("Hello");
        start(m_small);
        small().finished(made(0));
        QCOMPARE(m_ear.events, (Events{"routed small certain 0", "starting Hello", "finished"}));
    }
    void withoutFirstTokensTheSmallOneAnswers() {
        m_rule.firstTokens = 0;
        ask("Hello");
        start(m_small);
        QVERIFY(m_ear.events.empty());
        small().prefillProgress(1, 2, 0, 1);
        small().replied(delta("a", {unsure}));
        QCOMPARE(m_ear.events, (Events{"routed small easy 0", "starting Hello", "prompt 1 of 2", "a"}));
        small().finished(made(1));
        QVERIFY(m_ear.result->route->reason == RouteReason::Easy);
    }

    void whatDoesNotFitGoesToTheLargeOne_data() {
        QTest::addColumn<int>("firstTokens");
        QTest::addColumn<bool>("starts");
        QTest::newRow("held") << 2 << true;
        QTest::newRow("before its turn") << 2 << false;
        QTest::newRow("without first tokens") << 0 << true;
    }
    void whatDoesNotFitGoesToTheLargeOne() {
        QFETCH(int, firstTokens);
        QFETCH(bool, starts);
        m_rule.firstTokens = firstTokens;
        ask("Hello");
        if (starts) start(m_small);
        small().failed(Error(ErrorCode::ContextFull, "Too long."));
        QVERIFY(m_ear.events.empty() && !m_smallWasHeld);
        start(m_large);
        QCOMPARE(m_ear.events, (Events{"routed large does_not_fit 0", "starting Hello"}));
        // No other model is left to try.
        large().failed(Error(ErrorCode::ContextFull, "Too long."));
        QCOMPARE(m_ear.events.back(), std::string("failed: Too long."));
        QCOMPARE(m_small->asked.size(), size_t(1));
    }
    void picturesGoToTheLargeOneThatSees() {
        GenerationRequest request = requestFor("Hello");
        request.messages.back().pictures = {{0, test::smallPicture(1)}};
        ask(request);
        small().failed(Error(errors::cannotSee));
        start(m_large);
        QCOMPARE(m_ear.events, (Events{"routed large cannot_see 0", "starting Hello"}));
        large().failed(Error(errors::cannotSee));
        QCOMPARE(m_ear.events.back(), std::string("failed: ") + Error(errors::cannotSee).what());
        QCOMPARE(m_small->asked.size(), size_t(1));
    }
    /// A blind model is told of them in words, if it is the only one.
    void picturesInResultsGoToTheLargeOneFirst() {
        GenerationRequest request = requestFor("Hello");
        request.messages.push_back({.role = "tool", .content = "", .reasoning = {}, .tokens = {}});
        request.messages.back().pictures = {{0, test::smallPicture(1)}};
        ask(request);
        const auto isBlind = [&](ReplySink& sink) {
            GenerationRequest asked = m_small->asked.back().request;
            try {
                sink.preparing(m_engine, asked, false);
            } catch (const Error& error) {
                return error.is(errors::cannotSee);
            }
            return false;
        };
        QVERIFY(!m_engine.info().seesPictures);
        QVERIFY(isBlind(small()));
        small().failed(Error(errors::cannotSee));
        QCOMPARE(m_large->asked.size(), size_t(1));
        QCOMPARE(m_large->asked[0].request.messages[1].pictures.size(), size_t(1));
        large().failed(Error(ErrorCode::OutOfMemory, "Too large."));
        QCOMPARE(m_small->asked.size(), size_t(2));
        QVERIFY(!isBlind(small()));
        start(m_small);
        small().replied(delta("a", {sure}));
        QCOMPARE(m_ear.events, (Events{"routed small large_unavailable 0", "starting Hello", "a"}));
        small().failed(Error(ErrorCode::Cancelled, "Stopped."));
    }
    void whatWasAskedOfTheSmallOneStaysThere() {
        ask("/small Hello");
        small().failed(Error(ErrorCode::ContextFull, "Too long."));
        QCOMPARE(m_ear.events, (Events{"failed: Too long."}));
        QVERIFY(m_large->asked.empty());
    }

    void withoutTheLargeOneTheSmallOneAnswers() {
        askUncertain();
        m_large.reset();
        small().finished(made(1, FinishReason::Cancelled));
        QCOMPARE(m_small->asked.size(), size_t(2));
        start(m_small);
        // It is not held back once more.
        small().replied(delta("a", {unsure}));
        QCOMPARE(m_ear.events, (Events{"routed small large_unavailable 1", "starting Hello", "a"}));
        small().finished(made(1));
        QCOMPARE(m_ear.result->droppedTokens, 1);
        QCOMPARE(m_small.use_count(), 1L);
    }
    void failuresOfTheLargeOne_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("events");  // that it tells before it fails
        QTest::addColumn<int>("code");
        QTest::addColumn<bool>("turns");
        const auto code = [](ErrorCode one) { return int(one); };
        const QString code1 = "```\nx\n```";
        QTest::newRow("does not load") << code1 << 0 << code(ErrorCode::BadFile) << true;
        QTest::newRow("full queue") << code1 << 0 << code(ErrorCode::OutOfMemory) << true;
        QTest::newRow("stops") << code1 << 0 << code(ErrorCode::Cancelled) << false;
        QTest::newRow("is not reached") << code1 << 1 << code(ErrorCode::Io) << true;
        QTest::newRow("refuses") << code1 << 1 << code(ErrorCode::BadInput) << false;
        QTest::newRow("is lost at work") << code1 << 2 << code(ErrorCode::Io) << false;
        QTest::newRow("hint") << "/large Hello" << 0 << code(ErrorCode::BadFile) << false;
    }
    void failuresOfTheLargeOne() {
        QFETCH(QString, text);
        QFETCH(int, events);
        QFETCH(int, code);
        QFETCH(bool, turns);
        ask(text.toStdString());
        if (events > 0) start(m_large);
        if (events > 1) large().prefillProgress(1, 2, 0, 1);
        large().failed(Error(static_cast<ErrorCode>(code), "It broke."));
        QCOMPARE(m_small->asked.size(), size_t(turns ? 1 : 0));
        QCOMPARE(m_large.use_count(), 1L);
        if (!turns) {
            QCOMPARE(m_ear.events.back(), std::string("failed: It broke."));
            QCOMPARE(m_ear.events.size() > 1, events > 0);
            return;
        }
        QVERIFY(m_ear.events.empty());
        start(m_small);
        QCOMPARE(m_ear.events.at(0), std::string("routed small large_unavailable 0"));
        small().failed(Error(ErrorCode::Io, "It broke as well."));
        QCOMPARE(m_ear.events.back(), std::string("failed: It broke as well."));
    }
    void failuresOfTheSmallOneAreTold() {
        ask("Hello");
        small().failed(Error(errors::tooManyRequests));
        QCOMPARE(m_ear.events, (Events{std::string("failed: ") + Error(errors::tooManyRequests).what()}));
        m_ear.events.clear();
        ask("Hello");
        start(m_small);
        small().replied(delta("a", {sure}));
        small().failed(Error(ErrorCode::Device, "It broke."));
        // The existing text is delivered all the same.
        QCOMPARE(m_ear.events, (Events{"routed small easy 1", "starting Hello", "a", "failed: It broke."}));
        QVERIFY(m_large->asked.empty());
    }
    void aFailureOfTheOneThatIsDroppedIsNoMatter() {
        askUncertain();
        small().failed(Error(ErrorCode::OutOfMemory, "Too little."));
        QVERIFY(m_ear.events.empty());
        large().finished(made(1));
        QCOMPARE(m_ear.events, (Events{"routed large uncertain 1", "finished"}));
    }
    void modelsThatVanishedAreNamed() {
        m_large.reset();
        ask("/large Hello");
        QCOMPARE(m_ear.events, (Events{"failed: There is no model called \"big\" any more."}));
        // Nothing happens, for it has ended.
        m_router->cancel(m_id);
        m_router->setPriority(m_id, Priority::Background);
        m_ear.events.clear();
        m_small.reset();
        ask("Hello");
        ask("```\nx\n```");
        const std::string gone = "failed: There is no model called \"little\" any more.";
        QCOMPARE(m_ear.events, (Events{gone, gone}));
    }
    void lookingForAModelMayThrow() {
        RouteGenerator router(m_rule,
                              {"little", []() -> std::shared_ptr<Generator> { throw std::bad_alloc(); }},
                              {"big", [this] { return m_large; }});
        (void)router.submit(requestFor("Hello"), m_ear, Priority::Chat);
        QCOMPARE(m_ear.events, (Events{std::string("failed: ") + Error(errors::noMemoryForRequest).what()}));
    }
    void aSinkMayThrow_data() {
        QTest::addColumn<QString>("at");
        QTest::newRow("routed") << "routed";
        QTest::newRow("starting") << "starting";
    }
    void aSinkMayThrow() {
        QFETCH(QString, at);
        m_ear.throwsAt = at.toStdString();
        ask("Hello");
        start(m_small);
        small().replied(delta("ab", {sure, sure}));
        QVERIFY(m_small->asked[0].isCancelled);
        small().replied(delta("c", {sure}));
        small().finished(made(1, FinishReason::Cancelled));
        QVERIFY(m_ear.events.back().starts_with("failed: "));
        QCOMPARE(m_ear.events.size(), size_t(at == "routed" ? 2 : 3));
        m_ear.events.clear();
        // At its end.
        ask("Hello");
        start(m_small);
        small().finished(made(1));
        QVERIFY(m_ear.events.back().starts_with("failed: "));
        // Without text held back, the model receives the exception.
        ask("/large Hello");
        QVERIFY_THROWS_EXCEPTION(std::exception, start(m_large));
        large().failed(Error(ErrorCode::BadInput, "It refuses."));
    }

    void cancelledWhileHeld() {
        ask("Hello");
        start(m_small);
        small().replied(delta("a", {sure}));
        m_router->cancel(m_id);
        QVERIFY(m_small->asked[0].isCancelled && m_ear.events.empty());
        small().finished(made(1, FinishReason::Cancelled));
        QCOMPARE(m_ear.events, (Events{"routed small easy 1", "starting Hello", "a", "cancelled"}));
        QVERIFY(m_large->asked.empty());
    }
    void cancelledBeforeItsTurn() {
        ask("Hello");
        m_router->cancel(m_id);
        small().finished(made(0, FinishReason::Cancelled));
        QCOMPARE(m_ear.events, (Events{"routed small easy 0", "cancelled"}));
        m_ear.events.clear();
        ask("```\nx\n```");
        m_router->cancel(m_id);
        large().finished(made(0, FinishReason::Cancelled));
        QCOMPARE(m_ear.events, (Events{"routed large code 0", "cancelled"}));
    }
    void cancelledWhileNobodyIsAsked_data() {
        QTest::addColumn<bool>("fails");
        QTest::newRow("its end") << false;
        QTest::newRow("its failure") << true;
    }
    void cancelledWhileNobodyIsAsked() {
        QFETCH(bool, fails);
        askUncertain();
        m_router->cancel(m_id);
        if (fails)
            small().failed(Error(ErrorCode::Device, "It broke."));
        else
            small().finished(made(3, FinishReason::Cancelled));
        QCOMPARE(m_ear.events, (Events{"routed large uncertain 1", "cancelled"}));
        QCOMPARE(m_ear.result->droppedTokens, fails ? 0 : 3);
        QVERIFY(m_large->asked.empty());
        QCOMPARE(m_small.use_count(), 1L);
    }
    void cancelledOfTheLargeOne() {
        askUncertain();
        small().finished(made(1, FinishReason::Cancelled));
        m_router->cancel(m_id);
        QVERIFY(m_large->asked[0].isCancelled);
        // Nobody else is asked any more.
        large().failed(Error(ErrorCode::BadFile, "It broke."));
        QCOMPARE(m_ear.events, (Events{"failed: It broke."}));
        QCOMPARE(m_small->asked.size(), size_t(1));
    }
    void cancelledWhileItIsAsked() {
        m_small->onSubmit = [this](ReplySink& sink) {
            start(m_small);
            sink.replied(delta("a", {unsure}));
        };
        ask("Hello");
        QVERIFY(m_small->asked[0].isCancelled);
        // The number of a request is known only now.
        small().finished(made(1, FinishReason::Cancelled));
        QCOMPARE(m_large->asked.size(), size_t(1));
        large().finished(made(1));
    }
    void aModelMayAnswerAtOnce() {
        m_small->onSubmit = [this](ReplySink& sink) {
            start(m_small);
            sink.replied(delta("a", {unsure}));
            sink.finished(made(1));
        };
        ask("Hello");
        QCOMPARE(m_large->asked.size(), size_t(1));
        // It is the large one that is asked, though submitting to the small one returned later.
        m_router->setPriority(m_id, Priority::Background);
        m_router->cancel(m_id);
        QVERIFY(m_large->asked[0].isCancelled && !m_small->asked[0].isCancelled);
        QVERIFY(m_large->asked[0].priority == Priority::Background);
        large().finished(made(0, FinishReason::Cancelled));
        QCOMPARE(m_ear.events, (Events{"routed large uncertain 1", "cancelled"}));
    }

    void prioritiesGoToTheOneThatIsAsked() {
        askUncertain();
        m_router->setPriority(m_id, Priority::Reading);
        QVERIFY(m_small->asked[0].priority == Priority::Reading);
        small().finished(made(1, FinishReason::Cancelled));
        QVERIFY(m_large->asked[0].priority == Priority::Reading);
        m_router->setPriority(m_id, Priority::Background);
        QVERIFY(m_large->asked[0].priority == Priority::Background);
        QVERIFY(m_small->asked[0].priority == Priority::Reading);
        large().finished(made(1));
        m_router->setPriority(m_id, Priority::Chat);
        QVERIFY(m_large->asked[0].priority == Priority::Background);
    }
    void prioritiesChangeWhileItIsAsked() {
        m_rule.firstTokens = 2;
        m_small->onSubmit = [this](ReplySink&) { m_router->setPriority(1, Priority::Background); };
        ask("Hello");
        QVERIFY(m_small->asked[0].priority == Priority::Background);
        small().finished(made(0));
    }
    void requestsOutliveTheRouter() {
        askUncertain();
        m_router.reset();
        small().finished(made(1, FinishReason::Cancelled));
        start(m_large);
        large().finished(made(1));
        QCOMPARE(m_ear.events, (Events{"routed large uncertain 1", "starting Hello", "finished"}));
    }
    void severalRepliesGoTogether() {
        ask("Hello");
        Ear other;
        const RequestId second = m_router->submit(requestFor("/large You"), other, Priority::Chat);
        QVERIFY(second != m_id);
        start(m_small);
        start(m_large);
        small().replied(delta("a", {unsure}));
        m_router->cancel(second);
        QVERIFY(m_large->asked[0].isCancelled);
        large().finished(made(0, FinishReason::Cancelled));
        small().finished(made(1));
        start(m_large);
        large().replied(delta("x", {sure}));
        large().finished(made(1));
        QCOMPARE(other.events, (Events{"routed large hint 0", "starting You", "cancelled"}));
        QCOMPARE(m_ear.events, (Events{"routed large uncertain 1", "starting Hello", "x", "finished"}));
    }

    /// There is memory for one of them: the small model is unloaded, and not loaded again by what is left of
    /// its request.
    void theLargeOneGetsTheMemoryOfTheSmallOne() {
        struct CountedEngine final : test::ScriptedEngine {
            CountedEngine(std::shared_ptr<test::EngineScript> script, std::atomic<int>& count)
                : ScriptedEngine(std::move(script)), loaded(count) {
                ++loaded;
            }
            ~CountedEngine() override { --loaded; }
            std::atomic<int>& loaded;
        };
        std::atomic<int> loaded = 0, loads = 0;
        test::NotingSink sink;
        ModelHost host({.idleUnload = std::chrono::milliseconds(0)});
        const auto add = [&](const std::string& name, float probability) {
            const auto script = std::make_shared<test::EngineScript>();
            script->pieces = {"I ", "am ", name};
            script->probabilities.assign(3, probability);
            host.add(name, {.load =
                                [&loaded, &loads, script](const std::stop_token&) {
                                    ++loads;
                                    return std::make_unique<CountedEngine>(script, loaded);
                                },
                            .memory =
                                [&loaded] {
                                    return ModelSource::Memory{.needed = 1, .free = loaded > 0 ? 0U : 1U};
                                }});
            return [&host, name] {
                const auto model = host.find(name);
                return std::shared_ptr<Generator>(model, &model->requests);
            };
        };
        RouteGenerator router(m_rule, {"little", add("little", unsure)}, {"big", add("big", sure)});
        (void)router.submit(requestFor("Hello"), sink, Priority::Chat);
        QCOMPARE(sink.end(), std::string("I am big"));
        // Longer than the host waits between two looks at what is asked for.
        QTest::qWait(150);
        QCOMPARE(loads.load(), 2);
        QCOMPARE(loaded.load(), 1);
        QVERIFY(host.states().at(1).id == "little" &&
                host.states().at(1).phase == ModelHost::Phase::NotLoaded);
    }

    /// Two models on threads of their own, requests of every kind, cancels at any time.
    void everySinkHearsOneEnd() {
        const auto little = std::make_shared<test::EngineScript>();
        const auto big = std::make_shared<test::EngineScript>();
        little->pieces = {"I ", "am ", "little."};
        little->tokenStep = big->tokenStep = std::chrono::microseconds(100);
        big->pieces = {"I ", "am ", "big."};
        // They outlive all calls.
        std::array<std::list<test::NotingSink>, 6> sinks;
        const auto loops = std::pair(test::servedScript(little), test::servedScript(big));
        const auto small = std::make_shared<RequestQueue>(*loops.first, RequestQueue::Limits{.parallel = 4});
        const auto large = std::make_shared<RequestQueue>(*loops.second, RequestQueue::Limits{.parallel = 4});
        for (const float probability : {sure, unsure}) {
            little->probabilities.assign(3, probability);
            std::atomic<int> lookups = 0;
            RouteGenerator router(m_rule, {"little", [&] { return small; }},
                                  {"big", [&]() -> std::shared_ptr<Generator> {
                                       return ++lookups % 5 == 0 ? nullptr : large;
                                   }});
            std::vector<std::jthread> threads;
            std::atomic<int> whole = 0, cancelled = 0, wrong = 0;
            for (unsigned i = 0; i < 3; ++i)
                threads.emplace_back([&, &heard = sinks[i + (probability == sure ? 0 : 3)], seed = i] {
                    std::mt19937 random(seed);
                    for (int round = 0; round < 40; ++round) {
                        test::NotingSink& sink = heard.emplace_back();
                        const char* texts[] = {"Hello", "/small Hello", "```\nx\n```", "Hello"};
                        const RequestId id =
                            router.submit(requestFor(texts[random() % 4]), sink, Priority::Chat, {});
                        const bool cancels = random() % 3 == 0;
                        std::this_thread::sleep_for(std::chrono::microseconds(random() % 2000));
                        router.setPriority(id, Priority::Background);
                        if (cancels) router.cancel(id);
                        const std::string end = sink.end();
                        if (end == "I am little." || end == "I am big.")
                            ++whole;
                        else if (cancels && end.starts_with("cancelled: "))
                            ++cancelled;
                        else
                            ++wrong;
                    }
                });
            threads.clear();
            QCOMPARE(wrong.load(), 0);
            QCOMPARE(whole + cancelled, 120);
            QVERIFY(whole > 60);
            QTRY_COMPARE(small->running() + large->running(), 0);
        }
        QCOMPARE(small.use_count(), 1L);
        QCOMPARE(large.use_count(), 1L);
    }
};

QTEST_GUILESS_MAIN(TestRouteGenerator)
#include "tst_route_generator.moc"
