#include "hearth/model_host.h"

#include <QtTest>
#include <algorithm>
#include <atomic>
#include <future>
#include <thread>

#include "engine/runtime/noting_sink.h"
#include "engine/runtime/served_script.h"
#include "runtime/runtime_errors.h"
#include "support/scripted_embedder.h"

using namespace hearth;

class TestModelHost : public QObject {
    Q_OBJECT

    ModelHost::Options m_options;
    std::unique_ptr<ModelHost> m_host;
    std::function<std::unique_ptr<Engine>(const std::string& id)> m_load;
    std::function<std::unique_ptr<Engine>(const std::string& id, const DeviceFault& fault)> m_loadElsewhere;
    std::function<ModelSource::Memory()> m_memory;
    std::atomic<int> m_loads = 0, m_alive = 0, m_unloaded = 0;
    std::atomic<uint64_t> m_most = 100;  ///< models at once
    std::shared_ptr<test::EmbedderScript> m_script = std::make_shared<test::EmbedderScript>();

    /// Counts itself.
    struct CountedEngine : test::ScriptedEngine {
        CountedEngine(std::shared_ptr<test::EngineScript> script, std::atomic<int>& alive)
            : ScriptedEngine(std::move(script)), m_alive(alive) {
            ++m_alive;
        }
        ~CountedEngine() override { --m_alive; }
        std::atomic<int>& m_alive;
    };

    /// A host with the models "a", "b" and "bad", as everything is set now.
    ModelHost& host() {
        m_host = std::make_unique<ModelHost>(m_options);
        for (const std::string id : {"a", "b", "bad"}) {
            ModelSource source;
            source.load = [this, id](const std::stop_token&) { return m_load(id); };
            if (m_loadElsewhere)
                source.loadElsewhere = [this, id](const DeviceFault& fault, const std::stop_token&) {
                    return m_loadElsewhere(id, fault);
                };
            source.memory = [this] { return m_memory(); };
            source.unloaded = [this] { ++m_unloaded; };
            m_host->add(id, source);
        }
        return *m_host;
    }
    void addEmbedder(const std::string& id, std::optional<std::chrono::milliseconds> idleUnload = {}) {
        ModelSource source;
        source.loadEmbedder = [script = m_script](const std::stop_token& stop) {
            return test::scriptedEmbedders(script)({}, stop);
        };
        source.idleUnload = idleUnload;
        m_host->add(id, source);
    }
    /// Same for one that embeds: "embedder", or why there is none.
    static std::future<std::string> embed(ModelHost& host, const char* id) {
        auto said = std::make_shared<std::promise<std::string>>();
        auto future = said->get_future();
        host.post(
            id,
            [said](Embedder* embedder, const Error* problem, const std::stop_token&) {
                said->set_value(embedder != nullptr ? "embedder" : problem->what());
            },
            Priority::Chat);
        return future;
    }
    /// Result of a task of a model: "engine", or the reason why there is none.
    static std::future<std::string> ask(ModelHost& host, const char* id) {
        auto said = std::make_shared<std::promise<std::string>>();
        auto future = said->get_future();
        const auto model = host.find(id);
        model->port.post([model, said](Engine* engine, const Error* problem) {
            said->set_value(engine != nullptr ? "engine" : problem->what());
        });
        return future;
    }
    static std::string stateOf(const ModelHost& host, const std::string& id) {
        static constexpr const char* names[] = {"not loaded", "loading", "loaded", "failed"};
        for (const auto& state : host.states())
            if (state.id == id) return names[static_cast<size_t>(state.phase)];
        return "unknown";
    }

private slots:
    void init() {
        m_loads = 0;
        m_unloaded = 0;
        m_most = 100;
        m_options = {};
        m_loadElsewhere = {};
        m_load = [this](const std::string& id) -> std::unique_ptr<Engine> {
            ++m_loads;
            if (id == "bad") throw Error(ErrorCode::BadFile, "The file is damaged.");
            return std::make_unique<CountedEngine>(std::make_shared<test::EngineScript>(), m_alive);
        };
        m_memory = [this] {
            return ModelSource::Memory{.needed = 1, .free = m_most - std::min<uint64_t>(m_most, m_alive)};
        };
    }
    void cleanup() {
        m_script = std::make_shared<test::EmbedderScript>();
        m_host.reset();
        QCOMPARE(m_alive.load(), 0);
    }

