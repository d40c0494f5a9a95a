#include "inference/models_in_use.h"

#include <QtTest>
#include <future>

#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;

class TestModelsInUse : public QObject {
    Q_OBJECT

    static std::shared_ptr<ModelInUse> model(ModelHost& host, quint64 id) {
        std::vector<std::shared_ptr<ModelLoad>> load{std::make_shared<ModelLoad>(
            EngineOptions(), test::scripted(std::make_shared<test::EngineScript>()),
            ModelLoad::Hooks{.tell = [](const LoadEvent&) {},
                             .tellCacheProblem = [](const QString&) {},
                             .isCacheKept = [] { return false; },
                             .dropCache = [] { return std::stop_token(); }})};
        return std::make_shared<ModelInUse>(host, id, std::move(load), EngineOptions());
    }

private slots:
    void oneOfThemIsTheCurrentOne() {
        ModelHost host({});
        ModelsInUse models(host);
        const quint64 first = models.newId(), second = models.newId();
        QVERIFY(first != second);
        models.add(model(host, first));
        models.add(model(host, second));
        QVERIFY(models.current() == nullptr);
        models.setCurrent(second);
        QCOMPARE(models.current()->id(), second);
        QCOMPARE(models.parts().size(), size_t(2));
        QCOMPARE(models.partsOf(first).size(), size_t(1));
        models.take(second)->close();
        QCOMPARE(models.currentId(), quint64(0));
        QVERIFY(!models.contains(second) && models.find(second) == nullptr);
        QVERIFY(models.partsOf(second).empty());
        models.take(first)->close();
    }
    void workReachesTheEngineOrHearsThatThereIsNone() {
        ModelHost host({});
        ModelsInUse models(host);
        const auto hears = [&] {
            std::promise<bool> engine;
            models.with(RouteTarget::Small, ModelsInUse::Turn::Next,
                        [&](Engine* found) { engine.set_value(found != nullptr); });
            return engine.get_future().get();
        };
        QVERIFY(!hears());
        models.add(model(host, 1));
        models.setCurrent(1);
        QTRY_VERIFY(hears());
        models.take(1)->close();
        QVERIFY(!hears());
    }
    void somethingIsReadOfEachThatIsLoaded() {
        ModelHost host({});
        ModelsInUse models(host);
        for (const quint64 id : {1, 2}) models.add(model(host, id));
        const auto count = [&] {
            std::promise<size_t> read;
            models.readEach<int>(
                std::make_shared<const ModelsInUse::HostedModels>(models.parts()), ModelsInUse::Turn::Next,
                [](Engine& engine) { return engine.info().contextLength; },
                [&](const std::vector<int>& each) { read.set_value(each.size()); });
            return read.get_future().get();
        };
        QTRY_COMPARE(count(), size_t(2));
        for (const quint64 id : {1, 2}) models.take(id)->close();
        QCOMPARE(count(), size_t(0));
    }
};

QTEST_GUILESS_MAIN(TestModelsInUse)

#include "tst_models_in_use.moc"
