#include "worker/engine_wire.h"

#include <QtTest/QtTest>
#include <random>

using namespace hearth;
using namespace hearth::wire;

namespace {

GenerationRequest someRequest() {
    GenerationRequest request;
    request.messages = {{.role = "user", .content = "Hi", .reasoning = "r", .tokens = {1, 2, 3}}};
    request.rawText = "raw";
    request.sampling.seed = 7;
    request.sampling.stop = {"a", "b"};
    request.sampling.logitBias = {{5, -1.5F}};
    request.grammar = {ReplyGrammar::Kind::Regex, "x+"};
    request.cuts = {{32, 64, 100}};
    request.prompt = Prompt{.pieces = {{"text", true, {4}}}, .tokens = {9}, .cuts = {}};
    request.prompt->spans = {{.content = {1, 2}, .first = 0, .rows = 1, .positions = 3, .bothWays = true}};
    request.route = RouteTarget::Large;
    request.tenant = "chat";
    return request;
}

ReplyEvent someEvent() {
    ReplyEvent event;
    event.id = 3;
    event.delta.emplace().text = "t";
    event.delta->call.emplace().index = 1;
    event.delta->tokens = {{.token = 4, .probability = 0.5F, .candidates = {{4, 0.5F, 0.25F, "top-p"}}}};
    event.failure = SentError{ErrorCode::Io, Message({.id = "a.b", .english = "%1 and %2: %3"},
                                                     {"name", int64_t{4}}, Message::verbatim("cause"))};
    return event;
}

}  // namespace

class TestEngineWire : public QObject {
    Q_OBJECT

private slots:
    void valuesComeBackAsTheyWere() {
        // Values that were read are written as the same bytes again.
        const std::string bytes = packed(someRequest(), someEvent(), EngineInfo(), EngineOptions(),
                                         CacheStats(), PrefixUse{.bytes = 3, .tenants = {{}}});
        Reader in(bytes);
        const auto request = in.take<GenerationRequest>();
        const auto event = in.take<ReplyEvent>();
        const auto info = in.take<EngineInfo>();
        const auto options = in.take<EngineOptions>();
        const auto stats = in.take<CacheStats>();
        const auto use = in.take<PrefixUse>();
        in.end();
        QCOMPARE(packed(request, event, info, options, stats, use), bytes);
        QCOMPARE(request.messages[0].tokens, (std::vector<TokenId>{1, 2, 3}));
        QCOMPARE(request.sampling.logitBias[0].second, -1.5F);
        QVERIFY(request.prompt && request.prompt->pieces[0].trusted && request.route == RouteTarget::Large);
        QVERIFY(request.prompt->spans == someRequest().prompt->spans);
        QCOMPARE(std::string(event.delta->tokens[0].candidates[0].cutBy), std::string("top-p"));
        QCOMPARE(event.failure->message.text(), std::string("name and 4: cause"));
        QVERIFY(event.delta->call && event.delta->call->index == 1 && !event.result);
    }

    void numbersThatAnEnumerationDoesNotHaveAreRefused() {
        const std::string bytes = packed(uint8_t{9});
        QVERIFY_THROWS_EXCEPTION(Error, Reader(bytes).take<RouteTarget>());
        QVERIFY_THROWS_EXCEPTION(Error, Reader(bytes).take<ErrorCode>());
    }

    void countsThatAreNotThereAreRefused() {
        const std::string bytes = packed(UINT64_MAX, uint8_t{1});
        QVERIFY_THROWS_EXCEPTION(Error, Reader(bytes).take<std::string>());
        QVERIFY_THROWS_EXCEPTION(Error, Reader(bytes).take<std::vector<float>>());
        QVERIFY_THROWS_EXCEPTION(Error, Reader(bytes).take<std::vector<ReplyEvent>>());
        QVERIFY_THROWS_EXCEPTION(Error, Reader(bytes).end());
    }

    void whatNestsWithoutEndIsRefused() {
        // A message whose cause has a cause, and so on.
        std::string bytes;
        for (int i = 0; i < 100'000; ++i) bytes += packed(std::string(), std::string(), uint64_t{0}, true);
        QVERIFY_THROWS_EXCEPTION(Error, Reader(bytes).take<Message>());
    }

    void anyBytesAreReadOrRefused() {
        const std::string whole = packed(someEvent(), EngineInfo(), someRequest());
        std::mt19937 random(1);
        int refused = 0;
        for (int round = 0; round < 20'000; ++round) {
            std::string bytes = whole;
            for (int change = 0; change < 3; ++change)
                bytes[random() % bytes.size()] = static_cast<char>(random());
            if (round % 2 == 0) bytes.resize(random() % bytes.size());
            Reader in(bytes);
            try {
                (void)in.take<ReplyEvent>();
                (void)in.take<EngineInfo>();
                (void)in.take<GenerationRequest>();
            } catch (const Error&) {
                ++refused;
            }
        }
        QVERIFY(refused > 10'000);
    }
};

QTEST_GUILESS_MAIN(TestEngineWire)
#include "tst_engine_wire.moc"
