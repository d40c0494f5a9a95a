#include "server/folder_shelf.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <atomic>
#include <future>

#include "engine/server/served_script.h"
#include "server/server_errors.h"

using namespace hearth;
using namespace hearth::server;

class TestFolderShelf : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    FolderShelfOptions m_options;
    std::atomic<int> m_loads = 0, m_alive = 0;
    std::atomic<uint64_t> m_most = 100;  ///< models at once

    /// Counts itself.
    struct CountedEngine : test::ScriptedEngine {
        CountedEngine(std::shared_ptr<test::EngineScript> script, std::atomic<int>& alive)
            : ScriptedEngine(std::move(script)), m_alive(alive) {
            ++m_alive;
        }
        ~CountedEngine() override { --m_alive; }
        std::atomic<int>& m_alive;
    };

    void write(const char* name) {
        QFile file(m_folder->filePath(name));
        QVERIFY(file.open(QFile::WriteOnly));
    }
    /// What a task of a model gets; "engine", or why there is none.
    static std::future<std::string> ask(FolderShelf& shelf, const char* name) {
        auto said = std::make_shared<std::promise<std::string>>();
        auto future = said->get_future();
        const auto model = shelf.find(name);
        model->port.post([model, said](Engine* engine, const Error* problem) {
            said->set_value(engine != nullptr ? "engine" : problem->what());
        });
        return future;
    }
    static std::string stateOf(const FolderShelf& shelf, const std::string& name) {
        for (const auto& listed : shelf.list())
            if (listed.name == name) return listed.state;
        return "unknown";
    }

