#include "settings/preset_list_model.h"

#include <sys/stat.h>

#include <QAbstractItemModelTester>
#include <QtTest>

#include "settings/sampling_settings.h"

using namespace hearth::app;

class TestPresetListModel : public QObject {
    Q_OBJECT

private slots:
    void builtInOnesComeFirstAndStay() {
        const auto store = store::Store::inMemory();
        SamplingSettings sampling(*store);
        PresetListModel model(*store, sampling);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.count(), 4);
        QCOMPARE(model.data(model.index(0), PresetListModel::NameRole).toString(),
                 QStringLiteral("Balanced"));
        QVERIFY(model.data(model.index(3), PresetListModel::BuiltInRole).toBool());
        model.remove(QStringLiteral("Balanced"));
        QCOMPARE(model.count(), 4);
        model.apply(QStringLiteral("Greedy"));
        QCOMPARE(sampling.temperature(), 0.0);
        QCOMPARE(sampling.params().topK, 0);
        model.apply(QStringLiteral("nothing of that name"));
        QCOMPARE(sampling.presetName(), QStringLiteral("Greedy"));
    }

    void aPersonsOwnIsKept() {
        const auto store = store::Store::inMemory();
        SamplingSettings sampling(*store);
        PresetListModel model(*store, sampling);
        sampling.setValue("temperature", 1.3);
        sampling.setSeed(QStringLiteral("9"));
        QVERIFY(!model.save(QStringLiteral("  ")));
        QVERIFY(!model.save(QStringLiteral("balanced")));
        QVERIFY(model.save(QStringLiteral(" Wild ")));
        QCOMPARE(sampling.presetName(), QStringLiteral("Wild"));
        QVERIFY(!sampling.isChangedAny() || sampling.isChanged(QStringLiteral("seed")));
        SamplingSettings fresh(*store);
        PresetListModel again(*store, fresh);
        QCOMPARE(again.count(), 5);
        again.apply(QStringLiteral("Wild"));
        QCOMPARE(fresh.temperature(), 1.3);
        QVERIFY(fresh.seed().isEmpty());
        again.remove(QStringLiteral("Wild"));
        QCOMPARE(again.count(), 4);
    }

    void presetsGoToOthersAsFiles() {
        QTemporaryDir folder;
        const QUrl file = QUrl::fromLocalFile(folder.filePath("Storm.json"));
        {
            const auto store = store::Store::inMemory();
            SamplingSettings sampling(*store);
            PresetListModel model(*store, sampling);
            sampling.setValue("temperature", 1.3);
            sampling.setStop({"###"});
            QVERIFY(model.exportTo(file));
        }
        const auto store = store::Store::inMemory();
        SamplingSettings sampling(*store);
        PresetListModel model(*store, sampling);
        QVERIFY(model.importFile(file));
        QCOMPARE(sampling.presetName(), QString("Storm"));
        QCOMPARE(sampling.temperature(), 1.3);
        QCOMPARE(sampling.stop(), QStringList{"###"});
        QVERIFY(model.isOwn("Storm") && !model.isOwn("Balanced"));
        // The same again changes nothing; another of that name stands beside it.
        QVERIFY(model.importFile(file));
        QCOMPARE(model.count(), 5);
        sampling.setValue("temperature", 0.2);
        QVERIFY(model.exportTo(file));
        QVERIFY(model.importFile(file));
        QCOMPARE(sampling.presetName(), QString("Storm 2"));
        QCOMPARE(model.count(), 6);
        model.apply("Storm");
        QCOMPARE(sampling.temperature(), 1.3);
    }

    void aBadFileIsOneSentenceAndChangesNothing() {
        QTemporaryDir folder;
        const auto store = store::Store::inMemory();
        SamplingSettings sampling(*store);
        PresetListModel model(*store, sampling);
        sampling.setValue("temperature", 1.1);
        QSignalSpy failed(&model, &PresetListModel::failed);
        QFile file(folder.filePath("bad.json"));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write("{ \"format\": \"hearth-presets\", \"version\": 1, \"presets\": [ {");
        file.close();
        QVERIFY(!model.importFile(QUrl::fromLocalFile(file.fileName())));
        QVERIFY(failed[0][1].toString().contains("damaged"));
        QVERIFY(!model.importFile(QUrl::fromLocalFile(folder.filePath("none.json"))));
        QVERIFY(failed[1][1].toString().contains("none.json"));
        // Nobody writes to the pipe: to open it would wait for ever.
        QCOMPARE(::mkfifo(QFile::encodeName(folder.filePath("pipe.json")).constData(), 0600), 0);
        QVERIFY(!model.importFile(QUrl::fromLocalFile(folder.filePath("pipe.json"))));
        QVERIFY(failed[2][1].toString().contains("not a regular file"));
        QVERIFY(!model.exportTo(QUrl::fromLocalFile("/nowhere/at/all.json")));
        QVERIFY(failed[3][1].toString().contains("/nowhere/at/all.json"));
        QCOMPARE(model.count(), 4);
        QCOMPARE(sampling.temperature(), 1.1);
    }
};

QTEST_GUILESS_MAIN(TestPresetListModel)
#include "tst_preset_list_model.moc"