    void aModelWhoseDeviceIsLostIsLoadedElsewhere() {
        const auto onGpu = [this] {
            const auto script = std::make_shared<test::EngineScript>();
            script->backend = "GPU";
            return std::make_unique<CountedEngine>(script, m_alive);
        };
        m_load = [&](const std::string&) {
            ++m_loads;
            return onGpu();
        };
        std::atomic<bool> holds = true;
        std::atomic<int> moves = 0;
        m_loadElsewhere = [&](const std::string& id, const DeviceFault& fault) -> std::unique_ptr<Engine> {
            ++moves;
            if (!holds || id != "a") throw Error(ErrorCode::OutOfMemory, fault.cause.text());
            return onGpu();
        };
        ModelHost& models = host();
        // Result of a request that is made before the loss is handled.
        const auto lose = [&] {
            const auto model = models.find("a");
            std::future<std::string> said;
            test::runOn(model->port, [&](Engine*, const Error*) {
                model->port.replyFailed(Error(ErrorCode::Device, "The card is gone."), false);
                said = ask(models, "a");
            });
            return said.get();
        };
        QCOMPARE(ask(models, "a").get(), std::string("engine"));
        QCOMPARE(lose(), std::string("engine"));
        QCOMPARE(m_loads.load(), 1);
        QCOMPARE(moves.load(), 1);
        // If that fails, the error is reported, and a later request tries to load the model again.
        holds = false;
        QCOMPARE(lose(), std::string("The card is gone."));
        QTRY_COMPARE(stateOf(models, "a"), std::string("failed"));
        QCOMPARE(ask(models, "a").get(), std::string("engine"));
        QCOMPARE(m_loads.load(), 2);
    }

    void modelsComputeInTurns() {
        static std::atomic<int> inside = 0;
        static std::atomic<bool> together = false;
        together = false;
        struct Watched final : CountedEngine {
            using CountedEngine::CountedEngine;
            bool step() override {
                if (++inside > 1) together = true;
                const bool continues = CountedEngine::step();
                --inside;
                return continues;
            }
        };
        m_load = [this](const std::string&) {
            auto script = std::make_shared<test::EngineScript>();
            script->pieces.assign(100, "x");
            script->tokenStep = std::chrono::microseconds(500);
            return std::make_unique<Watched>(script, m_alive);
        };
        ModelHost& models = host();
        const auto a = models.find("a"), b = models.find("b");
        test::NotingSink first, second;
        a->requests.submit({}, first, Priority::Reading);
        b->requests.submit({}, second, Priority::Background);
        QCOMPARE(first.end().size(), size_t(100));
        QCOMPARE(second.end().size(), size_t(100));
        QVERIFY(!together.load());
    }

    void aModelThatIsClosedAnswersNoMore() {
        ModelHost& models = host();
        const auto model = models.find("a");
        QCOMPARE(ask(models, "a").get(), std::string("engine"));
        std::vector<std::string> order;
        models.close("a");
        std::promise<void> done;
        models.run([&] { order.emplace_back("work"); });
        model->port.post([&](Engine* engine, const Error*) {
            order.emplace_back(engine == nullptr ? "nothing" : "engine");
            done.set_value();
        });
        done.get_future().wait();
        QCOMPARE(order, (std::vector<std::string>{"work", "nothing"}));
        QVERIFY(models.find("a") == nullptr);
        QCOMPARE(m_loads.load(), 1);
    }

    void someTasksHaveNoModelLoaded() {
        ModelHost& models = host();
        const auto model = models.find("a");
        std::promise<bool> without;
        model->port.postIfLoaded([&](Engine* engine, const Error*) { without.set_value(engine == nullptr); });
        QVERIFY(without.get_future().get());
        std::promise<bool> idle;
        model->port.postIdle(
            [&](Engine* engine, const std::stop_token&) { idle.set_value(engine == nullptr); });
        QVERIFY(idle.get_future().get());
        QCOMPARE(m_loads.load(), 0);
        auto asked = ask(models, "a");
        std::promise<bool> with;
        model->port.postIfLoaded([&](Engine* engine, const Error*) { with.set_value(engine != nullptr); });
        QVERIFY(with.get_future().get());
        QCOMPARE(asked.get(), std::string("engine"));
    }

