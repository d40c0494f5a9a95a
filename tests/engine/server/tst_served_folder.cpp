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
            : folder(std::make_unique<ServedFolder>(options, host, shelf)) {}
        ModelHost host{ModelHost::Options()};
        ModelShelf shelf{{.unnamed = ModelShelf::Options::Unnamed::LastUsed}};
        std::unique_ptr<ServedFolder> folder;
    };

    std::unique_ptr<QTemporaryDir> m_folder;
    ServedFolder::Options m_options;

    void write(const char* name) {
        QFile file(m_folder->filePath(name));
        QVERIFY(file.open(QFile::WriteOnly));
    }
    /// What a task of a model gets; "engine", or why there is none.
    static std::string ask(ModelShelf& shelf, const char* name) {
        const auto model = shelf.find(name);
        std::string said;
        test::runOn(model->port, [&](Engine* engine, const Error* problem) {
            said = engine != nullptr ? "engine" : problem->what();
        });
        return said;
    }
    static std::string stateOf(const ModelShelf& shelf, const std::string& name) {
        for (const auto& listed : shelf.list())
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
        ModelShelf& shelf = served.shelf;
        QCOMPARE(shelf.list().size(), size_t(2));
        QCOMPARE(stateOf(shelf, "a"), std::string("not loaded"));
        QVERIFY(shelf.find("c") == nullptr);
        QCOMPARE(shelf.find("")->name, std::string("a"));
        QCOMPARE(ask(shelf, "a.gguf"), std::string("engine"));
        QCOMPARE(stateOf(shelf, "a"), std::string("loaded"));
        QTRY_COMPARE(shelf.list().front().contextLength, 2048);
        QCOMPARE(stateOf(shelf, "b"), std::string("not loaded"));
        QTest::qWait(2);
        QCOMPARE(ask(shelf, "b"), std::string("engine"));
        // Without a name: the last one that was used.
        QCOMPARE(shelf.find("")->name, std::string("b"));
        QCOMPARE(shelf.running(), 0);
        QCOMPARE(shelf.waiting(), size_t(0));
    }
    void oneAloneIsMeantByAnyName() {
        m_options.leftOut = {"bad", "b"};
        Served served(m_options);
        ModelShelf& shelf = served.shelf;
        QCOMPARE(shelf.find("gpt-4o")->name, std::string("a"));
    }
    void oneThatCannotBeLoadedSaysWhy() {
        Served served(m_options);
        ModelShelf& shelf = served.shelf;
        QCOMPARE(ask(shelf, "bad"), std::string("The file is damaged."));
        QTRY_COMPARE(stateOf(shelf, "bad"), std::string("failed"));
    }
    void repliesAreRememberedFromOneRequestToTheNext() {
        Served served(m_options);
        ModelShelf& shelf = served.shelf;
        QVERIFY(shelf.find("a")->memory == shelf.find("a")->memory);
        QVERIFY(shelf.find("a")->model == shelf.find("a")->model);
        QCOMPARE(shelf.find("a")->created, shelf.list().front().created);
    }
    void bothModelsOfARoutingHaveToBeThere() {
        m_options.routing = std::make_shared<const Routing>(Routing{.small = "a", .large = "b", .rule = {}});
        Served served(m_options);
        QVERIFY(served.shelf.meant("").routing == m_options.routing);
        QVERIFY(QFile::remove(m_folder->filePath("b.gguf")));
        QVERIFY_EXCEPTION_THROWN(Served{m_options}, Error);
    }
    void followsTheFolder() {
        Served served(m_options);
        ModelShelf& shelf = served.shelf;
        write("new.gguf");
        QVERIFY(QFile::remove(m_folder->filePath("b.gguf")));
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(shelf, "new"), std::string("not loaded"), 10000);
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(shelf, "b"), std::string("unknown"), 10000);
    }
};

QTEST_GUILESS_MAIN(TestServedFolder)
#include "tst_served_folder.moc"
