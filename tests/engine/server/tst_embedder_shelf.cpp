#include "server/embedder_shelf.h"

#include <QtTest>
#include <future>

#include "engine/server/served_embedder.h"
#include "server/server_errors.h"

using namespace hearth;
using namespace hearth::server;

class TestEmbedderShelf : public QObject {
    Q_OBJECT

    /// What a task of a model gets; "embedder", or why there is none.
    static std::future<std::string> ask(EmbedderShelf& shelf, const std::string& name) {
        auto said = std::make_shared<std::promise<std::string>>();
        shelf.post(name, [said](Embedder* embedder, const Error* problem, const std::stop_token&) {
            said->set_value(embedder != nullptr ? "embedder" : problem->message().id());
        });
        return said->get_future();
    }
    static std::string stateOf(const EmbedderShelf& shelf, const std::string& name) {
        for (const auto& listed : shelf.list())
            if (listed.name == name) return listed.state;
        return "unknown";
    }

private slots:
    void findsByName() {
        const test::CountingShelf counting({"a", "b"});
        using Use = EmbedderShelf::Use;
        for (const Use use : {Use::Embed, Use::Rerank}) {
            QCOMPARE(counting.shelf->find("", use), std::optional<std::string>("a"));
            QCOMPARE(counting.shelf->find("b.gguf", use), std::optional<std::string>("b"));
            QCOMPARE(counting.shelf->find("c", use), std::nullopt);
            QCOMPARE(test::CountingShelf({}).shelf->find("", use), std::nullopt);
        }
    }
    void withoutANameTheKindDecides() {
        using Use = EmbedderShelf::Use;
        const test::CountingShelf both({"scores", "a", "b"});
        QCOMPARE(both.shelf->find("", Use::Embed), std::optional<std::string>("a"));
        QCOMPARE(both.shelf->find("", Use::Rerank), std::optional<std::string>("scores"));
        QVERIFY(both.shelf->reranks("scores"));
        QVERIFY(!both.shelf->reranks("a") && !both.shelf->reranks("c"));
        QCOMPARE(test::CountingShelf({"a", "scores"}).shelf->find("", Use::Rerank),
                 std::optional<std::string>("scores"));
        QCOMPARE(test::CountingShelf({"scores"}).shelf->find("", Use::Embed), std::nullopt);
    }
    void theFirstOfANameIsServed() {
        std::promise<std::string> loaded;
        ModelHost host{ModelHost::Options()};
        EmbedderShelf shelf(
            host, {{"a", "named"}, {"a", "of the folder"}},
            [&](const std::filesystem::path& model, const std::stop_token&) -> std::unique_ptr<Embedder> {
                loaded.set_value(model.string());
                throw Error(ErrorCode::BadFile, "It is damaged.");
            });
        QCOMPARE(shelf.list().size(), size_t{1});
        (void)ask(shelf, "a").get();
        QCOMPARE(loaded.get_future().get(), std::string("named"));
    }
    void loadsWhatIsAskedForAndKeepsTwo() {
        const test::CountingShelf counting({"a", "b", "c"});
        EmbedderShelf& shelf = *counting.shelf;
        QCOMPARE(stateOf(shelf, "a"), std::string("not loaded"));
        for (const char* name : {"a", "b", "a", "a", "b"})
            QCOMPARE(ask(shelf, name).get(), std::string("embedder"));
        QCOMPARE(counting.loads, 2);
        QCOMPARE(ask(shelf, "c").get(), std::string("embedder"));
        QCOMPARE(counting.alive, 2);
        QCOMPARE(stateOf(shelf, "a"), std::string("not loaded"));
        QCOMPARE(stateOf(shelf, "b"), std::string("loaded"));
        QCOMPARE(ask(shelf, "b").get(), std::string("embedder"));
        QCOMPARE(counting.loads, 3);
    }
    void saysWhyThereIsNone() {
        const test::CountingShelf counting({"bad", "a"});
        auto said = std::make_shared<std::promise<std::string>>();
        counting.shelf->post("bad", [said](Embedder*, const Error* problem, const std::stop_token&) {
            said->set_value(problem->what());
        });
        QCOMPARE(said->get_future().get(), std::string("It is damaged."));
        QCOMPARE(stateOf(*counting.shelf, "bad"), std::string("failed"));
        QCOMPARE(ask(*counting.shelf, "a").get(), std::string("embedder"));
    }
    void tasksThatWaitHearOfTheEnd() {
        auto counting = std::make_unique<test::CountingShelf>(std::initializer_list<const char*>{"a"});
        std::promise<void> begun;
        counting->shelf->post("a", [&](Embedder*, const Error*, const std::stop_token& stop) {
            begun.set_value();
            while (!stop.stop_requested()) std::this_thread::yield();
        });
        begun.get_future().wait();
        auto waits = ask(*counting->shelf, "a");
        QCOMPARE(counting->shelf->waiting(), size_t{1});
        counting.reset();
        QCOMPARE(waits.get(), std::string("server.stopped"));
    }
    void tooManyAreRefused() {
        const test::CountingShelf counting({"a"});
        std::promise<void> begun;
        std::promise<void> goOn;
        counting.shelf->post("a", [&](Embedder*, const Error*, const std::stop_token&) {
            begun.set_value();
            goOn.get_future().wait();
        });
        begun.get_future().wait();
        std::vector<std::future<std::string>> all;
        for (size_t i = 0; i < EmbedderShelf::mostWaiting; ++i) all.push_back(ask(*counting.shelf, "a"));
        QCOMPARE(ask(*counting.shelf, "a").get(), std::string("server.too-many-requests"));
        goOn.set_value();
        for (auto& one : all) QCOMPARE(one.get(), std::string("embedder"));
    }
};

QTEST_GUILESS_MAIN(TestEmbedderShelf)
#include "tst_embedder_shelf.moc"