    void loadsWhatIsAskedFor() {
        ModelHost& models = host();
        QCOMPARE(models.states().size(), size_t(3));
        QCOMPARE(stateOf(models, "a"), std::string("not loaded"));
        QVERIFY(models.find("c") == nullptr);
        QCOMPARE(ask(models, "a").get(), std::string("engine"));
        QCOMPARE(ask(models, "a").get(), std::string("engine"));
        QCOMPARE(stateOf(models, "a"), std::string("loaded"));
        QTRY_COMPARE(models.states().front().contextLength, 2048);
        QCOMPARE(stateOf(models, "b"), std::string("not loaded"));
        QCOMPARE(m_loads.load(), 1);
        QCOMPARE(ask(models, "b").get(), std::string("engine"));
    }
    void loadingIsShownAndWaitedFor() {
        std::promise<void> go;
        m_load = [this, gate = go.get_future().share()](const std::string&) -> std::unique_ptr<Engine> {
            gate.wait();
            return std::make_unique<CountedEngine>(std::make_shared<test::EngineScript>(), m_alive);
        };
        ModelHost& models = host();
        auto first = ask(models, "a"), second = ask(models, "a");
        QCOMPARE(stateOf(models, "a"), std::string("loading"));
        QCOMPARE(models.states().front().waiting, size_t(2));
        go.set_value();
        QCOMPARE(first.get() + second.get(), std::string("engineengine"));
        QCOMPARE(models.states().front().waiting, size_t(0));
    }
    void oneThatCannotBeLoadedSaysWhy() {
        ModelHost& models = host();
        QCOMPARE(ask(models, "bad").get(), std::string("The file is damaged."));
        QTRY_COMPARE(stateOf(models, "bad"), std::string("failed"));
        // It may have been mended.
        QCOMPARE(ask(models, "bad").get(), std::string("The file is damaged."));
        QCOMPARE(m_loads.load(), 2);
        // With nothing else loaded nobody asks for its memory.
        QCOMPARE(ask(models, "b").get(), std::string("engine"));
        m_memory = []() -> ModelSource::Memory { throw Error(ErrorCode::BadFile, "The header is damaged."); };
        QCOMPARE(ask(models, "a").get(), std::string("The header is damaged."));
    }
    void unloadsWhatNobodyAsksFor() {
        m_options.idleUnload = std::chrono::milliseconds(100);
        ModelHost& models = host();
        auto held = models.find("a");
        QCOMPARE(ask(models, "a").get(), std::string("engine"));
        QTest::qWait(400);
        QCOMPARE(stateOf(models, "a"), std::string("loaded"));
        held.reset();
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(models, "a"), std::string("not loaded"), 2000);
        QTRY_COMPARE(m_alive.load(), 0);
        QCOMPARE(ask(models, "a").get(), std::string("engine"));
    }
    void makesRoomForAnother() {
        m_most = 1;
        ModelHost& models = host();
        QCOMPARE(ask(models, "a").get(), std::string("engine"));
        QCOMPARE(ask(models, "b").get(), std::string("engine"));
        QCOMPARE(m_alive.load(), 1);
        QCOMPARE(stateOf(models, "a"), std::string("not loaded"));
        QCOMPARE(ask(models, "a").get(), std::string("engine"));
        QCOMPARE(m_loads.load(), 3);
    }
    /// Memory for two models whose caches have not grown.
    void cachesGiveWayBeforeModelsDo() {
        const auto script = std::make_shared<test::EngineScript>();
        script->cacheMemory = {.taken = 3, .most = 100};
        m_load = [&, this](const std::string&) -> std::unique_ptr<Engine> {
            ++m_loads;
            return std::make_unique<CountedEngine>(
                m_loads == 1 ? script : std::make_shared<test::EngineScript>(), m_alive);
        };
        std::atomic<bool> isShort = true;
        m_memory = [&] {
            const uint64_t limit = script->cacheLimits.empty() ? UINT64_MAX : script->cacheLimits.back();
            return ModelSource::Memory{.needed = 2, .free = !isShort || limit <= 1 ? 2U : 0U};
        };
        ModelHost& models = host();
        QCOMPARE(ask(models, "a").get(), std::string("engine"));
        QCOMPARE(ask(models, "b").get(), std::string("engine"));
        QCOMPARE(m_alive.load(), 2);
        QCOMPARE(m_unloaded.load(), 0);
        QCOMPARE(script->cacheLimits.back(), uint64_t(1));
        // A model is unloaded if caches do not have enough.
        models.close("b");
        QTRY_COMPARE(m_alive.load(), 1);
        script->cacheLimits.clear();
        script->cacheMemory.taken = 1;
        m_memory = [&] { return ModelSource::Memory{.needed = 2, .free = m_alive > 0 ? 0U : 2U}; };
        QCOMPARE(ask(models, "bad").get(), std::string("engine"));
        QCOMPARE(m_unloaded.load(), 1);
        QCOMPARE(m_alive.load(), 1);
    }
    void tellsWhatMadeRoom() {
        m_most = 1;
        ModelHost& models = host();
        QCOMPARE(ask(models, "a").get(), std::string("engine"));
        QCOMPARE(ask(models, "b").get(), std::string("engine"));
        QTRY_COMPARE(m_unloaded.load(), 1);
        models.close("b");
        QTRY_COMPARE(m_alive.load(), 0);
        QCOMPARE(m_unloaded.load(), 1);
    }
    void aModelThatIsKeptLoadedMakesNoRoom() {
        m_most = 2;
        m_options.idleUnload = std::chrono::milliseconds(100);
        ModelHost& models = host();
        QCOMPARE(ask(models, "a").get(), std::string("engine"));
        models.keepLoaded("a", true);
        QCOMPARE(ask(models, "b").get(), std::string("engine"));
        QTRY_COMPARE(stateOf(models, "b"), std::string("not loaded"));
        QCOMPARE(stateOf(models, "a"), std::string("loaded"));
        m_most = 1;
        // Loading itself says what is missing.
        QCOMPARE(ask(models, "b").get(), std::string("engine"));
        QCOMPARE(stateOf(models, "a"), std::string("loaded"));
        models.keepLoaded("a", false);
        QTRY_COMPARE(stateOf(models, "a"), std::string("not loaded"));
    }
    void thoseThatEmbedAreLoadedWhenTheyAreAsked() {
        ModelHost& models = host();
        addEmbedder("e");
        QVERIFY(models.find("e") == nullptr);
        QCOMPARE(embed(models, "e").get(), std::string("embedder"));
        QCOMPARE(stateOf(models, "e"), std::string("loaded"));
        for (const ModelHost::State& state : models.states()) QCOMPARE(state.embeds, state.id == "e");
        QCOMPARE(m_script->loads.load(), 1);
        QCOMPARE(embed(models, "a").get(), std::string(Error(errors::serverStopped).what()));
        m_script->failure = "It is damaged.";
        addEmbedder("f");
        QCOMPARE(embed(models, "f").get(), std::string("It is damaged."));
        QTRY_COMPARE(stateOf(models, "f"), std::string("failed"));
    }
    void thoseThatEmbedMakeRoomOnceTheyAreIdle() {
        ModelHost& models = host();
        addEmbedder("e", std::chrono::milliseconds(0));
        std::promise<void> begun, go;
        models.post(
            "e",
            [&](Embedder*, const Error*, const std::stop_token&) {
                begun.set_value();
                go.get_future().wait();
            },
            Priority::Background);
        begun.get_future().wait();
        m_most = 0;
        auto waits = ask(models, "a");
        QCOMPARE(waits.wait_for(std::chrono::milliseconds(300)), std::future_status::timeout);
        go.set_value();
        QCOMPARE(waits.get(), std::string("engine"));
        QCOMPARE(stateOf(models, "e"), std::string("not loaded"));
    }
    void fewOfThoseThatEmbedAreLoadedAtATime() {
        ModelHost& models = host();
        QCOMPARE(ask(models, "a").get(), std::string("engine"));
        for (const char* id : {"e", "f", "g"}) addEmbedder(id);
        for (const char* id : {"e", "f", "g"}) QCOMPARE(embed(models, id).get(), std::string("embedder"));
        QCOMPARE(stateOf(models, "e"), std::string("not loaded"));
        QCOMPARE(stateOf(models, "f"), std::string("loaded"));
        QCOMPARE(stateOf(models, "a"), std::string("loaded"));
    }
    void oneThatEmbedsIsUnloadedWhenNobodyAsks() {
        m_options.idleUnload = std::chrono::milliseconds(0);
        ModelHost& models = host();
        addEmbedder("e", std::chrono::milliseconds(50));
        QCOMPARE(embed(models, "e").get(), std::string("embedder"));
        QTRY_COMPARE(stateOf(models, "e"), std::string("not loaded"));
        QCOMPARE(embed(models, "e").get(), std::string("embedder"));
        QCOMPARE(m_script->loads.load(), 2);
    }
    void closingWaitsForTasks() {
        ModelHost& models = host();
        addEmbedder("e");
        std::promise<void> begun;
        bool ended = false, refused = false;
        models.post(
            "e",
            [&](Embedder*, const Error*, const std::stop_token& stop) {
                begun.set_value();
                while (!stop.stop_requested()) std::this_thread::yield();
                models.post(
                    "e",
                    [&](Embedder* embedder, const Error*, const std::stop_token&) {
                        refused = embedder == nullptr;
                    },
                    Priority::Chat);
                ended = true;
            },
            Priority::Chat);
        begun.get_future().wait();
        models.closeAndWait({"e"});
        QVERIFY(ended && refused);
        QCOMPARE(stateOf(models, "e"), std::string("unknown"));
    }
    void anIndexGivesWayToAReply() {
        ModelHost& models = host();
        addEmbedder("e");
        QCOMPARE(embed(models, "e").get(), std::string("embedder"));
        auto script = std::make_shared<test::EngineScript>();
        script->pieces.assign(200, "x");
        script->tokenStep = std::chrono::milliseconds(1);
        m_load = [this, script](const std::string&) {
            return std::make_unique<CountedEngine>(script, m_alive);
        };
        QCOMPARE(ask(models, "a").get(), std::string("engine"));
        std::atomic<int> parts = 0;
        std::atomic<bool> ends = false;
        std::function<void()> more = [&] {
            models.post(
                "e",
                [&](Embedder* embedder, const Error*, const std::stop_token&) {
                    ++parts;
                    std::this_thread::sleep_for(std::chrono::milliseconds(2));
                    if (embedder != nullptr && !ends) more();
                },
                Priority::Background);
        };
        more();
        test::NotingSink sink;
        const auto a = models.find("a");
        const int before = parts;
        a->requests.submit({}, sink, Priority::Reading);
        QCOMPARE(sink.end().size(), size_t(200));
        // 2 ms each of more than 200: a twentieth, where each would have half the time otherwise.
        const int beside = parts - before;
        QVERIFY2(beside < 25, qPrintable(QString::number(beside)));
        QTRY_VERIFY(parts > before);
        ends = true;
        models.closeAndWait({"e"});
    }
    void memoryIsThatOfThePlan() {
        MemoryPlan plan;
        plan.weightsBytes = 100;
        plan.scratchBytes = 10;
        plan.kvBytes = 50;
        plan.kvCommittedBytes = 5;
        plan.layers = 4;
        QCOMPARE(memoryFor(plan).needed, uint64_t(115));
        QVERIFY(memoryFor(plan).free > 0);
        // On a GPU the whole cache is taken at once.
        plan.layersOnDevice = 3;
        plan.deviceFreeBytes = 1000;
        QCOMPARE(memoryFor(plan).needed, uint64_t(160));
        QCOMPARE(memoryFor(plan).free, uint64_t(1000));
        QVERIFY(memoryFor(plan, true).needed > 1000);
        plan.layersOnDevice = 4;
        QCOMPARE(memoryFor(plan, true).needed, uint64_t(160));
    }
    void neverTakesAModelThatIsInUse() {
        m_most = 1;
        ModelHost& models = host();
        auto held = models.find("a");
        QCOMPARE(ask(models, "a").get(), std::string("engine"));
        auto waiting = ask(models, "b");
        QCOMPARE(waiting.wait_for(std::chrono::milliseconds(500)), std::future_status::timeout);
        QCOMPARE(stateOf(models, "a"), std::string("loaded"));
        held.reset();
        QCOMPARE(waiting.get(), std::string("engine"));
    }
    void waitingHasABound() {
        m_most = 1;
        m_options.longestWait = std::chrono::milliseconds(200);
        ModelHost& models = host();
        const auto held = models.find("a");
        QCOMPARE(ask(models, "a").get(), std::string("engine"));
        QCOMPARE(ask(models, "b").get(), std::string(Error(errors::stillLoading).what()));
    }
    void withNothingToGiveUpLoadingDecides() {
        m_most = 0;
        ModelHost& models = host();
        QCOMPARE(ask(models, "a").get(), std::string("engine"));
    }
    void oneThatIsRemovedGoesWhenNobodyHasIt() {
        m_options.idleUnload = std::chrono::milliseconds(50);
        ModelHost& models = host();
        auto held = models.find("a");
        QCOMPARE(ask(models, "a").get(), std::string("engine"));
        models.remove("a");
        models.remove("b");
        models.remove("c");
        QTRY_COMPARE(stateOf(models, "b"), std::string("unknown"));
        QCOMPARE(stateOf(models, "a"), std::string("loaded"));
        held.reset();
        QTRY_COMPARE(stateOf(models, "a"), std::string("unknown"));
        QCOMPARE(m_alive.load(), 0);
    }
    void whatWaitsHearsOfTheEnd() {
        std::future<std::string> waiting;
        m_most = 1;
        {
            ModelHost& models = host();
            auto held = models.find("a");
            QCOMPARE(ask(models, "a").get(), std::string("engine"));
            waiting = ask(models, "b");
            held.reset();
            m_host.reset();
        }
        QCOMPARE(waiting.get(), std::string(Error(errors::serverStopped).what()));
    }
};

QTEST_GUILESS_MAIN(TestModelHost)
#include "tst_model_host.moc"