private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        for (const char* name : {"a.gguf", "b.gguf", "bad.gguf"}) write(name);
        m_loads = 0;
        m_most = 100;
        m_options = {};
        m_options.folder = m_folder->path().toStdString();
        m_options.load = [this](const std::filesystem::path& path,
                                const std::stop_token&) -> std::unique_ptr<Engine> {
            ++m_loads;
            if (path.stem() == "bad") throw Error(ErrorCode::BadFile, "The file is damaged.");
            return std::make_unique<CountedEngine>(std::make_shared<test::EngineScript>(), m_alive);
        };
        m_options.memory = [this](const std::filesystem::path&) {
            return FolderShelfOptions::Memory{.needed = 1,
                                              .free = m_most - std::min<uint64_t>(m_most, m_alive)};
        };
    }
    void cleanup() { QCOMPARE(m_alive.load(), 0); }

    void aModelWhoseDeviceIsLostIsLoadedElsewhere() {
        const auto onCard = [this] {
            const auto script = std::make_shared<test::EngineScript>();
            script->backend = "GPU";
            return std::make_unique<CountedEngine>(script, m_alive);
        };
        m_options.load = [&](const std::filesystem::path&, const std::stop_token&) {
            ++m_loads;
            return onCard();
        };
        std::atomic<bool> holds = true;
        std::atomic<int> moves = 0;
        m_options.loadElsewhere = [&](const std::filesystem::path& path, const DeviceFault& fault,
                                      const std::stop_token&) -> std::unique_ptr<Engine> {
            ++moves;
            if (!holds || path.stem() != "a") throw Error(ErrorCode::OutOfMemory, fault.cause.text());
            return onCard();
        };
        FolderShelf shelf(m_options);
        const auto lose = [&] {
            const auto model = shelf.find("a");
            test::runOn(model->port, [&](Engine*, const Error*) {
                model->port.replyFailed(Error(ErrorCode::Device, "The card is gone."));
            });
        };
        QCOMPARE(ask(shelf, "a").get(), std::string("engine"));
        lose();
        QCOMPARE(ask(shelf, "a").get(), std::string("engine"));
        QCOMPARE(m_loads.load(), 1);
        QCOMPARE(moves.load(), 1);
        // Where that fails, it is told, and a later request tries to load it anew.
        holds = false;
        lose();
        QCOMPARE(ask(shelf, "a").get(), std::string("The card is gone."));
        QTRY_COMPARE(stateOf(shelf, "a"), std::string("failed"));
        QCOMPARE(ask(shelf, "a").get(), std::string("engine"));
        QCOMPARE(m_loads.load(), 2);
    }

    void loadsWhatIsAskedFor() {
        FolderShelf shelf(m_options);
        QCOMPARE(shelf.list().size(), size_t(3));
        QCOMPARE(stateOf(shelf, "a"), std::string("not loaded"));
        QVERIFY(shelf.find("c") == nullptr);
        QCOMPARE(ask(shelf, "a").get(), std::string("engine"));
        QCOMPARE(ask(shelf, "a.gguf").get(), std::string("engine"));
        QCOMPARE(stateOf(shelf, "a"), std::string("loaded"));
        QCOMPARE(stateOf(shelf, "b"), std::string("not loaded"));
        QCOMPARE(m_loads.load(), 1);
        QCOMPARE(ask(shelf, "b").get(), std::string("engine"));
        // Without a name: the last one that was used.
        QCOMPARE(shelf.find("")->name, std::string("b"));
    }
    void loadingIsShownAndWaitedFor() {
        std::promise<void> go;
        m_options.load = [this, gate = go.get_future().share()](
                             const std::filesystem::path&,
                             const std::stop_token&) -> std::unique_ptr<Engine> {
            gate.wait();
            return std::make_unique<CountedEngine>(std::make_shared<test::EngineScript>(), m_alive);
        };
        FolderShelf shelf(m_options);
        auto first = ask(shelf, "a"), second = ask(shelf, "a");
        QCOMPARE(stateOf(shelf, "a"), std::string("loading"));
        QCOMPARE(shelf.waiting(), size_t(2));
        go.set_value();
        QCOMPARE(first.get() + second.get(), std::string("engineengine"));
        QCOMPARE(shelf.waiting(), size_t(0));
    }
    void oneThatCannotBeLoadedSaysWhy() {
        FolderShelf shelf(m_options);
        QCOMPARE(ask(shelf, "bad").get(), std::string("The file is damaged."));
        QTRY_COMPARE(stateOf(shelf, "bad"), std::string("failed"));
        // It may have been mended.
        QCOMPARE(ask(shelf, "bad").get(), std::string("The file is damaged."));
        QCOMPARE(m_loads.load(), 2);
        m_options.memory = [](const std::filesystem::path&) -> FolderShelfOptions::Memory {
            throw Error(ErrorCode::BadFile, "The header is damaged.");
        };
        FolderShelf other(m_options);
        QCOMPARE(ask(other, "a").get(), std::string("The header is damaged."));
    }
    void unloadsWhatNobodyAsksFor() {
        m_options.idleUnload = std::chrono::milliseconds(100);
        FolderShelf shelf(m_options);
        auto held = shelf.find("a");
        QCOMPARE(ask(shelf, "a").get(), std::string("engine"));
        QTest::qWait(400);
        QCOMPARE(stateOf(shelf, "a"), std::string("loaded"));
        held.reset();
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(shelf, "a"), std::string("not loaded"), 2000);
        QTRY_COMPARE(m_alive.load(), 0);
        QCOMPARE(ask(shelf, "a").get(), std::string("engine"));
    }
    void makesRoomForAnother() {
        m_most = 1;
        FolderShelf shelf(m_options);
        QCOMPARE(ask(shelf, "a").get(), std::string("engine"));
        QCOMPARE(ask(shelf, "b").get(), std::string("engine"));
        QCOMPARE(m_alive.load(), 1);
        QCOMPARE(stateOf(shelf, "a"), std::string("not loaded"));
        QCOMPARE(ask(shelf, "a").get(), std::string("engine"));
        QCOMPARE(m_loads.load(), 3);
    }
    void neverTakesAModelThatIsInUse() {
        m_most = 1;
        FolderShelf shelf(m_options);
        auto held = shelf.find("a");
        QCOMPARE(ask(shelf, "a").get(), std::string("engine"));
        auto waiting = ask(shelf, "b");
        QCOMPARE(waiting.wait_for(std::chrono::milliseconds(500)), std::future_status::timeout);
        QCOMPARE(stateOf(shelf, "a"), std::string("loaded"));
        held.reset();
        QCOMPARE(waiting.get(), std::string("engine"));
    }
    void waitingHasABound() {
        m_most = 1;
        m_options.longestWait = std::chrono::milliseconds(200);
        FolderShelf shelf(m_options);
        const auto held = shelf.find("a");
        QCOMPARE(ask(shelf, "a").get(), std::string("engine"));
        QCOMPARE(ask(shelf, "b").get(), std::string(Error(errors::stillLoading).what()));
    }
    void withNothingToGiveUpLoadingDecides() {
        m_most = 0;
        FolderShelf shelf(m_options);
        QCOMPARE(ask(shelf, "a").get(), std::string("engine"));
    }
    void followsTheFolder() {
        FolderShelf shelf(m_options);
        write("new.gguf");
        QVERIFY(QFile::remove(m_folder->filePath("b.gguf")));
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(shelf, "new"), std::string("not loaded"), 5000);
        QCOMPARE(stateOf(shelf, "b"), std::string("unknown"));
    }
    void whatWaitsHearsOfTheEnd() {
        std::future<std::string> waiting;
        m_most = 1;
        {
            FolderShelf shelf(m_options);
            auto held = shelf.find("a");
            QCOMPARE(ask(shelf, "a").get(), std::string("engine"));
            waiting = ask(shelf, "b");
        }
        QCOMPARE(waiting.get(), std::string(Error(errors::serverStopped).what()));
    }
};

QTEST_GUILESS_MAIN(TestFolderShelf)
#include "tst_folder_shelf.moc"
