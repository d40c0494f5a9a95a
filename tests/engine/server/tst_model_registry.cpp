#include "server/model_registry.h"

#include <QtTest>
#include <future>

#include "engine/runtime/noting_sink.h"
#include "engine/server/hosted_pair.h"
#include "server/server_errors.h"
#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::server;

class TestModelRegistry : public QObject {
    Q_OBJECT

    std::shared_ptr<test::EngineScript> m_script;
    std::unique_ptr<test::HostedPair> m_models;

    ModelRegistry::Offer small() const { return m_models->small(); }
    ModelRegistry::Offer large() const { return m_models->large(); }
    std::vector<ModelRegistry::Offer> both() const { return m_models->both(); }
    static std::shared_ptr<const Routing> routingOf(RoutingRule rule, const char* little = "small",
                                                    const char* big = "large") {
        return std::make_shared<const Routing>(Routing{.small = little, .large = big, .rule = rule});
    }
    static bool refuses(ModelRegistry& models, const char* little, const char* big, const ErrorKind& kind) {
        try {
            checkRouting(models, *routingOf({}, little, big));
        } catch (const Error& error) {
            return error.is(kind);
        }
        return false;
    }
    static std::vector<std::string> namesOf(const ModelRegistry& registry) {
        std::vector<std::string> names;
        for (const auto& listed : registry.list()) names.push_back(listed.name + " " + listed.state);
        return names;
    }

private slots:
    void init() {
        m_script = std::make_shared<test::EngineScript>();
        const auto load = [script = m_script](const std::stop_token& stop) {
            return test::ScriptedEngine::load(script, {}, stop);
        };
        m_models = std::make_unique<test::HostedPair>(load, load);
    }
    void cleanup() { m_models.reset(); }

