#include "server/model_shelf.h"

#include <QtTest>
#include <future>

#include "engine/runtime/noting_sink.h"
#include "engine/server/hosted_pair.h"
#include "server/server_errors.h"
#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::server;

class TestModelShelf : public QObject {
    Q_OBJECT

    std::shared_ptr<test::EngineScript> m_script;
    std::unique_ptr<test::HostedPair> m_models;

    ModelShelf::Offer small() const { return m_models->small(); }
    ModelShelf::Offer large() const { return m_models->large(); }
    std::vector<ModelShelf::Offer> both() const { return m_models->both(); }
    static std::shared_ptr<const Routing> routingOf(RoutingRule rule, const char* little = "small",
                                                    const char* big = "large") {
        return std::make_shared<const Routing>(Routing{.small = little, .large = big, .rule = rule});
    }
    static bool refuses(ModelShelf& models, const char* little, const char* big, const ErrorKind& kind) {
        try {
            checkRouting(models, *routingOf({}, little, big));
        } catch (const Error& error) {
            return error.is(kind);
        }
        return false;
    }
    static std::vector<std::string> namesOf(const ModelShelf& shelf) {
        std::vector<std::string> names;
        for (const auto& listed : shelf.list()) names.push_back(listed.name + " " + listed.state);
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
        ModelShelf shelf({.parallel = 2});
        QVERIFY(shelf.find("") == nullptr);
        QVERIFY(shelf.list().empty());
        shelf.setModels({small()});
        auto found = shelf.find("");
        QCOMPARE(found->name, std::string("small"));
        for (const char* name : {"small", "large", "auto"}) QVERIFY(shelf.find(name) == found);
        QVERIFY(shelf.routing() == nullptr);
        QVERIFY(shelf.meant("auto").model == found);
        QTRY_COMPARE(shelf.list().at(0).contextLength, 2048);
        shelf.setModels({small()});
        QVERIFY(shelf.find("small") == found);
        shelf.setModels({large()});
        QVERIFY(shelf.find("small") != found);
        QTRY_COMPARE(namesOf(shelf), (std::vector<std::string>{"large loaded"}));
        shelf.setModels({});
        QVERIFY(shelf.find("") == nullptr);
        QCOMPARE(shelf.running(), 0);
        QCOMPARE(shelf.waiting(), size_t(0));
    }
    void anotherModelOfTheSameNameIsAnother() {
        ModelShelf shelf({.parallel = 2});
        shelf.setModels({{"model", m_models->small().model}});
        const auto before = shelf.find("");
        shelf.setModels({{"model", m_models->large().model}});
        QVERIFY(shelf.find("") != before);
    }
    void twoModelsAnswerToTheirNamesAlone() {
        ModelShelf shelf({.parallel = 2});
        shelf.setModels(both(), routingOf({.longestTurn = 7}));
        QTRY_COMPARE(namesOf(shelf),
                     (std::vector<std::string>{"auto loaded", "small loaded", "large loaded"}));
        QCOMPARE(shelf.find("small")->name, std::string("small"));
        QCOMPARE(shelf.find("openai/Large.gguf")->name, std::string("large"));
        QVERIFY(shelf.find("auto") == nullptr);
        QVERIFY(shelf.find("another") == nullptr);
        for (const char* name : {"auto", ""}) {
            QVERIFY(shelf.meant(name).model == nullptr);
            QVERIFY(shelf.meant(name).routing == shelf.routing());
        }
        QVERIFY(shelf.meant("large").model == shelf.find("large"));
        QVERIFY(shelf.meant("large").routing == nullptr);
        QCOMPARE(shelf.routing()->small, std::string("small"));
        QCOMPARE(shelf.routing()->large, std::string("large"));
        QCOMPARE(shelf.routing()->rule.longestTurn, int64_t(7));
    }
    void whatStaysIsTheSame() {
        ModelShelf shelf({.parallel = 2});
        shelf.setModels(both(), routingOf({}));
        const auto littleOne = shelf.find("small"), bigOne = shelf.find("large");
        const auto routing = shelf.routing();
        shelf.setModels(both(), routingOf({.codeIsHard = false}));
        QVERIFY(shelf.find("small") == littleOne && shelf.find("large") == bigOne);
        QVERIFY(!shelf.routing()->rule.codeIsHard);
        shelf.setModels({large()});
        QVERIFY(shelf.find("") == bigOne);
        QVERIFY(shelf.routing() == nullptr);
        shelf.setModels(both());
        QVERIFY(shelf.find("large") == bigOne);
        QVERIFY(shelf.find("small") != littleOne);
        // Who has it still reads it.
        QCOMPARE(routing->small, std::string("small"));
    }
    void bothModelsOfARoutingHaveToBeThere() {
        ModelShelf shelf;
        shelf.setModels(both());
        QVERIFY(refuses(shelf, "small", "none", errors::noRoutedModel));
        QVERIFY(refuses(shelf, "", "large", errors::noRoutedModel));
        QVERIFY(refuses(shelf, "large", "large", errors::sameRoutedModel));
        QVERIFY(!refuses(shelf, "small", "large", errors::noRoutedModel));
    }
    void aliasesAreListedAndMeant() {
        ModelShelf shelf;
        shelf.setModels({{"small", m_models->small().model, {"local", "chat"}}, large()});
        QTRY_COMPARE(namesOf(shelf), (std::vector<std::string>{"small loaded", "local loaded", "chat loaded",
                                                               "large loaded"}));
        QCOMPARE(shelf.find("local")->name, std::string("small"));
        QVERIFY(shelf.find("other") == nullptr);
        QTRY_COMPARE(shelf.list()[1].contextLength, 2048);
    }
    void aRequestWithoutANameMeansTheOneUsedLast() {
        ModelShelf shelf({.unnamed = ModelShelf::Options::Unnamed::LastUsed});
        auto offers = both();
        auto idle = std::make_shared<HostedModel>("idle", m_models->host().find("small")->port,
                                                  RequestQueue::Limits());
        offers.insert(offers.begin(), {"idle", idle});
        shelf.setModels(offers);
        QTest::qWait(2);
        waitFor(m_models->host().find("small")->port, [](Engine&) {});
        QCOMPARE(shelf.find("")->name, std::string("small"));
        QTest::qWait(2);
        waitFor(m_models->host().find("large")->port, [](Engine&) {});
        QCOMPARE(shelf.find("")->name, std::string("large"));
        // Requests and memory are those of the model: without queues of the shelf's own.
        QVERIFY(shelf.find("small")->model == m_models->host().find("small"));
        QVERIFY(shelf.find("small")->memory == shelf.find("small")->memory);
    }
    void severalModelsWithoutARuleAreNoPair() {
        ModelShelf shelf({.parallel = 2});
        shelf.setModels(both());
        QVERIFY(shelf.routing() == nullptr);
        QCOMPARE(shelf.find("")->name, std::string("small"));
        QCOMPARE(shelf.find("large.gguf")->name, std::string("large"));
        QVERIFY(shelf.find("auto") == nullptr);
        QVERIFY(shelf.meant("another").model == nullptr && shelf.meant("another").routing == nullptr);
    }
    void modelsAreInUseOnlyWhileARequestHasThem() {
        ModelShelf shelf({.parallel = 2});
        auto hosted = m_models->small().model.lock();
        shelf.setModels({small()});
        const long before = hosted.use_count();
        auto model = shelf.find("");
        QVERIFY(hosted.use_count() > before);
        const auto memory = model->memory;
        model.reset();
        QCOMPARE(hosted.use_count(), before);
        // What is remembered of its replies stays.
        QVERIFY(shelf.find("")->memory == memory);
    }
    void requestsOfAModelThatWentAreCounted() {
        m_script->pieces.assign(100000, "x");
        m_script->tokenStep = std::chrono::milliseconds(1);
        ModelShelf shelf({.parallel = 1});
        QVERIFY(shelf.isIdle());
        shelf.setModels({small()});
        auto model = shelf.find("");
        const std::weak_ptr<ServedModel> weak = model;
        test::NotingSink runs, waits;
        const RequestId id = model->submit({}, runs, Priority::Chat);
        const RequestId other = model->submit({}, waits, Priority::Chat);
        QTRY_COMPARE(shelf.running(), 1);
        QTRY_COMPARE(shelf.waiting(), size_t(1));
        shelf.setModels({large()});
        QCOMPARE(shelf.running(), 1);
        QCOMPARE(shelf.waiting(), size_t(1));
        QVERIFY(!shelf.isIdle());
        model->cancel(other);
        model->cancel(id);
        QTRY_VERIFY(shelf.isIdle());
        QCOMPARE(shelf.running(), 0);
        model.reset();
        QTRY_VERIFY(weak.expired());
        QVERIFY(shelf.isIdle());
    }
    void isNotIdleWhileATaskIsOpen() {
        ModelShelf shelf({.parallel = 1});
        shelf.setModels({small()});
        std::promise<void> mayEnd;
        shelf.find("")->port.post([&](Engine*, const Error*) { mayEnd.get_future().wait(); });
        shelf.setModels({});
        QVERIFY(!shelf.isIdle());
        mayEnd.set_value();
        QTRY_VERIFY(shelf.isIdle());
    }
};

QTEST_GUILESS_MAIN(TestModelShelf)
#include "tst_model_shelf.moc"
