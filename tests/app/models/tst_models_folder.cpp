#include "models/models_folder.h"

#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "models/installed_models.h"
#include "settings/app_settings.h"
#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;

class TestModelsFolder : public QObject {
    Q_OBJECT

    struct Parts {
        QTemporaryDir temporary;
        std::unique_ptr<store::Store> store = store::Store::inMemory();
        AppSettings settings{*store};
        InferenceThread inference{test::scripted(std::make_shared<test::EngineScript>())};
        EngineStatus engine{inference, settings};
        InstalledModels models;
        bool downloading = false, replying = false;
        double rate = 2e9;
        ModelsFolder folder;

        Parts()
            : models(
                  temporary.filePath("standard"),
                  [](const QString& path) {
                      ModelFacts facts;
                      facts.name = QFileInfo(path).completeBaseName();
                      facts.sizeBytes = QFileInfo(path).size();
                      return facts;
                  },
                  engine),
              folder({settings,
                      models,
                      engine,
                      temporary.filePath("standard"),
                      {temporary.filePath("lmstudio"), temporary.filePath("none"), {}, {}},
                      [this](const QString&, const std::stop_token&) { return rate; },
                      [this] { return downloading; },
                      [this] { return replying; }}) {
            for (const char* name : {"standard/owner/a.gguf", "standard/b.gguf", "standard/notes.txt",
                                     "standard/owner/a.gguf.origin.json", "standard/.downloads/part.gguf",
                                     "lmstudio/c.gguf", "other/unrelated.txt"})
                write(QString::fromLatin1(name), name);
            models.setForeignFinder([this] {
                return std::vector<ForeignModel>{{temporary.filePath("lmstudio/c.gguf"), {}, "LM Studio"}};
            });
        }
        void write(const QString& name, const QByteArray& bytes) const {
            const QString path = temporary.filePath(name);
            QDir().mkpath(QFileInfo(path).path());
            QFile file(path);
            QVERIFY(file.open(QFile::WriteOnly));
            file.write(bytes);
        }
        bool has(const char* name) const { return QFile::exists(temporary.filePath(name)); }
        QUrl url(const char* name) const { return QUrl::fromLocalFile(temporary.filePath(name)); }
        void scan() {
            models.refresh();
            QTRY_VERIFY(!models.isScanning());
        }
    };

private slots:
    void saysWhatIsThere() {
        Parts parts;
        parts.scan();
        const ModelsFolder& folder = parts.folder;
        QCOMPARE(folder.modelCount(), 2);
        QCOMPARE(folder.usedBytes(), double(strlen("standard/owner/a.gguf") + strlen("standard/b.gguf")));
        QVERIFY(folder.freeBytes() > 0);
        QCOMPARE(folder.url(), parts.url("standard"));
        QCOMPARE(folder.parentUrl(), QUrl::fromLocalFile(parts.temporary.path()));
        QVERIFY(!folder.isChosen());
        QCOMPARE(folder.others().size(), 1);
        const QVariantMap other = folder.others().at(0).toMap();
        QCOMPARE(other["name"].toString(), QString("LM Studio"));
        QCOMPARE(other["count"].toInt(), 1);
        QCOMPARE(other["bytes"].toInt(), int(strlen("lmstudio/c.gguf")));
    }

    void theHomeFolderIsATilde() {
        Parts parts;
        qputenv("HOME", parts.temporary.path().toLocal8Bit());
        QCOMPARE(parts.folder.shownPath(), QString("~/standard"));
        qputenv("HOME", "/nowhere");
        QCOMPARE(parts.folder.shownPath(), parts.temporary.filePath("standard"));
    }

    void anotherFolderCountsAndIsKept() {
        Parts parts;
        parts.scan();
        parts.write("other/d.gguf", "d");
        QSignalSpy changed(&parts.folder, &ModelsFolder::pathChanged);
        parts.folder.use(parts.url("other"));
        QCOMPARE(changed.count(), 1);
        QCOMPARE(changed.at(0).at(0).toString(), parts.temporary.filePath("other"));
        QCOMPARE(parts.folder.problem(), QString());
        QTRY_COMPARE(parts.folder.modelCount(), 1);
        QVERIFY(parts.folder.isChosen());
        QVERIFY(parts.has("standard/b.gguf"));
        QCOMPARE(ModelsFolder::pathBy(parts.settings, "/standard"), parts.temporary.filePath("other"));
        parts.folder.useStandard();
        QTRY_COMPARE(parts.folder.modelCount(), 2);
        QVERIFY(!parts.folder.isChosen());
        QCOMPARE(ModelsFolder::pathBy(parts.settings, "/standard"), QString("/standard"));
    }