    void hasTheModelThatIsInUse() {
        ModelRegistry registry({.parallel = 2});
        QVERIFY(registry.find("") == nullptr);
        QVERIFY(registry.list().empty());
        registry.setModels({small()});
        auto found = registry.find("");
        QCOMPARE(found->name, std::string("small"));
        for (const char* name : {"small", "large", "auto"}) QVERIFY(registry.find(name) == found);
        QVERIFY(registry.routing() == nullptr);
        QVERIFY(registry.meant("auto").model == found);
        QTRY_COMPARE(registry.list().at(0).contextLength, 2048);
        registry.setModels({small()});
        QVERIFY(registry.find("small") == found);
        registry.setModels({large()});
        QVERIFY(registry.find("small") != found);
        QTRY_COMPARE(namesOf(registry), (std::vector<std::string>{"large loaded"}));
        registry.setModels({});
        QVERIFY(registry.find("") == nullptr);
        QCOMPARE(registry.running(), 0);
        QCOMPARE(registry.waiting(), size_t(0));
    }
    void anotherModelOfTheSameNameIsAnother() {
        ModelRegistry registry({.parallel = 2});
        registry.setModels({{"model", m_models->small().model}});
        const auto before = registry.find("");
        registry.setModels({{"model", m_models->large().model}});
        QVERIFY(registry.find("") != before);
    }
    void twoModelsAnswerToTheirNamesAlone() {
        ModelRegistry registry({.parallel = 2});
        registry.setModels(both(), routingOf({.longestTurn = 7}));
        QTRY_COMPARE(namesOf(registry),
                     (std::vector<std::string>{"auto loaded", "small loaded", "large loaded"}));
        QCOMPARE(registry.find("small")->name, std::string("small"));
        QCOMPARE(registry.find("openai/Large.gguf")->name, std::string("large"));
        QVERIFY(registry.find("auto") == nullptr);
        QVERIFY(registry.find("another") == nullptr);
        for (const char* name : {"auto", ""}) {
            QVERIFY(registry.meant(name).model == nullptr);
            QVERIFY(registry.meant(name).routing == registry.routing());
        }
        QVERIFY(registry.meant("large").model == registry.find("large"));
        QVERIFY(registry.meant("large").routing == nullptr);
        QCOMPARE(registry.routing()->small, std::string("small"));
        QCOMPARE(registry.routing()->large, std::string("large"));
        QCOMPARE(registry.routing()->rule.longestTurn, int64_t(7));
    }
    void whatStaysIsTheSame() {
        ModelRegistry registry({.parallel = 2});
        registry.setModels(both(), routingOf({}));
        const auto littleOne = registry.find("small"), bigOne = registry.find("large");
        const auto routing = registry.routing();
        registry.setModels(both(), routingOf({.codeIsHard = false}));
        QVERIFY(registry.find("small") == littleOne && registry.find("large") == bigOne);
        QVERIFY(!registry.routing()->rule.codeIsHard);
        registry.setModels({large()});
        QVERIFY(registry.find("") == bigOne);
        QVERIFY(registry.routing() == nullptr);
        registry.setModels(both());
        QVERIFY(registry.find("large") == bigOne);
        QVERIFY(registry.find("small") != littleOne);
        // A holder of the routing can still read it.
        QCOMPARE(routing->small, std::string("small"));
    }
    void bothModelsOfARoutingHaveToBeThere() {
        ModelRegistry registry;
        registry.setModels(both());
        QVERIFY(refuses(registry, "small", "none", errors::noRoutedModel));
        QVERIFY(refuses(registry, "", "large", errors::noRoutedModel));
        QVERIFY(refuses(registry, "large", "large", errors::sameRoutedModel));
        QVERIFY(!refuses(registry, "small", "large", errors::noRoutedModel));
    }
    void aliasesAreListedAndMeant() {
        ModelRegistry registry;
        registry.setModels({{"small", m_models->small().model, {"local", "chat"}}, large()});
        QTRY_COMPARE(namesOf(registry), (std::vector<std::string>{"small loaded", "local loaded",
                                                                  "chat loaded", "large loaded"}));
        QCOMPARE(registry.find("local")->name, std::string("small"));
        QVERIFY(registry.find("other") == nullptr);
        QTRY_COMPARE(registry.list()[1].contextLength, 2048);
    }
    void aRequestWithoutANameMeansTheOneUsedLast() {
        ModelRegistry registry({.unnamed = ModelRegistry::Options::Unnamed::LastUsed});
        auto offers = both();
        auto idle = std::make_shared<HostedModel>("idle", m_models->host().find("small")->port,
                                                  RequestQueue::Limits());
        offers.insert(offers.begin(), {"idle", idle});
        registry.setModels(offers);
        QTest::qWait(2);
        waitFor(m_models->host().find("small")->port, [](Engine&) {});
        QCOMPARE(registry.find("")->name, std::string("small"));
        QTest::qWait(2);
        waitFor(m_models->host().find("large")->port, [](Engine&) {});
        QCOMPARE(registry.find("")->name, std::string("large"));
        // Requests and memory are those of the model: without queues of the shelf's own.
        QVERIFY(registry.find("small")->model == m_models->host().find("small"));
        QVERIFY(registry.find("small")->memory == registry.find("small")->memory);
    }
    void severalModelsWithoutARuleAreNoPair() {
        ModelRegistry registry({.parallel = 2});
        registry.setModels(both());
        QVERIFY(registry.routing() == nullptr);
        QCOMPARE(registry.find("")->name, std::string("small"));
        QCOMPARE(registry.find("large.gguf")->name, std::string("large"));
        QVERIFY(registry.find("auto") == nullptr);
        QVERIFY(registry.meant("another").model == nullptr && registry.meant("another").routing == nullptr);
    }
    void modelsAreInUseOnlyWhileARequestHasThem() {
        ModelRegistry registry({.parallel = 2});
        auto hosted = m_models->small().model.lock();
        registry.setModels({small()});
        const long before = hosted.use_count();
        auto model = registry.find("");
        QVERIFY(hosted.use_count() > before);
        const auto memory = model->memory;
        model.reset();
        QCOMPARE(hosted.use_count(), before);
        // The memory of its replies is kept.
        QVERIFY(registry.find("")->memory == memory);
    }
    void requestsOfAModelThatWentAreCounted() {
        m_script->pieces.assign(100000, "x");
        m_script->tokenStep = std::chrono::milliseconds(1);
        ModelRegistry registry({.parallel = 1});
        QVERIFY(registry.isIdle());
        registry.setModels({small()});
        auto model = registry.find("");
        const std::weak_ptr<ModelHandle> weak = model;
        test::NotingSink runs, waits;
        const RequestId id = model->submit({}, runs, Priority::Chat);
        const RequestId other = model->submit({}, waits, Priority::Chat);
        QTRY_COMPARE(registry.running(), 1);
        QTRY_COMPARE(registry.waiting(), size_t(1));
        registry.setModels({large()});
        QCOMPARE(registry.running(), 1);
        QCOMPARE(registry.waiting(), size_t(1));
        QVERIFY(!registry.isIdle());
        model->cancel(other);
        model->cancel(id);
        QTRY_VERIFY(registry.isIdle());
        QCOMPARE(registry.running(), 0);
        model.reset();
        QTRY_VERIFY(weak.expired());
        QVERIFY(registry.isIdle());
    }
    void isNotIdleWhileATaskIsOpen() {
        ModelRegistry registry({.parallel = 1});
        registry.setModels({small()});
        std::promise<void> mayEnd;
        registry.find("")->port.post([&](Engine*, const Error*) { mayEnd.get_future().wait(); });
        registry.setModels({});
        QVERIFY(!registry.isIdle());
        mayEnd.set_value();
        QTRY_VERIFY(registry.isIdle());
    }
};

QTEST_GUILESS_MAIN(TestModelRegistry)
#include "tst_model_registry.moc"
