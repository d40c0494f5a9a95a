#include "server/served_folder.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <future>

#include "engine/runtime/served_script.h"
#include "server/server_errors.h"

using namespace hearth;
using namespace hearth::server;

class TestServedFolder : public QObject {
    Q_OBJECT

    struct Served {
        explicit Served(const ServedFolder::Options& options)
            : folder(std::make_unique<ServedFolder>(options, host, registry)) {}
        ModelHost host{ModelHost::Options()};
        ModelRegistry registry{{.unnamed = ModelRegistry::Options::Unnamed::LastUsed}};
        std::unique_ptr<ServedFolder> folder;
    };

    std::unique_ptr<QTemporaryDir> m_folder;
    ServedFolder::Options m_options;

    void write(const char* name) {
        QFile file(m_folder->filePath(name));
        QVERIFY(file.open(QFile::WriteOnly));
    }
    /// Result of a task of a model: "engine", or the reason why there is none.
    static std::string ask(ModelRegistry& registry, const char* name) {
        const auto model = registry.find(name);
        std::string said;
        test::runOn(model->port, [&](Engine* engine, const Error* problem) {
            said = engine != nullptr ? "engine" : problem->what();
        });
        return said;
    }
    static std::string stateOf(const ModelRegistry& registry, const std::string& name) {
        for (const auto& listed : registry.list())
            if (listed.name == name) return listed.state;
        return "unknown";
    }

private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        for (const char* name : {"a.gguf", "b.gguf", "bad.gguf"}) write(name);
        m_options = {};
        m_options.folder = m_folder->path().toStdString();
        m_options.source = [](const std::filesystem::path& path) {
            ModelSource source;
            source.load = [path](const std::stop_token& stop) -> std::unique_ptr<Engine> {
                if (path.stem() == "bad") throw Error(ErrorCode::BadFile, "The file is damaged.");
                return test::ScriptedEngine::load(std::make_shared<test::EngineScript>(), {}, stop);
            };
            return source;
        };
    }

    void itsModelsHaveTheirNames() {
        m_options.leftOut = {"bad"};
        Served served(m_options);
        ModelRegistry& registry = served.registry;
        QCOMPARE(registry.list().size(), size_t(2));
        QCOMPARE(stateOf(registry, "a"), std::string("not loaded"));
        QVERIFY(registry.find("c") == nullptr);
        QCOMPARE(registry.find("")->name, std::string("a"));
        QCOMPARE(ask(registry, "a.gguf"), std::string("engine"));
        QCOMPARE(stateOf(registry, "a"), std::string("loaded"));
        QTRY_COMPARE(registry.list().front().contextLength, 2048);
        QCOMPARE(stateOf(registry, "b"), std::string("not loaded"));
        QTest::qWait(2);
        QCOMPARE(ask(registry, "b"), std::string("engine"));
        // Without a name: the last one that was used.
        QCOMPARE(registry.find("")->name, std::string("b"));
        QCOMPARE(registry.running(), 0);
        QCOMPARE(registry.waiting(), size_t(0));
    }
    void oneAloneIsMeantByAnyName() {
        m_options.leftOut = {"bad", "b"};
        Served served(m_options);
        ModelRegistry& registry = served.registry;
        QCOMPARE(registry.find("gpt-4o")->name, std::string("a"));
    }
    void oneThatCannotBeLoadedSaysWhy() {
        Served served(m_options);
        ModelRegistry& registry = served.registry;
        QCOMPARE(ask(registry, "bad"), std::string("The file is damaged."));
        QTRY_COMPARE(stateOf(registry, "bad"), std::string("failed"));
    }
    void repliesAreRememberedFromOneRequestToTheNext() {
        Served served(m_options);
        ModelRegistry& registry = served.registry;
        QVERIFY(registry.find("a")->memory == registry.find("a")->memory);
        QVERIFY(registry.find("a")->model == registry.find("a")->model);
        QCOMPARE(registry.find("a")->created, registry.list().front().created);
    }
    void bothModelsOfARoutingHaveToBeThere() {
        m_options.routing = std::make_shared<const Routing>(Routing{.small = "a", .large = "b", .rule = {}});
        Served served(m_options);
        QVERIFY(served.registry.meant("").routing == m_options.routing);
        QVERIFY(QFile::remove(m_folder->filePath("b.gguf")));
        QVERIFY_EXCEPTION_THROWN(Served{m_options}, Error);
    }
    void followsTheFolder() {
        Served served(m_options);
        ModelRegistry& registry = served.registry;
        write("new.gguf");
        QVERIFY(QFile::remove(m_folder->filePath("b.gguf")));
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(registry, "new"), std::string("not loaded"), 10000);
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(registry, "b"), std::string("unknown"), 10000);
    }
};

QTEST_GUILESS_MAIN(TestServedFolder)
#include "tst_served_folder.moc"
