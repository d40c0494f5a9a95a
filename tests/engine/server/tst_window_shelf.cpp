#include "server/window_shelf.h"

#include <QtTest>
#include <future>

#include "engine/runtime/noting_sink.h"
#include "engine/server/hosted_pair.h"
#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::server;

class TestWindowShelf : public QObject {
    Q_OBJECT

    std::shared_ptr<test::EngineScript> m_script;
    std::unique_ptr<test::HostedPair> m_models;

    static std::vector<std::string> namesOf(const WindowShelf& shelf) {
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
        WindowShelf shelf(2);
        QVERIFY(shelf.find("") == nullptr);
        QVERIFY(shelf.list().empty());
        shelf.setModels({m_models->small()}, {});
        auto small = shelf.find("");
        QCOMPARE(small->name, std::string("small"));
        for (const char* name : {"small", "large", "auto"}) QVERIFY(shelf.find(name) == small);
        QVERIFY(shelf.routing() == nullptr);
        QVERIFY(shelf.meant("auto").model == small);
        QTRY_COMPARE(shelf.list().at(0).contextLength, 2048);
        shelf.setModels({m_models->small()}, {});
        QVERIFY(shelf.find("small") == small);
        shelf.setModels({m_models->large()}, {});
        QVERIFY(shelf.find("small") != small);
        QTRY_COMPARE(namesOf(shelf), (std::vector<std::string>{"large loaded"}));
        shelf.setModels({}, {});
        QVERIFY(shelf.find("") == nullptr);
        QCOMPARE(shelf.running(), 0);
        QCOMPARE(shelf.waiting(), size_t(0));
    }
    void anotherModelOfTheSameNameIsAnother() {
        WindowShelf shelf(2);
        shelf.setModels({{"model", m_models->small().model}}, {});
        const auto before = shelf.find("");
        shelf.setModels({{"model", m_models->large().model}}, {});
        QVERIFY(shelf.find("") != before);
    }
    void twoModelsAnswerToTheirNamesAlone() {
        WindowShelf shelf(2);
        shelf.setModels(m_models->both(), RoutingRule{.longestTurn = 7});
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
        WindowShelf shelf(2);
        shelf.setModels(m_models->both(), RoutingRule());
        const auto small = shelf.find("small"), large = shelf.find("large");
        const auto routing = shelf.routing();
        shelf.setModels(m_models->both(), RoutingRule{.codeIsHard = false});
        QVERIFY(shelf.find("small") == small && shelf.find("large") == large);
        QVERIFY(!shelf.routing()->rule.codeIsHard);
        QVERIFY(shelf.routing()->figures == routing->figures);
        shelf.setModels({m_models->large()}, {});
        QVERIFY(shelf.find("") == large);
        QVERIFY(shelf.routing() == nullptr);
        shelf.setModels(m_models->both(), RoutingRule());
        QVERIFY(shelf.find("large") == large);
        QVERIFY(shelf.find("small") != small);
        QVERIFY(shelf.routing()->figures != routing->figures);
        // Who has it still reads it.
        QCOMPARE(routing->small, std::string("small"));
    }
    void severalModelsWithoutARuleAreNoPair() {
        WindowShelf shelf(2);
        shelf.setModels(m_models->both(), {});
        QVERIFY(shelf.routing() == nullptr);
        QCOMPARE(shelf.find("")->name, std::string("small"));
        QCOMPARE(shelf.find("large.gguf")->name, std::string("large"));
        QVERIFY(shelf.find("auto") == nullptr);
        QVERIFY(shelf.meant("another").model == nullptr && shelf.meant("another").routing == nullptr);
    }
    void modelsAreInUseOnlyWhileARequestHasThem() {
        WindowShelf shelf(2);
        auto hosted = m_models->small().model.lock();
        shelf.setModels({m_models->small()}, {});
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
        WindowShelf shelf(1);
        QVERIFY(shelf.isIdle());
        shelf.setModels({m_models->small()}, {});
        auto model = shelf.find("");
        const std::weak_ptr<ServedModel> weak = model;
        test::NotingSink runs, waits;
        const RequestId id = model->submit({}, runs, Priority::Chat);
        const RequestId other = model->submit({}, waits, Priority::Chat);
        QTRY_COMPARE(shelf.running(), 1);
        QTRY_COMPARE(shelf.waiting(), size_t(1));
        shelf.setModels({m_models->large()}, {});
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
        WindowShelf shelf(1);
        shelf.setModels({m_models->small()}, {});
        std::promise<void> mayEnd;
        shelf.find("")->port.post([&](Engine*, const Error*) { mayEnd.get_future().wait(); });
        shelf.setModels({}, {});
        QVERIFY(!shelf.isIdle());
        mayEnd.set_value();
        QTRY_VERIFY(shelf.isIdle());
    }
};

QTEST_GUILESS_MAIN(TestWindowShelf)
#include "tst_window_shelf.moc"
