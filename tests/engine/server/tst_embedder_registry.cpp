#include "server/embedder_registry.h"

#include <QtTest>
#include <future>

#include "engine/server/served_embedder.h"
#include "server/server_errors.h"

using namespace hearth;
using namespace hearth::server;

class TestEmbedderRegistry : public QObject {
    Q_OBJECT

    /// Result of a task of a model: "embedder", or the reason why there is none.
    static std::future<std::string> ask(EmbedderRegistry& registry, const std::string& name) {
        auto said = std::make_shared<std::promise<std::string>>();
        registry.post(name, [said](Embedder* embedder, const Error* problem, const std::stop_token&) {
            said->set_value(embedder != nullptr ? "embedder" : problem->message().id());
        });
        return said->get_future();
    }
    static std::string stateOf(const EmbedderRegistry& registry, const std::string& name) {
        for (const auto& listed : registry.list())
            if (listed.name == name) return listed.state;
        return "unknown";
    }

private slots:
    void findsByName() {
        const test::CountingRegistry counting({"a", "b"});
        using Use = EmbedderRegistry::Use;
        for (const Use use : {Use::Embed, Use::Rerank}) {
            QCOMPARE(counting.registry->find("", use), std::optional<std::string>("a"));
            QCOMPARE(counting.registry->find("b.gguf", use), std::optional<std::string>("b"));
            QCOMPARE(counting.registry->find("c", use), std::nullopt);
            QCOMPARE(test::CountingRegistry({}).registry->find("", use), std::nullopt);
        }
    }
    void withoutANameTheKindDecides() {
        using Use = EmbedderRegistry::Use;
        const test::CountingRegistry both({"scores", "a", "b"});
        QCOMPARE(both.registry->find("", Use::Embed), std::optional<std::string>("a"));
        QCOMPARE(both.registry->find("", Use::Rerank), std::optional<std::string>("scores"));
        QVERIFY(both.registry->reranks("scores"));
        QVERIFY(!both.registry->reranks("a") && !both.registry->reranks("c"));
        QCOMPARE(test::CountingRegistry({"a", "scores"}).registry->find("", Use::Rerank),
                 std::optional<std::string>("scores"));
        QCOMPARE(test::CountingRegistry({"scores"}).registry->find("", Use::Embed), std::nullopt);
    }
    void theFirstOfANameIsServed() {
        std::promise<std::string> loaded;
        ModelHost host{ModelHost::Options()};
        EmbedderRegistry registry(
            host, {{"a", "named"}, {"a", "of the folder"}},
            [&](const std::filesystem::path& model, const std::stop_token&) -> std::unique_ptr<Embedder> {
                loaded.set_value(model.string());
                throw Error(ErrorCode::BadFile, "It is damaged.");
            });
        QCOMPARE(registry.list().size(), size_t{1});
        (void)ask(registry, "a").get();
        QCOMPARE(loaded.get_future().get(), std::string("named"));
    }
    void loadsWhatIsAskedForAndKeepsTwo() {
        const test::CountingRegistry counting({"a", "b", "c"});
        EmbedderRegistry& registry = *counting.registry;
        QCOMPARE(stateOf(registry, "a"), std::string("not loaded"));
        for (const char* name : {"a", "b", "a", "a", "b"})
            QCOMPARE(ask(registry, name).get(), std::string("embedder"));
        QCOMPARE(counting.loads, 2);
        QCOMPARE(ask(registry, "c").get(), std::string("embedder"));
        QCOMPARE(counting.alive, 2);
        QCOMPARE(stateOf(registry, "a"), std::string("not loaded"));
        QCOMPARE(stateOf(registry, "b"), std::string("loaded"));
        QCOMPARE(ask(registry, "b").get(), std::string("embedder"));
        QCOMPARE(counting.loads, 3);
    }
    void saysWhyThereIsNone() {
        const test::CountingRegistry counting({"bad", "a"});
        auto said = std::make_shared<std::promise<std::string>>();
        counting.registry->post("bad", [said](Embedder*, const Error* problem, const std::stop_token&) {
            said->set_value(problem->what());
        });
        QCOMPARE(said->get_future().get(), std::string("It is damaged."));
        QCOMPARE(stateOf(*counting.registry, "bad"), std::string("failed"));
        QCOMPARE(ask(*counting.registry, "a").get(), std::string("embedder"));
    }
    void tasksThatWaitHearOfTheEnd() {
        auto counting = std::make_unique<test::CountingRegistry>(std::initializer_list<const char*>{"a"});
        std::promise<void> begun;
        counting->registry->post("a", [&](Embedder*, const Error*, const std::stop_token& stop) {
            begun.set_value();
            while (!stop.stop_requested()) std::this_thread::yield();
        });
        begun.get_future().wait();
        auto waits = ask(*counting->registry, "a");
        QCOMPARE(counting->registry->waiting(), size_t{1});
        counting.reset();
        QCOMPARE(waits.get(), std::string("server.stopped"));
    }
    void tooManyAreRefused() {
        const test::CountingRegistry counting({"a"});
        std::promise<void> begun;
        std::promise<void> resume;
        counting.registry->post("a", [&](Embedder*, const Error*, const std::stop_token&) {
            begun.set_value();
            resume.get_future().wait();
        });
        begun.get_future().wait();
        std::vector<std::future<std::string>> all;
        for (size_t i = 0; i < EmbedderRegistry::mostWaiting; ++i)
            all.push_back(ask(*counting.registry, "a"));
        QCOMPARE(ask(*counting.registry, "a").get(), std::string("server.too-many-requests"));
        resume.set_value();
        for (auto& one : all) QCOMPARE(one.get(), std::string("embedder"));
    }
};

QTEST_GUILESS_MAIN(TestEmbedderRegistry)
#include "tst_embedder_registry.moc"