    void modelsAreMovedWithWhatIsKnownOfThem() {
        Parts parts;
        parts.scan();
        QSignalSpy ready(&parts.engine, &EngineStatus::becameReady);
        parts.engine.load(parts.temporary.filePath("standard/owner/a.gguf"));
        QVERIFY(ready.wait());
        QSignalSpy moved(&parts.folder, &ModelsFolder::pathChanged);
        QVERIFY(QDir().mkpath(parts.temporary.filePath("standard/mine, empty")));
        parts.folder.moveTo(parts.url("other"));
        QVERIFY(parts.folder.isMoving());
        parts.folder.use(parts.url("lmstudio"));  // not meanwhile
        QVERIFY(moved.wait());
        QVERIFY(!parts.folder.isMoving());
        QVERIFY(parts.has("other/owner/a.gguf") && parts.has("other/owner/a.gguf.origin.json") &&
                parts.has("other/b.gguf"));
        QVERIFY(parts.has("standard/mine, empty"));  // not a folder of models: somebody's own
        QVERIFY(!parts.has("standard/owner") && !parts.has("standard/b.gguf"));
        QVERIFY(parts.has("standard/notes.txt") && parts.has("standard/.downloads/part.gguf") &&
                !parts.has("other/.downloads"));
        // The model in use is the one in the new place, now and at the next start.
        QVERIFY(ready.wait());
        QCOMPARE(parts.engine.modelPath(), parts.temporary.filePath("other/owner/a.gguf"));
        QCOMPARE(parts.settings.models->lastModel(), parts.temporary.filePath("other/owner/a.gguf"));
        QTRY_COMPARE(parts.folder.modelCount(), 2);
    }

    void publishedModelsAreMovedWhole() {
        Parts parts;
        const QStringList all = {"config.json", "model.safetensors", "tokenizer.json", "LICENSE"};
        for (const QString& name : all) parts.write("standard/Qwen/Qwen3/" + name, "x");
        parts.scan();
        const QString model = parts.temporary.filePath("standard/Qwen/Qwen3");
        parts.settings.models->setLastModel(model);
        QSignalSpy moved(&parts.folder, &ModelsFolder::pathChanged);
        parts.folder.moveTo(parts.url("other"));
        QVERIFY(moved.wait());
        for (const QString& name : all) QVERIFY(parts.has(qPrintable("other/Qwen/Qwen3/" + name)));
        QVERIFY(!parts.has("standard/Qwen"));
        QCOMPARE(parts.settings.models->lastModel(), parts.temporary.filePath("other/Qwen/Qwen3"));
    }

    void draftModelsAreFoundAgain() {
        Parts parts;
        const auto at = [&](const char* name) { return parts.temporary.filePath(name); };
        parts.settings.models->setDraftModel(at("standard/owner/a.gguf"), at("standard/b.gguf"));
        parts.settings.models->setDraftModel(at("lmstudio/c.gguf"), at("standard/b.gguf"));
        QSignalSpy moved(&parts.folder, &ModelsFolder::pathChanged);
        parts.folder.moveTo(parts.url("other"));
        QVERIFY(moved.wait());
        QCOMPARE(parts.settings.models->draftModelFor(at("other/owner/a.gguf")), at("other/b.gguf"));
        QCOMPARE(parts.settings.models->draftModelFor(at("lmstudio/c.gguf")), at("other/b.gguf"));
        QCOMPARE(parts.settings.models->draftModelFor(at("standard/owner/a.gguf")), QString());
    }

    void aFolderThatIsNotThereIsMissed() {
        Parts parts;
        const QString disk = parts.temporary.filePath("disk/models"), last = disk + "/d.gguf";
        parts.settings.models->setModelsFolder(disk);
        parts.settings.models->setLastModel(last);
        QCOMPARE(ModelsFolder::pathBy(parts.settings, "/standard"), QString("/standard"));
        QCOMPARE(parts.folder.missing(),
                 "Your models folder, " + disk +
                     ", is missing. Connect its disk and try again, or choose another folder; until then "
                     "models are kept in Hearth's own.");
        parts.scan();
        QCOMPARE(parts.folder.modelCount(), 2);
        QVERIFY(!QFile::exists(disk));
        parts.folder.tryAgain();
        QCOMPARE(parts.folder.missing(), "Your models folder, " + disk +
                                             ", is still missing. Check its disk, or choose another folder.");
        QCOMPARE(parts.settings.models->modelsFolder(), disk);
        // The disk is back.
        parts.write("disk/models/d.gguf", "d");
        QSignalSpy changed(&parts.folder, &ModelsFolder::pathChanged);
        QSignalSpy ready(&parts.engine, &EngineStatus::becameReady);
        parts.folder.tryAgain();
        QCOMPARE(changed.count(), 1);
        QCOMPARE(parts.folder.missing(), QString());
        QTRY_COMPARE(parts.folder.modelCount(), 1);
        QVERIFY(ready.count() > 0 || ready.wait());
        QCOMPARE(parts.engine.modelPath(), last);
    }

