#include "inference/model_load.h"

#include <QtTest>

#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;

/// The functions of a load called as a host calls them.
class TestModelLoad : public QObject {
    Q_OBJECT

    std::shared_ptr<test::EngineScript> m_script;
    std::vector<LoadEvent> m_events;
    QStringList m_cacheProblems;
    std::stop_source m_drop;
    bool m_isKept = true;

    std::shared_ptr<ModelLoad> make(EngineFactory factory) {
        m_events.clear();
        return std::make_shared<ModelLoad>(
            EngineOptions(), std::move(factory),
            ModelLoad::Hooks{.tell = [this](LoadEvent event) { m_events.push_back(std::move(event)); },
                             .tellCacheProblem = [this](const QString& one) { m_cacheProblems += one; },
                             .isCacheKept = [this] { return m_isKept; },
                             .dropCache = [this] { return m_drop.get_token(); }});
    }
    template <class Event>
    std::vector<Event> heard() const {
        std::vector<Event> events;
        for (const LoadEvent& event : m_events)
            if (const auto* one = std::get_if<Event>(&event)) events.push_back(*one);
        return events;
    }

private slots:
    void init() {
        m_script = std::make_shared<test::EngineScript>();
        m_drop = {};
        m_isKept = true;
        m_cacheProblems.clear();
    }

    void tellsHowItIsLoaded() {
        m_script->loadSteps = 3;
        const auto load = make(test::scripted(m_script));
        const ModelSource source = load->source();
        QVERIFY(source.load({}) != nullptr);
        QVERIFY(heard<LoadedModel>().empty());
        source.loaded();
        QVERIFY(!heard<LoadProgress>().empty());
        QVERIFY(std::holds_alternative<LoadedModel>(m_events.back()));
        QCOMPARE(heard<LoadedModel>()[0].info.modelName, std::string("Scripted"));
    }

    void oneThatMadeRoomIsLoadedLikeAtFirst() {
        const auto load = make(test::scripted(m_script));
        const ModelSource source = load->source();
        QVERIFY(!source.memory);
        QVERIFY(source.load({}) != nullptr);
        source.loaded();
        source.unloaded();
        QCOMPARE(heard<RestingModel>().size(), size_t(1));
        load->cancel();
        QVERIFY_THROWS_EXCEPTION(Error, (void)source.load({}));
        source.unloaded();
        QVERIFY(source.load({}) != nullptr);
        source.loaded();
        QCOMPARE(heard<LoadedModel>().size(), size_t(2));
        // It is there: nothing is to be cancelled.
        load->cancel();
        QVERIFY(source.load({}) != nullptr);
    }

    void aLoadThatFailedIsNotTriedAgain() {
        int tries = 0;
        const auto load =
            make([&](const EngineOptions&, const auto&, std::stop_token) -> std::unique_ptr<Engine> {
                ++tries;
                throw Error(ErrorCode::BadFile, "broken");
            });
        const ModelSource source = load->source();
        const auto fail = [&] {
            try {
                (void)source.load({});
                qFatal("it was loaded");
            } catch (const Error& error) {
                source.failed(error);
            }
        };
        fail();
        QCOMPARE(heard<InferenceProblem>().at(0).message, QString("broken"));
        fail();
        QVERIFY_THROWS_EXCEPTION(Error, (void)source.load({}));
        QCOMPARE(tries, 1);
        QCOMPARE(heard<InferenceProblem>().size(), size_t{1});
    }

    void aCancelledLoadIsNotStarted() {
        const auto load =
            make([](const EngineOptions&, const auto&, std::stop_token) -> std::unique_ptr<Engine> {
                qFatal("it was started");
                return nullptr;
            });
        load->cancel();
        const ModelSource source = load->source();
        QVERIFY_THROWS_EXCEPTION(Error, (void)source.load({}));
        source.failed(Error(ErrorCode::Cancelled, "As the engine says it."));
        QCOMPARE(heard<InferenceProblem>().at(0).message, QString("Loading was cancelled."));
        QCOMPARE(heard<InferenceProblem>().at(0).code, ErrorCode::Cancelled);
    }

    void cancellingComesTooLateForALoadedModel() {
        const auto load = make(test::scripted(m_script));
        const ModelSource source = load->source();
        (void)source.load({});
        source.loaded();
        load->cancel();
        // Its engine failed, and it is loaded again.
        QVERIFY(source.load({}) != nullptr);
        QCOMPARE(heard<LoadedModel>().size(), size_t{2});
    }

    void anotherDeviceIsExplained() {
        std::vector<std::string> backends;
        const auto load = make([&](const EngineOptions& options, const auto& progress, std::stop_token stop) {
            backends.push_back(options.backend);
            m_script->backend = options.backend == "cpu" ? "CPU" : "GPU";
            return test::ScriptedEngine::load(m_script, progress, stop);
        });
        const ModelSource source = load->source();
        (void)source.load({});
        source.loaded();
        const DeviceFault fault{.cause = Message::verbatim("The card is gone."), .layersOnDevice = 2};
        QVERIFY(source.loadElsewhere(fault, {}) != nullptr);
        QCOMPARE(backends, (std::vector<std::string>{"auto", "cpu"}));
        const auto loaded = heard<LoadedModel>();
        QCOMPARE(loaded.size(), size_t{2});
        QCOMPARE(textOf(loaded[1].info.backendReason), std::string("The card is gone."));
        source.failed(Error(ErrorCode::Device, "No card, no model."));
        QCOMPARE(heard<InferenceProblem>().at(0).message, QString("No card, no model."));
        QVERIFY_THROWS_EXCEPTION(Error, (void)source.load({}));
    }

    void theCacheIsKeptWithItsProgress() {
        const auto load = make(test::scripted(m_script));
        const ModelSource source = load->source();
        const auto engine = source.load({});
        source.keep(*engine);  // nothing was asked
        QVERIFY(heard<CacheProgress>().empty());
        load->setUsed(true);
        source.keep(*engine);
        const auto progress = heard<CacheProgress>();
        QCOMPARE(progress.size(), size_t{3});
        QCOMPARE(progress[0].fraction, 0.0);
        QCOMPARE(progress[2].fraction, 1.0);
        source.keep(*engine);  // nothing new
        QCOMPARE(m_script->savedPrefixes, 1);
        load->setUsed(true);
        m_drop.request_stop();
        source.keep(*engine);
        m_drop = {};
        load->setUsed(true);
        m_isKept = false;
        source.keep(*engine);
        QCOMPARE(m_script->savedPrefixes, 1);
    }
};

QTEST_GUILESS_MAIN(TestModelLoad)
#include "tst_model_load.moc"
