#include "window/start_choice.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "model_files/route_path.h"
#include "models/installed_models.h"
#include "settings/app_settings.h"
#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;

class TestStartChoice : public QObject {
    Q_OBJECT

    struct Parts {
        QTemporaryDir folder;
        std::unique_ptr<store::Store> store = store::Store::inMemory();
        AppSettings settings{*store};
        InferenceThread inference{test::scripted(std::make_shared<test::EngineScript>())};
        EngineStatus engine{inference, settings};
        uint64_t planned = 0;
        InstalledModels models{folder.path(),
                               [this](const QString& path) {
                                   ModelFacts facts;
                                   facts.name = QFileInfo(path).completeBaseName().toUpper();
                                   facts.plan.weightsBytes = planned;
                                   return facts;
                               },
                               engine};
        StartChoice start{settings, models, engine,
                          [](const QString& path) { return path.contains(QStringLiteral("embedding")); }};

        QString write(const char* name) const {
            const QString path = folder.filePath(QString::fromLatin1(name));
            QDir().mkpath(QFileInfo(path).path());
            QFile file(path);
            return file.open(QFile::WriteOnly) ? path : QString();
        }
    };

private slots:
    void theStarterModelIsKnown() {
        Parts parts;
        QVERIFY(!parts.start.isStarter());
        for (const char* name : {"SmolLM2-135M-Instruct.Q4_1.gguf", "larger.gguf"}) {
            QSignalSpy ready(&parts.engine, &EngineStatus::becameReady);
            parts.engine.load(parts.write(name));
            QVERIFY(ready.wait());
            QCOMPARE(parts.start.isStarter(), QByteArray(name).startsWith("SmolLM2"));
        }
    }

    void aFileThatIsGoneIsTold() {
        Parts parts;
        QCOMPARE(parts.start.goneText(), QString());
        const auto toldOf = [&parts](const QString& last) {
            parts.settings.models->setLastModel(last);
            StartChoice start(parts.settings, parts.models, parts.engine);
            return start.goneText();
        };
        const QString there = parts.write("there.gguf"), gone = parts.folder.filePath("gone.gguf");
        QCOMPARE(toldOf(there), QString());
        QCOMPARE(toldOf("endpoint:abc/Qwen/Qwen3"), QString());
        QVERIFY2(toldOf(gone).startsWith("The model that was used last is gone: " + gone),
                 qPrintable(toldOf(gone)));
        // Of two models as one either can be gone.
        parts.settings.models->setRouteSmall(there);
        parts.settings.models->setRouteLarge(gone);
        QVERIFY(toldOf(routePath).contains("gone.gguf"));
        parts.settings.models->setRouteLarge("endpoint:abc/x");
        QCOMPARE(toldOf(routePath), QString());
        // It stays while another model takes the place, and goes when it was read or the file is back.
        parts.settings.models->setLastModel(gone);
        StartChoice start(parts.settings, parts.models, parts.engine);
        QSignalSpy changed(&start, &StartChoice::changed);
        parts.settings.models->setLastModel(there);
        QVERIFY(!start.goneText().isEmpty());
        start.closeGone();
        QVERIFY(start.goneText().isEmpty() && !changed.isEmpty());
        // The notice about a folder that is missing says it already.
        parts.settings.models->setModelsFolder("/disk/models");
        QCOMPARE(toldOf("/disk/models/last.gguf"), QString());
        QVERIFY(!toldOf("/elsewhere/last.gguf").isEmpty());
    }

