#include "server/model_handle.h"

#include <QtTest>

#include "engine/runtime/noting_sink.h"
#include "engine/runtime/served_script.h"

using namespace hearth;
using namespace hearth::server;

class TestModelHandle : public QObject {
    Q_OBJECT

    struct NoPort : EngineExecutor {
        void post(Task) override {}
        void beside(std::function<void(const std::stop_token&)>) override {}
        void cancel(RequestId) override {}
    };

private slots:
    void hasNames() {
        NoPort port;
        const ModelHandle model("tiny", {"gpt-4o", "local"}, port, 8);
        QVERIFY(model.isCalled("tiny") && model.isCalled("local") && model.isCalled(""));
        for (const char* name : {"tiny.gguf", "openai/tiny", "ollama/org/Tiny", "tiny:latest", "LOCAL.GGUF"})
            QVERIFY2(model.isCalled(name), name);
        for (const char* name : {"other", "tiny2", "tiny/other", "xtiny", "tiny:7b", "/", ".gguf"})
            QVERIFY2(!model.isCalled(name), name);
        QVERIFY(meansModel("org/Tiny-Q4", "org/tiny-q4"));
        QVERIFY(model.created > 0);
    }
    void givesItsRepliesTheirTokens() {
        const auto script = std::make_shared<test::EngineScript>();
        test::NotingSink sink;
        const auto thread = test::servedScript(script);
        ModelHandle model("tiny", {}, *thread, 1);
        model.memory->keep("Said.", {{.token = 7, .probability = 1, .candidates = {}}});
        GenerationRequest request;
        for (const char* text : {"Said.", "Not said."})
            request.messages.push_back({.role = "assistant", .content = text, .reasoning = {}, .tokens = {}});
        (void)model.submit(std::move(request), sink, Priority::Chat, {});
        QCOMPARE(sink.end(), std::string("Hello, world."));
        const GenerationRequest& asked = script->requests.at(0);
        QCOMPARE(asked.messages.at(0).tokens, (std::vector<TokenId>{7}));
        QVERIFY(asked.messages.at(1).tokens.empty());
    }
    void passesOrdersOn() {
        const auto script = std::make_shared<test::EngineScript>();
        script->pieces.assign(100'000, "x");
        script->tokenStep = std::chrono::microseconds(100);
        test::NotingSink sink;
        const auto thread = test::servedScript(script);
        ModelHandle model("tiny", {}, *thread, 1);
        const RequestId id = model.submit({}, sink, Priority::Chat);
        model.setPriority(id, Priority::Background);
        test::runOn(*thread, [](Engine*, const Error*) {});
        model.cancel(id);
        QVERIFY(sink.end().starts_with("cancelled: "));
        QVERIFY(script->priorities.at(0) == Priority::Background);
    }
};

QTEST_GUILESS_MAIN(TestModelHandle)
#include "tst_model_handle.moc"
