#include "hearth/prompt_making.h"

#include <QtTest>

#include "engine/runtime/noting_sink.h"
#include "engine/runtime/served_script.h"
#include "hearth/request_queue.h"
#include "runtime/runtime_errors.h"

using namespace hearth;
using test::NotingSink;

class TestPromptMaking : public QObject {
    Q_OBJECT

    std::shared_ptr<test::EngineScript> m_script;
    std::atomic<bool> m_open = false;
    std::atomic<int> m_begun = 0, m_made = 0;

    static GenerationRequest ofBytes(size_t bytes) {
        GenerationRequest request;
        request.rawText = std::string(bytes, 'x');
        return request;
    }

private slots:
    void init() {
        m_script = std::make_shared<test::EngineScript>();
        m_open = false;
        m_begun = m_made = 0;
        m_script->makePrompt = [this](GenerationRequest& request) {
            ++m_begun;
            while (!m_open) std::this_thread::sleep_for(std::chrono::milliseconds(1));
            if (++m_made == 2) throw Error(ErrorCode::BadInput, "The template fails.");
            request.prompt = Prompt{.pieces = {}, .tokens = {1, 2, 3}, .cuts = {}};
        };
    }

    void longPromptsAreMadeBesideTheEngine() {
        const auto loop = test::servedScript(m_script);
        RequestQueue queue(*loop, {.parallel = 1});
        NotingSink first, second, third;
        queue.submit(ofBytes(100'000), first, Priority::Chat);
        QTRY_COMPARE(m_begun.load(), 1);
        // The engine is free meanwhile.
        test::runOn(*loop, [](Engine* engine, const Error*) { QVERIFY(engine != nullptr); });
        QVERIFY(!first.hasEnded());
        m_open = true;
        QCOMPARE(first.end(), std::string("Hello, world."));
        QCOMPARE(m_script->requests.at(0).prompt.value().tokens.size(), size_t(3));
        // An error there is reported without a second try; short prompts are left to the engine.
        bool started = false;
        second.onStart = [&](Engine&, GenerationRequest&) { started = true; };
        queue.submit(ofBytes(100'000), second, Priority::Chat);
        QCOMPARE(second.end(), std::string("failed: The template fails."));
        QVERIFY(started);
        QCOMPARE(m_script->requests.size(), size_t(1));
        queue.submit(ofBytes(100), third, Priority::Chat);
        QCOMPARE(third.end(), std::string("Hello, world."));
        QCOMPARE(m_made.load(), 2);
    }
    void oneThatIsCancelledEndsAsThat() {
        const auto loop = test::servedScript(m_script);
        RequestQueue queue(*loop, {});
        NotingSink sink;
        const RequestId id = queue.submit(ofBytes(100'000), sink, Priority::Chat);
        QTRY_COMPARE(m_begun.load(), 1);
        queue.cancel(id);
        m_open = true;
        QCOMPARE(sink.end(), std::string("cancelled: "));
        QVERIFY(m_script->requests.empty());
    }
    void whatHasNotBegunIsToldAtTheEnd() {
        auto loop = test::servedScript(m_script);
        RequestQueue queue(*loop, {});
        NotingSink begun, waits;
        queue.submit(ofBytes(100'000), begun, Priority::Chat);
        queue.submit(ofBytes(100'000), waits, Priority::Chat);
        QTRY_COMPARE(m_begun.load(), 1);
        test::runOn(*loop, [](Engine*, const Error*) {});
        auto ending = std::async(std::launch::async, [&] { loop.reset(); });
        QTest::qWait(20);
        m_open = true;
        ending.wait();
        for (NotingSink* sink : {&begun, &waits}) (void)sink->end();
        QCOMPARE(m_begun.load(), 1);
    }
    void anotherModelMakesItAgain() {
        const auto loop = test::servedScript(m_script);
        const auto making = std::make_shared<PromptMaking>(PromptMaking{ofBytes(100'000)});
        std::promise<bool> hasPrompt;
        test::runOn(*loop, [&](Engine*, const Error*) {
            // The engine that asked is not the one that is there later.
            const auto other = test::ScriptedEngine::load(m_script, {}, {});
            makePrompt(*other, *loop, making, [&](Engine* engine, const Error*) {
                hasPrompt.set_value(engine == nullptr || making->request.prompt.has_value());
            });
        });
        m_open = true;
        QVERIFY(!hasPrompt.get_future().get());
    }
};

QTEST_GUILESS_MAIN(TestPromptMaking)
#include "tst_prompt_making.moc"