    void theModelToStartWith() {
        Parts parts;
        QCOMPARE(parts.start.modelPath({}), QString());
        parts.write(".downloads/half.gguf");
        // A model that does not chat cannot be the start model.
        parts.write("a-embedding.gguf");
        QCOMPARE(parts.start.modelPath({}), QString());
        // An incomplete model is tried, and reported as such, if there is no other.
        parts.write("Alibaba/half/config.json");
        parts.write("Alibaba/half/tokenizer.json");
        QCOMPARE(parts.start.modelPath({}), parts.folder.filePath("Alibaba/half"));
        // A folder is a model as well, behind the files.
        parts.write("Qwen/Qwen3/model.safetensors");
        parts.write("Qwen/Qwen3/config.json");
        QCOMPARE(parts.start.modelPath({}), parts.folder.filePath("Qwen/Qwen3"));
        // The starter model of a first start.
        const QString only = parts.write("owner/only.gguf");
        QCOMPARE(parts.start.modelPath({}), only);
        const QString last = parts.write("last.gguf");
        parts.settings.models->setLastModel(last);
        QCOMPARE(parts.start.modelPath({}), last);
        QCOMPARE(parts.start.modelPath("/named.gguf"), QString("/named.gguf"));
        // While the chosen folder of models is not there, no other model takes the last one's place.
        parts.settings.models->setLastModel("/disk/models/last.gguf");
        QCOMPARE(parts.start.modelPath({}).isEmpty(), false);
        parts.settings.models->setModelsFolder("/disk/models");
        QCOMPARE(parts.start.modelPath({}), QString());
        parts.settings.models->setModelsFolder({});
        parts.settings.models->setLastModel("endpoint:abc/Qwen/Qwen3");
        QCOMPARE(parts.start.modelPath({}), QString("endpoint:abc/Qwen/Qwen3"));
        parts.settings.models->setLastModel(parts.folder.filePath("gone.gguf"));
        QVERIFY(parts.start.modelPath({}) == last || parts.start.modelPath({}) == only);
    }

    void noneWhenItIsSwitchedOff() {
        Parts parts;
        parts.settings.models->setLastModel(parts.write("last.gguf"));
        parts.settings.chats->setStartLastModel(false);
        QCOMPARE(parts.start.modelPath({}), QString());
        // A model named explicitly is used.
        QCOMPARE(parts.start.modelPath("/named.gguf"), QString("/named.gguf"));
        QCOMPARE(parts.start.modelName(), QString("last"));
        QSignalSpy ready(&parts.engine, &EngineStatus::becameReady);
        parts.start.loadLast();
        QVERIFY(ready.wait());
        QCOMPARE(parts.engine.modelPath(), parts.settings.models->lastModel());
    }

    void theLastChatOrANewOne() {
        Parts parts;
        QVERIFY(!parts.start.opensLastChat());
        parts.settings.window->setLastConversation(7);
        QVERIFY(parts.start.opensLastChat());
        parts.settings.chats->setOpenLastChat(false);
        QVERIFY(!parts.start.opensLastChat());
    }

    void whatItTakesIsWhatItTookAndThePlan() {
        Parts parts;
        const QString path = parts.write("last.gguf");
        QCOMPARE(parts.start.modelName(), QString());
        QCOMPARE(parts.start.bytes(), 0.0);
        parts.settings.models->setLastModel(path);
        parts.settings.models->setLastLoad({path, 1.25, 5e9});
        QCOMPARE(parts.start.seconds(), 1.25);
        QCOMPARE(parts.start.bytes(), 5e9);
        parts.planned = 6'000'000'000;
        QSignalSpy changed(&parts.start, &StartChoice::changed);
        parts.models.refresh();
        QTRY_VERIFY(!parts.models.isScanning());
        QVERIFY(changed.count() > 0);
        QCOMPARE(parts.start.modelName(), QString("LAST"));
        QCOMPARE(parts.start.bytes(), 6e9);
        // Of another model nothing is known.
        parts.settings.models->setLastModel(parts.write("other.gguf"));
        QCOMPARE(parts.start.seconds(), 0.0);
        QCOMPARE(parts.start.bytes(), 0.0);
    }
};

QTEST_GUILESS_MAIN(TestStartChoice)
#include "tst_start_choice.moc"