    void aMissingFolderIsGivenUp_data() {
        QTest::addColumn<bool>("own");
        QTest::newRow("for another") << false;
        QTest::newRow("for Hearth's own") << true;
    }
    void aMissingFolderIsGivenUp() {
        QFETCH(bool, own);
        Parts parts;
        parts.settings.models->setModelsFolder(parts.temporary.filePath("disk/models"));
        if (own)
            parts.folder.useStandard();
        else
            parts.folder.use(parts.url("other"));
        QCOMPARE(parts.folder.missing(), QString());
        QCOMPARE(parts.settings.models->modelsFolder(), own ? QString() : parts.temporary.filePath("other"));
    }

    void whatCannotBeSaysWhy_data() {
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("why");
        QTest::newRow("not there") << "nowhere"
                                   << "Nothing can be written into";
        QTest::newRow("inside") << "standard/owner"
                                << "neither inside the current one";
        QTest::newRow("around") << "."
                                << "neither inside the current one";
        QTest::newRow("downloads") << "other"
                                   << "Downloads go to the current folder.";
        QTest::newRow("reply") << "other"
                               << "writing a reply";
        QTest::newRow("taken") << "taken"
                               << "already exists";
    }
    void whatCannotBeSaysWhy() {
        QFETCH(QString, to);
        QFETCH(QString, why);
        Parts parts;
        parts.scan();
        parts.write("taken/b.gguf", "mine");
        parts.downloading = QLatin1String(QTest::currentDataTag()) == "downloads";
        parts.replying = QLatin1String(QTest::currentDataTag()) == "reply";
        parts.folder.moveTo(QUrl::fromLocalFile(parts.temporary.filePath(to)));
        QTRY_VERIFY(!parts.folder.isMoving());
        QVERIFY2(parts.folder.problem().contains(why), qPrintable(parts.folder.problem()));
        QVERIFY(parts.has("standard/owner/a.gguf") && parts.has("standard/b.gguf"));
        QVERIFY(!parts.folder.isChosen());
    }

    void aFullDiskSaysWhatIsMissing() {
        const QTemporaryDir elsewhere("/dev/shm/models-XXXXXX");
        Parts parts;
        const QString path = parts.temporary.filePath("standard/vast.gguf");
        QFile vast(path);
        if (!elsewhere.isValid() || !vast.open(QFile::WriteOnly) || !vast.resize(qint64(4) << 40))
            QSKIP("SKIPPED: no second disk, or no room for the name of a vast file");
        parts.scan();
        parts.folder.moveTo(QUrl::fromLocalFile(elsewhere.path()));
        QVERIFY(!parts.folder.isMoving());
        QVERIFY2(parts.folder.problem().startsWith("The models take 4398 GB, and "),
                 qPrintable(parts.folder.problem()));
        QVERIFY(parts.has("standard/b.gguf"));
    }

    void theDiskIsMeasured() {
        Parts parts;
        parts.rate = 120e6;
        QSignalSpy changed(&parts.folder, &ModelsFolder::changed);
        parts.folder.measure();
        QVERIFY(parts.folder.isMeasuring());
        QTRY_VERIFY(!parts.folder.isMeasuring());
        QCOMPARE(parts.folder.readBytesPerS(), 120e6);
        QCOMPARE(parts.folder.readText(), QString("120 MB/s"));
        QVERIFY(parts.folder.isSlow());
        parts.folder.setReadSpeed(3e9);
        QVERIFY(!parts.folder.isSlow());
        // Another disk, perhaps.
        parts.folder.use(parts.url("other"));
        QCOMPARE(parts.folder.readBytesPerS(), 0.0);
    }

    void theFileManagerIsAsked() {
        Parts parts;
        QDesktopServices::setUrlHandler("file", this, "takeUrl");
        QVERIFY(parts.folder.show());
        QDesktopServices::unsetUrlHandler("file");
        QCOMPARE(m_shown, QUrl::fromLocalFile(parts.temporary.filePath("standard")));
    }

    void canBeDestroyedWhileItMeasures() {
        for (int i = 0; i < 20; ++i) {
            Parts parts;
            parts.folder.measure();
            parts.folder.moveTo(parts.url("other"));
        }
    }

public slots:
    void takeUrl(const QUrl& url) { m_shown = url; }

private:
    QUrl m_shown;
};

QTEST_MAIN(TestModelsFolder)
#include "tst_models_folder.moc"
