// Two models as one: what can be chosen, whether both fit, and what it brought.
#include "models/model_route.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "model_files/route_path.h"
#include "models/installed_models.h"
#include "settings/app_settings.h"
#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;

class TestModelRoute : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<store::Store> m_store = store::Store::inMemory();
    AppSettings m_settings{*m_store};
    std::shared_ptr<test::EngineScript> m_script = std::make_shared<test::EngineScript>();
    InferenceThread m_inference{test::scripted(m_script)};
    EngineStatus m_engine{m_inference, m_settings};
    quint64 m_room = 10ULL << 30U;

    static ModelFacts facts(const QString& path) {
        ModelFacts facts;
        facts.name = QFileInfo(path).completeBaseName();
        facts.quantization = QStringLiteral("Q8_0");
        facts.plan.weightsBytes = (facts.name == QLatin1String("large") ? 4ULL : 1ULL) << 30U;
        facts.plan.kvBytes = 100ULL << 30U;
        facts.plan.kvConversationBytes = 1ULL << 30U;
        if (facts.name == QLatin1String("broken")) facts.problem = QStringLiteral("This file is cut off.");
        return facts;
    }
    InstalledModels m_models{m_folder.path(), facts, m_engine};
    ModelRoute m_route{m_settings, m_models, m_engine, m_inference, [this] { return m_room; }};

    void ask(const QString& text) {
        GenerationRequest request;
        request.messages.push_back(
            {.role = "user", .content = text.toStdString(), .reasoning = {}, .tokens = {}});
        QSignalSpy ended(&m_inference, &InferenceThread::finished);
        m_inference.generate(request);
        QVERIFY(ended.wait());
    }

private slots:
    void initTestCase() {
        for (const char* name : {"small", "large", "broken"}) {
            QFile file(m_folder.filePath(QLatin1String(name) + QStringLiteral(".gguf")));
            QVERIFY(file.open(QFile::WriteOnly));
        }
        m_models.refresh();
        ModelFacts remote;
        remote.path = QStringLiteral("endpoint:0a/llama");
        remote.name = QStringLiteral("llama");
        remote.owner = QStringLiteral("rack.lan");
        remote.remote = true;
        m_models.setRemote({remote});
        QTRY_VERIFY(!m_models.isScanning() && m_models.count() == 4);
    }

    void modelsThatCanBeEitherAreOffered() {
        QCOMPARE(m_route.smallNames(), (QStringList{"large Q8_0", "small Q8_0"}));
        QCOMPARE(m_route.largeNames(), (QStringList{"large Q8_0", "small Q8_0", "llama on rack.lan"}));
        QCOMPARE(m_route.smallIndex(), -1);
        QVERIFY(!m_route.isChosen() && m_route.problem().isEmpty() && m_route.note().isEmpty());
        m_route.load();
        QVERIFY(!m_engine.isLoading());
    }
    void theyHaveToBeTwo() {
        m_route.setSmallIndex(1);
        m_route.setLargeIndex(1);
        QVERIFY(!m_route.problem().isEmpty());
        m_route.setLargeIndex(0);
        QCOMPARE(m_route.problem(), QString());
        QCOMPARE(m_route.summary(), QStringLiteral("small; large for hard requests"));
        m_route.setLargeIndex(99);
        QCOMPARE(m_route.largeIndex(), 0);
    }
    void bothHaveToFit() {
        // 2 and 5 GB with a conversation of each.
        QVERIFY(m_route.note().contains(QLatin1String("7")));
        m_room = 6ULL << 30U;
        QVERIFY(m_route.problem().contains(QLatin1String("7.0 GB")));
        QVERIFY(m_route.isSmallAlone() && m_route.note().isEmpty());
        m_route.load();
        QVERIFY(!m_engine.isLoading());
        // One of another computer takes nothing here, and messages go there.
        m_route.setLargeIndex(2);
        QVERIFY(m_route.problem().isEmpty() && m_route.note().contains(QLatin1String("rack.lan")));
        m_route.setLargeIndex(0);
        QSignalSpy ready(&m_engine, &EngineStatus::becameReady);
        m_route.loadSmall();
        QVERIFY(ready.wait());
        QCOMPARE(m_engine.modelPath(), m_folder.filePath(QStringLiteral("small.gguf")));
        QVERIFY(!m_route.isSmallAlone());
        m_room = 10ULL << 30U;
    }
    void theyAreLoadedTogetherAndCounted() {
        QSignalSpy ready(&m_engine, &EngineStatus::becameReady);
        m_route.load();
        QVERIFY(ready.wait());
        QVERIFY(m_route.isCurrent() && m_engine.isRouted());
        QCOMPARE(m_engine.modelPath(), routePath);
        QCOMPARE(m_settings.models->lastModel(), routePath);
        QCOMPARE(m_engine.modelName(), QStringLiteral("Automatic"));
        QCOMPARE(m_route.figuresText(), QString());
        m_script->probabilities.assign(4, 0.9F);
        ask(QStringLiteral("Hello"));
        QCOMPARE(m_route.figuresText(), QStringLiteral("1 of 1 replies by the small model"));
        ask(QStringLiteral("/large Hello"));
        // A saved time this short is not shown.
        QCOMPARE(m_route.figuresText(), QStringLiteral("1 of 2 replies by the small model"));
        // After reloading they start over.
        m_engine.reload();
        QVERIFY(ready.wait());
        QCOMPARE(m_route.figuresText(), QString());
    }
    void aModelThatIsGoneIsNotChosen() {
        QVERIFY(QFile::remove(m_folder.filePath(QStringLiteral("large.gguf"))));
        m_models.refresh();
        QTRY_VERIFY(!m_route.isChosen());
        QCOMPARE(m_route.largeIndex(), -1);
    }
};

QTEST_MAIN(TestModelRoute)
#include "tst_model_route.moc"
