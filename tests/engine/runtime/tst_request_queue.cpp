#include "hearth/request_queue.h"

#include <QtTest>

#include "engine/runtime/noting_sink.h"
#include "engine/runtime/served_script.h"
#include "hearth/unexpected_error.h"
#include "runtime/runtime_errors.h"

using namespace hearth;
using test::NotingSink;

class TestRequestQueue : public QObject {
    Q_OBJECT

    std::shared_ptr<test::EngineScript> m_script;

    static std::string tooMany() { return std::string("failed: ") + Error(errors::tooManyRequests).what(); }

private slots:
    void init() { m_script = std::make_shared<test::EngineScript>(); }

    void aRequestHasItsReply() {
        const auto loop = test::servedScript(m_script);
        RequestQueue queue(*loop, {});
        NotingSink sink;
        bool started = false;
        sink.onStart = [&](Engine& engine, GenerationRequest& request) {
            started = engine.info().contextLength > 0;
            request.sampling.seed = 9;
        };
        QVERIFY(queue.submit({}, sink, Priority::Chat) > 0);
        QCOMPARE(sink.end(), std::string("Hello, world."));
        QVERIFY(started);
        QCOMPARE(m_script->requests.at(0).sampling.seed, std::optional<uint64_t>(9));
        QTRY_COMPARE(queue.running(), 0);
    }
    void soManyRunAndTheOthersWaitInOrder() {
        m_script->tokenStep = std::chrono::milliseconds(1);
        const auto loop = test::servedScript(m_script);
        RequestQueue queue(*loop, {.parallel = 2, .mostWaiting = 3});
        std::vector<std::unique_ptr<NotingSink>> sinks;
        std::mutex mutex;
        std::vector<int> order;
        std::vector<RequestId> ids;
        std::atomic<int> most = 0;
        // All of them arrive before the first ends.
        std::promise<void> resume;
        loop->post([held = resume.get_future().share()](Engine*, const Error*) { held.wait(); });
        for (int i = 0; i < 7; ++i) {
            sinks.push_back(std::make_unique<NotingSink>());
            sinks.back()->onStart = [&, i](Engine&, GenerationRequest&) {
                const std::scoped_lock lock(mutex);
                order.push_back(i);
                most = std::max(most.load(), queue.running());
            };
            ids.push_back(queue.submit({}, *sinks.back(), i == 4 ? Priority::Reading : Priority::Chat));
        }
        queue.cancel(ids[3]);
        resume.set_value();
        // Two run; one that left gave its place to another; the last is one too many.
        QCOMPARE(sinks[3]->end(), std::string("cancelled: "));
        QCOMPARE(sinks[6]->end(), tooMany());
        for (const int i : {0, 1, 2, 4, 5})
            QCOMPARE(sinks[static_cast<size_t>(i)]->end(), std::string("Hello, world."));
        QCOMPARE(order, (std::vector<int>{0, 1, 4, 2, 5}));
        QCOMPARE(most.load(), 2);
        QTRY_COMPARE(queue.running(), 0);
        QCOMPARE(queue.waiting(), size_t(0));
    }
    void priorityCanChange() {
        m_script->pieces.assign(100'000, "x");
        m_script->tokenStep = std::chrono::microseconds(200);
        const auto loop = test::servedScript(m_script);
        RequestQueue queue(*loop, {.parallel = 1});
        NotingSink first, second, third;
        std::atomic<int> turn = 0, ofThird = 0, ofSecond = 0;
        second.onStart = [&](Engine&, GenerationRequest&) { ofSecond = ++turn; };
        third.onStart = [&](Engine&, GenerationRequest&) { ofThird = ++turn; };
        const RequestId running = queue.submit({}, first, Priority::Chat);
        const RequestId waits = queue.submit({}, second, Priority::Chat);
        const RequestId later = queue.submit({}, third, Priority::Chat);
        QTRY_COMPARE(queue.waiting(), size_t(2));
        queue.setPriority(running, Priority::Background);
        queue.setPriority(later, Priority::Reading);
        queue.setPriority(12345, Priority::Reading);
        QTRY_COMPARE(int(m_script->priorities.at(0)), int(Priority::Background));
        for (const RequestId id : {running, later, waits}) {
            QTRY_COMPARE(queue.running(), 1);
            queue.cancel(id);
            QTest::qWait(20);
        }
        for (NotingSink* sink : {&first, &second, &third}) QVERIFY(sink->end().starts_with("cancelled: "));
        QCOMPARE(ofThird.load(), 1);
        QVERIFY(ofSecond.load() != 1);
    }
    void canBeCancelledAtAnyTime() {
        m_script->pieces.assign(100'000, "x");
        m_script->tokenStep = std::chrono::microseconds(200);
        const auto loop = test::servedScript(m_script);
        RequestQueue queue(*loop, {.parallel = 1});
        for (int i = 0; i < 20; ++i) {
            NotingSink sink;
            const RequestId id = queue.submit({}, sink, Priority::Chat);
            std::this_thread::sleep_for(std::chrono::microseconds(100 * i));
            queue.cancel(id);
            QVERIFY(sink.end().starts_with("cancelled: "));
            queue.cancel(id);
        }
    }
    void isAsUrgentAsItsMostUrgentRequest() {
        m_script->pieces.assign(100'000, "x");
        m_script->tokenStep = std::chrono::microseconds(100);
        const auto loop = test::servedScript(m_script);
        RequestQueue queue(*loop, {.parallel = 2});
        QCOMPARE(queue.urgency(), Priority::Chat);
        NotingSink title, read;
        const RequestId first = queue.submit({}, title, Priority::Background);
        QTRY_COMPARE(queue.urgency(), Priority::Background);
        const RequestId second = queue.submit({}, read, Priority::Chat);
        QTRY_COMPARE(queue.urgency(), Priority::Chat);
        queue.setPriority(second, Priority::Reading);
        QTRY_COMPARE(queue.urgency(), Priority::Reading);
        queue.cancel(second);
        QTRY_COMPARE(queue.urgency(), Priority::Background);
        queue.cancel(first);
        QTRY_COMPARE(queue.urgency(), Priority::Chat);
    }
    void whatTheSinkThrowsFailsItsRequest() {
        const auto loop = test::servedScript(m_script);
        RequestQueue queue(*loop, {.parallel = 1});
        NotingSink bad, good;
        bad.onStart = [](Engine&, GenerationRequest&) { throw std::runtime_error("x"); };
        queue.submit({}, bad, Priority::Chat);
        queue.submit({}, good, Priority::Chat);
        QVERIFY(bad.end().find("(x)") != std::string::npos);
        QCOMPARE(good.end(), std::string("Hello, world."));
        QVERIFY(m_script->requests.size() == 1);
    }
    void withoutAModelTheReasonIsTold() {
        ModelLoop loop([](const std::stop_token&) -> std::unique_ptr<Engine> {
            throw Error(ErrorCode::BadFile, "Damaged.");
        });
        RequestQueue queue(loop, {});
        NotingSink sink;
        queue.submit({}, sink, Priority::Chat);
        QCOMPARE(sink.end(), std::string("failed: Damaged."));
    }
    void theEndOfTheModelIsTold() {
        m_script->pieces.assign(100'000, "x");
        m_script->tokenStep = std::chrono::microseconds(200);
        auto loop = test::servedScript(m_script);
        RequestQueue queue(*loop, {.parallel = 1});
        NotingSink runs, waits;
        queue.submit({}, runs, Priority::Chat);
        queue.submit({}, waits, Priority::Chat);
        QTRY_COMPARE(queue.waiting(), size_t(1));
        loop.reset();
        QVERIFY(runs.end().starts_with("cancelled: "));
        QCOMPARE(waits.end(), std::string("failed: ") + Error(errors::serverStopped).what());
    }
    void anEngineThatThrowsFailsWhatRunsAndTheNextAnswers() {
        struct Throwing final : test::ScriptedEngine {
            using ScriptedEngine::ScriptedEngine;
            RequestId submit(GenerationRequest request, GenerationListener& listener,
                             Priority priority) override {
                m_wasAsked = true;
                return ScriptedEngine::submit(std::move(request), listener, priority);
            }
            bool step() override {
                if (throws && m_wasAsked) throw std::runtime_error("x");
                return ScriptedEngine::step();
            }
            bool throws = false;
            bool m_wasAsked = false;
        };
        m_script->tokenStep = std::chrono::milliseconds(1);
        std::atomic<int> loads = 0;
        ModelLoop loop([&](const std::stop_token&) {
            auto engine = std::make_unique<Throwing>(m_script);
            engine->throws = ++loads == 1;
            return engine;
        });
        RequestQueue queue(loop, {.parallel = 1});
        NotingSink first, second;
        queue.submit({}, first, Priority::Chat);
        queue.submit({}, second, Priority::Chat);
        QVERIFY(first.end().find("(x)") != std::string::npos);
        QCOMPARE(second.end(), std::string("Hello, world."));
        QCOMPARE(loads.load(), 2);
    }
    /// A sink that has heard the end may let go of the model: a task would have it loaded again.
    void nothingIsAskedOfTheModelAfterTheEnd_data() {
        QTest::addColumn<bool>("fails");
        QTest::newRow("finished") << false;
        QTest::newRow("failed") << true;
    }
    void nothingIsAskedOfTheModelAfterTheEnd() {
        QFETCH(bool, fails);
        struct CountingPort final : EngineExecutor {
            explicit CountingPort(EngineExecutor& model) : loop(model) {}
            void post(Task task) override {
                ++posts;
                loop.post(std::move(task));
            }
            void beside(std::function<void(const std::stop_token&)> work) override {
                loop.beside(std::move(work));
            }
            void cancel(RequestId id) override { loop.cancel(id); }
            EngineExecutor& loop;
            std::atomic<int> posts = 0;
        };
        struct CountingSink final : ReplySink {
            explicit CountingSink(CountingPort& itsPort) : port(itsPort) {}
            void finished(GenerationResult) override { postsAtEnd = port.posts.load(); }
            void failed(const Error&) override { postsAtEnd = port.posts.load(); }
            CountingPort& port;
            std::atomic<int> postsAtEnd = 0;
        };
        if (fails) m_script->generateError = "It broke.";
        const auto loop = test::servedScript(m_script);
        CountingPort port(*loop);
        RequestQueue queue(port, {.parallel = 1});
        CountingSink sink(port);
        NotingSink other;
        (void)queue.submit({}, sink, Priority::Chat);
        QTRY_VERIFY(sink.postsAtEnd > 0 && queue.running() == 0);
        test::runOn(*loop, [](Engine*, const Error*) {});
        QCOMPARE(port.posts.load(), sink.postsAtEnd.load());
        // Its place is free all the same.
        m_script->generateError.clear();
        (void)queue.submit({}, other, Priority::Chat);
        QCOMPARE(other.end(), std::string("Hello, world."));
    }
    void aQueueMayGoBeforeItsRequests() {
        m_script->tokenStep = std::chrono::milliseconds(1);
        const auto loop = test::servedScript(m_script);
        NotingSink runs, waits;
        {
            RequestQueue queue(*loop, {.parallel = 1});
            queue.submit({}, runs, Priority::Chat);
            queue.submit({}, waits, Priority::Chat);
        }
        QCOMPARE(runs.end(), std::string("Hello, world."));
        QCOMPARE(waits.end(), std::string("Hello, world."));
    }
};

QTEST_GUILESS_MAIN(TestRequestQueue)
#include "tst_request_queue.moc"
