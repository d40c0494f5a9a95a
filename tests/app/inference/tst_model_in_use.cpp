#include "inference/model_in_use.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;

class TestModelInUse : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    std::string file(const char* name, int bytes) const {
        QFile written(m_folder.filePath(QLatin1String(name)));
        if (!written.open(QFile::WriteOnly)) qFatal("a file cannot be written");
        written.write(QByteArray(bytes, 'x'));
        return written.fileName().toStdString();
    }
    EngineOptions pair() const {
        EngineOptions options, large;
        options.model = file("small", 100);
        large.model = file("large", 300);
        large.contextLength = 77;
        options.large = std::make_shared<LargeModel>(LargeModel{large, {}});
        return options;
    }
    static std::vector<std::shared_ptr<ModelLoad>> loads(size_t count) {
        std::vector<std::shared_ptr<ModelLoad>> made;
        for (size_t i = 0; i < count; ++i)
            made.push_back(std::make_shared<ModelLoad>(
                EngineOptions(), test::scripted(std::make_shared<test::EngineScript>()),
                ModelLoad::Hooks{.tell = [](const LoadEvent&) {},
                                 .tellCacheProblem = [](const QString&) {},
                                 .isCacheKept = [] { return false; },
                                 .dropCache = [] { return std::stop_token(); }}));
        return made;
    }

private slots:
    void partsAreLoadedByWhatTheyWouldBeAlone() {
        EngineOptions one;
        one.model = "one";
        QCOMPARE(ModelInUse::partsOf(one).size(), size_t(1));
        const auto parts = ModelInUse::partsOf(pair());
        QCOMPARE(parts.size(), size_t(2));
        QVERIFY(!parts[0].large && !parts[1].large);
        QVERIFY(parts[0].model.string().ends_with("small"));
        QCOMPARE(parts[1].contextLength, 77);
    }
    void oneModelMakesItsRepliesItself() {
        ModelHost host({});
        ModelInUse model(host, 7, loads(1), {});
        QVERIFY(!model.isPair() && !model.rule());
        QVERIFY(model.replies().get() == &model.models()[0]->requests);
        QVERIFY(model.model(RouteTarget::Large) == model.models()[0]);
        QCOMPARE(model.heard(0, LoadProgress{"x", 0.5}).fraction, 0.5);
        LoadedModel loaded;
        loaded.info.modelName = "one";
        QCOMPARE(model.heard(0, loaded)->info.modelName, std::string("one"));
        QVERIFY(host.find("7") == model.models()[0]);
        model.close();
        QVERIFY(host.find("7") == nullptr && model.models().empty() && model.replies() == nullptr);
    }
    void isInUseOnlyWhileItIsHeld() {
        ModelHost host({});
        const ModelInUse model(host, 7, loads(1), {});
        const auto hosted = host.find("7");
        QTRY_COMPARE(hosted.use_count(), 2L);
        auto replies = model.replies();
        QCOMPARE(hosted.use_count(), 3L);
        replies.reset();
        QCOMPARE(hosted.use_count(), 2L);
    }
    void twoAreToldOfAsOne() {
        ModelHost host({});
        ModelInUse model(host, 7, loads(2), pair());
        QVERIFY(model.isPair() && model.rule());
        QVERIFY(model.model(RouteTarget::Large) == model.models()[1]);
        // By the sizes of their files.
        QCOMPARE(model.heard(0, LoadProgress{"x", 0.5}).fraction, 0.125);
        QCOMPARE(model.heard(1, LoadProgress{"x", 0.5}).fraction, 0.625);
        LoadedModel loaded;
        QVERIFY(!model.heard(1, loaded) && model.isFirstLoad());
        QCOMPARE(model.heard(0, loaded)->info.parts.size(), size_t(2));
        QVERIFY(!model.isFirstLoad());
        // One that is loaded again is told again.
        QVERIFY(model.heard(1, loaded));
        model.close();
        QVERIFY(host.find("7") == nullptr && host.states().empty());
    }
    void theRulesSayWhoIsAsked() {
        ModelHost host({});
        const ModelInUse model(host, 7, loads(2), pair());
        GenerationRequest request;
        request.messages.push_back({.role = "user", .content = "/large Hi", .reasoning = {}, .tokens = {}});
        const RouteOutcome outcome = model.route(request);
        QCOMPARE(outcome.target, RouteTarget::Large);
        QCOMPARE(outcome.reason, RouteReason::Hint);
        QCOMPARE(request.messages[0].content, std::string("Hi"));
    }
};

QTEST_GUILESS_MAIN(TestModelInUse)
#include "tst_model_in_use.moc"
